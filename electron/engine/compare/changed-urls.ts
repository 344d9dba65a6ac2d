import type { Steps } from '#core/steps.ts';
import type { ComparedState } from '#shared/model/comparison.ts';
import { orderByNumber } from '#storage/lists/number-order.ts';
import type { StoredState } from '#storage/reads/url-states.ts';

const fetchWords = ['yes', 'no', 'unknown'] as const;
const listWords = ['yes', 'no', 'url-only', 'unknown'] as const;
const followWords = ['yes', 'no', 'none', 'unknown'] as const;

/** A URL that differs: its ids in the two crawls, 0 where it is not, and what they said of it when they were compared. */
export interface ChangedUrl {
  readonly ids: readonly [before: number, after: number];
  readonly inlinks: number;
  readonly before: ComparedState | null;
  readonly after: ComparedState | null;
}

/** Numbers of a row: two ids, two states, group, inlinks. */
const width = 6;
const mostInlinks = 2 ** 31 - 1;

/** The URLs that differ, 24 bytes each; no text but the reasons. */
export class ChangedUrls {
  private numbers = new Int32Array(width * 1_024);
  private size = 0;
  private readonly reasons: string[] = [];
  private readonly places = new Map<string, number>();
  /** Rows in order of their group, those with most inlinks first, and where each group begins. */
  private order: Int32Array = new Int32Array();
  private readonly starts = new Map<number, readonly [from: number, many: number]>();

  add(group: number, before: StoredState | null, after: StoredState | null): void {
    const at = this.size * width;
    if (at >= this.numbers.length) {
      const more = new Int32Array(this.numbers.length * 2);
      more.set(this.numbers);
      this.numbers = more;
    }
    const inlinks = Math.min((after ?? before)?.inlinks ?? 0, mostInlinks);
    this.numbers.set([before?.id ?? 0, after?.id ?? 0, this.pack(before), this.pack(after), group, inlinks], at);
    this.size += 1;
  }

  /** Puts them in order once all are here. `groupOf` has the group of every id that `add` was given. Yields `done`. */
  *arrange(groupOf: Int32Array, done: number): Steps<void> {
    const ids = new Int32Array(this.size);
    const keys = new Float64Array(this.size);
    for (let row = 0; row < this.size; row += 1) {
      const at = row * width;
      const group = groupOf[this.numbers[at + 4] as number] as number;
      this.numbers[at + 4] = group;
      ids[row] = row;
      keys[row] = group * 2 ** 31 + (mostInlinks - (this.numbers[at + 5] as number));
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
    return this.numbers[(this.order[place] as number) * width + 4] as number;
  }

  private row(row: number): ChangedUrl {
    const [before = 0, after = 0, old = 0, now = 0, , inlinks = 0] = this.numbers.subarray(row * width, row * width + width);
    return {
      ids: [before, after],
      inlinks,
      before: before === 0 ? null : this.unpack(old),
      after: after === 0 ? null : this.unpack(now),
    };
  }

  /** Bits: 2 may fetch, 2 may list, 2 links followed, 10 status, the rest the reason. */
  private pack(state: StoredState | null): number {
    if (!state) return 0;
    let reason = this.places.get(state.reason);
    if (reason === undefined) {
      reason = this.reasons.push(state.reason) - 1;
      this.places.set(state.reason, reason);
    }
    const verdicts =
      fetchWords.indexOf(state.mayFetch) |
      (listWords.indexOf(state.mayList) << 2) |
      (followWords.indexOf(state.linksFollowed) << 4);
    return verdicts | (Math.min(Math.max(state.status ?? 0, 0), 1_023) << 6) | (reason << 16);
  }

  private unpack(packed: number): ComparedState {
    const status = (packed >> 6) & 1_023;
    return {
      mayFetch: fetchWords[packed & 3] ?? 'unknown',
      mayList: listWords[(packed >> 2) & 3] ?? 'unknown',
      linksFollowed: followWords[(packed >> 4) & 3] ?? 'unknown',
      status: status === 0 ? null : status,
      reason: this.reasons[packed >> 16] ?? '',
    };
  }
}
