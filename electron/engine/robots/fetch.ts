import { contentTypeOf } from '#core/headers/content-type.ts';
import type { LintInput } from '#core/lint/diagnostic.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { acceptHeaders } from '#fetcher/request-headers.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { headerOf } from '../crawl/read-page.ts';
import { seedUrl } from '../crawl/scope.ts';
import { SharedClocks } from '../hosts/shared-clocks.ts';
import { followRobots } from './follow.ts';

type Problem = { readonly problem: string };

/** The URL of the robots.txt meant by `text`: its own, or that of the host. */
function targetOf(text: string): string | null {
  const url = seedUrl(text);
  const origin = url && originOf(url);
  if (!url || !origin) return null;
  return new URL(url).pathname === '/' ? robotsUrlOf(origin.key) : url;
}

const notAnAddress = (text: string): Problem => ({ problem: `“${text}” is neither a file nor an HTTP URL.` });

/** Gives `use` a function that fetches one URL; addresses of this machine are open only on the host of `target`. */
async function fetching<T>(target: string, use: (get: Get) => Promise<T>): Promise<T> {
  const fetcher = createHttpFetcher({});
  const shared = new SharedClocks(why => console.error(why));
  fetcher.trustHosts([new URL(target).hostname]);
  try {
    return await use(async (url, userAgent = defaultSettings.userAgent) => {
      const keys = [originOf(url)?.key ?? url];
      await shared.turn(keys, defaultSettings.delayMs);
      shared.began(keys);
      const { signal } = new AbortController();
      const outcome = await fetcher.fetch({ url, userAgent, accept: acceptHeaders.robots }, defaultFetchLimits, signal);
      shared.ended(keys, { mono: performance.now(), declaredMs: null, backoffUntil: 0 });
      return outcome;
    });
  } finally {
    shared.close();
    await fetcher.close();
  }
}

/** Redirects followed at most. RFC 9309 section 2.3.1.2 requires five; the lint reports longer ways. */
const mostRedirects = 8;

type Get = (url: string, userAgent?: string) => Promise<FetchOutcome>;

const follow = (target: string, get: Get) => followRobots(target, mostRedirects, async url => ({ outcome: await get(url) }));

/** Fetches one robots.txt the user named, by its own URL or by any URL of its host. For single questions of the command line. */
export async function fetchRobotsText(text: string): Promise<{ readonly bytes: Uint8Array } | Problem> {
  const target = targetOf(text);
  if (target === null) return notAnAddress(text);
  const { trail, last } = await fetching(target, get => follow(target, get));
  const url = trail.at(-1) ?? target;
  const { outcome } = last;
  if (outcome.kind === 'failure') return { problem: `${url} could not be read: ${outcome.detail}` };
  if (outcome.status < 200 || outcome.status >= 300)
    return { problem: `${url} returned ${outcome.status}; there is no file to read.` };
  return { bytes: outcome.body };
}

/**
 * As `fetchRobotsText`, with all that the lint uses of the response; any response will do.
 * `agents`: further User-Agent headers to request the last URL with, to see whether the response depends on them.
 */
export async function fetchRobotsFacts(text: string, agents: readonly string[] = []): Promise<LintInput | Problem> {
  const target = targetOf(text);
  if (target === null) return notAnAddress(text);
  return await fetching(target, async get => {
    let elapsedMs = 0;
    const timed: Get = async url => {
      const outcome = await get(url);
      elapsedMs += outcome.timings.totalMs;
      return outcome;
    };
    const { trail, unfollowed, last } = await follow(target, timed);
    const redirects = [...trail.slice(1), ...(unfollowed === '' ? [] : [unfollowed])];
    const { outcome } = last;
    if (outcome.kind === 'failure') {
      const fetch = { status: null, problem: outcome.detail, redirects, elapsedMs };
      return { bytes: new Uint8Array(), url: target, fetch };
    }
    return {
      bytes: outcome.body,
      url: target,
      fetch: {
        status: outcome.status,
        contentType: contentTypeOf(outcome.headers),
        contentEncoding: headerOf(outcome, 'content-encoding'),
        cacheControl: headerOf(outcome, 'cache-control'),
        redirects,
        elapsedMs,
        otherAgents: await askedAs(agents, outcome, userAgent => get(trail.at(-1) ?? target, userAgent)),
      },
    };
  });
}

/** Whether other names get the same status and body. Skips an agent without a response, because that is not a different file. */
async function askedAs(
  agents: readonly string[],
  first: FetchOutcome & { readonly kind: 'response' },
  get: (userAgent: string) => Promise<FetchOutcome>,
): Promise<{ readonly userAgent: string; readonly same: boolean }[]> {
  const asked: { userAgent: string; same: boolean }[] = [];
  for (const userAgent of agents) {
    const outcome = await get(userAgent);
    if (outcome.kind !== 'response') continue;
    const same = outcome.status === first.status && Buffer.compare(outcome.body, first.body) === 0;
    asked.push({ userAgent, same });
  }
  return asked;
}
