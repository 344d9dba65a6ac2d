import { engineById } from '#core/directives/engines.ts';
import type { ContentArea } from '#core/html/facts/content-area.ts';
import type { FetchResponse } from '#shared/model/fetch.ts';
import type { PageLink, SitemapDocument, SitemapEntry } from '#shared/model/page.ts';
import { type PackedBody, packWhole } from '#storage/file/codec.ts';
import { type PageReading, readPage } from '../../crawl/read-page.ts';
import { readSitemap } from '../../crawl/read-sitemap.ts';

interface WorkBase {
  readonly url: string;
  readonly response: FetchResponse;
  /** Whether the crawl stores the body. */
  readonly isStored: boolean;
}
/** `agents` and `engine` (its id): whose directives count. */
export type PageWork = WorkBase & {
  readonly kind: 'page';
  readonly agents: readonly string[];
  readonly engine: string;
  readonly content?: ContentArea;
};
export type SitemapWork = WorkBase & { readonly kind: 'sitemap' };
/** A response whose body is too long for the crawl's thread. */
export type BodyWork = PageWork | SitemapWork;

/** What a body says, without its links or entries, which follow in batches. `stored`: what the crawl file gets of it. */
export type BodyFacts = { readonly stored: PackedBody | 'no-body' } & (
  | { readonly kind: 'page'; readonly reading: PageReading }
  | { readonly kind: 'sitemap'; readonly document: SitemapDocument }
);
export type BodyItem = PageLink | SitemapEntry;

/**
 * Compressed bytes of the longest sitemap file that is stored. Sitemaps compress ten to one; writing 50 MiB that do not compress takes
 * the crawl's thread 0.7 s.
 */
const mostOfStoredSitemap = 16 * 1024 * 1024;

/** Reads a body and compresses it: all work that grows with the bytes of a response. */
export function readBody(work: BodyWork): { readonly facts: BodyFacts; readonly items: readonly BodyItem[] } {
  const { url, response } = work;
  const { body } = response;
  const packed = work.isStored && body.length > 0 ? packWhole(body) : 'no-body';
  if (work.kind === 'sitemap') {
    const document = readSitemap(body, url);
    const stored = packed !== 'no-body' && packed.bytes.length <= mostOfStoredSitemap ? packed : 'no-body';
    return { facts: { kind: 'sitemap', document: { ...document, entries: [] }, stored }, items: document.entries };
  }
  const { agents, engine, content } = work;
  const reading = readPage(url, response, { agents, engine: engineById(engine), ...(content ? { content } : {}) });
  const html = reading.html && { ...reading.html, links: [] };
  return { facts: { kind: 'page', reading: { ...reading, html }, stored: packed }, items: reading.html?.links ?? [] };
}

const mostOfBatch = 500;
const charactersOfBatch = 256 * 1024;

function lengthOf(item: BodyItem): number {
  if ('href' in item) return item.href.length + item.rel.length;
  return (item.alternates ?? []).reduce((sum, { lang, href }) => sum + lang.length + href.length, item.loc.length);
}

/** Cuts links or entries into batches that take the crawl's thread about a millisecond each to receive. */
export function* batchesOf(items: readonly BodyItem[]): Generator<readonly BodyItem[]> {
  let first = 0;
  let characters = 0;
  for (const [index, item] of items.entries()) {
    characters += lengthOf(item);
    if (index - first + 1 < mostOfBatch && characters < charactersOfBatch) continue;
    yield items.slice(first, index + 1);
    first = index + 1;
    characters = 0;
  }
  if (first < items.length) yield items.slice(first);
}
