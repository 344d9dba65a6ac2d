import type { Database } from 'better-sqlite3';
import { fail } from '#shared/rpc/errors.ts';
import { areFarApart } from '../file/far-apart.ts';
import { countSql, InlinkCountWriter } from '../links/inlink-count-rows.ts';
import { viewInstead } from './view-over.ts';

const tables = `
-- pages that link to each of 1,024 URLs, as decimal digits: count n is that of the URL id * 1024 + n
CREATE TABLE inlink_count (
  id INTEGER PRIMARY KEY,
  -- digits of a count
  width INTEGER NOT NULL CHECK (width >= 1 AND width <= 10),
  counts BLOB NOT NULL CHECK (length(counts) = width * 1024)
) STRICT;
`;

const view = `
CREATE VIEW urls AS
  SELECT u.id, u.url, u.status, u.content_type, u.depth, u.state, u.reason, u.may_fetch, u.may_list, u.links_followed,
    ${countSql('u.id')} AS inlinks, u.outlinks, u.title, u.bytes, u.total_ms, c.url AS canonical, r.url AS redirect_to, u.in_sitemaps,
    u.check_result, u.check_status, u.class, u.indexability, u.title_length, u.title_pixels, u.titles, u.description,
    u.description_length, u.description_pixels, u.descriptions, u.h1, u.h1_length, u.h1_count, u.h2_count, u.words, u.readability,
    u.text_ratio, u.lang, u.detected_lang, u.images, u.images_without_alt, u.internal_links, u.external_links, u.hreflangs,
    u.structured_types, u.text_hash, u.first_byte_ms, u.http_version,
    u.fetched_at, u.discovered_at, u.via, v.url AS discovered_from, u.attempts, o.key AS origin
  FROM url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id
    LEFT JOIN url v ON v.id = u.via_id AND u.via <> 'sitemap' LEFT JOIN origin o ON o.id = u.origin_id;
`;

/** URLs whose counts are read at once. */
const rowsOfBlock = 10_000;

/** A row of counts takes 1 to 10 KB, so URLs that are far apart would make the file very much larger. */
function refuseFarApart(db: Database): void {
  const [last, urls] = db.prepare('SELECT coalesce(max(id), 0), count(*) FROM url').raw().get() as [number, number];
  if (areFarApart(last, urls))
    fail(
      'refused',
      'The crawl file is damaged: its URLs are not numbered as Crawlscope numbers them. Use an undamaged copy of it.',
    );
}

/** Counts of inlinks lie together. In the rows of URLs, each new count rewrote a page of the file. */
export function migrate(db: Database): void {
  refuseFarApart(db);
  db.exec(tables);
  const some = db.prepare(`SELECT id, inlinks FROM url WHERE id > ? AND inlinks <> 0 ORDER BY id LIMIT ${rowsOfBlock}`).raw();
  const counts = new InlinkCountWriter(db);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = some.all(after) as [id: number, inlinks: number][];
    for (const [id, inlinks] of rows) {
      after = id;
      counts.add(inlinks, id);
    }
    if (rows.length < rowsOfBlock) break;
  }
  counts.flush();
  db.exec('DROP VIEW urls; ALTER TABLE url DROP COLUMN inlinks');
  db.exec(view);
}

/** In an older file, `url` has the counts, and readers ask for them by the view `url_inlinks`. Statements that write are refused. */
export function standIn(db: Database): void {
  viewInstead(db, 'inlink_count', () => 'SELECT NULL AS id, NULL AS width, NULL AS counts WHERE 0');
}
