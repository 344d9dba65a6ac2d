import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '#engine/session/session.ts';
import type { RobotsHistory } from '#shared/model/history.ts';
import { fail } from '#shared/rpc/errors.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { replayOptions } from '../replay-options.ts';
import { profileOf } from '../robots-choice.ts';
import { blameText, historyText } from '../text/versions.ts';
import { urlFrom, urlFromWithin } from '../url-argument.ts';
import { withSession } from '../with-session.ts';

const pollMs = 20;

/** The history with every URL counted. */
async function wholeHistory(session: Session, origin: string, profile: string): Promise<RobotsHistory> {
  for (;;) {
    const found = await session.handlers['robots.history']({ origin, profile });
    if (found.progress.state === 'failed') return fail('internal', 'The versions could not be counted.');
    if (found.progress.state !== 'running') return found;
    await delay(pollMs);
  }
}

export const robotsVersions: Command = {
  name: 'robots versions',
  summary: 'every stored robots.txt of an origin: what each version changed, and since when a URL is blocked',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    origin: replayOptions.origin,
    url: { value: 'URL', help: 'what every version says about this URL or path, in the crawl or not, and since when' },
    profile: replayOptions.profile,
    ...jsonOption,
  },
  notes: ['Versions come from the crawl, from robots check and from robots import. Nothing is fetched and nothing is written.'],
  examples: [
    'crawlscope robots versions site.crawl',
    'crawlscope robots versions site.crawl --url https://example.com/shop --profile googlebot',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const named = args.one('profile');
    const asked = args.one('url');
    const wanted = args.one('origin');
    return await withSession(io, path, async session => {
      const profile = named === undefined ? '' : profileOf(session, named).id;
      const base = wanted === undefined ? session.settings().seeds[0] : urlFrom(wanted);
      const url = asked === undefined ? null : urlFromWithin(asked, base);
      const origin = wanted === undefined ? (url ?? undefined) : base;
      const source = session.replay(origin === undefined ? {} : { origin });
      const history = await wholeHistory(session, source.origin, profile);
      const blame = url === null ? null : await session.handlers['robots.blame']({ url, profile });
      await io.stdout.write(
        args.has('json')
          ? jsonDocument({ ...history, ...(blame ? { blame } : {}) })
          : blame
            ? blameText(blame)
            : historyText(history),
      );
      return exit.done;
    });
  },
};
