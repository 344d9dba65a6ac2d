import type { TrendNumber } from '#shared/model/crawl-trend.ts';
import type { ReadDb } from '../file/handle.ts';

const isPage = "status BETWEEN 200 AND 299 AND content_type IN ('text/html', 'application/xhtml+xml')";

/** Files before this version do not say which pages have a noindex. */
const firstWithDirectives = 12;

/** Counts a crawl for a trend, in one pass over its URLs. */
export function trendNumbersOf(db: ReadDb): {
  readonly numbers: Readonly<Record<TrendNumber, number | null>>;
  readonly words: number | null;
  readonly totalMs: number | null;
} {
  const row = db
    .prepare(
      `SELECT count(*) AS urls, coalesce(sum(${isPage}), 0) AS pages,
         coalesce(sum(status BETWEEN 200 AND 299), 0) AS ok, coalesce(sum(status BETWEEN 300 AND 399), 0) AS redirects,
         coalesce(sum(status BETWEEN 400 AND 499), 0) AS clientErrors, coalesce(sum(status >= 500), 0) AS serverErrors,
         coalesce(sum(state = 'failed' AND status IS NULL), 0) AS noResponse, coalesce(sum(may_fetch = 'no'), 0) AS blocked,
         coalesce(sum(indexability = 'indexable'), 0) AS indexable,
         coalesce(sum(in_sitemaps > 0), 0) AS inSitemaps,
         avg(iif(${isPage}, words, NULL)) AS words, avg(iif(status IS NOT NULL, total_ms, NULL)) AS totalMs
       FROM url`,
    )
    .get() as Record<TrendNumber | 'words' | 'totalMs', number | null>;
  const { words, totalMs, ...numbers } = row;
  const version = db.prepare('PRAGMA user_version').pluck().get() as number;
  return { numbers: version < firstWithDirectives ? { ...numbers, indexable: null } : numbers, words, totalMs };
}
