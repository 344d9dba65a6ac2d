import { engineById } from '#core/directives/engines.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import type { CrawlerProfile } from '#core/robots/profiles/profile.ts';
import { profiles } from '#core/robots/profiles.ts';
import type { Cell } from '../../export/cell.ts';
import { toTable } from '../../export/table.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { cells } from '../lists.ts';

const columns = {
  id: profile => profile.id,
  name: profile => profile.name,
  token: profile => profile.productToken,
  dialect: profile => profile.dialect,
  directives: profile => profile.directives,
  checked: profile => profile.checkedAt,
  source: profile => profile.source,
} as const satisfies Record<string, (profile: CrawlerProfile) => Cell>;

/** Knob names in snake_case like every other key; values and sources as they are. */
const knobs = (table: object | null): object =>
  Object.fromEntries(
    Object.entries(table ?? {})
      .filter(([name]) => name !== 'id' && name !== 'name')
      .map(([name, knob]) => [name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`), knob]),
  );

export const profilesCommand: Command = {
  name: 'profiles',
  summary: 'list the crawler profiles: token, dialect, source',
  takes: '',
  positionals: { min: 0, max: 0 },
  options: jsonOption,
  notes: ['--json adds every knob of each dialect and of each directive engine with its value and its source.'],
  examples: ['crawlscope profiles', 'crawlscope profiles --json'],
  async run(args, io) {
    const known = profiles();
    if (args.has('json')) {
      const documents = known.map(profile => ({
        id: profile.id,
        name: profile.name,
        product_token: profile.productToken,
        user_agent: profile.userAgent,
        directive_agents: profile.directiveAgents,
        named_by_header: profile.namedByHeader ?? false,
        falls_back_to: profile.fallsBackTo ?? [],
        ignores_star: profile.ignoresStar ?? false,
        source: profile.source,
        checked_at: profile.checkedAt,
        dialect: {
          id: profile.dialect,
          name: dialectById(profile.dialect)?.name ?? profile.dialect,
          knobs: knobs(dialectById(profile.dialect)),
        },
        directives: {
          id: profile.directives,
          name: engineById(profile.directives).name,
          source: profile.directivesSource,
          knobs: knobs(engineById(profile.directives)),
        },
      }));
      await io.stdout.write(`${JSON.stringify(documents, null, 2)}\n`);
      return exit.done;
    }
    for (const line of toTable(Object.keys(columns), cells(known, Object.values(columns)), io.stdout.columns()))
      await io.stdout.write(line);
    return exit.done;
  },
};
