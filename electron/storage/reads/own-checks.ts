import type { Term } from '#core/query/term.ts';
import type { Steps } from '#core/steps.ts';
import type { StoredRule } from '#shared/model/rules.ts';
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

/** What own checks read of a crawl file. */
export function ownCheckReads(db: ReadDb) {
  const rules = ruleReads(db);
  const find = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
  const last = db.prepare('SELECT coalesce(max(id), 0) FROM url').pluck();
  return {
    path: db.name,
    rules,
    lastId: (): number => last.get() as number,
    /** Id of a URL, 0 if the file does not contain it. */
    idOf: (url: string): number => (find.get(urlKey(url), url) as number | undefined) ?? 0,
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
