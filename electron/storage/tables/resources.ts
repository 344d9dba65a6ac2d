import { isDeepStrictEqual } from 'node:util';
import type { CheckState } from '#shared/model/check.ts';
import type { DecisionDraft, MayFetch } from '#shared/model/decision.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { WriteDb } from '../file/handle.ts';
import { storedEvidence } from '../file/stored-evidence.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { encodeTrace } from './decisions.ts';

/** A URL that rendered pages want. */
export interface ResourceRecord {
  readonly urlId: number;
  readonly url: string;
  readonly originId: number;
  readonly state: CheckState;
  /** Reason code. */
  readonly result: string;
  /** A rendering that may ignore robots.txt wants it. */
  readonly freed: 0 | 1;
  /** robots.txt forbids it, by this version and line. */
  readonly forbidden: 0 | 1;
  readonly robotsId: number | null;
  readonly robotsLine: number | null;
  readonly attempts: number;
  readonly fetchId: number | null;
  /** Of its response; null: none came. */
  readonly status: number | null;
}

/** What a step of a resource changes. Absent fields stay unchanged. */
export interface ResourceChange {
  readonly state: CheckState;
  readonly result: string;
  readonly dueAt?: number;
  readonly attempts?: number;
  readonly fetchId?: number;
  readonly status?: number | null;
  readonly robots?: { readonly id: number; readonly line: number; readonly forbids: boolean };
}

/** How the request for a resource ended. `status`: null without a response. */
export interface ResourceResult {
  /** Reason code. */
  readonly result: string;
  readonly status: number | null;
  /** Media type in lower case, without parameters; null: none was declared. */
  readonly contentType: string | null;
}

/** A stored response. `body`: null where it is not stored. */
export interface StoredResponse {
  readonly fetch: number;
  readonly status: number;
  readonly headers: Headers;
  readonly bodyHash: Uint8Array | null;
  readonly bodyBytes: number;
}

const record = `r.url_id AS urlId, u.url, r.origin_id AS originId, r.state, r.result, r.freed, r.forbidden, r.robots_id AS robotsId,
  r.robots_line AS robotsLine, r.attempts, r.fetch_id AS fetchId, r.status FROM resource r JOIN url u ON u.id = r.url_id`;

/** The queue and the results of resources of rendered pages. */
export function resourceTable(db: WriteDb) {
  // Prepared on first use: most crawls render nothing.
  const lazy = (sql: string) => {
    const make = () => db.prepare<unknown[]>(sql);
    let made: ReturnType<typeof make> | null = null;
    return () => (made ??= make());
  };
  const insert = lazy(
    `INSERT INTO resource (url_id, origin_id, state, result, freed) VALUES (?, ?, 'queued', 'check-waiting', ?)
     ON CONFLICT (url_id) DO UPDATE SET state = 'queued', result = 'check-waiting', attempts = 0, due_at = 0, freed = max(freed, excluded.freed)`,
  );
  const change = lazy(
    `UPDATE resource SET state = ?, result = ?, due_at = coalesce(?, due_at), attempts = coalesce(?, attempts),
       fetch_id = coalesce(?, fetch_id), status = coalesce(?, status), robots_id = coalesce(?, robots_id),
       robots_line = coalesce(?, robots_line), forbidden = coalesce(?, forbidden) WHERE url_id = ?`,
  );
  const find = lazy(`SELECT ${record} WHERE r.url_id = ?`);
  const next = lazy(
    `SELECT ${record} WHERE r.origin_id = +? AND r.state = 'queued' AND r.due_at <= ? ORDER BY r.due_at, r.url_id LIMIT 1`,
  );
  const queuedOf = lazy(`SELECT ${record} WHERE r.origin_id = ? AND r.state = 'queued' ORDER BY r.url_id`);
  const nextDue = lazy(`SELECT min(due_at) FROM resource WHERE origin_id = +? AND state = 'queued'`);
  const forget = lazy('DELETE FROM resource WHERE url_id = ?');
  const forgetOpen = lazy(`DELETE FROM resource WHERE state = 'queued' OR state = 'leased'`);
  const forgetFailed = lazy(`DELETE FROM resource WHERE state = 'done' AND status IS NULL`);
  const response = lazy(
    `SELECT id AS fetch, status, response_headers AS headers, body_hash AS bodyHash, coalesce(body_bytes, 0) AS bodyBytes
     FROM fetch WHERE id = ? AND outcome = 'response'`,
  );
  const pageFetch = lazy('SELECT fetch_id FROM url WHERE id = ?');
  const show = lazy(
    `UPDATE url SET may_fetch = ?, robots_id = ?, robots_line = ? WHERE id = ? AND state = 'disregarded' AND (class <> 'page' OR may_fetch = 'unknown')`,
  );
  const showResult = lazy(
    `UPDATE url SET check_result = ?, check_status = ?, content_type = ? WHERE id = ? AND state = 'disregarded'
       AND NOT EXISTS (SELECT 1 FROM url_check WHERE url_id = url.id)`,
  );
  const lastOf = lazy(
    'SELECT verdict, reason, rule, trace, evidence FROM decisions WHERE url_id = ? AND stage = ? ORDER BY id DESC LIMIT 1',
  );
  const byHost = lazy(
    `SELECT o.host, sum(n) FROM (SELECT origin_id, count(*) AS n FROM resource WHERE state <> 'skipped' GROUP BY origin_id) k
       JOIN origin o ON o.id = k.origin_id GROUP BY o.host`,
  );
  return {
    /** What robots.txt says about a URL that is no page of the crawl; a page keeps what the crawl decided about it. */
    showRobots: (urlId: number, said: { readonly mayFetch: MayFetch; readonly robots: number; readonly line: number }): void =>
      void show().run(said.mayFetch, said.robots, said.line, urlId),
    /** What lists show of the request for a URL that is no page of the crawl, as they show a check; a check of its own stays. */
    showResult: (urlId: number, { result, status, contentType }: ResourceResult): void =>
      void showResult().run(result, status, contentType, urlId),
    /** Whether the last decision of that stage about a URL says the same. */
    isDecided(urlId: number, { stage, verdict, reason, rule, trace, evidence }: DecisionDraft): boolean {
      type Row = Record<'verdict' | 'reason' | 'rule' | 'trace' | 'evidence', string>;
      const last = lastOf().get(urlId, stage) as Row | undefined;
      return (
        last?.verdict === verdict &&
        last.reason === reason &&
        last.rule === rule &&
        last.trace === encodeTrace(trace) &&
        isDeepStrictEqual(storedEvidence(last.evidence), evidence)
      );
    },
    /** Queues a resource, also one that was refused or requested before. */
    queue: ({ urlId, originId, freed }: { readonly urlId: number; readonly originId: number; readonly freed: boolean }): void =>
      void insert().run(urlId, originId, freed ? 1 : 0),
    change(urlId: number, { state, result, dueAt, attempts, fetchId, status, robots }: ResourceChange): void {
      const values = [dueAt, attempts, fetchId, status].map(value => value ?? null);
      const forbids = robots === undefined ? null : robots.forbids ? 1 : 0;
      change().run(state, result, ...values, robots?.id ?? null, robots?.line ?? null, forbids, urlId);
    },
    find: (urlId: number): ResourceRecord | undefined => find().get(urlId) as ResourceRecord | undefined,
    /** The next resource of an origin that is due. */
    next: (originId: number, now: number): ResourceRecord | undefined => next().get(originId, now) as ResourceRecord | undefined,
    queuedOf: (originId: number): ResourceRecord[] => queuedOf().all(originId) as ResourceRecord[],
    /** Earliest due time of the origin's queued resources, null if none is queued. */
    nextDue: (originId: number): number | null => nextDue().pluck().get(originId) as number | null,
    /** Resources by host, without those that are not requested. */
    byHost: (): [host: string, resources: number][] => byHost().raw().all() as [string, number][],
    /** Nobody waits for it any more. */
    forget: (urlId: number): void => void forget().run(urlId),
    /** At the start of a run: nobody waits for what an earlier one queued, and what failed is tried again. */
    restart(): void {
      forgetOpen().run();
      forgetFailed().run();
    },
    /** The response of an attempt, undefined for one without. */
    response(fetch: number): StoredResponse | undefined {
      const row = response().get(fetch) as (Omit<StoredResponse, 'headers'> & { headers: string | null }) | undefined;
      return row && { ...row, headers: storedHeaders(row.headers) };
    },
    /** The last attempt at a URL as a page. */
    pageFetch: (urlId: number): number | null => (pageFetch().pluck().get(urlId) as number | null | undefined) ?? null,
  };
}
export type ResourceTable = ReturnType<typeof resourceTable>;
