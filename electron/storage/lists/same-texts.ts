import { textKey } from '#core/audit/groups.ts';
import type { Steps } from '#core/steps.ts';
import { foldText } from '#core/text/fold-text.ts';
import type { ReadDb } from '../file/handle.ts';

/** URLs a step: a few milliseconds. */
const rowsOfStep = 4_000;
const idsOfStep = 100_000;

interface Known {
  readonly decision: number;
  readonly ids: Uint32Array;
}

/**
 * Finds indexable pages with a text that another indexable page has too, as `groupCheck` of the audit finds them: same pages, same
 * folding, same keys. 20 bytes a page while it works. Remembers the ids of each column until the next decision of the crawl.
 */
export class SameTexts {
  readonly #db: ReadDb;
  readonly #mark: { get(): unknown };
  readonly #known = new Map<string, Known>();

  constructor(db: ReadDb) {
    this.#db = db;
    this.#mark = db.prepare('SELECT coalesce(max(id), 0) FROM decided').pluck();
  }

  /** Ids, ascending. `column`: a text column of the table `url`. */
  *idsOf(column: string): Steps<Uint32Array> {
    const decision = this.#mark.get() as number;
    const known = this.#known.get(column);
    if (known?.decision === decision) return known.ids;
    const { ids, keys, count } = yield* this.#keysOf(column);
    const sorted = keys.slice(0, count).sort();
    yield count;
    const same = new Uint32Array(count);
    let size = 0;
    for (let i = 0; i < count; i++) {
      if (isRepeated(sorted, keys[i] as number)) same[size++] = ids[i] as number;
      if (i % idsOfStep === 0) yield i;
    }
    const found = same.slice(0, size);
    this.#known.set(column, { decision, ids: found });
    return found;
  }

  *#keysOf(column: string): Steps<{ readonly ids: Uint32Array; readonly keys: Float64Array; readonly count: number }> {
    const last = (this.#db.prepare('SELECT max(id) FROM url').pluck().get() as number | null) ?? 0;
    const block = this.#db
      .prepare(
        `SELECT u.id, u.${column} FROM url u WHERE u.id > ? AND u.id <= ? AND u.${column} <> '' AND u.indexability = 'indexable' ORDER BY u.id`,
      )
      .raw();
    let ids = new Uint32Array(1_024);
    let keys = new Float64Array(1_024);
    let count = 0;
    for (let after = 0; after < last; after += rowsOfStep) {
      const rows = block.all(after, Math.min(last, after + rowsOfStep)) as [number, string][];
      if (count + rows.length > ids.length) {
        const room = Math.ceil((count + rows.length) * 1.5);
        ids = larger(new Uint32Array(room), ids);
        keys = larger(new Float64Array(room), keys);
      }
      for (const [id, text] of rows) {
        ids[count] = id;
        keys[count++] = textKey(foldText(text));
      }
      yield after;
    }
    return { ids, keys, count };
  }
}

function larger<A extends Uint32Array | Float64Array>(made: A, old: A): A {
  made.set(old);
  return made;
}

/** Whether a key is at two places of an ascending list. */
function isRepeated(sorted: Float64Array, key: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return sorted[low + 1] === key;
}
