import { titleOf } from '#shared/explain/describe.ts';
import type { ScopeGroup, ScopeTrial } from '#shared/model/scope-trial.ts';
import { type Command, jsonOption } from '../command.ts';
import { readSettings } from '../crawl-settings.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { refuseProblems, settingOptions } from '../setting-options.ts';
import { count } from '../text/units.ts';
import { withSession } from '../with-session.ts';

const { scope: how, follow, include, exclude, rewrite, parameters } = settingOptions;

/** What the group does, in words. */
const nameOf = ({ reason, rule }: ScopeGroup): string =>
  reason === null ? 'taken' : `${titleOf(reason)}${rule === '' ? '' : ` (${rule})`}`;

function textOf({ tried, stored, groups, typed }: ScopeTrial): string {
  const lines = typed.map(each => `${each.isTaken ? 'yes' : 'no '}  ${each.typed}\n     ${each.sentence}`);
  const cut = tried < stored ? `, ${count(tried, 'HTTP URL')} tried` : '';
  lines.push(`${count(stored, 'URL')} in the file${cut}`);
  for (const group of groups) {
    const changed = group.changed === 0 ? '' : `, ${group.changed} of them new`;
    lines.push(`${String(group.urls).padStart(9)}  ${nameOf(group)}${changed}`);
    for (const url of group.examples) lines.push(`           ${url}`);
  }
  return `${lines.join('\n')}\n`;
}

export const scope: Command = {
  name: 'scope',
  summary: 'try scope, patterns and URL rules on the URLs of a crawl and on typed ones; nothing is changed',
  takes: 'F.crawl [URL…]',
  positionals: { min: 1, max: 101 },
  options: {
    scope: how,
    follow,
    'internal-host': settingOptions['internal-host'],
    include,
    exclude,
    rewrite,
    parameters,
    ...jsonOption,
  },
  notes: [
    'Each URL is judged as if an ordinary link led to it. Settings that are not given are those of the crawl. Clean-param is left out.',
  ],
  examples: [
    "crawlscope scope site.crawl --exclude 'glob:/tag/**'",
    "crawlscope scope site.crawl 'https://example.com/a?sid=1' --parameters 'drop sid'",
  ],
  async run(args, io) {
    const [path = '', ...typed] = args.positionals;
    const { checkSettings } = await io.engine();
    return withSession(io, path, async session => {
      const base = session.settings();
      const changed = readSettings(args, base.seeds, base, false);
      refuseProblems(checkSettings(changed));
      const { scope: reach, follow: onward, internalHosts, rewrites, parameters: rules, cleanParam } = changed;
      const trial = await session.handlers['scope.try']({
        settings: {
          ...{ scope: reach, follow: onward, internalHosts, rewrites, parameters: rules, cleanParam },
          include: [...changed.include],
          exclude: [...changed.exclude],
        },
        typed,
      });
      if (trial.stored === 0 && typed.length === 0) return usage(`${path} has no URLs yet, and no URL is given.`);
      await io.stdout.write(args.has('json') ? jsonDocument(trial) : textOf(trial));
      return exit.done;
    });
  },
};
