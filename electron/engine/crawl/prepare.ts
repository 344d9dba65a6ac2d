import { isRedirect, isSuccess } from '#core/decision/outcome.ts';
import { isWrittenPlainly } from '#core/sitemap/plain-entry.ts';
import { finish, type Steps } from '#core/steps.ts';
import { bodySize } from '#shared/body-size.ts';
import type { FetchResponse } from '#shared/model/fetch.ts';
import type { SitemapSummary } from '#shared/model/page.ts';
import type { BodyToStore } from '#storage/tables/fetches.ts';
import { longestOnCrawlThread } from '../threads/bodies/body-thread.ts';
import type { PageJob, SitemapJob } from './context.ts';
import { nodeOctets } from './node-octets.ts';
import { LinkFinder } from './page-links.ts';
import { readPage } from './read-page.ts';
import { readShortSitemap } from './read-sitemap.ts';
import type { PageRead, SettleContext } from './settle.ts';
import { recordEntries } from './sitemap-step.ts';

/** A sitemap file whose entries are written. `stored`: as in `PageRead`. */
export interface SitemapRead {
  readonly document: SitemapSummary;
  readonly stored: BodyToStore | null;
}

/** What was parsed from a response before it is settled. */
export type Prepared = ({ readonly kind: 'page' } & PageRead) | ({ readonly kind: 'sitemap' } & SitemapRead);

/** Steps: too much for one turn. `too-long`: a body for the body thread. Null: there is nothing to prepare. */
export type Preparing = Prepared | Steps<Prepared> | 'too-long' | null;

/** The most links or entries of a response that is settled in one step: about ten milliseconds of writing. */
const mostAtOnce = 1_000;

/** Reads a page and finds its links; null if the crawl does not read links of this response. Many links take several steps. */
export function preparePage(context: SettleContext, { record }: PageJob, response: FetchResponse): Preparing {
  if (bodySize(response) > longestOnCrawlThread) return 'too-long';
  if (!isSuccess(response.status) || isRedirect(response.status)) return null;
  const reading = readPage(record.url, response, context.directiveProfile);
  const at = response.timings.endedAt;
  const finder = new LinkFinder(context, { url: record, reading, at });
  if ((reading.html?.links.length ?? 0) <= mostAtOnce) return { kind: 'page', reading, links: finder.all(), stored: null };
  return (function* () {
    return { kind: 'page' as const, reading, links: yield* finder.inSteps(), stored: null };
  })();
}

/**
 * A sitemap file up to this length, in bytes, is read on the crawl's thread if all of it is written plainly. That takes some 70 ms. To start the
 * body thread takes 150 ms.
 */
const longestPlainSitemap = 1024 * 1024;

const longestSitemap = (body: Uint8Array): number =>
  body.length > longestOnCrawlThread && body.length <= longestPlainSitemap && isWrittenPlainly(nodeOctets.text(body))
    ? longestPlainSitemap
    : longestOnCrawlThread;

/** Reads a sitemap file and writes its entries. Many entries take several steps. */
export function prepareSitemap(context: SettleContext, { slot, sitemap }: SitemapJob, response: FetchResponse): Preparing {
  if (!isSuccess(response.status)) return bodySize(response) > longestOnCrawlThread ? 'too-long' : null;
  if (response.held) return 'too-long';
  const document = readShortSitemap(response.body, sitemap.url, longestSitemap(response.body));
  if (!document) return 'too-long';
  const { kind, entries } = document;
  const steps = recordEntries(context, { slot, sitemap, kind, entries, at: response.timings.endedAt });
  const prepared = { kind: 'sitemap', document: { ...document, entries: entries.length }, stored: null } as const;
  if (entries.length > mostAtOnce)
    return (function* () {
      yield* steps;
      return prepared;
    })();
  finish(steps);
  return prepared;
}
