import { profileSet } from '#core/crawlers/profile-set.ts';
import { differenceWords } from '#shared/explain/matrix.ts';
import type { DisagreementGroup, Disagreements } from '#shared/model/replay.ts';
import { printable } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { requireProfile } from '../robots-choice.ts';
import { withSession } from '../with-session.ts';

const usual = ['googlebot', 'bingbot', 'yandexbot', 'baiduspider', 'applebot', 'seznambot'];
const pollMs = 100;
const shownGroups = 20;

const words = { true: 'may fetch', false: 'may not fetch', null: 'undecided' } as const;

function groupText({ urls, origin, says, causes, examples }: DisagreementGroup): string {
  const camps = new Map<string, string[]>();
  for (const { profile, allowed, line, rule } of says) {
    const key = `${words[String(allowed) as keyof typeof words]}${line > 0 ? `, line ${line}: ${rule}` : ', no line decides'}`;
    camps.set(key, [...(camps.get(key) ?? []), profile]);
  }
  const lines = [
    `${urls === 1 ? '1 URL' : `${urls} URLs`} of ${origin}`,
    ...[...camps].map(([key, members]) => `  ${key}: ${members.join(', ')}`),
    ...(causes ?? []).map(
      ({ between: [own = '', ...others], ...cause }) =>
        `  ${own} and ${others.join(', ')} differ because: ${differenceWords(cause)}`,
    ),
    ...examples.map(url => `  e.g. ${url}`),
  ];
  return lines
    .filter(line => line !== '')
    .map(line => `${printable(line)}\n`)
    .join('');
}

function summaryText({ judged, agreed, notAsked, groupCount, profiles }: Disagreements): string {
  const rest = notAsked > 0 ? ` ${notAsked} more not judged: the robots.txt of their hosts was never requested.` : '';
  return `${judged - agreed} of ${judged} URLs are read differently by ${profiles.length} crawlers (${profiles.join(', ')}), in ${groupCount === 1 ? 'one way' : `${groupCount} ways`}.${rest}\n`;
}

function progressWords({ progress: { done, total, etaMs } }: Disagreements): string {
  const left = etaMs === null ? '' : `, about ${Math.max(1, Math.round(etaMs / 1_000))} s left`;
  return `${done} of ${total} steps${left}`;
}

export const robotsDisagreements: Command = {
  name: 'robots disagreements',
  summary: 'URLs of a crawl on which crawlers differ, grouped by the lines and settings that make them differ',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    profile: {
      value: 'P',
      help: `a crawler to compare with the crawl’s own; repeatable (${usual.join(', ')} by default)`,
      repeatable: true,
    },
    'all-profiles': { value: '', help: 'compare all known crawlers' },
    'one-name': { value: '', help: 'use the name of this crawl’s crawler for all: only differences in interpretation remain' },
    ...jsonOption,
  },
  examples: ['crawlscope robots disagreements site.crawl', 'crawlscope robots disagreements site.crawl --profile bingbot --json'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    return await withSession(io, path, async session => {
      const known = profileSet(session.settings().profiles);
      const named = args.all('profile').map(id => requireProfile(id, known).id);
      const every = args.has('all-profiles')
        ? (await session.handlers['robots.interpreters']({})).profiles.map(each => each.id)
        : [];
      const profiles = every.length > 0 ? every : named.length > 0 ? named : usual;
      const { list } = await session.handlers['disagreements.open']({ profiles, oneName: args.has('one-name') });
      for (;;) {
        const found = await session.handlers['disagreements.read']({ list });
        if (found.progress.state === 'running' || found.groups.some(group => group.causes === null)) {
          if (io.stderr.isTerminal) await io.stderr.write(`\r${progressWords(found)}\u001b[K`);
          await new Promise(resolve => setTimeout(resolve, pollMs));
          continue;
        }
        if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
        if (args.has('json')) {
          await io.stdout.write(jsonDocument(found));
          return exit.done;
        }
        await io.stdout.write(summaryText(found));
        for (const group of found.groups.slice(0, shownGroups)) await io.stdout.write(`\n${groupText(group)}`);
        if (found.groupCount > shownGroups)
          await io.stdout.write(`\n${found.groupCount - shownGroups} smaller groups are not shown; --json lists them.\n`);
        return exit.done;
      }
    });
  },
};
