import type { UrlRow } from '#core/audit/source.ts';
import { newestHash } from '#core/text/text-hash.ts';
import type { ReadDb } from '../file/handle.ts';
import { WordTexts } from '../file/words.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import { factsReader, type StoredFacts } from './page-facts.ts';

export type UrlFields = [
  id: number,
  url: string,
  origin: number | null,
  kind: UrlRow['class'],
  state: UrlRow['state'],
  reason: string,
  status: number | null,
  mime: string | null,
  mayFetch: UrlRow['mayFetch'],
  mayList: UrlRow['mayList'],
  followed: UrlRow['linksFollowed'],
  directives: number | null,
  noindexSaid: 0 | 1,
  nofollowSaid: 0 | 1,
  depth: number | null,
  inlinks: number,
  inSitemaps: number,
  canonical: number | null,
  redirect: number | null,
  bytes: number | null,
  totalMs: number | null,
  attempts: number,
  checkStatus: number | null,
  check: string | null,
];

/** Rows of URLs for the audit; add what follows FROM. The order of the columns is that of `UrlFields`. */
export const selectUrls = `SELECT u.id, u.url, u.origin_id, u.class, u.state, u.reason, u.status, coalesce(u.content_type, k.content_type), u.may_fetch,
    u.may_list, u.links_followed, u.directives,
    coalesce(p.meta_robots LIKE '%noindex%' OR p.meta_robots LIKE '%none%' OR p.x_robots_tag LIKE '%noindex%', 0),
    coalesce(p.meta_robots LIKE '%nofollow%' OR p.x_robots_tag LIKE '%nofollow%', 0), u.depth, ${inlinksSql('u.id')}, u.in_sitemaps,
    u.canonical_id, coalesce(u.redirect_id, k.redirect_id), coalesce(u.bytes, k.content_length), u.total_ms, u.attempts,
    u.check_status, u.check_result
  FROM url u LEFT JOIN page p ON u.directives IS NULL AND p.url_id = u.id
    LEFT JOIN url_check k ON u.check_result IS NOT NULL AND k.url_id = u.id`;

export const urlOf = ([
  id,
  url,
  origin,
  kind,
  state,
  reason,
  status,
  mime,
  mayFetch,
  mayList,
  linksFollowed,
  directives,
  noindexSaid,
  nofollowSaid,
  depth,
  inlinks,
  inSitemaps,
  canonical,
  redirect,
  bytes,
  totalMs,
  attempts,
  checkStatus,
  check,
]: UrlFields): UrlRow => ({
  id,
  url,
  originId: origin ?? 0,
  class: kind,
  state,
  reason,
  status: status ?? checkStatus,
  mime: mime ?? '',
  mayFetch,
  mayList,
  linksFollowed,
  noindex: directives === null ? noindexSaid === 1 : (directives & 1) !== 0,
  nofollow: directives === null ? nofollowSaid === 1 : (directives & 2) !== 0,
  depth,
  inlinks,
  inSitemaps,
  canonicalId: canonical ?? 0,
  redirectId: redirect ?? 0,
  bytes,
  totalMs,
  attempts,
  check: check ?? '',
});

/** `PageFacts.textHash` by id, without reading the other facts. */
export function textHashIn(db: ReadDb): (id: number) => string | null {
  // Files of earlier versions have it only among the facts. The plus is only for speed, as in `tables/urls.ts`.
  const read = db
    .prepare(
      'SELECT u.text_hash, iif(u.text_hash IS NULL, p.facts, NULL) FROM url u JOIN page p ON p.url_id = u.id WHERE u.id = +?',
    )
    .raw();
  const factsOf = factsReader(new WordTexts(db));
  return id => {
    const [hash, facts] = (read.get(id) as [string | null, StoredFacts] | undefined) ?? [null, null];
    return hash ?? factsOf(facts)?.textHash ?? null;
  };
}

/** Whether a page has a text hash of the newest version. Looked up once. */
export function newestHashesIn(db: ReadDb): () => boolean {
  let found: boolean | null = null;
  return () => {
    found ??=
      db
        .prepare('SELECT EXISTS (SELECT 1 FROM url WHERE substr(text_hash, 1, ?) = ?)')
        .pluck()
        .get(newestHash.length, newestHash) === 1;
    return found;
  };
}
