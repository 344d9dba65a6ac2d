import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { asUserProfile, profileSet } from '#core/crawlers/profile-set.ts';
import { engineById } from '#core/directives/engines.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { reportedWords } from '#shared/explain/profile-words.ts';
import { writtenProfile } from '#shared/profiles-file.ts';
import type { Cell } from '../../export/cell.ts';
import { toTable } from '../../export/table.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { cells } from '../lists.ts';
import { ownProfiles, profilesOption } from '../own-profiles.ts';

interface Row {
  readonly profile: CrawlerProfile;
  readonly own: boolean;
}

const columns = {
  id: row => row.profile.id,
  name: row => row.profile.name,
  whose: row => (row.own ? 'own' : 'built-in'),
  token: row => row.profile.productToken,
  dialect: row => row.profile.dialect,
  directives: row => row.profile.directives,
  source: row => reportedWords(row.profile),
  user_agent: row => row.profile.userAgent,
} as const satisfies Record<string, (row: Row) => Cell>;

/** Knob names in snake_case like every other key; values and sources as they are. */
const knobs = (table: object | null): object =>
  Object.fromEntries(
    Object.entries(table ?? {})
      .filter(([name]) => name !== 'id' && name !== 'name')
      .map(([name, knob]) => [name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`), knob]),
  );

export const profilesCommand: Command = {
  name: 'profiles',
  summary: 'list the crawler profiles, built-in and your own: token, dialect, user agent, source',
  takes: '',
  positionals: { min: 0, max: 0 },
  options: { ...profilesOption, ...jsonOption },
  notes: [
    'Built-in profiles repeat what the source said on the given day. Crawlscope has not tested the crawlers or read the sources again since.',
    '--json adds every setting of each dialect and directive engine, with its value and source. Your own: profiles add FILE.json, profiles remove ID.',
  ],
  examples: ['crawlscope profiles', 'crawlscope profiles --json', 'crawlscope profiles add mybot.json'],
  async run(args, io) {
    const set = profileSet(ownProfiles(args));
    if (args.has('json')) {
      const documents = set.all.map(profile => ({
        ...writtenProfile(asUserProfile(profile)),
        own: set.isOwn(profile.id),
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
    const rows = set.all.map(profile => ({ profile, own: set.isOwn(profile.id) }));
    for (const line of toTable(Object.keys(columns), cells(rows, Object.values(columns)), io.stdout.columns()))
      await io.stdout.write(line);
    return exit.done;
  },
};
