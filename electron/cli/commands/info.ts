import { profiles } from '#core/robots/profiles.ts';
import type { Session } from '#engine/session.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { toTable } from '../../export/table.ts';
import { printable } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument, toOutput } from '../json.ts';
import { type OtherReading, readAs, readingDocument, readingWords } from '../other-profiles.ts';
import { requireProfile } from '../robots-choice.ts';
import { explanationText } from '../text/explanation.ts';
import { robotsLines } from '../text/robots.ts';
import { urlFromWithin } from '../url-argument.ts';
import { withSession } from '../with-session.ts';

const storedRobots = async (session: Session, url: string, version: number | null | undefined) =>
  await session.handlers['robots.file']({
    origin: new URL(url).origin,
    ...(version === null || version === undefined ? {} : { version }),
  });

/** Every URL ever seen can be asked about as it stands in the file, even one that is no web address. */
async function explain(session: Session, text: string): Promise<UrlExplanation> {
  try {
    return await session.handlers['url.explain']({ url: urlFromWithin(text, session.status().seeds[0]) });
  } catch (error) {
    const asWritten =
      error instanceof RpcError && error.code === 'bad_request' ? await session.handlers['url.explain']({ url: text }) : null;
    if (asWritten?.seen) return asWritten;
    throw error;
  }
}

function matrixText(url: string, readings: readonly OtherReading[]): string {
  const rows = readings.map(reading => [
    reading.profile.id,
    reading.verdict === null ? 'unknown' : reading.verdict.allowed === null ? 'choice' : reading.verdict.allowed ? 'yes' : 'no',
    reading.verdict?.line || null,
    readingWords(reading),
  ]);
  return `${printable(url)}\n\n${[...toTable(['profile', 'may_fetch', 'line', 'why'], rows, null)].join('')}`;
}

export const info: Command = {
  name: 'info',
  summary: 'explain one URL, seen or not: fetched, may be fetched, may be listed, links followed, and what decided it',
  takes: 'F.crawl URL',
  positionals: { min: 2, max: 2 },
  options: {
    profile: { value: 'P', help: 'also say how this crawler reads the stored robots.txt' },
    'all-profiles': { value: '', help: 'how every known crawler reads the stored robots.txt, one a line' },
    ...jsonOption,
  },
  notes: ['URL may be a path such as /about on the site of the first seed.'],
  examples: [
    'crawlscope info site.crawl https://example.com/private/a',
    'crawlscope info site.crawl /about --all-profiles',
    'crawlscope info site.crawl example.com/about --json',
  ],
  async run(args, io) {
    const [path = '', text = ''] = args.positionals;
    const id = args.one('profile');
    const all = args.has('all-profiles');
    if (id !== undefined && all) return usage('--profile and --all-profiles exclude each other; use one of them.');
    const asked = id === undefined ? null : requireProfile(id);
    return await withSession(io, path, async session => {
      const explanation = await explain(session, text);
      const others = all ? profiles() : asked !== null && asked.id !== explanation.profile ? [asked] : [];
      const view = others.length === 0 ? null : await storedRobots(session, explanation.url, explanation.robots?.version);
      const readings = others.map(profile => readAs(profile, view, explanation.url));
      if (args.has('json')) {
        const plain = toOutput(explanation) as object;
        await io.stdout.write(
          jsonDocument(readings.length === 0 ? plain : { ...plain, profiles: readings.map(readingDocument) }),
        );
      } else if (all) {
        await io.stdout.write(matrixText(explanation.url, readings));
      } else {
        await io.stdout.write(explanationText(explanation));
        for (const { profile, verdict } of readings) {
          const lines = verdict === null ? ['robots.txt of this site was not asked for in this crawl.'] : robotsLines(verdict);
          await io.stdout.write(
            `\nThe same robots.txt as ${profile.name} reads it\n${lines.map(line => `  ${printable(line)}\n`).join('')}`,
          );
        }
      }
      return exit.done;
    });
  },
};
