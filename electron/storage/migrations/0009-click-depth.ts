import type { Database } from 'better-sqlite3';

const columns = `
DROP VIEW urls;
ALTER TABLE url RENAME COLUMN depth TO distance;
ALTER TABLE url ADD COLUMN depth INTEGER;
ALTER TABLE url ADD COLUMN depth_from INTEGER;
CREATE TABLE depth_todo (
  url_id INTEGER PRIMARY KEY
) STRICT;
CREATE VIEW urls AS
  SELECT u.id, u.url, u.status, u.content_type, u.depth, u.state, u.reason, u.may_fetch, u.may_list, u.links_followed,
    u.inlinks, u.outlinks, u.title, u.bytes, u.total_ms, c.url AS canonical, r.url AS redirect_to, u.in_sitemaps,
    u.fetched_at, u.discovered_at, u.via, v.url AS discovered_from, u.attempts, o.key AS origin
  FROM url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id
    LEFT JOIN url v ON v.id = u.via_id AND u.via <> 'sitemap' LEFT JOIN origin o ON o.id = u.origin_id;
`;

/** Ids up to which ways are followed; a damaged file may have greater ones. */
const mostIds = 2 ** 24;

/**
 * `depth` is the smallest number of clicks from a seed, null where no link leads to a URL. Its former meaning, the
 * number of links on the path by which a URL was found, is now `distance`. An older file keeps its depths where they
 * are path lengths from a seed. The next crawl of the file reduces them where a shorter path is stored.
 */
export function migrate(db: Database): void {
  db.exec(columns);
  const fromSeed = new Uint8Array(mostIds);
  const some = db.prepare('SELECT id, via, via_id FROM url WHERE id > ? ORDER BY id LIMIT 10000').raw();
  const keep = db.prepare('UPDATE url SET depth = distance, depth_from = via_id WHERE id = ?');
  for (let after = 0; ; ) {
    const rows = some.all(after) as [id: number, via: string, viaId: number | null][];
    for (const [id, via, viaId] of rows) {
      after = id;
      const isReached = via === 'seed' || (via !== 'sitemap' && viaId !== null && fromSeed[viaId] === 1);
      if (!isReached) continue;
      fromSeed[id] = 1;
      keep.run(id);
    }
    if (rows.length === 0) break;
  }
  db.exec(`INSERT INTO depth_todo (url_id) SELECT id FROM url WHERE via = 'seed'`);
}

/** `depth` exists in an older file too. Readers check for `depth_from` and `distance` before using them. */
export const standIn = '';
