import type { Database } from 'better-sqlite3';
import { viewOver } from './view-over.ts';

/**
 * What a URL is to the crawl, from its row: an external page, a resource, something that is no web page address, or a page. The codes are
 * those of this version; a reason of a later version says so in a later migration.
 */
const isOneOf = (column: string, words: readonly string[]): string => words.map(word => `${column} = '${word}'`).join(' OR ');

const classSql = `CASE
  WHEN ${isOneOf('reason', ['scope-page', 'scope-prefix', 'scope-host', 'scope-domain', 'address-refused'])} THEN 'external'
  WHEN reason = 'resource-not-crawled' THEN 'resource'
  WHEN ${isOneOf('reason', ['reference-not-crawled', 'scheme-not-fetched', 'url-invalid', 'check-redirect-target'])} THEN 'other'
  WHEN status >= 200 AND status <= 299 AND content_type IS NOT NULL AND content_type <> 'text/html'
    AND content_type <> 'application/xhtml+xml' THEN 'resource'
  ELSE 'page' END`;

/**
 * Facts of pages for the audit: as JSON in `page`, of each link as 32 bits in `page_links`. A URL gets its class, and the directives that
 * apply to the crawl's own crawler: 1 noindex, 2 nofollow.
 */
export const sql = `
ALTER TABLE page ADD COLUMN facts TEXT;
ALTER TABLE page_links ADD COLUMN facts BLOB;
ALTER TABLE url ADD COLUMN class TEXT GENERATED ALWAYS AS (${classSql}) VIRTUAL;
ALTER TABLE url ADD COLUMN directives INTEGER;
`;

const columns = {
  url: `${classSql} AS class, NULL AS directives`,
  page: 'NULL AS facts',
  page_links: 'NULL AS facts',
} as const;

/** Readers of an older file find no facts. */
export function standIn(db: Database): void {
  for (const [name, added] of Object.entries(columns)) viewOver(db, name, added);
}
