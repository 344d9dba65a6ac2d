import type { SitemapAlternates } from '#core/audit/source.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedList } from '../file/stored-json.ts';

type Fields = [sitemap: string, line: number, alternates: string];

const isAlternate = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';

/** Reads the localized versions that sitemaps name for a URL: of the first entry that has any. */
export function sitemapAlternates(db: ReadDb): (urlId: number) => SitemapAlternates | null {
  const hasAny = db.prepare('SELECT 1 FROM sitemap_entry WHERE alternates IS NOT NULL LIMIT 1').get() !== undefined;
  if (!hasAny) return () => null;
  const entry = db
    .prepare(
      `SELECT s.url, e.line, e.alternates FROM sitemap_entry e JOIN sitemap s ON s.id = e.sitemap_id
       WHERE e.url_id = ? AND e.alternates IS NOT NULL ORDER BY e.sitemap_id, e.seq LIMIT 1`,
    )
    .raw();
  return urlId => {
    const fields = entry.get(urlId) as Fields | undefined;
    if (fields === undefined) return null;
    const [sitemap, line, json] = fields;
    const list = storedList(json, isAlternate, 'the localized versions of a sitemap entry').map(([lang, href]) => ({
      lang,
      href,
    }));
    return { sitemap, line, list };
  };
}
