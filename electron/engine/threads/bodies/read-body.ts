import type { ContentArea } from '#core/html/facts/content-area.ts';
import { piecesOf } from '#fetcher/body-hold.ts';
import { bodySize } from '#shared/body-size.ts';
import type { FetchResponse, HeldBody } from '#shared/model/fetch.ts';
import type { PageLink, SitemapEntry, SitemapSummary } from '#shared/model/page.ts';
import { type PackedBody, packPieces, packWhole } from '#storage/file/codec.ts';
import type { PageReading } from '../../crawl/read-page.ts';
import { readLongSitemap } from '../../crawl/read-sitemap.ts';

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
  | { readonly kind: 'sitemap'; readonly document: SitemapSummary }
);
export type BodyItem = PageLink | SitemapEntry;

/**
 * Compressed bytes of the longest sitemap file that is stored. Sitemaps compress ten to one; writing 50 MiB that do not compress takes
 * the crawl's thread 0.7 s.
 */
const mostOfStoredSitemap = 16 * 1024 * 1024;

/** Reads a body and compresses it: all work that grows with the bytes of a response. `give`: gets the links or entries, batch by batch. */
export async function readBody(work: BodyWork, give: (batch: readonly BodyItem[]) => void): Promise<BodyFacts> {
  const batches = new Batches(give);
  // Most threads read sitemap files only, and what reads pages takes longer to load than such a file to read.
  const facts =
    work.kind === 'page'
      ? await (await import('./read-long-page.ts')).readLongPage(work, batches)
      : await readSitemapFile(work, batches);
  batches.end();
  return facts;
}

async function readSitemapFile({ url, response, isStored }: SitemapWork, batches: Batches): Promise<BodyFacts> {
  const { held, body } = response;
  const pack = () => (held ? packPieces(held.size, piecesOf(held), mostOfStoredSitemap) : packWhole(body));
  const packed = isStored && bodySize(response) > 0 ? await pack() : null;
  const document = await readLongSitemap(held ?? asHeld(body), url, entry => batches.add(entry));
  return { kind: 'sitemap', document, stored: packed ?? 'no-body' };
}

const asHeld = (body: Uint8Array): HeldBody => ({
  size: body.length,
  blocks: [{ size: body.length, isPacked: false, bytes: body }],
});

const mostOfBatch = 500;
const charactersOfBatch = 256 * 1024;

function lengthOf(item: BodyItem): number {
  if ('href' in item) return item.href.length + item.rel.length;
  return (item.alternates ?? []).reduce((sum, { lang, href }) => sum + lang.length + href.length, item.loc.length);
}

/** Cuts links or entries into batches that take the crawl's thread about a millisecond each to receive. */
export class Batches {
  #batch: BodyItem[] = [];
  #characters = 0;
  readonly #give: (batch: readonly BodyItem[]) => void;

  constructor(give: (batch: readonly BodyItem[]) => void) {
    this.#give = give;
  }

  add(item: BodyItem): void {
    this.#batch.push(item);
    this.#characters += lengthOf(item);
    if (this.#batch.length === mostOfBatch || this.#characters >= charactersOfBatch) this.end();
  }

  end(): void {
    if (this.#batch.length > 0) this.#give(this.#batch);
    this.#batch = [];
    this.#characters = 0;
  }
}
