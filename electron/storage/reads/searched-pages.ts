import type { ReadDb } from '../file/handle.ts';

/** A page whose stored body can be searched. */
export interface SearchedPage {
  readonly id: number;
  readonly url: string;
  readonly title: string | null;
  readonly kind: 'html' | 'json';
  /** Label of the encoding, '' where none is known. */
  readonly charset: string;
  /** Null: the body is not stored. */
  readonly bodyHash: Uint8Array | null;
}

const rowsOfBlock = 200;

/** HTML pages with status 2xx, and responses that are JSON. */
const pagesSql = `FROM url u JOIN fetch f ON f.id = u.fetch_id LEFT JOIN page p ON p.url_id = u.id AND p.fetch_id = u.fetch_id
  WHERE u.status BETWEEN 200 AND 299
    AND (p.url_id IS NOT NULL OR u.content_type LIKE 'application/%json' OR u.content_type = 'text/json')`;

/** The pages that a search looks at, in order of their ids. */
export function searchedPages(db: ReadDb) {
  const pages = db.prepare(
    `SELECT u.id, u.url, u.title, iif(p.url_id IS NULL, 'json', 'html') AS kind, coalesce(p.charset, '') AS charset,
       f.body_hash AS bodyHash ${pagesSql} AND u.id > ? ORDER BY u.id LIMIT ${rowsOfBlock}`,
  );
  return {
    after: (id: number): readonly SearchedPage[] => pages.all(id) as SearchedPage[],
    count: (): { readonly stored: number; readonly missing: number } =>
      db.prepare(`SELECT count(f.body_hash) AS stored, count(*) - count(f.body_hash) AS missing ${pagesSql}`).get() as {
        stored: number;
        missing: number;
      },
  };
}
