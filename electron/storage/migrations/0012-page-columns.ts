import type { Database } from 'better-sqlite3';
import { pageColumns, storedTag, textWidths } from '#core/audit/page-columns.ts';
import { characters } from '#core/text/characters.ts';
import { decodePageFacts } from '../reads/page-facts.ts';
import { viewOver } from './view-over.ts';

/**
 * Whether search engines may index an internal page, or the first reason why they may not. Null: unknown as yet, or
 * not an internal page. 'indexable' is the population of the same name in the audit (`core/audit/url-table.ts`).
 */
const indexabilitySql = `CASE
  WHEN class <> 'page' THEN NULL
  WHEN may_fetch = 'no' THEN 'blocked'
  WHEN reason = 'challenged' OR reason = 'challenge-not-listed' THEN NULL
  WHEN state = 'failed' THEN 'no-response'
  WHEN state <> 'done' OR status IS NULL THEN NULL
  WHEN redirect_id IS NOT NULL OR (status >= 300 AND status <= 399) THEN 'redirect'
  WHEN status < 200 OR status >= 400 THEN 'error'
  WHEN content_type IS NULL OR (content_type <> 'text/html' AND content_type <> 'application/xhtml+xml') THEN NULL
  WHEN directives & 1 THEN 'noindex'
  WHEN canonical_id <> id THEN 'canonicalised'
  WHEN may_fetch = 'yes' THEN 'indexable'
  ELSE NULL END`;

/** The page or redirect on which a URL was first found. `via_id` is that of a sitemap where one listed it. */
const foundOnSql = `CASE WHEN via <> 'sitemap' THEN via_id END`;

const texts = ['description', 'h1', 'lang', 'detected_lang', 'structured_types', 'text_hash', 'http_version'] as const;
const numbers = [
  'title_length',
  'title_pixels',
  'titles',
  'description_length',
  'description_pixels',
  'descriptions',
  'h1_length',
  'h1_count',
  'h2_count',
  'words',
  'readability',
  'text_ratio',
  'images',
  'images_without_alt',
  'internal_links',
  'external_links',
  'hreflangs',
  'first_byte_ms',
] as const;

const added = [...numbers.map(name => `${name} INTEGER`), ...texts.map(name => `${name} TEXT`)];

const view = `
DROP VIEW urls;
CREATE VIEW urls AS
  SELECT u.id, u.url, u.status, u.content_type, u.depth, u.state, u.reason, u.may_fetch, u.may_list, u.links_followed,
    u.inlinks, u.outlinks, u.title, u.bytes, u.total_ms, c.url AS canonical, r.url AS redirect_to, u.in_sitemaps,
    u.check_result, u.check_status, u.class, u.indexability, u.title_length, u.title_pixels, u.titles, u.description,
    u.description_length, u.description_pixels, u.descriptions, u.h1, u.h1_length, u.h1_count, u.h2_count, u.words, u.readability,
    u.text_ratio, u.lang, u.detected_lang, u.images, u.images_without_alt, u.internal_links, u.external_links, u.hreflangs,
    u.structured_types, u.text_hash, u.first_byte_ms, u.http_version,
    u.fetched_at, u.discovered_at, u.via, v.url AS discovered_from, u.attempts, o.key AS origin
  FROM url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id
    LEFT JOIN url v ON v.id = u.via_id AND u.via <> 'sitemap' LEFT JOIN origin o ON o.id = u.origin_id;
`;

/** A file of an older version has one row of `page` with up to 100 KB of facts for each page. */
const pagesOfBlock = 100;

type PageFields = readonly [
  id: number,
  title: string | null,
  bytes: number | null,
  description: string | null,
  h1: string | null,
  h1Count: number,
  lang: string,
  facts: string | null,
  noindexSaid: 0 | 1,
  nofollowSaid: 0 | 1,
];

/**
 * Single facts of pages as columns of `url`, so that lists sort and filter by them. Those of stored pages come from `page`; links are
 * not counted again.
 */
export function migrate(db: Database): void {
  for (const column of added) db.exec(`ALTER TABLE url ADD COLUMN ${column}`);
  db.exec(`ALTER TABLE url ADD COLUMN indexability TEXT GENERATED ALWAYS AS (${indexabilitySql}) VIRTUAL`);
  db.exec(`ALTER TABLE url ADD COLUMN found_on INTEGER GENERATED ALWAYS AS (${foundOnSql}) VIRTUAL`);
  db.exec(view);
  db.exec(
    `UPDATE url SET content_type = (SELECT k.content_type FROM url_check k WHERE k.url_id = url.id) WHERE check_status IS NOT NULL`,
  );
  db.exec(`UPDATE url SET (first_byte_ms, http_version) = (SELECT f.first_byte_ms, f.http_version FROM fetch f WHERE f.id = url.fetch_id)
    WHERE fetch_id IS NOT NULL`);
  const some = db
    .prepare(
      `SELECT u.id, u.title, u.bytes, p.description, p.h1, p.h1_count, p.lang, p.facts,
         coalesce(p.meta_robots LIKE '%noindex%' OR p.meta_robots LIKE '%none%' OR p.x_robots_tag LIKE '%noindex%', 0),
         coalesce(p.meta_robots LIKE '%nofollow%' OR p.x_robots_tag LIKE '%nofollow%', 0)
       FROM page p JOIN url u ON u.id = p.url_id WHERE p.url_id > ? ORDER BY p.url_id LIMIT ${pagesOfBlock}`,
    )
    .raw();
  const names = Object.keys(columnsOf([0, null, null, null, null, 0, '', null, 0, 0]));
  const write = db.prepare(
    `UPDATE url SET ${names.map(name => `${name} = ?`).join(', ')}, directives = coalesce(directives, ?) WHERE id = ?`,
  );
  for (let after = 0; ; ) {
    const rows = some.all(after) as unknown as PageFields[];
    for (const row of rows) {
      after = row[0];
      write.run([...Object.values(columnsOf(row)), row[8] + 2 * row[9], after]);
    }
    if (rows.length === 0) return;
  }
}

/** The values of a stored page, by column. Without facts, those of the texts in `page` are known. */
function columnsOf([, title, bytes, description, h1, h1Count, lang, json]: PageFields) {
  const facts = decodePageFacts(json);
  const known = facts === null ? null : pageColumns(facts, bytes ?? 0);
  const titleWidths = textWidths(title, 'title');
  const descriptionWidths = textWidths(description, 'description');
  return {
    title: known === null ? title || null : known.title && (title || known.title),
    title_length: known ? known.titleLength : titleWidths.length,
    title_pixels: known ? known.titlePixels : titleWidths.pixels,
    titles: known?.titles ?? null,
    description: known ? known.description : description || null,
    description_length: known ? known.descriptionLength : descriptionWidths.length,
    description_pixels: known ? known.descriptionPixels : descriptionWidths.pixels,
    descriptions: known?.descriptions ?? null,
    h1: known ? known.h1 : h1 || null,
    h1_length: known ? known.h1Length : h1 ? characters(h1) : null,
    h1_count: known?.h1Count ?? h1Count,
    h2_count: known?.h2Count ?? null,
    words: known?.words ?? null,
    readability: known?.readability ?? null,
    text_ratio: known?.textRatio ?? null,
    lang: known?.lang ?? storedTag(lang),
    detected_lang: known?.detectedLang ?? null,
    images: known?.images ?? null,
    images_without_alt: known?.imagesWithoutAlt ?? null,
    hreflangs: known?.hreflangs ?? null,
    structured_types: known?.structuredTypes ?? null,
    text_hash: known?.textHash ?? null,
  };
}

/** The texts are those of `page`; the other columns are empty. */
const missing = [
  '(SELECT p.description FROM main.page p WHERE p.url_id = id) AS description',
  '(SELECT p.h1 FROM main.page p WHERE p.url_id = id) AS h1',
  `(SELECT nullif(p.lang, '') FROM main.page p WHERE p.url_id = id) AS lang`,
  `nullif(length(coalesce(title, '')), 0) AS title_length`,
  `(SELECT nullif(length(coalesce(p.description, '')), 0) FROM main.page p WHERE p.url_id = id) AS description_length`,
  `(SELECT nullif(length(coalesce(p.h1, '')), 0) FROM main.page p WHERE p.url_id = id) AS h1_length`,
];
const isMissing = (name: string): boolean => !missing.some(sql => sql.endsWith(` AS ${name}`));

/** Readers of an older file find the texts of pages and their lengths, but no other new column. */
export function standIn(db: Database): void {
  const others = [...numbers, ...texts].filter(isMissing).map(name => `NULL AS ${name}`);
  viewOver(db, 'url', [...missing, ...others, `${indexabilitySql} AS indexability`, `${foundOnSql} AS found_on`].join(', '));
}
