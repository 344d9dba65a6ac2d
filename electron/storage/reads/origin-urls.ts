import type { WriteDb } from '../file/handle.ts';

/** A stored URL as replays need it. */
export interface OriginUrl {
  readonly id: number;
  readonly originId: number;
  readonly url: string;
  readonly inlinks: number;
  readonly depth: number;
  readonly inSitemaps: number;
}

/** Reads all URLs that have an origin in order of id, a block at a time: a range of the primary key, whatever the origin. */
export function originUrls(db: WriteDb) {
  const block = db.prepare(
    `SELECT id, origin_id AS originId, url, inlinks, coalesce(depth, -1) AS depth, in_sitemaps AS inSitemaps FROM url
     WHERE id > ? AND origin_id IS NOT NULL ORDER BY id LIMIT ?`,
  );
  const origins = db.prepare('SELECT id, key FROM origin WHERE id > ? ORDER BY id');
  const last = db.prepare('SELECT max(id) FROM url').pluck();
  return {
    after: (id: number, limit: number): OriginUrl[] => block.all(id, limit) as OriginUrl[],
    /** Origins with an id above this one. */
    originsAfter: (id: number) => origins.all(id) as { readonly id: number; readonly key: string }[],
    /** The greatest id, 0 for none. */
    lastId: (): number => (last.get() as number | null) ?? 0,
  };
}
export type OriginUrls = ReturnType<typeof originUrls>;
