import { type RequestPage, type RequestRecord, type RequestRow, requestsOfPage } from '#shared/model/requests.ts';
import type { ReadDb } from '../file/handle.ts';
import { hasColumn } from '../file/has-column.ts';
import { storedHeaders } from '../file/stored-json.ts';

/** Requests before one that are looked through for the one to the same host. */
const lookedBack = 20_000;
const rowsOfBlock = 200;

/** The requests of a crawl file, as the journal has them. Older files lack some of the times. */
export function requestLog(db: ReadDb) {
  const isTimed = hasColumn(db, 'fetches', 'dns_ms');
  const since = (names: string): string =>
    names
      .split(' ')
      .map(name => (isTimed ? `v.${name}` : `NULL AS ${name}`))
      .join(', ');
  const times = `${since('method http_version dns_ms tcp_ms tls_ms wait_ms download_ms')}, v.first_byte_ms, v.total_ms`;
  const gap = `v.started_at - (SELECT p.ended_at FROM fetch p WHERE p.id < v.id AND p.id > v.id - ${lookedBack}
    AND p.origin_id = v.origin_id ORDER BY p.id DESC LIMIT 1) AS gap`;
  const few = `v.id, v.target, v.purpose, v.started_at, v.status, v.outcome, ${times}, ${gap}`;
  const all = `${few}, v.status_text, v.cause, v.detail, v.remote_address, v.wire_bytes, v.body_bytes, v.content_type, v.request_headers,
    v.response_headers, v.url_id`;
  const ofUrl = db.prepare(`SELECT ${few} FROM fetches v WHERE v.url_id = ? ORDER BY v.id`);
  const originOf = db.prepare('SELECT f.origin_id AS id, o.key FROM fetch f JOIN origin o ON o.id = f.origin_id WHERE f.id = ?');
  const next = db.prepare('SELECT id FROM fetch WHERE id > ? LIMIT 1').pluck();
  const last = db.prepare('SELECT max(id) FROM fetch').pluck();
  const page = (order: 'asc' | 'desc'): string =>
    `SELECT ${few} FROM fetches v WHERE v.origin_id = ? AND v.id ${order === 'asc' ? '>=' : '<='} ? ORDER BY v.id ${order} LIMIT ?`;
  const later = db.prepare(page('asc'));
  const earlier = db.prepare(page('desc'));
  const block = db.prepare(`SELECT ${all} FROM fetches v WHERE v.id > ? AND v.id <= ? ORDER BY v.id`);
  return {
    /** Every attempt to request a URL. */
    ofUrl: (urlId: number): RequestRow[] => (ofUrl.all(urlId) as Stored[]).map(asRow),
    /** Requests of the host of one request: those from it on, or those before it. Null: there is no such request. */
    ofHost(request: number, towards: 'later' | 'earlier'): RequestPage | null {
      const origin = originOf.get(request) as { readonly id: number; readonly key: string } | undefined;
      if (!origin) return null;
      const found = (towards === 'later' ? later : earlier).all(origin.id, request, requestsOfPage + 1) as Stored[];
      const rows = found.slice(0, requestsOfPage).map(asRow);
      if (towards === 'earlier') rows.reverse();
      const beyond = found.length > requestsOfPage;
      const first = rows[0]?.id ?? request;
      const before = towards === 'earlier' ? beyond : (earlier.all(origin.id, first - 1, 1) as unknown[]).length > 0;
      const lastId = rows.at(-1)?.id ?? request;
      const after = towards === 'later' ? beyond : (later.all(origin.id, lastId + 1, 1) as unknown[]).length > 0;
      return { origin: origin.key, rows, hasEarlier: before, hasLater: after };
    },
    /** All requests in blocks, those for robots.txt and sitemaps included; with `wanted` those of these URLs alone. */
    *all(
      wanted: ReadonlySet<number> | null,
    ): Generator<{ readonly records: readonly RequestRecord[]; readonly done: number; readonly total: number }> {
      const total = (last.get() as number | null) ?? 0;
      for (let first = next.get(0) as number | undefined; first !== undefined && first <= total; ) {
        const to = Math.min(total, first - 1 + rowsOfBlock);
        const rows = block.all(first - 1, to) as (Stored & Rest)[];
        const records = rows.filter(row => wanted === null || (row.url_id !== null && wanted.has(row.url_id))).map(asRecord);
        yield { records, done: to, total };
        first = next.get(to) as number | undefined;
      }
    },
  };
}
export type RequestLog = ReturnType<typeof requestLog>;

interface Stored {
  readonly id: number;
  readonly target: string;
  readonly purpose: string;
  readonly started_at: number;
  readonly status: number | null;
  readonly outcome: string | null;
  readonly method: string | null;
  readonly http_version: string | null;
  readonly dns_ms: number | null;
  readonly tcp_ms: number | null;
  readonly tls_ms: number | null;
  readonly wait_ms: number | null;
  readonly download_ms: number | null;
  readonly first_byte_ms: number | null;
  readonly total_ms: number | null;
  readonly gap: number | null;
}
interface Rest {
  readonly status_text: string | null;
  readonly cause: string | null;
  readonly detail: string | null;
  readonly remote_address: string | null;
  readonly wire_bytes: number | null;
  readonly body_bytes: number | null;
  readonly content_type: string | null;
  readonly request_headers: string | null;
  readonly response_headers: string | null;
  readonly url_id: number | null;
}

/** The most that a `Date` can hold, in milliseconds from 1970 (ECMA-262 §21.4.1.1). A hostile file may have more. */
const latest = 8.64e15;
const asTime = (ms: number): number => Math.max(-latest, Math.min(latest, ms));

const asRow = (row: Stored): RequestRow => ({
  id: row.id,
  url: row.target,
  purpose: row.purpose,
  method: row.method ?? 'GET',
  startedAt: asTime(row.started_at),
  status: row.status,
  httpVersion: row.http_version,
  outcome: row.outcome ?? '',
  gapMs: row.gap === null ? null : Math.max(0, row.gap),
  dnsMs: row.dns_ms,
  tcpMs: row.tcp_ms,
  tlsMs: row.tls_ms,
  waitMs: row.wait_ms,
  downloadMs: row.download_ms,
  firstByteMs: row.first_byte_ms,
  totalMs: row.total_ms,
});

const asRecord = (row: Stored & Rest): RequestRecord => ({
  ...asRow(row),
  statusText: row.status_text ?? '',
  cause: row.cause ?? '',
  detail: row.detail ?? '',
  remoteAddress: row.remote_address,
  wireBytes: row.wire_bytes,
  bodyBytes: row.body_bytes,
  contentType: row.content_type,
  requestHeaders: storedHeaders(row.request_headers),
  responseHeaders: storedHeaders(row.response_headers),
});
