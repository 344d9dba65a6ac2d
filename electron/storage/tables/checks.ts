import type { CheckCount, CheckState, CheckSubject } from '#shared/model/check.ts';
import type { MayFetch } from '#shared/model/decision.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { WriteDb } from '../file/handle.ts';
import { storedEvidence } from '../file/stored-evidence.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { linkReads } from '../links/link-reads.ts';

/** A URL that is checked but not crawled. */
export interface CheckRecord {
  readonly urlId: number;
  readonly url: string;
  readonly originId: number;
  readonly subject: CheckSubject;
  readonly state: CheckState;
  /** Reason code. */
  readonly result: string;
  readonly method: 'HEAD' | 'GET';
  /** Redirects in a row that led here. */
  readonly hops: number;
  readonly attempts: number;
}

export interface NewCheck {
  readonly urlId: number;
  readonly originId: number;
  readonly subject: CheckSubject;
  readonly state: 'queued' | 'skipped';
  readonly result: string;
  readonly decisionId: number;
  readonly hops: number;
}

/** What a step of a check changes. Absent fields stay unchanged. */
export interface CheckChange {
  readonly state: CheckState;
  readonly result: string;
  readonly decisionId?: number;
  readonly method?: 'HEAD' | 'GET';
  readonly dueAt?: number;
  readonly attempts?: number;
  readonly fetchId?: number;
  readonly status?: number | null;
  readonly contentType?: string | null;
  readonly contentLength?: number | null;
  readonly redirectId?: number;
  readonly checkedAt?: number;
}

const columnOf: Readonly<Record<keyof CheckChange, string>> = {
  state: 'state',
  result: 'result',
  decisionId: 'decision_id',
  method: 'method',
  dueAt: 'due_at',
  attempts: 'attempts',
  fetchId: 'fetch_id',
  status: 'status',
  contentType: 'content_type',
  contentLength: 'content_length',
  redirectId: 'redirect_id',
  checkedAt: 'checked_at',
};

const record = `k.url_id AS urlId, u.url, k.origin_id AS originId, k.subject, k.state, k.result, k.method, k.hops, k.attempts
  FROM url_check k JOIN url u ON u.id = k.url_id`;

/** The queue and the results of checks. Every change keeps `check_count`, and the columns of `url` that lists show. */
export function checkTable(db: WriteDb) {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO url_check (url_id, origin_id, subject, state, result, decision_id, method, hops)
     VALUES (?, ?, ?, ?, ?, ?, 'HEAD', ?)`,
  );
  const remove = db.prepare(`DELETE FROM url_check WHERE url_id = ? AND state = 'queued' RETURNING state, result`);
  const show = db.prepare('UPDATE url SET check_result = ? WHERE id = ?');
  const showStatus = db.prepare('UPDATE url SET check_result = ?, check_status = ?, content_type = ? WHERE id = ?');
  const count = db.prepare(
    `INSERT INTO check_count (state, result, urls) VALUES (?, ?, ?) ON CONFLICT (state, result) DO UPDATE SET urls = urls + excluded.urls`,
  );
  const counts = db.prepare('SELECT state, result, urls FROM check_count WHERE urls > 0 ORDER BY state, result');
  const open = db.prepare(`SELECT coalesce(sum(urls), 0) FROM check_count WHERE state = 'queued' OR state = 'leased'`).pluck();
  const byId = db.prepare(`SELECT ${record} WHERE k.url_id = ?`);
  const next = db.prepare(
    `SELECT ${record} WHERE k.origin_id = +? AND k.state = 'queued' AND k.due_at <= ? ORDER BY k.due_at, k.url_id LIMIT ? + 0`,
  );
  const queuedOf = db.prepare(
    `SELECT ${record} WHERE k.origin_id = +? AND k.state = 'queued' AND k.result <> ? AND k.url_id > ? ORDER BY k.url_id LIMIT 200`,
  );
  const skippedFor = db.prepare(
    `SELECT ${record} WHERE k.state = 'skipped' AND k.result = ? AND k.url_id > ? ORDER BY k.url_id LIMIT 200`,
  );
  const anyFor = db.prepare(`SELECT 1 FROM check_count WHERE state = 'skipped' AND result = ? AND urls > 0`);
  const nextDue = db.prepare(`SELECT min(due_at) FROM url_check WHERE origin_id = +? AND state = 'queued'`).pluck();
  const originAfter = db.prepare(`SELECT min(origin_id) FROM url_check WHERE state = 'queued' AND origin_id > ?`).pluck();
  const redirectOf = db.prepare('SELECT redirect_id FROM url_check WHERE url_id = ?').pluck();
  const ofHosts = db.prepare(
    `SELECT o.host, sum(n) FROM (SELECT origin_id, count(*) AS n FROM url_check WHERE state <> 'skipped' GROUP BY origin_id) k
       JOIN origin o ON o.id = k.origin_id GROUP BY o.host`,
  );
  const leased = db.prepare(`SELECT url_id FROM url_check WHERE state = 'leased'`).pluck();
  const anyOf = db.prepare('SELECT 1 FROM url_check WHERE origin_id = +? LIMIT 1');
  const evidenceOf = db.prepare('SELECT evidence FROM decisions WHERE url_id = ? AND is_current').pluck();
  const links = linkReads(db);
  const kinds = new LinkKinds(db);
  const showRobots = db.prepare('UPDATE url SET may_fetch = ?, robots_id = ?, robots_line = ? WHERE id = ?');
  const updates = new Map<string, ReturnType<WriteDb['prepare']>>();
  const move = (state: string, result: string, urls: number): void => void count.run([state, result, urls]);
  const find = (urlId: number): CheckRecord | undefined => byId.get(urlId) as CheckRecord | undefined;

  const change = (before: Pick<CheckRecord, 'urlId' | 'state' | 'result'>, to: CheckChange): void => {
    const keys = Object.keys(to) as (keyof CheckChange)[];
    const shape = keys.join();
    const statement =
      updates.get(shape) ??
      db.prepare(`UPDATE url_check SET ${keys.map(key => `${columnOf[key]} = ?`).join(', ')} WHERE url_id = ?`);
    updates.set(shape, statement);
    statement.run([...keys.map(key => to[key] ?? null), before.urlId]);
    if (to.status !== undefined) showStatus.run([to.result, to.status, to.contentType ?? null, before.urlId]);
    else if (to.result !== before.result) show.run([to.result, before.urlId]);
    if (to.state === before.state && to.result === before.result) return;
    move(before.state, before.result, -1);
    move(to.state, to.result, 1);
  };

  return {
    /** Queues a check, or records why it is not sent. False: the URL has one already. */
    insert({ urlId, originId, subject, state, result, decisionId, hops }: NewCheck): boolean {
      if (insert.run([urlId, originId, subject, state, result, decisionId, hops]).changes === 0) return false;
      show.run([result, urlId]);
      move(state, result, 1);
      return true;
    },
    find,
    /** Removes a check that waits: the URL is crawled now. */
    withdraw(urlId: number): void {
      const row = remove.get(urlId) as { readonly state: string; readonly result: string } | undefined;
      if (!row) return;
      show.run([null, urlId]);
      move(row.state, row.result, -1);
    },
    change,
    /** What robots.txt says about a checked URL. */
    showRobots: (urlId: number, said: { readonly mayFetch: MayFetch; readonly robots: number; readonly line: number }): void =>
      void showRobots.run([said.mayFetch, said.robots, said.line, urlId]),
    /** The link by which a URL was found that is not crawled; null for what was found in another way. */
    foundBy(urlId: number): { readonly from: number; readonly seq: number } | null {
      const evidence = storedEvidence((evidenceOf.get(urlId) as string | undefined) ?? '[]');
      const link = evidence.find(each => each.kind === 'link');
      return link ? { from: link.from, seq: link.seq } : null;
    },
    /** Kinds of the links of a page, by their position. */
    linkKinds(from: number): LinkKind[] {
      const found: LinkKind[] = [];
      for (const link = links.of(from); link?.next(); ) found.push(kinds.nameOf(link.kind) as LinkKind);
      return found;
    },
    /** The next checks of an origin that are due. */
    next: (originId: number, now: number, limit: number): CheckRecord[] => next.all([originId, now, limit]) as CheckRecord[],
    /** Earliest due time of the origin's queued checks, null if none is queued. */
    nextDue: (originId: number): number | null => nextDue.get(originId) as number | null,
    /** Queued checks of an origin whose result is another one, in blocks. */
    *queuedOf(originId: number, except: string): Generator<CheckRecord> {
      for (let after = 0; ; ) {
        const block = queuedOf.all([originId, except, after]) as CheckRecord[];
        yield* block;
        const last = block.at(-1);
        if (!last) return;
        after = last.urlId;
      }
    },
    /** Checks that were not sent for one of these reasons, in blocks. */
    *skippedFor(results: readonly string[]): Generator<CheckRecord> {
      for (const result of results)
        for (let after = 0; anyFor.get([result]) !== undefined; ) {
          const block = skippedFor.all([result, after]) as CheckRecord[];
          yield* block;
          const last = block.at(-1);
          if (!last) break;
          after = last.urlId;
        }
    },
    /** The next origin with queued checks, in order of id; null after the last. */
    originAfter: (originId: number): number | null => originAfter.get(originId) as number | null,
    /** Where a checked URL redirects; null: nowhere, or not checked. */
    redirectOf: (urlId: number): number | null => (redirectOf.get(urlId) as number | null | undefined) ?? null,
    /** Whether URLs of an origin are checked. */
    hasAny: (originId: number): boolean => anyOf.get(originId) !== undefined,
    /** Checks by host, without those that are not sent. */
    byHost: (): [host: string, checks: number][] => ofHosts.raw().all() as [string, number][],
    /** After a crash: queues the checks again that were in flight. */
    requeueLeased(): void {
      for (const urlId of leased.all() as number[]) {
        const before = find(urlId);
        if (before) change(before, { state: 'queued', result: before.result });
      }
    },
    /** Checks that wait or are in flight. */
    open: (): number => open.get() as number,
    counts: (): CheckCount[] => counts.all() as CheckCount[],
  };
}
export type CheckTable = ReturnType<typeof checkTable>;
