import type { ReadDb } from '../file/handle.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import type { ListPart, StoredValue } from './list-part.ts';

const rowsOfStep = 500;

/** The entries of all sitemaps or of one, in the order of the files, with what the crawl knows about their URLs. */
export function* sitemapEntries(db: ReadDb, sitemap?: number): Generator<ListPart> {
  const one = sitemap === undefined ? '' : 'AND e.sitemap_id = @sitemap';
  const total = db
    .prepare(`SELECT count(*) FROM sitemap_entry e WHERE e.seq >= 0 ${one}`)
    .pluck()
    .get(sitemap === undefined ? {} : { sitemap }) as number;
  const step = db
    .prepare(
      `SELECT e.sitemap_id, e.seq, s.url, e.line, u.url, e.lastmod, e.changefreq, e.priority, u.status, u.state, u.reason,
         u.may_fetch, u.may_list, ${inlinksSql('u.id')}, c.url, r.url, u.title
       FROM sitemap_entry e JOIN sitemap s ON s.id = e.sitemap_id JOIN url u ON u.id = e.url_id
         LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id
       WHERE (e.sitemap_id, e.seq) > (@afterSitemap, @afterSeq) ${one} ORDER BY e.sitemap_id, e.seq LIMIT ${rowsOfStep}`,
    )
    .raw();
  let done = 0;
  for (let [afterSitemap, afterSeq] = [sitemap ?? 0, -1]; ; ) {
    const found = step.all({ afterSitemap, afterSeq, ...(sitemap === undefined ? {} : { sitemap }) }) as [
      number,
      number,
      ...StoredValue[],
    ][];
    done += found.length;
    yield { rows: found.map(([, , ...row]) => row), done, total };
    if (found.length < rowsOfStep) return;
    const [id, seq] = found.at(-1) as [number, number];
    [afterSitemap, afterSeq] = [id, seq];
  }
}
