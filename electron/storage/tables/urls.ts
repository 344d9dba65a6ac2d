import { pageColumnKeys, type StoredPageColumns } from '#core/audit/page-columns.ts';
import { endOfRanks } from '#core/frontier/order.ts';
import { longestRetryMs, retryDelayMs } from '#core/frontier/politeness.ts';
import type { DecisionDraft, Evidence, LinksFollowed, MayFetch, MayList, UrlState } from '#shared/model/decision.ts';
import { type UrlRow, urlColumns } from '#shared/model/url-columns.ts';
import { urlKey } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';
import { hasColumn } from '../file/has-column.ts';
import type { LateWrites } from '../file/late-writes.ts';
import { storedEvidence } from '../file/stored-evidence.ts';
import { LinkIds } from '../links/link-ids.ts';
import type { LinkRows } from '../links/link-rows.ts';
import { Decisions, firstEvidence } from './decisions.ts';
import { Depths } from './depths.ts';
import type { Tally } from './tally.ts';
import { TargetClasses } from './target-classes.ts';
import { UrlIds } from './url-ids.ts';

/** The frontier's view of a URL. */
export interface UrlRecord {
  readonly id: number;
  readonly url: string;
  readonly originId: number | null;
  readonly state: UrlState;
  readonly reason: string;
  /** Links from a seed or a sitemap entry along the path of discovery. The depth limit applies to this number. */
  readonly distance: number;
  readonly hops: number;
  readonly attempts: number;
  readonly status: number | null;
  readonly mayFetch: MayFetch;
  readonly mayList: MayList;
  readonly linksFollowed: LinksFollowed;
  readonly via: string;
  readonly viaId: number | null;
  /** The target of its redirect, known after the fetch. */
  readonly redirectId: number | null;
}

export interface NewUrl {
  readonly url: string;
  readonly originId: number | null;
  readonly state: UrlState;
  /** Fewest clicks from a seed, or null if no followed link leads to it. */
  readonly depth: number | null;
  /** Defaults to `depth`. */
  readonly distance?: number;
  /** The page whose link gives `depth`. */
  readonly depthFrom?: number | null;
  readonly hops: number;
  readonly via: 'seed' | 'link' | 'redirect' | 'sitemap' | 'probe' | 'rendering';
  readonly viaId: number | null;
  /** Sitemap entries that list it; absent: 0. */
  readonly inSitemaps?: number;
}

/** Columns of `url` that no list shows, by field. */
const inner = {
  decisionId: 'decision_id',
  robotsId: 'robots_id',
  distance: 'distance',
  hops: 'hops',
  via: 'via',
  viaId: 'via_id',
  dueAt: 'due_at',
  attempts: 'attempts',
  fetchId: 'fetch_id',
  canonicalId: 'canonical_id',
  redirectId: 'redirect_id',
  directives: 'directives',
} as const;

/** Changes to the row of a URL. Absent fields stay unchanged. Other code updates the counts of links and sitemap entries. */
export interface UrlChange extends Partial<Omit<UrlRow, 'id' | 'url' | 'canonical' | 'redirectTo' | 'inlinks' | 'inSitemaps'>> {
  readonly decisionId?: number;
  readonly robotsId?: number | null;
  readonly distance?: number;
  readonly hops?: number;
  readonly via?: string;
  readonly viaId?: number | null;
  readonly dueAt?: number;
  readonly attempts?: number;
  readonly fetchId?: number;
  readonly canonicalId?: number | null;
  readonly redirectId?: number | null;
  readonly directives?: number | null;
}

const attemptKeys = [
  'reason',
  'decisionId',
  'fetchId',
  'status',
  'contentType',
  'bytes',
  'totalMs',
  'firstByteMs',
  'httpVersion',
  'fetchedAt',
  'attempts',
] as const;
const answerKeys = [
  'mayList',
  'linksFollowed',
  'internalLinks',
  'externalLinks',
  'outlinks',
  'canonicalId',
  'directives',
] as const;

/** What every finished attempt changes. */
export type UrlAttempt = Required<Pick<UrlChange, (typeof attemptKeys)[number]>>;
/** What a response changes besides. */
export type UrlAnswer = Required<Pick<UrlChange, (typeof answerKeys)[number]>>;

const columnOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(urlColumns.map(({ key, stored }) => [key, stored])),
  ...inner,
};

/** Selects URLs. An absent field sets no condition. */
export interface InState {
  readonly state: UrlState;
  readonly originId?: number;
  readonly reasons?: readonly string[];
  /** Excludes URLs with these reasons. */
  readonly except?: readonly string[];
}

const urlsOfBlock = 500;
/** URLs that one statement looks through: this takes some milliseconds. */
const urlsLookedAt = 4_000;
const dayMs = 86_400_000;
/** `retryDelayMs` of the next attempt. */
const retryDelaySql = `min(${longestRetryMs}, ${retryDelayMs(1)} << (2 * min(attempts, 10)))`;

/** Columns of a record; `distance` is the expression for it. */
const recordOf = (
  distance: string,
): string => `id, url, origin_id AS originId, state, reason, ${distance} AS distance, hops, attempts, status, may_fetch AS mayFetch,
  may_list AS mayList, links_followed AS linksFollowed, via, via_id AS viaId, redirect_id AS redirectId`;

/** What the table of URLs shares with others. */
interface UrlTableParts {
  readonly tally: Tally;
  readonly late: LateWrites;
  readonly linkRows: LinkRows;
}

/** What was asked of some URLs, and the last id among all that were looked at. */
export interface UrlBlock<T> {
  readonly end: number;
  readonly rows: readonly T[];
}

/** Every URL ever seen, with its one current decision, and the frontier among them. */
export function urlTable(db: WriteDb, { tally, late, linkRows }: UrlTableParts) {
  let nextUrl = ((db.prepare('SELECT max(id) FROM url').pluck().get() as number | null) ?? 0) + 1;
  const decisions = new Decisions(db, late);
  const ids = new UrlIds(db);
  const linkIds = new LinkIds();
  const depths = new Depths(db, linkRows);
  const targetClasses = new TargetClasses(db);
  // An older file opened read-only has one column for both, and is never written.
  const isOlder = !hasColumn(db, 'url', 'distance');
  const distance = isOlder ? 'depth' : 'distance';
  const record = recordOf(distance);
  const byHash = db.prepare(`SELECT ${record} FROM url WHERE hash = ? AND url = ?`);
  const byId = db.prepare(`SELECT ${record} FROM url WHERE id = ?`);
  const insertUrl = () =>
    db.prepare(
      `INSERT INTO url (id, url, hash, origin_id, state, kind_id, found, evidence, reason, may_fetch, may_list, links_followed, distance, depth, depth_from, hops, discovered_at, via, via_id, in_sitemaps)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'unknown', 'unknown', 'unknown', ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  let inserting: ReturnType<typeof insertUrl> | null = null;
  // Each plus is only for speed. SQLite inspects a bare parameter when it plans (partial index conditions, the
  // limit), and then recompiles the statement on every run. That costs many times more than running it.
  const next = db.prepare(
    `SELECT ${record} FROM url WHERE origin_id = +? AND state = 'queued' AND due_at <= ? ORDER BY due_at, ${distance}, id LIMIT ? + 0`,
  );
  const setRank = db.prepare(`UPDATE url SET due_at = ? WHERE id = ? AND state = 'queued' AND due_at < ${endOfRanks}`);
  const ranked = db.prepare(
    `SELECT id, url, ${distance} AS distance, due_at AS rank FROM url WHERE id > ? AND state = 'queued' AND due_at < ${endOfRanks} ORDER BY id LIMIT 500`,
  );
  const evidenceNow = db.prepare('SELECT evidence FROM decisions WHERE url_id = ? AND is_current').pluck();
  const nextDue = db.prepare(`SELECT min(due_at) FROM url WHERE origin_id = +? AND state = 'queued'`).pluck();
  const hasten = db.prepare(
    `UPDATE url SET due_at = CASE WHEN due_at > @at + ${dayMs} THEN @at ELSE min(due_at, @at + ${retryDelaySql}) END
     WHERE id IN (SELECT id FROM url WHERE origin_id = +@originId AND state = 'queued' ORDER BY due_at LIMIT 500)`,
  );
  const update = (keys: readonly string[]) =>
    db.prepare<unknown[]>(`UPDATE url SET ${keys.map(key => `${columnOf[key]} = ?`).join(', ')} WHERE id = ?`);
  const updates = new Map<string, ReturnType<typeof update>>();
  // Prepared on first use: an older file opened read-only lacks columns.
  let answering: ReturnType<typeof update> | null = null;
  /** Columns of matching URLs in blocks. Many blocks may be empty, so that the caller gets its turn even if few URLs match. */
  function* inBlocks<T>(columns: string, from: string, conditions: string, values: readonly unknown[]): Generator<UrlBlock<T>> {
    const endOf = db.prepare(`SELECT max(id) FROM (SELECT id FROM url WHERE id > ? ORDER BY id LIMIT ${urlsLookedAt})`).pluck();
    const some = db.prepare(`SELECT ${columns} FROM ${from} WHERE u.id > ? AND u.id <= ? AND ${conditions} ORDER BY u.id`);
    for (let after = 0; ; ) {
      const end = endOf.get(after) as number | null;
      if (end === null) return;
      yield { end, rows: some.all(after, end, ...values) as T[] };
      after = end;
    }
  }
  function* idsInBlocks(from: string, conditions: string, values: readonly unknown[]): Generator<readonly number[]> {
    for (const { rows } of inBlocks<{ id: number }>('u.id', from, conditions, values)) yield rows.map(({ id }) => id);
  }
  const disregarded = (reasons: readonly string[]) =>
    `u.state = 'disregarded' AND u.reason IN (${reasons.map(() => '?').join()})`;
  const counted = (before: UrlRecord, state: UrlState, reason: string, status: number | null, listing: MayList): void => {
    const { originId } = before;
    const old = { originId, state: before.state, reason: before.reason, status: before.status, listing: before.mayList };
    tally.change(before.id, old, { originId, state, reason, status, listing });
  };

  /** False: the counters show that no URL has one of these reasons, so the caller need not scan a million rows. */
  const mayHave = (reasons: readonly string[]): boolean => !tally.isCounted || reasons.some(reason => tally.reasons.has(reason));

  return {
    find(url: string): UrlRecord | undefined {
      late.run();
      return byHash.get(urlKey(url), url) as UrlRecord | undefined;
    },
    /** Id of a URL, 0 if unknown. */
    idOf: (url: string): number => ids.find(url),
    /** Target ids of frequently repeated links. */
    linkIds,
    /** Clicks from a seed. */
    depths,
    targetClasses,
    byId(id: number): UrlRecord | undefined {
      late.runFor(id);
      return byId.get(id) as UrlRecord | undefined;
    },
    /** Stores a new URL together with its first decision. */
    insert(url: NewUrl, draft: DecisionDraft, at: number, settingsId: number): number {
      const id = nextUrl++;
      const [found, evidence] = firstEvidence(draft.evidence);
      inserting ??= insertUrl();
      inserting.run(
        id,
        url.url,
        ids.keyOf(url.url),
        url.originId,
        url.state,
        decisions.kindOf(draft, settingsId),
        found,
        evidence,
        draft.reason,
        url.distance ?? url.depth ?? 0,
        url.depth,
        url.depthFrom ?? null,
        url.hops,
        at,
        url.via,
        url.viaId,
        url.inSitemaps ?? 0,
      );
      tally.insert(id, { originId: url.originId, state: url.state, reason: draft.reason, status: null, listing: 'unknown' });
      ids.add(url.url, id);
      depths.written(id, url.depth);
      if (url.state === 'queued' && url.via !== 'probe' && url.via !== 'rendering') targetClasses.admitted(id);
      return id;
    },
    /** Appends a decision. Only `change({ decisionId })` makes it the current one. */
    decide: (urlId: number, draft: DecisionDraft, at: number, settingsId: number): number =>
      decisions.add(urlId, draft, at, settingsId),
    /** Writes decisions that wait for others of the same event. Call it before a transaction ends. */
    flush: (): void => decisions.flush(),
    change(before: UrlRecord, change: UrlChange): void {
      const keys = Object.keys(change) as (keyof UrlChange)[];
      const shape = keys.join();
      let statement = updates.get(shape);
      if (!statement) {
        statement = update(keys);
        updates.set(shape, statement);
      }
      const values: unknown[] = [];
      for (const key of keys) values.push(key === 'decisionId' ? decisions.inForce(change.decisionId as number) : change[key]);
      values.push(before.id);
      late.run();
      // One array would be read element by element.
      statement.run(...values);
      const status = change.status === undefined ? before.status : change.status;
      counted(before, change.state ?? before.state, change.reason ?? before.reason, status, change.mayList ?? before.mayList);
    },
    /** A response was stored: the same as `change` to the state done, with all that a response changes. */
    answer(before: UrlRecord, attempt: UrlAttempt, answer: UrlAnswer, page: StoredPageColumns): void {
      answering ??= update([...attemptKeys, 'state', ...answerKeys, ...pageColumnKeys]);
      const values: unknown[] = [];
      for (const key of attemptKeys) values.push(key === 'decisionId' ? decisions.inForce(attempt.decisionId) : attempt[key]);
      values.push('done');
      for (const key of answerKeys) values.push(answer[key]);
      for (const key of pageColumnKeys) values.push(page[key]);
      values.push(before.id);
      const statement = answering;
      late.add(() => void statement.run(...values), before.id);
      counted(before, 'done', attempt.reason, attempt.status, answer.mayList);
    },
    /** The next admitted URLs of an origin that are due: earliest due time first, then nearest to the seeds. */
    next: (originId: number, nowAt: number, limit: number): UrlRecord[] => next.all(originId, nowAt, limit) as UrlRecord[],
    /** Sets the rank of a queued URL that does not wait for a time. Ranks are below `endOfRanks` of `core/frontier/order.ts`. */
    setRank: (id: number, rank: number): void => void setRank.run(rank, id),
    /** Queued URLs that do not wait for a time, with their rank, in blocks in order of id. */
    *ranked(): Generator<{ readonly id: number; readonly url: string; readonly distance: number; readonly rank: number }> {
      type Row = { readonly id: number; readonly url: string; readonly distance: number; readonly rank: number };
      for (let after = 0; ; ) {
        const block = ranked.all(after) as Row[];
        yield* block;
        if (block.length < urlsOfBlock) return;
        after = (block.at(-1) as Row).id;
      }
    },
    /**
     * The clock went back since the next URLs of an origin, at most 500, were queued: none waits longer than its retry does. A URL that would
     * wait for more than a day is due at once.
     */
    hasten: (originId: number, at: number): void => void hasten.run({ originId, at }),
    /** Earliest due time of the origin's queued URLs, or null if none is queued. */
    nextDue: (originId: number): number | null => nextDue.get(originId) as number | null,
    /** The evidence of the current decision about a URL. */
    evidenceOf: (id: number): readonly Evidence[] => storedEvidence((evidenceNow.get(id) as string | undefined) ?? '[]'),
    /** Blocks of URLs disregarded for one of these reasons. */
    disregardedFor: (reasons: readonly string[]): Iterable<UrlBlock<{ readonly id: number; readonly reason: string }>> =>
      mayHave(reasons) ? inBlocks('u.id, u.reason', 'url u', disregarded(reasons), reasons) : [],
    /** Ids of the origins of such URLs, in blocks of URLs. */
    originsDisregardedFor: (reasons: readonly string[]): Iterable<UrlBlock<{ readonly id: number | null }>> =>
      mayHave(reasons) ? inBlocks('u.origin_id AS id', 'url u', disregarded(reasons), reasons) : [],
    /** Returns matching URLs in blocks, in order of id. URLs that change during the iteration may or may not be included. */
    *inState({ state, originId, reasons, except = [] }: InState): Generator<UrlRecord> {
      const conditions = [
        'id > ?',
        'state = ?',
        ...(originId === undefined ? [] : ['origin_id = ?']),
        ...(reasons === undefined ? [] : [`reason IN (${reasons.map(() => '?').join()})`]),
        ...(except.length === 0 ? [] : [`reason NOT IN (${except.map(() => '?').join()})`]),
      ];
      const some = db.prepare(`SELECT ${record} FROM url WHERE ${conditions.join(' AND ')} ORDER BY id LIMIT ${urlsOfBlock}`);
      const values = [state, ...(originId === undefined ? [] : [originId]), ...(reasons ?? []), ...except];
      for (let after = 0; ; ) {
        const block = some.all(after, ...values) as UrlRecord[];
        yield* block;
        if (block.length < urlsOfBlock) return;
        after = (block.at(-1) as UrlRecord).id;
      }
    },
    /** Blocks of URLs that ended for one of these reasons. */
    endedFor: (reasons: readonly string[]) =>
      idsInBlocks('url u', `u.state IN ('failed', 'done') AND u.reason IN (${reasons.map(() => '?').join()})`, reasons),
    /** Blocks of URLs whose last response our limit cut after fewer bytes than this. Without redirects: their bodies have another limit. */
    cutBelow: (bytes: number) =>
      idsInBlocks(
        'url u JOIN fetch f ON f.id = u.fetch_id',
        `u.state = 'done' AND f.body_end = 'too-large' AND u.bytes < ? AND u.status NOT BETWEEN 300 AND 399`,
        [bytes],
      ),
    /** Call it after a rolled-back transaction. The next read loads the counters and ids from the file again. */
    reload(): void {
      ids.clear();
      linkIds.clear();
      depths.reload();
      targetClasses.reload();
      nextUrl = ((db.prepare('SELECT max(id) FROM url').pluck().get() as number | null) ?? 0) + 1;
      decisions.reload();
      tally.forget();
    },
  };
}
export type UrlTable = ReturnType<typeof urlTable>;
