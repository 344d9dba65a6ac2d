import type { ListedEntry } from '#core/sitemap/diff/diff-sitemaps.ts';
import type { ReadDb } from '../file/handle.ts';

/** All sitemap entries of a crawl by URL, file and line, in the order of the bytes. SQLite sorts them, in a temporary file where they are many. */
export function* orderedEntries(db: ReadDb): Generator<ListedEntry> {
  const rows = db.prepare(
    `SELECT u.url, s.url AS file, e.line, e.lastmod, e.changefreq, e.priority, coalesce(e.alternates, '') AS alternates
     FROM sitemap_entry e JOIN sitemap s ON s.id = e.sitemap_id JOIN url u ON u.id = e.url_id ORDER BY u.url, s.url, e.seq`,
  );
  yield* rows.iterate() as IterableIterator<ListedEntry>;
}
