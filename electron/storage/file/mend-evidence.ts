import type { Database } from 'better-sqlite3';
import { hasColumn } from './has-column.ts';
import { hasTable } from './has-table.ts';
import type { Note } from './mend-references.ts';

/** Rows between two yields. */
const rowsOfStep = 500;
/** The unit of the numbers that stand for evidence: see docs/crawl-file.md. */
const unit = 2 ** 20;

const lessEvidence = 'lost evidence, because what it names is lost';

/** Where a link of a page is, after others of the page were taken out; null: it was taken out. */
export type NewPosition = (from: number, seq: number) => number | null;

/** The fields of evidence that name a row. A text in one of them names none. */
const tables = {
  ...{ from: 'url', page: 'url', url: 'url', fetch: 'fetch', robots: 'robots_version', sitemap: 'sitemap' },
  rendering: 'rendering',
} as const;

/**
 * Takes references to lost rows and links out of the evidence of decisions: a later row with the number of a lost one is no evidence. Yields.
 */
export function* mendEvidence(db: Database, moved: NewPosition, note: Note): Generator<void, void, void> {
  if (!hasTable(db, 'decided') || !hasColumn(db, 'url', 'found')) return;
  const evidence = new StoredEvidence(db, moved);
  const changes = [yield* firstDecisions(db, evidence), yield* laterDecisions(db, evidence)] as const;
  note('url', changes[0], lessEvidence);
  note('decided', changes[1], lessEvidence);
}

/** A list in a damaged file; an empty one for anything else. */
function listOf(json: string): unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}

/** Evidence as decisions store it. */
class StoredEvidence {
  readonly #moved: NewPosition;
  readonly #finds: ReadonlyMap<string, { get(id: number): unknown }>;
  /** Whether the last evidence lost something. Links of a page may only have moved. */
  isLess = false;

  constructor(db: Database, moved: NewPosition) {
    this.#moved = moved;
    this.#finds = new Map(
      [...new Set(Object.values(tables))].map(table => [table, db.prepare(`SELECT 1 FROM ${table} WHERE id = ?`)]),
    );
  }

  /** No row has the number 0: evidence says so that it is of none. */
  has(table: string, id: number): boolean {
    return id <= 0 || this.#finds.get(table)?.get(id) !== undefined;
  }

  /** `url.found`; null where that is lost. */
  found(stored: number): number | null {
    this.isLess = false;
    const place = stored < 0 ? -stored - 1 : stored;
    const [id, seq] = [Math.floor(place / unit), place % unit];
    let kept: number | null = stored;
    if (!this.has(stored < 0 ? 'sitemap' : 'url', id)) kept = null;
    else if (stored >= 0) {
      const position = this.#moved(id, seq);
      kept = position === null ? null : id * unit + position;
    }
    this.isLess = kept === null;
    return kept;
  }

  /** Evidence as JSON; null: it is as it was. */
  json(text: string): string | null {
    this.isLess = false;
    const kept = this.list(listOf(text));
    return kept && JSON.stringify(kept);
  }

  /** A list of evidence; null: it is as it was. */
  list(list: readonly unknown[]): readonly unknown[] | null {
    const kept = list.flatMap(entry => this.#entry(entry));
    this.isLess = kept.length < list.length;
    return this.isLess || kept.some((entry, i) => entry !== list[i]) ? kept : null;
  }

  /** The entry in a list; an empty one where what it names is lost. */
  #entry(entry: unknown): readonly unknown[] {
    if (typeof entry !== 'object' || entry === null) return [entry];
    for (const [field, id] of Object.entries(entry)) {
      const table = Object.hasOwn(tables, field) ? tables[field as keyof typeof tables] : undefined;
      if (table !== undefined && typeof id === 'number' && !this.has(table, id)) return [];
    }
    const { kind, from, seq } = entry as Readonly<Record<string, unknown>>;
    if ((kind !== 'link' && kind !== 'rendered-link') || typeof from !== 'number' || typeof seq !== 'number') return [entry];
    const position = this.#moved(from, seq);
    return position === null ? [] : position === seq ? [entry] : [{ ...entry, seq: position }];
  }

  /** The second value of a decision in `decided.decisions`: a number, a list, or the JSON of an older version; undefined: it is as it was. */
  later(stored: unknown): unknown {
    this.isLess = false;
    if (Array.isArray(stored)) return this.list(stored) ?? undefined;
    if (typeof stored === 'string') return this.json(stored) ?? undefined;
    if (typeof stored !== 'number') return undefined;
    const isKept = stored >= 0 ? this.has('fetch', stored) : this.has('robots_version', Math.floor((-stored - 1) / unit));
    this.isLess = !isKept;
    return isKept ? undefined : [];
  }
}

function* firstDecisions(db: Database, evidence: StoredEvidence): Generator<void, number, void> {
  const block = db
    .prepare(
      `SELECT id, found, evidence FROM url WHERE id > ? AND (found IS NOT NULL OR evidence IS NOT NULL) ORDER BY id LIMIT ${rowsOfStep}`,
    )
    .raw();
  const setFound = db.prepare('UPDATE url SET found = ? WHERE id = ?');
  const setEvidence = db.prepare('UPDATE url SET evidence = ? WHERE id = ?');
  let less = 0;
  for (let after = -Number.MAX_SAFE_INTEGER; ; ) {
    const rows = block.all(after) as [number, number | null, string | null][];
    if (rows.length === 0) return less;
    for (const [id, found, json] of rows) {
      after = id;
      const place = found === null ? null : evidence.found(found);
      if (place !== found) setFound.run(place, id);
      if (place !== found && place === null) less += 1;
      const kept = json === null ? null : evidence.json(json);
      if (kept === null) continue;
      setEvidence.run(kept, id);
      if (evidence.isLess) less += 1;
    }
    yield;
  }
}

function* laterDecisions(db: Database, evidence: StoredEvidence): Generator<void, number, void> {
  const block = db.prepare(`SELECT id, decisions FROM decided WHERE id > ? ORDER BY id LIMIT ${rowsOfStep}`).raw();
  const set = db.prepare('UPDATE decided SET decisions = ? WHERE id = ?');
  let less = 0;
  for (let after = -Number.MAX_SAFE_INTEGER; ; ) {
    const rows = block.all(after) as [number, string][];
    if (rows.length === 0) return less;
    for (const [id, text] of rows) {
      after = id;
      const decisions = listOf(text);
      let [isChanged, isLess] = [false, false];
      for (const decision of decisions) {
        if (!Array.isArray(decision)) continue;
        const kept = evidence.later(decision[1]);
        if (kept === undefined) continue;
        decision[1] = kept;
        isChanged = true;
        isLess ||= evidence.isLess;
      }
      if (isChanged) set.run(JSON.stringify(decisions), id);
      if (isLess) less += 1;
    }
    yield;
  }
}
