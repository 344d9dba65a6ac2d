import type { Headers } from '#shared/model/fetch.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { textHashIn } from './audit-urls.ts';

const rowsOfBlock = 1_000;

/** An entry of a sitemap file, and the response of its URL. */
export interface EntryWithResponse {
  readonly seq: number;
  readonly line: number;
  readonly lastmod: string;
  readonly urlId: number;
  readonly url: string;
  /** Whether the last response was 200. */
  readonly isPage: boolean;
  readonly headers: Headers;
  /** End of the response, epoch milliseconds; 0 without one. */
  readonly fetchedAt: number;
}

type Fields = [
  seq: number,
  line: number,
  lastmod: string,
  urlId: number,
  url: string,
  status: number | null,
  headers: string | null,
  fetchedAt: number | null,
];

/** Reads the entries of sitemap files with what their dates are held against, in blocks. */
export function datedEntries(db: ReadDb) {
  const files = db
    .prepare(
      `SELECT s.id, s.url, coalesce(f.ended_at, 0) FROM sitemap s LEFT JOIN fetch f ON f.id = s.fetch_id
       WHERE s.state = 'done' AND s.kind <> 'index' ORDER BY s.id`,
    )
    .raw();
  const entries = db
    .prepare(
      `SELECT e.seq, e.line, e.lastmod, u.id, u.url, u.status, f.response_headers, f.ended_at
       FROM sitemap_entry e JOIN url u ON u.id = e.url_id LEFT JOIN fetch f ON f.id = u.fetch_id
       WHERE e.sitemap_id = ? AND e.seq > ? ORDER BY e.seq LIMIT ${rowsOfBlock}`,
    )
    .raw();
  return {
    /** The files that were read; `readAt` in epoch milliseconds. */
    files: (): readonly { readonly id: number; readonly url: string; readonly readAt: number }[] =>
      (files.all() as [number, string, number][]).map(([id, url, readAt]) => ({ id, url, readAt })),
    *of(sitemap: number): Generator<EntryWithResponse> {
      for (let after = -1; ; ) {
        const rows = entries.all(sitemap, after) as Fields[];
        for (const [seq, line, lastmod, urlId, url, status, headers, fetchedAt] of rows) {
          after = seq;
          yield {
            seq,
            line,
            lastmod,
            urlId,
            url,
            isPage: status === 200,
            headers: headers === null ? [] : storedHeaders(headers),
            fetchedAt: fetchedAt ?? 0,
          };
        }
        if (rows.length < rowsOfBlock) return;
      }
    },
    textHash: textHashIn(db),
  };
}
