import type { Term } from '#core/query/term.ts';
import type { Steps } from '#core/steps.ts';
import type { RuleState, StoredRule } from '#shared/model/rules.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { listColumns } from '../lists/rule-columns.ts';
import { urlViews } from '../lists/url-views.ts';
import { ruleReads } from '../tables/rules.ts';

/** URLs between two yields. */
const urlsOfStep = 5_000;

/** Ids of URLs, a bit each. */
export class IdSet {
  #bits = new Uint8Array(1_024);

  add(id: number): void {
    if (id >> 3 >= this.#bits.length) {
      const more = new Uint8Array(Math.max(this.#bits.length * 2, (id >> 3) + 1));
      more.set(this.#bits);
      this.#bits = more;
    }
    this.#bits[id >> 3] = (this.#bits[id >> 3] ?? 0) | (1 << (id & 7));
  }

  has(id: number): boolean {
    return ((this.#bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }
}

export interface RuleResults {
  readonly done: IdSet;
  readonly tooSlow: IdSet;
  readonly failed: IdSet;
}

/** What own checks read of a crawl file. */
export function ownCheckReads(db: ReadDb) {
  const rules = ruleReads(db);
  const find = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
  const ofRule = db
    .prepare(
      `SELECT r.url_id, r.state FROM rule_result r JOIN url u ON u.id = r.url_id AND u.fetch_id = r.fetch_id
       WHERE r.rule_id = ? AND r.url_id > ? ORDER BY r.url_id LIMIT ${urlsOfStep}`,
    )
    .raw();
  const body = db.prepare('SELECT f.body_hash IS NOT NULL FROM url u JOIN fetch f ON f.id = u.fetch_id WHERE u.id = +?').pluck();
  const last = db.prepare('SELECT coalesce(max(id), 0) FROM url').pluck();
  return {
    path: db.name,
    rules,
    lastId: (): number => last.get() as number,
    /** Id of a URL, 0 if the file does not contain it. */
    idOf: (url: string): number => (find.get(urlKey(url), url) as number | undefined) ?? 0,
    hasBody: (id: number): boolean => body.get(id) === 1,
    /** On which URLs a search or extraction has a result of the newest response. Yields results looked at. */
    *results(ruleId: number): Steps<RuleResults> {
      const found = { done: new IdSet(), tooSlow: new IdSet(), failed: new IdSet() };
      let last = 0;
      for (let seen = 0; ; yield seen) {
        const rows = ofRule.all(ruleId, last) as [number, RuleState][];
        for (const [id, state] of rows) {
          (state === 'done' ? found.done : state === 'too-slow' ? found.tooSlow : found.failed).add(id);
          last = id;
        }
        seen += rows.length;
        if (rows.length < urlsOfStep) return found;
      }
    },
    /** The URLs that match a filter; `usable`: the rules whose columns it may name. Yields URLs looked at. */
    *matching(terms: readonly Term[], usable: readonly StoredRule[]): Steps<IdSet> {
      const columns = listColumns(usable);
      const found = new IdSet();
      let done = 0;
      for (const { id } of urlViews(db, columns).stream(terms, Number.MAX_SAFE_INTEGER)) {
        found.add(id);
        if (++done % urlsOfStep === 0) yield done;
      }
      return found;
    },
  };
}
export type OwnCheckReads = ReturnType<typeof ownCheckReads>;
