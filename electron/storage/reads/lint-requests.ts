import type { FetchFacts } from '#core/lint/diagnostic.ts';
import { headerValue } from '#shared/header-values.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders, storedRedirects } from '../file/stored-json.ts';
import type { RobotsVersion } from '../tables/robots-versions.ts';

interface FetchRow {
  readonly ms: number | null;
  readonly headers: string | null;
}

/** Reads, for the lint, the request that produced a stored version of robots.txt. */
export function lintRequests(db: ReadDb): (version: RobotsVersion) => FetchFacts {
  const fetches = db.prepare('SELECT total_ms AS ms, response_headers AS headers FROM fetch WHERE id = ?');
  return version => {
    const row = fetches.get(version.fetchId) as FetchRow | undefined;
    const headers = storedHeaders(row?.headers ?? null);
    const header = (name: string): string | null => headerValue(headers, name);
    const trail = storedRedirects(version.redirects);
    return {
      status: version.cause === null ? version.status : null,
      ...(version.cause === null ? {} : { problem: version.detail || version.cause }),
      contentType: version.contentType,
      contentEncoding: header('content-encoding'),
      cacheControl: header('cache-control'),
      redirects: trail.length === 0 || version.finalUrl === '' ? [] : [...trail.slice(1), version.finalUrl],
      ...(row?.ms == null ? {} : { elapsedMs: row.ms }),
    };
  };
}

/** Counts the URLs of an origin, up to `most`. */
export function urlCounts(db: ReadDb): (originId: number, most: number) => number {
  const counted = db.prepare('SELECT count(*) FROM (SELECT 1 FROM url WHERE origin_id = ? LIMIT ?)').pluck();
  return (originId, most) => counted.get(originId, most) as number;
}
