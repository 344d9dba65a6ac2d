import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';

/** Reads the URLs of a crawl without what is known of them: all in the order of their ids, or those with certain addresses. */
export function urlAddresses(db: ReadDb) {
  const block = db.prepare('SELECT id, url FROM url WHERE id > ? ORDER BY id LIMIT ?').raw();
  const byHash = db.prepare('SELECT u.id, u.url FROM json_each(?) AS wanted CROSS JOIN url u ON u.hash = wanted.value').raw();
  const total = db.prepare('SELECT count(*) FROM url').pluck();
  return {
    after: (id: number, limit: number) => block.all(id, limit) as (readonly [id: number, url: string])[],
    find(urls: readonly string[]): ReadonlyMap<string, number> {
      const found = byHash.all(JSON.stringify(urls.map(urlKey))) as [number, string][];
      return new Map(found.map(([id, url]) => [url, id]));
    },
    count: (): number => total.get() as number,
  };
}
