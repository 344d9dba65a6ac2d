import type { DecisionDraft, Evidence, TraceStep } from '#shared/model/decision.ts';
import type { WriteDb } from '../file/handle.ts';
import { LateWrites } from '../file/late-writes.ts';

export const encodeTrace = (trace: readonly TraceStep[]): string =>
  trace.map(step => (step.answer ? `${step.rule}=${step.answer}` : step.rule)).join(' ');

export const decodeTrace = (text: string): TraceStep[] =>
  text === ''
    ? []
    : text.split(' ').map(part => {
        const [rule = '', answer = ''] = part.split('=');
        return { rule, answer: answer as TraceStep['answer'] };
      });

/** New ids are not counted from greater ones, which only a damaged file has. */
const mostIds = 2 ** 52;

/** Places below this share an integer with the id before them. The views of `decisions` unpack it. */
const placeUnit = 2 ** 20;
const packed = (id: number, place: number): number | null =>
  place < placeUnit && id >= 0 && id < 2 ** 31 ? id * placeUnit + place : null;

/** Evidence of a first decision: one link or sitemap entry as a number, anything else as JSON. */
export function firstEvidence(evidence: readonly Evidence[]): readonly [found: number | null, json: string | null] {
  const [only] = evidence;
  if (only === undefined) return [null, null];
  if (evidence.length === 1) {
    const place = only.kind === 'link' ? packed(only.from, only.seq) : null;
    if (place !== null) return [place, null];
    const entry = only.kind === 'sitemap-entry' ? packed(only.sitemap, only.seq) : null;
    if (entry !== null) return [-entry - 1, null];
  }
  return [null, JSON.stringify(evidence)];
}

/** Evidence of a later decision: one request as its id, robots.txt as a negative number, anything else as JSON. */
function laterEvidence(evidence: readonly Evidence[]): string {
  const [only] = evidence;
  if (only !== undefined && evidence.length === 1) {
    if (only.kind === 'fetch') return String(only.fetch);
    const place =
      only.kind === 'robots-fetch'
        ? packed(only.robots, 0)
        : only.kind === 'robots-line' && only.line > 0
          ? packed(only.robots, only.line)
          : null;
    if (place !== null) return String(-place - 1);
  }
  return JSON.stringify(evidence);
}

interface Kind {
  readonly id: number;
  readonly draft: DecisionDraft;
  readonly settingsId: number;
}

/** Numbers of kinds of decisions. A crawl has a few dozen. */
class DecisionKinds {
  readonly #db: WriteDb;
  #ids: Map<string, number> | null = null;
  /** Lists from rules share their traces, so that most kinds are found without building a text. */
  #byTrace = new WeakMap<readonly TraceStep[], Kind[]>();

  constructor(db: WriteDb) {
    this.#db = db;
  }

  idOf(draft: DecisionDraft, settingsId: number): number {
    let kinds = this.#byTrace.get(draft.trace);
    if (kinds === undefined) {
      kinds = [];
      this.#byTrace.set(draft.trace, kinds);
    }
    for (const { id, draft: known, settingsId: settings } of kinds)
      if (
        known.reason === draft.reason &&
        known.verdict === draft.verdict &&
        known.rule === draft.rule &&
        known.stage === draft.stage &&
        settings === settingsId
      )
        return id;
    const id = this.#find(draft, settingsId);
    // The evidence is not kept.
    kinds.push({ id, draft: { ...draft, evidence: [] }, settingsId });
    return id;
  }

  forget(): void {
    this.#ids = null;
    this.#byTrace = new WeakMap();
  }

  #find({ stage, verdict, reason, rule, trace }: DecisionDraft, settingsId: number): number {
    this.#ids ??= new Map(
      (this.#db.prepare('SELECT * FROM decision_kind').raw().all() as [number, ...unknown[]][]).map(([id, ...kind]) => [
        JSON.stringify(kind),
        id,
      ]),
    );
    const kind = [stage, verdict, reason, rule, encodeTrace(trace), settingsId];
    const key = JSON.stringify(kind);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = Number(
      this.#db
        .prepare('INSERT INTO decision_kind (stage, verdict, reason, rule, trace, settings_id) VALUES (?, ?, ?, ?, ?, ?)')
        .run(kind).lastInsertRowid,
    );
    this.#ids.set(key, id);
    return id;
  }
}

const statementsOf = (db: WriteDb) => ({
  insert: db.prepare<unknown[]>('INSERT INTO decided (id, url_id, at, current, decisions) VALUES (?, ?, ?, ?, ?)'),
  rowOf: db.prepare<unknown[]>('SELECT id, current FROM decided WHERE id <= ? ORDER BY id DESC LIMIT 1').raw(),
  point: db.prepare<unknown[]>('UPDATE decided SET current = ? WHERE id = ?'),
});

/** The decisions of an event about one URL that are not written yet. */
interface Open {
  readonly id: number;
  readonly urlId: number;
  readonly at: number;
  readonly texts: string[];
  current: number;
}

/**
 * Writes decisions after the first of a URL. Those of one event are one row of `decided`: it is written when one of them becomes the
 * current one, when a decision of another event comes, and at the latest at the end of the transaction (`flush`).
 */
export class Decisions {
  readonly #db: WriteDb;
  readonly #kinds: DecisionKinds;
  readonly #late: LateWrites;
  #made: ReturnType<typeof statementsOf> | null = null;
  #next = 0;
  #open: Open | null = null;

  constructor(db: WriteDb, late = new LateWrites()) {
    this.#db = db;
    this.#late = late;
    this.#kinds = new DecisionKinds(db);
  }

  /** Prepared on first use: an older file opened read-only lacks the tables. */
  get #statements(): ReturnType<typeof statementsOf> {
    this.#made ??= statementsOf(this.#db);
    return this.#made;
  }

  /** The number of what a decision says. */
  kindOf(draft: DecisionDraft, settingsId: number): number {
    return this.#kinds.idOf(draft, settingsId);
  }

  /** Appends a decision. Returns its id. */
  add(urlId: number, draft: DecisionDraft, at: number, settingsId: number): number {
    const kind = this.#kinds.idOf(draft, settingsId);
    if (this.#open !== null && (this.#open.urlId !== urlId || this.#open.at !== at)) this.flush();
    if (this.#next === 0) this.#next = this.#firstFree();
    const id = this.#next++;
    const text = draft.evidence.length === 0 ? `[${kind}]` : `[${kind},${laterEvidence(draft.evidence)}]`;
    if (this.#open !== null) this.#open.texts.push(text);
    else {
      this.#open = { id, urlId, at, texts: [text], current: 0 };
      // Outside a transaction, nobody calls `flush`.
      if (!this.#late.inTransaction && !this.#db.inTransaction) this.flush();
    }
    return id;
  }

  /** Makes a decision the one in force of its event. Returns the id of the event, for `url.decision_id`. */
  inForce(id: number): number {
    const open = this.#open;
    if (open !== null && id >= open.id) {
      open.current = id - open.id;
      this.flush();
      return open.id;
    }
    this.#late.run();
    const [event, current] = (this.#statements.rowOf.get(id) ?? [id, 0]) as [number, number];
    if (current !== id - event) this.#statements.point.run(id - event, event);
    return event;
  }

  /** Writes what is open. Call it before a transaction ends. */
  flush(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const { insert } = this.#statements;
    const { id, urlId, at, texts, current } = open;
    this.#late.add(() => void insert.run(id, urlId, at, current, `[${texts.join()}]`));
  }

  /** Discards what is not written, and the numbers of kinds. */
  reload(): void {
    this.#open = null;
    this.#next = 0;
    this.#kinds.forget();
  }

  #firstFree(): number {
    const last = this.#db
      .prepare(
        `SELECT id + CASE WHEN json_valid(decisions) THEN max(1, json_array_length(decisions)) ELSE 1 END FROM decided WHERE id < ${mostIds} ORDER BY id DESC LIMIT 1`,
      )
      .pluck()
      .get() as number | undefined;
    return last ?? 1;
  }
}
