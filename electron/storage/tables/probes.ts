import type { CheckState } from '#shared/model/check.ts';
import type { ProbeFacts, ProbeKind } from '#shared/model/probe.ts';
import type { WriteDb } from '../file/handle.ts';

export interface ProbeRecord {
  readonly id: number;
  readonly kind: ProbeKind;
  readonly urlId: number;
  readonly url: string;
  readonly originId: number;
  readonly parentId: number | null;
  readonly state: CheckState;
  /** Reason code. */
  readonly result: string;
  readonly attempts: number;
}

export interface NewProbe {
  readonly kind: ProbeKind;
  readonly urlId: number;
  readonly originId: number;
  readonly parentId: number | null;
  readonly result: string;
}

/** What a step of a probe changes. Absent fields stay unchanged. */
export interface ProbeChange {
  readonly state: CheckState;
  readonly result: string;
  readonly dueAt?: number;
  readonly attempts?: number;
  readonly fetchId?: number;
  readonly status?: number | null;
  readonly facts?: ProbeFacts;
}

const record = `p.id, p.kind, p.url_id AS urlId, u.url, p.origin_id AS originId, p.parent_id AS parentId, p.state, p.result, p.attempts
  FROM probe p JOIN url u ON u.id = p.url_id`;

/** The queue and the results of probes. There are few, because the crawl probes a limited number of hosts. */
export function probeTable(db: WriteDb) {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO probe (kind, url_id, origin_id, parent_id, state, result) VALUES (?, ?, ?, ?, 'queued', ?)`,
  );
  const change = db.prepare(
    `UPDATE probe SET state = ?, result = ?, due_at = coalesce(?, due_at),
       attempts = coalesce(?, attempts), fetch_id = coalesce(?, fetch_id), status = coalesce(?, status),
       facts = coalesce(?, facts) WHERE id = ?`,
  );
  const next = db.prepare(
    `SELECT ${record} WHERE p.origin_id = +? AND p.state = 'queued' AND p.due_at <= ? ORDER BY p.due_at, p.id LIMIT 1`,
  );
  const queuedOf = db.prepare(`SELECT ${record} WHERE p.origin_id = ? AND p.state = 'queued' AND p.result <> ? ORDER BY p.id`);
  const nextDue = db.prepare(`SELECT min(due_at) FROM probe WHERE origin_id = +? AND state = 'queued'`).pluck();
  const originAfter = db.prepare(`SELECT min(origin_id) FROM probe WHERE state = 'queued' AND origin_id > ?`).pluck();
  const open = db.prepare(`SELECT count(*) FROM probe WHERE state = 'queued' OR state = 'leased'`).pluck();
  const requeue = db.prepare(`UPDATE probe SET state = 'queued' WHERE state = 'leased'`);
  const hasKind = db.prepare('SELECT 1 FROM probe WHERE origin_id = ? AND kind = ? AND parent_id IS NULL LIMIT 1').pluck();
  const has = db.prepare('SELECT 1 FROM probe WHERE origin_id = ? LIMIT 1').pluck();
  const parentOf = db.prepare('SELECT parent_id FROM probe WHERE id = ?').pluck();
  return {
    /** Queues a probe. False: the URL has one of this kind already. */
    insert: ({ kind, urlId, originId, parentId, result }: NewProbe): boolean =>
      insert.run([kind, urlId, originId, parentId, result]).changes > 0,
    change(id: number, to: ProbeChange): void {
      const { state, result, dueAt, attempts, fetchId, status, facts } = to;
      const values = [dueAt, attempts, fetchId, status].map(value => value ?? null);
      change.run([state, result, ...values, facts ? JSON.stringify(facts) : null, id]);
    },
    /** The next probe of an origin that is due. */
    next: (originId: number, now: number): ProbeRecord | undefined => next.get([originId, now]) as ProbeRecord | undefined,
    /** Queued probes of an origin whose result is another one. */
    queuedOf: (originId: number, except: string): ProbeRecord[] => queuedOf.all([originId, except]) as ProbeRecord[],
    /** Earliest due time of the origin's queued probes, null if none is queued. */
    nextDue: (originId: number): number | null => nextDue.get(originId) as number | null,
    /** The next origin with queued probes, in order of id; null after the last. */
    originAfter: (originId: number): number | null => originAfter.get(originId) as number | null,
    /** Whether this probe was sent to a host of the crawl; redirects from other hosts do not count. */
    hasKind: (originId: number, kind: ProbeKind): boolean => hasKind.get(originId, kind) !== undefined,
    /** Whether only probes request an origin: no page of it was crawled. */
    isOnlyProbed: (originId: number): boolean =>
      has.get(originId) !== undefined && hasKind.get(originId, 'not-found') === undefined,
    /** How many redirects led to a probe. */
    hopsOf(id: number, most: number): number {
      let hops = 0;
      for (let at = parentOf.get(id) as number | null | undefined; at && hops < most; hops++)
        at = parentOf.get(at) as number | null | undefined;
      return hops;
    },
    /** After a crash: queues the probes again that were in flight. */
    requeueLeased: (): void => void requeue.run(),
    /** Probes that wait or are in flight. */
    open: (): number => open.get() as number,
  };
}
