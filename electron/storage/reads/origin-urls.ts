import type { WriteDb } from '../file/handle.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';

/** A stored URL with the fields that replays need. */
export interface OriginUrl {
  readonly id: number;
  readonly originId: number;
  readonly url: string;
  readonly inlinks: number;
  readonly depth: number;
  readonly inSitemaps: number;
}

/**
 * Reads all URLs that have an origin, in order of id, in blocks. Each block is a range of the primary key and may mix origins.
 */
export function originUrls(db: WriteDb) {
  const block = db.prepare(
    `SELECT id, origin_id AS originId, url, ${inlinksSql('url.id')} AS inlinks, coalesce(depth, -1) AS depth, in_sitemaps AS inSitemaps FROM url
     WHERE id > ? AND origin_id IS NOT NULL ORDER BY id LIMIT ?`,
  );
  const origins = db.prepare('SELECT id, key FROM origin WHERE id > ? ORDER BY id');
  const last = db.prepare('SELECT max(id) FROM url').pluck();
  return {
    after: (id: number, limit: number): OriginUrl[] => block.all(id, limit) as OriginUrl[],
    /** Origins with an id above this one. */
    originsAfter: (id: number) => origins.all(id) as { readonly id: number; readonly key: string }[],
    /** The greatest id, or 0 if there are no URLs. */
    lastId: (): number => (last.get() as number | null) ?? 0,
  };
}
export type OriginUrls = ReturnType<typeof originUrls>;
