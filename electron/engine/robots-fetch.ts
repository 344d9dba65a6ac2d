import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { seedUrl } from './scope.ts';

/** Fetches one robots.txt the user named, by its own URL or by any URL of its host. For one-shot questions of the command line. */
export async function fetchRobotsText(text: string): Promise<{ readonly bytes: Uint8Array } | { readonly problem: string }> {
  const url = seedUrl(text);
  const origin = url && originOf(url);
  if (!url || !origin) return { problem: `“${text}” is neither a file nor a web address.` };
  const target = new URL(url).pathname === '/' ? robotsUrlOf(origin.key) : url;
  const fetcher = createHttpFetcher({});
  fetcher.trustHosts([new URL(target).hostname]);
  try {
    const outcome = await fetcher.fetch(
      { url: target, userAgent: defaultSettings.userAgent, accept: 'text/plain,*/*;q=0.5' },
      defaultFetchLimits,
      new AbortController().signal,
    );
    if (outcome.kind === 'failure') return { problem: `${target} could not be read: ${outcome.detail}` };
    if (outcome.status < 200 || outcome.status >= 300)
      return { problem: `${target} answers ${outcome.status}; there is no file to read.` };
    return { bytes: outcome.body };
  } finally {
    await fetcher.close();
  }
}
