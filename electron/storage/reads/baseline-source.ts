import type { BaselineSource } from '#core/audit/baseline.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { hostsOf } from './audit-hosts.ts';
import { selectUrls, textHashIn, type UrlFields, urlOf } from './audit-urls.ts';

/** Reads an earlier crawl for the audit, one URL at a time. `at`: when it started, epoch milliseconds. */
export function baselineSource(
  db: ReadDb,
  { settings, at }: { readonly settings: CrawlSettings; readonly at: number },
): BaselineSource {
  // The pluses are only for speed, as in `tables/urls.ts`.
  const find = db.prepare(`${selectUrls} WHERE u.hash = +? AND u.url = +?`).raw();
  const address = db.prepare('SELECT url FROM url WHERE id = ?').pluck();
  const lastmod = db.prepare('SELECT lastmod FROM sitemap_entry WHERE url_id = ? ORDER BY sitemap_id, seq LIMIT 1').pluck();
  return {
    settings,
    at,
    find(url) {
      const fields = find.get(urlKey(url), url) as UrlFields | undefined;
      return fields ? urlOf(fields) : null;
    },
    addressOf: id => (address.get(id) as string | undefined) ?? null,
    textHash: textHashIn(db),
    lastmod: id => (lastmod.get(id) as string | undefined) ?? null,
    hosts: () => hostsOf(db),
  };
}
