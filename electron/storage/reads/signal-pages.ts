import { documentBaseUrl } from '#core/html/href.ts';
import type { SignalPage } from '#core/signals/page-signs.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import { hasFacts } from '../facts/has-facts.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { WordTexts } from '../file/words.ts';
import { LinkReader } from '../links/page-links.ts';
import { headersWith } from './carried-headers.ts';
import { factsReader, type StoredFacts } from './page-facts.ts';
import { sitemapAlternates } from './sitemap-alternates.ts';

const pagesOfBlock = 400;

type Fields = [
  id: number,
  url: string,
  origin: number | null,
  status: number | null,
  redirect: number | null,
  fetch: number | null,
  attempts: number,
  inSitemaps: number,
  type: string | null,
  canonical: number | null,
  hasFacts: 0 | 1,
  facts: StoredFacts,
  headers: string | null,
  links: Buffer | null,
];

const isHtmlType = (type: string | null): boolean => type === 'text/html' || type === 'application/xhtml+xml';

const asElement = ({ at: [start, end], inBody }: NonNullable<PageFacts['canonicals']>[number]) => ({
  at: { start, end },
  inHead: inBody !== true,
});

/**
 * Reads internal pages for the truth table of signals, in blocks, in order of their ids. Facts and headers are read only where they say
 * anything: most pages have no robots element, and themselves as canonical.
 */
export function signalPages(db: ReadDb) {
  const headers = headersWith(db, ['x-robots-tag', 'robots-tag', 'link']);
  const allHeaders = '(SELECT f.response_headers FROM fetch f WHERE f.id = u.fetch_id)';
  const isRead = hasFacts(db, 'p');
  // Facts that are damaged are empty here: null says that they were not asked for.
  const facts = `CASE WHEN ${isRead} THEN coalesce(p.facts, x'') END`;
  const columns = (
    all: boolean,
  ): string => `u.id, u.url, u.origin_id, u.status, u.redirect_id, u.fetch_id, u.attempts, u.in_sitemaps,
    u.content_type, u.canonical_id, ${isRead},
    ${all ? facts : `CASE WHEN p.meta_robots IS NOT NULL OR u.canonical_id IS NOT u.id OR u.hreflangs > 0 OR ${headers.carried} THEN ${facts} END`},
    ${all ? allHeaders : `CASE WHEN ${headers.carried} THEN ${allHeaders} END`},
    CASE WHEN u.hreflangs > 0 THEN l.links END`;
  const tables = `url u LEFT JOIN ${headers.table} h ON h.id = u.fetch_id LEFT JOIN page p ON p.url_id = u.id AND p.fetch_id = u.fetch_id
    LEFT JOIN page_links l ON u.hreflangs > 0 AND l.from_id = u.id`;
  const block = db
    .prepare(`SELECT ${columns(false)} FROM ${tables} WHERE u.id > ? AND u.class = 'page' ORDER BY u.id LIMIT ${pagesOfBlock}`)
    .raw();
  const one = db.prepare(`SELECT ${columns(true)} FROM ${tables} WHERE u.id = ? AND u.class = 'page'`).raw();
  const idByUrl = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
  const last = db.prepare('SELECT max(id) FROM url').pluck();
  // Of all classes: an index answers that, while the classes are in the rows of a table that may have a gigabyte.
  const count = db.prepare('SELECT count(*) FROM url').pluck();
  const location = db.prepare('SELECT r.url FROM url u JOIN url r ON r.id = u.redirect_id WHERE u.id = ?').pluck();
  const words = new WordTexts(db);
  const factsOf = factsReader(words);
  const alternates = sitemapAlternates(db);
  const idOf = (url: string): number => (idByUrl.get(urlKey(url), url) as number | undefined) ?? 0;

  const pageOf = (fields: Fields): SignalPage => {
    const [id, url, origin, status, redirect, fetch, attempts, inSitemaps, type, canonical, hasFacts, stored, headers, links] =
      fields;
    const facts = hasFacts === 1 ? factsOf(stored) : null;
    const isSuccess = status !== null && status >= 200 && status <= 299;
    const isHtml = isHtmlType(type);
    const canonicals = (facts?.canonicals ?? []).map(each => ({ value: each.href, ...asElement(each) }));
    const named = inSitemaps > 0 ? alternates(id) : null;
    const bySitemap = (named?.list ?? []).flatMap(({ href }) => {
      const found = normalizeUrl(href, named?.sitemap ?? '');
      return found.kind === 'url' ? [idOf(found.url)] : [];
    });
    return {
      id,
      url,
      originId: origin ?? 0,
      status,
      isRedirect: redirect !== null,
      isRequested: fetch !== null || attempts > 0,
      inSitemap: inSitemaps > 0,
      isWhole: isSuccess && (!isHtml || hasFacts === 1) && (stored === null || facts !== null),
      metas: (facts?.robots ?? []).map(({ name, content, at: [start, end], inBody }) => ({
        name,
        content,
        at: { start, end },
        inHead: inBody !== true,
      })),
      headers: storedHeaders(headers),
      isOwnCanonical: canonical === id && headers === null,
      canonicals,
      baseUrl: documentBaseUrl(facts?.bases?.[0]?.href ?? null, url),
      listsVersions: (facts?.hreflangs?.length ?? 0) > 0 || named !== null,
      versions: [...versionsOf(facts, links, words), ...bySitemap].filter(to => to > 0),
    };
  };
  return {
    lastId: (): number => (last.get() as number | null) ?? 0,
    /** How many URLs are stored, of all classes. */
    count: (): number => count.get() as number,
    idOf,
    /** The next internal pages after an id. */
    after: (id: number): SignalPage[] => (block.all(id) as Fields[]).map(pageOf),
    /** A page with all its headers and elements; null if it is none. */
    page(id: number): SignalPage | null {
      const fields = one.get(id) as Fields | undefined;
      return fields ? pageOf(fields) : null;
    },
    /** The URL to which a redirect leads, '' for none. */
    redirectOf: (id: number): string => (location.get(id) as string | undefined) ?? '',
  };
}
export type SignalPages = ReturnType<typeof signalPages>;

/** The ids to which the hreflang elements of a page lead: those of its links that start at the same byte. */
function versionsOf(facts: PageFacts | null, links: Buffer | null, words: WordTexts): number[] {
  if (!facts?.hreflangs || links === null) return [];
  const starts = new Set(facts.hreflangs.map(({ at: [start] }) => start));
  const reader = new LinkReader(links, words);
  const found: number[] = [];
  while (reader.next()) if (starts.has(reader.start)) found.push(reader.to);
  return found;
}
