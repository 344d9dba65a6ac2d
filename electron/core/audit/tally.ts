import { type CheckCount, type NotCheckableReason, notCheckableReasons } from '#shared/model/audit.ts';
import type { Verdict } from './check.ts';

/** A growing list of ids: four bytes each. */
export class IdList {
  #ids = new Int32Array(64);
  #size = 0;

  push(id: number): void {
    if (this.#size === this.#ids.length) {
      const larger = new Int32Array(this.#size * 2);
      larger.set(this.#ids);
      this.#ids = larger;
    }
    this.#ids[this.#size++] = id;
  }

  get ids(): Int32Array {
    return this.#ids.subarray(0, this.#size);
  }
}

/** What a tally counted. */
export interface TallyState {
  readonly hits: number;
  readonly checked: number;
  readonly notCheckable: readonly (readonly [NotCheckableReason, number])[];
  readonly ids: Int32Array;
}

const order: ReadonlyMap<string, number> = new Map(Object.keys(notCheckableReasons).map((reason, at) => [reason, at]));
const orderOf = (reason: NotCheckableReason): number => order.get(reason) ?? order.size;

/** Counts the verdicts of one check. `checked` and the not checkable together are its population. */
export class CheckTally {
  hits = 0;
  checked = 0;
  readonly notCheckable = new Map<NotCheckableReason, number>();
  readonly ids = new IdList();

  /** `id`: the URL that was hit, 0 where a host or the whole crawl was. */
  hit(id: number): void {
    this.checked += 1;
    this.hits += 1;
    if (id !== 0) this.ids.push(id);
  }

  /** Counts a verdict about a URL. */
  take(id: number, verdict: Verdict): void {
    if (verdict === null) this.checked += 1;
    else if (typeof verdict === 'string') this.missed(verdict);
    else this.hit(id);
  }

  passed(): void {
    this.checked += 1;
  }

  missed(reason: NotCheckableReason, count = 1): void {
    if (count > 0) this.notCheckable.set(reason, (this.notCheckable.get(reason) ?? 0) + count);
  }

  get count(): CheckCount {
    // In the order of the list, whichever was met first.
    const reasons = [...this.notCheckable].sort(([a], [b]) => orderOf(a) - orderOf(b));
    return { hits: this.hits, checked: this.checked, notCheckable: Object.fromEntries(reasons) };
  }

  /** The same as data that can be posted. */
  get state(): TallyState {
    return { hits: this.hits, checked: this.checked, notCheckable: [...this.notCheckable], ids: this.ids.ids.slice() };
  }

  /** Adds what another thread counted on other pages. */
  merge({ hits, checked, notCheckable, ids }: TallyState): void {
    this.hits += hits;
    this.checked += checked;
    for (const [reason, count] of notCheckable) this.missed(reason, count);
    for (const id of ids) this.ids.push(id);
  }
}
