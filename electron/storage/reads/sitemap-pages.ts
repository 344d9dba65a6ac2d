import type { SitemapAlternates, UrlRow } from '#core/audit/source.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { WordTexts } from '../file/words.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { LinkReader } from '../links/page-links.ts';
import { selectUrls, type UrlFields, urlOf } from './audit-urls.ts';
import { factsReader, type StoredFacts } from './page-facts.ts';
import { sitemapAlternates } from './sitemap-alternates.ts';

/** What a sitemap may say of a page. What was not wanted is empty. */
export interface SitemapPage {
  readonly id: number;
  readonly url: string;
  readonly fetchedAt: number;
  readonly headers: Headers;
  readonly facts: PageFacts | null;
  readonly alternates: SitemapAlternates | null;
  /** Images of the page in document order, each once. `mayBeListed` is false for one that robots.txt blocks or that is an error. */
  readonly images: readonly { readonly url: string; readonly mayBeListed: boolean }[];
}

export interface WantedFacts {
  readonly headers: boolean;
  readonly facts: boolean;
  readonly alternates: boolean;
  readonly images: boolean;
}

const urlsOfBlock = 2_000;

type Fields = [
  id: number,
  url: string,
  fetchedAt: number | null,
  headers: string | null,
  facts: StoredFacts,
  links: Buffer | null,
];
type ImageFields = [url: string, status: number | null, mayFetch: string];

/** Reads the pages of a crawl for a sitemap, in blocks. */
export function sitemapPages(db: ReadDb, wanted: WantedFacts) {
  const urls = db.prepare(`${selectUrls} WHERE u.id > ? ORDER BY u.id LIMIT ${urlsOfBlock}`).raw();
  const pages = db
    .prepare(
      `SELECT u.id, u.url, f.ended_at, ${wanted.headers ? 'f.response_headers' : 'NULL'}, ${wanted.facts ? 'p.facts' : 'NULL'},
         ${wanted.images ? 'l.links' : 'NULL'}
       FROM json_each(?) j CROSS JOIN url u ON u.id = j.value LEFT JOIN fetch f ON f.id = u.fetch_id
         ${wanted.facts ? 'LEFT JOIN page p ON p.url_id = u.id' : ''} ${wanted.images ? 'LEFT JOIN page_links l ON l.from_id = u.id' : ''}
       ORDER BY j.key`,
    )
    .raw();
  const image = db.prepare('SELECT url, coalesce(status, check_status), may_fetch FROM url WHERE id = ?').raw();
  const address = db.prepare('SELECT url FROM url WHERE id = ?').pluck();
  const origin = db.prepare('SELECT key FROM origin WHERE id = ?').pluck();
  const idOf = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
  const words = new WordTexts(db);
  const kinds = new LinkKinds(db);
  const factsOf = factsReader(words);
  const alternates = wanted.alternates ? sitemapAlternates(db) : () => null;

  function imagesOf(links: Buffer | null): SitemapPage['images'] {
    if (links === null) return [];
    const ids = new Set<number>();
    const reader = new LinkReader(links, words);
    while (reader.next()) if (kinds.nameOf(reader.kind) === 'image') ids.add(reader.to);
    return [...ids].flatMap(id => {
      const found = image.get(id) as ImageFields | undefined;
      if (found === undefined || !/^https?:\/\//.test(found[0])) return [];
      const [url, status, mayFetch] = found;
      return [{ url, mayBeListed: mayFetch !== 'no' && (status === null || status < 400) }];
    });
  }

  return {
    /** All URLs in order of their ids. */
    *urls(): Generator<UrlRow> {
      for (let after = 0; ; ) {
        const rows = urls.all(after) as UrlFields[];
        for (const fields of rows) yield urlOf(fields);
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last[0];
      }
    },
    /** These pages in this order. */
    pages: (ids: Int32Array): SitemapPage[] =>
      (pages.all(`[${ids.join()}]`) as Fields[]).map(([id, url, fetchedAt, headers, facts, links]) => ({
        id,
        url,
        fetchedAt: fetchedAt ?? 0,
        headers: headers === null ? [] : storedHeaders(headers),
        facts: factsOf(facts),
        alternates: alternates(id),
        images: imagesOf(links),
      })),
    addressOf: (id: number): string => (address.get(id) as string | undefined) ?? '',
    /** Scheme, host and port, as `https://example.com`. */
    originOf: (id: number): string => (origin.get(id) as string | undefined) ?? '',
    /** 0 for a URL that the crawl does not have. */
    idOf: (url: string): number => (idOf.get(urlKey(url), url) as number | undefined) ?? 0,
  };
}
