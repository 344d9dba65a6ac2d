import { contentTypeOf } from '#core/headers/content-type.ts';
import type { LintInput } from '#core/lint/diagnostic.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { acceptHeaders } from '#fetcher/request-headers.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { seedUrl } from '../crawl/scope.ts';

type Problem = { readonly problem: string };

/** The URL of the robots.txt meant by `text`: its own, or that of the host. */
function targetOf(text: string): string | null {
  const url = seedUrl(text);
  const origin = url && originOf(url);
  if (!url || !origin) return null;
  return new URL(url).pathname === '/' ? robotsUrlOf(origin.key) : url;
}

const notAnAddress = (text: string): Problem => ({ problem: `“${text}” is neither a file nor a web address.` });

/** Gives `use` a function that fetches one URL; addresses of this machine are open only on the host of `target`. */
async function fetching<T>(
  target: string,
  use: (get: (url: string, userAgent?: string) => Promise<FetchOutcome>) => Promise<T>,
): Promise<T> {
  const fetcher = createHttpFetcher({});
  fetcher.trustHosts([new URL(target).hostname]);
  try {
    return await use((url, userAgent = defaultSettings.userAgent) =>
      fetcher.fetch({ url, userAgent, accept: acceptHeaders.robots }, defaultFetchLimits, new AbortController().signal),
    );
  } finally {
    await fetcher.close();
  }
}

/** Fetches one robots.txt the user named, by its own URL or by any URL of its host. For one-shot questions of the command line. */
export async function fetchRobotsText(text: string): Promise<{ readonly bytes: Uint8Array } | Problem> {
  const target = targetOf(text);
  if (target === null) return notAnAddress(text);
  const outcome = await fetching(target, get => get(target));
  if (outcome.kind === 'failure') return { problem: `${target} could not be read: ${outcome.detail}` };
  if (outcome.status < 200 || outcome.status >= 300)
    return { problem: `${target} answers ${outcome.status}; there is no file to read.` };
  return { bytes: outcome.body };
}

/** Redirects followed before giving up; RFC 9309 section 2.3.1.2 asks for five. */
const HOPS = 8;

/**
 * As `fetchRobotsText`, with everything the lint wants to know of the answer; redirects are followed, and no answer is too bad.
 * `agents`: further User-Agent headers the last URL is asked with, to see whether the answer depends on who asks.
 */
export async function fetchRobotsFacts(text: string, agents: readonly string[] = []): Promise<LintInput | Problem> {
  const target = targetOf(text);
  if (target === null) return notAnAddress(text);
  return await fetching(target, async get => {
    const redirects: string[] = [];
    let elapsedMs = 0;
    for (;;) {
      const outcome = await get(redirects.at(-1) ?? target);
      elapsedMs += outcome.timings.totalMs;
      if (outcome.kind === 'failure')
        return {
          bytes: new Uint8Array(),
          url: target,
          fetch: { status: null, problem: outcome.detail, redirects, elapsedMs },
        };
      const header = (name: string): string | null => outcome.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
      const location = outcome.status >= 300 && outcome.status < 400 ? header('location') : null;
      const base: string = redirects.at(-1) ?? target;
      const next: URL | null = location !== null && URL.canParse(location, base) ? new URL(location, base) : null;
      const seen = next !== null && (next.href === target || redirects.includes(next.href));
      if (next !== null) redirects.push(next.href);
      if (next !== null && !seen && redirects.length < HOPS && /^https?:$/.test(next.protocol)) continue;
      return {
        bytes: outcome.body,
        url: target,
        fetch: {
          status: outcome.status,
          contentType: contentTypeOf(outcome.headers),
          contentEncoding: header('content-encoding'),
          cacheControl: header('cache-control'),
          redirects,
          elapsedMs,
          otherAgents: await askedAs(agents, outcome, userAgent => get(base, userAgent)),
        },
      };
    }
  });
}

/** Whether other names get the same status and body. An agent that got no answer is left out: that is no other file. */
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
