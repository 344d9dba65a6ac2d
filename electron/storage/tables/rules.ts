import {
  type BodyRule,
  isBodyRule,
  type Rule,
  type RuleCounts,
  type RuleOutcome,
  type RuleState,
  type RuleValue,
  type StoredRule,
} from '#shared/model/rules.ts';
import { RuleInput } from '#shared/rules-file.ts';
import type { ReadDb, WriteDb } from '../file/handle.ts';

export interface NewResult {
  readonly ruleId: number;
  readonly urlId: number;
  readonly fetchId: number;
  readonly outcome: RuleOutcome;
}

interface RuleRow {
  readonly id: number;
  readonly json: string;
}

interface ResultRow {
  readonly state: RuleState;
  readonly count: number;
  readonly value: string | null;
  readonly detail: string | null;
}

/** Skips a row that is not a rule of ours: another program wrote it. */
function ruleOf({ id, json }: RuleRow): StoredRule[] {
  try {
    const { success, data } = RuleInput.safeParse(JSON.parse(json));
    return success ? [{ id, rule: data }] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** What results depend on: a rule that differs only elsewhere keeps them. */
const searched = (rule: Rule): string => {
  const { name: _name, ...rest } = rule;
  return JSON.stringify(rest.kind === 'search' ? { ...rest, hit: null } : rest);
};

const isValue = (value: unknown): value is RuleValue =>
  typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string';

function outcomeOf({ state, count, value, detail }: ResultRow): RuleOutcome {
  if (state !== 'done') return { state, count: 0, values: [], problem: detail ?? '' };
  let values: readonly RuleValue[] = value === null ? [] : [{ value }];
  try {
    const parsed: unknown = detail === null ? null : JSON.parse(detail);
    if (Array.isArray(parsed)) values = parsed.filter(isValue);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { state, count, values, problem: '' };
}

/** The pages that rules look at: responses with status 2xx that are HTML, or JSON. `p` is null for JSON. */
const pagesSql = `FROM url u JOIN fetch f ON f.id = u.fetch_id LEFT JOIN page p ON p.url_id = u.id AND p.fetch_id = u.fetch_id
  WHERE u.id > ? AND u.status BETWEEN 200 AND 299
    AND (p.url_id IS NOT NULL OR u.content_type LIKE 'application/%json' OR u.content_type = 'text/json')`;

/** A stored response that rules may look at. */
export interface PageOfRules {
  readonly id: number;
  readonly url: string;
  readonly fetchId: number;
  readonly kind: 'html' | 'json';
  /** Label of the encoding, '' where none is known. */
  readonly charset: string;
  /** Null: the body is not stored. */
  readonly bodyHash: Uint8Array | null;
}

const rowsOfBlock = 200;

/** Rules and their results, for readers. */
export function ruleReads(db: ReadDb) {
  const all = db.prepare('SELECT id, json FROM rule ORDER BY position, id');
  const one = db.prepare(
    `SELECT r.state, r.count, r.value, r.detail FROM rule_result r JOIN url u ON u.id = r.url_id AND u.fetch_id = r.fetch_id
     WHERE r.rule_id = ? AND r.url_id = ?`,
  );
  const has = db.prepare('SELECT 1 FROM rule_result WHERE rule_id = ? AND url_id = ? AND fetch_id = ?').pluck();
  const pages = db.prepare(
    `SELECT u.id, u.url, u.fetch_id AS fetchId, iif(p.url_id IS NULL, 'json', 'html') AS kind,
       coalesce(p.charset, '') AS charset, f.body_hash AS bodyHash ${pagesSql} ORDER BY u.id LIMIT ${rowsOfBlock}`,
  );
  const states = db.prepare(
    `SELECT r.state, count(*) AS pages, sum(r.count > 0) AS found FROM rule_result r
     JOIN url u ON u.id = r.url_id AND u.fetch_id = r.fetch_id WHERE r.rule_id = ? GROUP BY r.state`,
  );
  const pageCount = db.prepare('SELECT count(*) FROM page').pluck();
  const mark = db.prepare('SELECT coalesce(max(id), 0), count(*), coalesce(max(changed_at), 0) FROM rule').raw();
  return {
    all: (): StoredRule[] => (all.all() as RuleRow[]).flatMap(ruleOf),
    /** Changes when rules do. */
    mark: (): string => (mark.get() as number[]).join(' '),
    /** What a rule found on a page; null: it has not looked at it. */
    outcome(ruleId: number, urlId: number): RuleOutcome | null {
      const row = one.get(ruleId, urlId) as ResultRow | undefined;
      return row ? outcomeOf(row) : null;
    },
    has: (ruleId: number, { id, fetchId }: Pick<PageOfRules, 'id' | 'fetchId'>): boolean =>
      has.get(ruleId, id, fetchId) !== undefined,
    /** The next pages after an id, in order. */
    pagesAfter: (id: number): PageOfRules[] => pages.all(id) as PageOfRules[],
    /** About how many pages there are to look at. */
    pageCount: (): number => pageCount.get() as number,
    /** Results of a rule, by state. Reads them all: some 100 ms for 100,000. */
    results(ruleId: number): Pick<RuleCounts, 'checked' | 'found' | 'tooSlow' | 'failed'> {
      const rows = states.all(ruleId) as { state: RuleState; pages: number; found: number }[];
      const of = (state: RuleState) => rows.find(row => row.state === state);
      return {
        checked: of('done')?.pages ?? 0,
        found: of('done')?.found ?? 0,
        tooSlow: of('too-slow')?.pages ?? 0,
        failed: of('failed')?.pages ?? 0,
      };
    },
  };
}
export type RuleReads = ReturnType<typeof ruleReads>;

/** Rules and their results, for the one who writes. Call the write functions within a transaction of the store. */
export function ruleTable(db: WriteDb) {
  const reads = ruleReads(db);
  const lastId = db
    .prepare('SELECT max(coalesce((SELECT max(id) FROM rule), 0), coalesce((SELECT max(rule_id) FROM rule_result), 0))')
    .pluck();
  const drop = db.prepare('DELETE FROM rule');
  const insert = db.prepare('INSERT INTO rule (id, kind, name, position, json, changed_at) VALUES (?, ?, ?, ?, ?, ?)');
  const touch = db.prepare('UPDATE rule SET changed_at = max(changed_at + 1, ?)');
  const put = db.prepare(
    'INSERT OR REPLACE INTO rule_result (rule_id, url_id, fetch_id, state, count, value, detail) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const next = db.prepare('SELECT min(rule_id) FROM rule_result WHERE rule_id > ?').pluck();
  const forget = db.prepare(
    'DELETE FROM rule_result WHERE rule_id = @id AND url_id IN (SELECT url_id FROM rule_result WHERE rule_id = @id LIMIT 2000)',
  );
  return {
    ...reads,
    /** Replaces all rules. A rule that searches for the same as before keeps its id, and so its results. */
    replace(rules: readonly Rule[], at: number): void {
      const known = reads.all();
      let last = lastId.get() as number;
      const taken = new Set<number>();
      drop.run();
      for (const [position, rule] of rules.entries()) {
        const same = known.find(old => !taken.has(old.id) && searched(old.rule) === searched(rule));
        const id = same?.id ?? ++last;
        taken.add(id);
        insert.run(id, rule.kind, rule.name, position, JSON.stringify(rule), at);
      }
    },
    /** Results of rules, or permissions, changed: `mark` is another. */
    touch: (at: number): void => void touch.run(at),
    put({ ruleId, urlId, fetchId, outcome }: NewResult): void {
      const { state, count, values, problem } = outcome;
      const [first] = values;
      const isWhole = values.length <= 1 && !first?.bytes && !first?.isCut;
      const detail = state === 'done' ? (isWhole ? null : JSON.stringify(values)) : problem;
      put.run(ruleId, urlId, fetchId, state, count, first?.value ?? null, detail);
    },
    /** Deletes some results of rules that are gone. False: there are none left. */
    forgetSome(): boolean {
      const kept = new Set(reads.all().map(({ id }) => id));
      for (let id = next.get(0) as number | null; id !== null; id = next.get(id) as number | null)
        if (!kept.has(id)) return forget.run({ id }).changes > 0;
      return false;
    },
  };
}
export type RuleTable = ReturnType<typeof ruleTable>;

/** The stored rules that look into bodies. */
export const bodyRulesOf = (rules: readonly StoredRule[]): { readonly id: number; readonly rule: BodyRule }[] =>
  rules.flatMap(({ id, rule }) => (isBodyRule(rule) ? [{ id, rule }] : []));
