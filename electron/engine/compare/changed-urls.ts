import { comparedColumns } from '#core/compare/compared-columns.ts';
import type { Steps } from '#core/steps.ts';
import type { ComparedState } from '#shared/model/comparison.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { orderByNumber } from '#storage/lists/number-order.ts';
import type { StoredState } from '#storage/reads/url-states.ts';
import { StateCells } from './state-cells.ts';

/** A URL that differs: its ids in the two crawls (0: not in that crawl), and its state in each at the time of the comparison. */
export interface ChangedUrl {
  readonly ids: readonly [before: number, after: number];
  readonly inlinks: number;
  readonly before: ComparedState | null;
  readonly after: ComparedState | null;
}

/** Numbers of a row: two ids, group, inlinks. */
const width = 4;
const mostInlinks = 2 ** 31 - 1;

/** The URLs that differ, about 40 bytes each. The only texts are values of columns. */
export class ChangedUrls {
  private numbers = new Int32Array(width * 1_024);
  private size = 0;
  private readonly states: readonly [before: StateCells, after: StateCells];
  /** Rows in order of their group, those with most inlinks first, and the start of each group. */
  private order: Int32Array = new Int32Array();
  private readonly starts = new Map<number, readonly [from: number, many: number]>();

  constructor(columns: readonly UrlColumn[] = urlColumns) {
    const compared = comparedColumns(columns);
    this.states = [new StateCells(compared), new StateCells(compared)];
  }

  add(group: number, before: StoredState | null, after: StoredState | null): void {
    const at = this.size * width;
    if (at >= this.numbers.length) {
      const more = new Int32Array(this.numbers.length * 2);
      more.set(this.numbers);
      this.numbers = more;
    }
    const inlinks = Math.min((after ?? before)?.inlinks ?? 0, mostInlinks);
    this.numbers.set([before?.id ?? 0, after?.id ?? 0, group, inlinks], at);
    this.states[0].set(this.size, before);
    this.states[1].set(this.size, after);
    this.size += 1;
  }

  /** Sorts the rows after the last `add`. `groupOf` has the group of every id that `add` received. Yields `done`. */
  *arrange(groupOf: Int32Array, done: number): Steps<void> {
    const ids = new Int32Array(this.size);
    const keys = new Float64Array(this.size);
    for (let row = 0; row < this.size; row += 1) {
      const at = row * width;
      const group = groupOf[this.numbers[at + 2] as number] as number;
      this.numbers[at + 2] = group;
      ids[row] = row;
      keys[row] = group * 2 ** 31 + (mostInlinks - (this.numbers[at + 3] as number));
    }
    yield done;
    const sorting = orderByNumber(ids, keys);
    for (;;) {
      const step = sorting.next();
      if (step.done === true) {
        this.order = step.value;
        break;
      }
      yield done;
    }
    for (let from = 0; from < this.size; ) {
      const group = this.groupAt(from);
      let to = from + 1;
      while (to < this.size && this.groupAt(to) === group) to += 1;
      this.starts.set(group, [from, to - from]);
      from = to;
    }
  }

  countOf(group: number): number {
    return this.starts.get(group)?.[1] ?? 0;
  }

  /** A page of a group. */
  page(group: number, from: number, limit: number): ChangedUrl[] {
    const [start, many] = this.starts.get(group) ?? [0, 0];
    return Array.from(this.order.subarray(start + Math.min(from, many), start + Math.min(from + limit, many)), row =>
      this.row(row),
    );
  }

  private groupAt(place: number): number {
    return this.numbers[(this.order[place] as number) * width + 2] as number;
  }

  private row(row: number): ChangedUrl {
    const [before = 0, after = 0, , inlinks = 0] = this.numbers.subarray(row * width, row * width + width);
    const state = (side: 0 | 1): ComparedState => this.states[side].get(row) as unknown as ComparedState;
    return {
      ids: [before, after],
      inlinks,
      before: before === 0 ? null : state(0),
      after: after === 0 ? null : state(1),
    };
  }
}
