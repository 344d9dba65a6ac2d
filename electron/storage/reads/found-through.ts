import type { FoundThrough } from '#shared/model/link-detail.ts';
import type { ReadDb } from '../file/handle.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { linkReads } from '../links/link-reads.ts';

/** Links that are read for the counts. A home page may have a million links to it. */
const mostCounted = 10_000;
const mostSitemaps = 50;

type Kind = { count: number; readonly fromId: number; readonly seq: number };

/** Reads every recorded source of a URL: start URL, links and references by kind, sitemaps. */
export function foundThroughReads(db: ReadDb) {
  const urlOf = db.prepare('SELECT url FROM url WHERE id = ?').pluck();
  const sitemaps = db.prepare(
    `SELECT s.id, s.url, min(e.seq) AS seq, e.lastmod FROM sitemap_entry e JOIN sitemap s ON s.id = e.sitemap_id
     WHERE e.url_id = ? GROUP BY s.id ORDER BY s.id LIMIT ?`,
  );
  const sitemapCount = db.prepare('SELECT count(DISTINCT sitemap_id) FROM sitemap_entry WHERE url_id = ?').pluck();
  const links = linkReads(db);
  const kinds = new LinkKinds(db);

  const countKinds = (id: number) => {
    const places = links.linksTo(id);
    const counted = Math.min(places.length, mostCounted);
    const byKind = new Map<number, Kind>();
    for (const [fromId, link] of links.linksAt(places.subarray(0, counted))) {
      const kind = byKind.get(link.kind);
      if (kind) kind.count++;
      else byKind.set(link.kind, { count: 1, fromId, seq: link.seq });
    }
    return { byKind, counted, total: places.length };
  };

  return (id: number, isSeed: boolean): FoundThrough => {
    const { byKind, counted, total } = countKinds(id);
    const listed = sitemaps.all(id, mostSitemaps) as FoundThrough['sitemaps'];
    return {
      isSeed,
      links: [...byKind]
        .map(([kind, { count, fromId, seq }]) => ({
          kind: kinds.nameOf(kind),
          count,
          from: (urlOf.get(fromId) as string | undefined) ?? '',
          seq,
        }))
        .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
      counted,
      total,
      sitemaps: listed,
      moreSitemaps: (sitemapCount.get(id) as number) - listed.length,
    };
  };
}
