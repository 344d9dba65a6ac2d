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

export interface SearchedCount {
  readonly stored: number;
  readonly missing: number;
}

const rowsOfBlock = 200;
const idsOfCount = 5_000;

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
    /** Counts all of them, `idsOfCount` URLs in a step. Yields the pages so far, with and without a stored body. */
    *count(): Generator<SearchedCount> {
      const last = db.prepare('SELECT coalesce(max(id), 0) FROM url').pluck().get() as number;
      const some = db.prepare(
        `SELECT count(f.body_hash) AS stored, count(*) - count(f.body_hash) AS missing ${pagesSql} AND u.id > ? AND u.id <= ?`,
      );
      let sum: SearchedCount = { stored: 0, missing: 0 };
      for (let from = 0; from < last; from += idsOfCount) {
        const { stored, missing } = some.get(from, from + idsOfCount) as SearchedCount;
        sum = { stored: sum.stored + stored, missing: sum.missing + missing };
        yield sum;
      }
    },
  };
}
