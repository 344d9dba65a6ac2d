import { needsScores } from '#core/query/needs-scores.ts';
import type { Term } from '#core/query/term.ts';
import { finish, type Steps } from '#core/steps.ts';
import { linkScoreColumn } from '#shared/model/link-score-column.ts';
import type { UrlCells } from '#shared/model/url-columns.ts';
import type { UrlViewInfo } from '#shared/model/url-view.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { FirstIds } from '#storage/lists/number-order.ts';
import type { TextOrder } from '#storage/lists/text-order.ts';
import type { UrlCounts } from '#storage/lists/url-counts.ts';
import { asksWhole } from '#storage/lists/url-filter.ts';
import type { CountedGroup, GroupWish } from '#storage/lists/url-groups.ts';
import type { UrlOrders } from '#storage/lists/url-orders.ts';
import type { UrlViews } from '#storage/lists/url-views.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import { begunList, type KeptList, KeptLists, wholeList } from './kept-lists.ts';

/** After this time, the call returns the rows found so far. */
const patienceMs = 30;
/** Rows returned before the complete order is ready. */
const firstRows = 200;
/** Up to this size, the complete order is as fast as the first rows. */
const smallFile = 20_000;
/** To sort fewer rows takes no longer than to find the first of them. */
const manyRows = 500_000;
/** The greatest URL id that lists support. Crawlscope numbers URLs from 1 without gaps. */
const greatestId = 100_000_000;
/** URLs a step of the first look at a file. */
const rowsOfStep = 5_000;

export interface ListWish {
  readonly terms: readonly Term[];
  readonly sort: string;
  readonly descending: boolean;
}

/** How lists are made. */
export interface ListsChoice {
  /** Milliseconds after which a call returns the rows found so far. */
  readonly patience?: number;
  /** A list of so many rows or more is returned when its first rows are known. */
  readonly many?: number;
  /** Resolves when link scores are in memory. */
  scores?(): Promise<void>;
}

type Info = Omit<UrlViewInfo, 'problem'>;

/** Called with the searched share of the file and its first rows. */
type Looked = (first: () => Int32Array<ArrayBuffer>, share: number) => void;

const nothing: { readonly ids: Int32Array; readonly share: number } = { ids: new Int32Array(0), share: 0 };

type After = (first: Int32Array) => () => Promise<Int32Array>;

/** The first rows of a list of very many URLs, before its order is complete. */
class Beginning {
  private begin: (list: { readonly first: Int32Array; readonly count: number }) => void = () => undefined;
  private readonly begun = new Promise<{ readonly first: Int32Array; readonly count: number }>(begin => {
    this.begin = begin;
  });
  private readonly least: number;
  isThere = false;

  constructor(least: number) {
    this.least = least;
  }

  /** What an order calls with its first ids. `count`: of how many. */
  of(count: () => number): FirstIds {
    const take = (first: Int32Array): void => {
      this.isThere = true;
      this.begin({ first, count: count() });
    };
    return { most: firstRows, least: this.least, take };
  }

  /** The list, as soon as its beginning is there or its order is complete. `after` returns what makes the order once more, after these first ids. */
  async list(order: Promise<Int32Array>, after: After): Promise<KeptList> {
    const early = await Promise.race([this.begun, order]);
    return early instanceof Int32Array ? wholeList(early) : begunList(early, order, after(early.first));
  }
}

/** The value, or null when it takes longer. */
const within = <T>(ms: number, value: Promise<T>): Promise<T | null> =>
  Promise.race([value, new Promise<null>(done => setTimeout(done, ms, null))]);

/** The value; or null if this time is over, the value is not ready, and a part of it is. */
async function orPart<T>(ms: number, value: Promise<T>, hasPart: () => boolean): Promise<T | null> {
  for (;;) {
    const whole = await within(ms, value);
    if (whole !== null || hasPart()) return whole;
  }
}

/**
 * The complete order after rows that were already returned. Those rows stay first, and URLs added since are omitted.
 * Otherwise a row could be on two pages or on no page. `last`: the greatest id when the first rows were read.
 */
function begunWith(first: Int32Array, order: Int32Array, last: number): Int32Array {
  const known = new Set(first);
  const ids = new Int32Array(first.length + order.length);
  ids.set(first);
  let count = first.length;
  for (const id of order) if (id <= last && !known.has(id)) ids[count++] = id;
  return ids.slice(0, count);
}

/**
 * The window's filtered and sorted lists of URLs, built in slices from columns in memory. A newer list cancels one
 * that is still being built. Until the columns are loaded, and while texts are sorted, a call returns the count and
 * the first rows, which are final; the other rows come later. A list of very many URLs is returned in the same way.
 * A long text search returns the rows found so far and the searched share. While a crawl writes, a call with `soon`
 * returns the list as of the last reading of the file, marked as such. The current list follows. Each of these is a
 * separate list with fixed rows.
 */
export class UrlLists {
  private readonly orders: UrlOrders;
  private readonly views: UrlViews;
  private readonly urls: () => number;
  private readonly patience: number;
  private readonly many: number;
  private readonly scores: () => Promise<void>;
  private readonly lists: KeptLists;
  /** The current list that follows an early answer. */
  private readonly pending = new Map<number, () => Promise<Info>>();
  private jobs: Job<unknown>[] = [];
  private updating: Promise<void> | null = null;
  private readonly sorting = new Map<TextOrder, Promise<void>>();
  private turn = 0;

  constructor(
    orders: UrlOrders,
    views: UrlViews,
    urls: () => number,
    { patience = patienceMs, many = manyRows, scores }: ListsChoice = {},
  ) {
    this.patience = patience;
    this.many = many;
    this.scores = scores ?? (() => fail('refused', 'This list has no link scores.'));
    this.orders = orders;
    this.views = views;
    this.urls = urls;
    this.lists = new KeptLists(views, view => this.pending.delete(view));
  }

  /** `soon`: returns the list of the last reading if the current one takes longer. `complete` then returns the current one. */
  async open(wish: ListWish, soon = false): Promise<Info> {
    const turn = ++this.turn;
    for (const job of this.jobs.splice(0)) job.cancel();
    if (this.lacksScores(wish.terms, wish.sort)) {
      if (soon) return this.openWaiting(wish);
      await this.scores();
      if (turn !== this.turn) fail('refused', 'A newer list was opened.');
    }
    const last = this.refuseLargeIds();
    if (last > smallFile && this.orders.stands(wish.sort)) {
      if (soon && !this.orders.isCurrent(wish.sort)) return this.openStanding(wish);
    } else if (last > smallFile && !this.orders.isReady(wish.sort)) return soon ? this.openSoonest(wish) : this.openEarly(wish);
    let partial = nothing;
    const whole = this.whole(wish, (ids, share) => {
      partial = { ids, share };
    });
    const early = await orPart(this.patience, whole, () => partial.share > 0);
    if (early !== null || partial.share === 1) return whole;
    whole.catch(() => undefined);
    const found = finish(this.orders.order(partial.ids.slice(), wish.sort, wish.descending));
    return this.before(() => whole, wholeList(found), { searched: partial.share });
  }

  /** The complete, current list after a partial or an outdated one. */
  complete(view: number): Promise<Info> {
    const whole = this.pending.get(view) ?? fail('not_found', 'This list is closed. Open it again.');
    this.pending.delete(view);
    return whole();
  }

  /** All ids of a list in its order, for an export: lists that are opened meanwhile do not cancel it. */
  async ordered({ terms, sort, descending }: ListWish): Promise<Int32Array> {
    this.refuseLargeIds();
    await this.updatedFor(terms, sort);
    await this.sorted(sort, this.orders.columns.last);
    const ids = await runInSlices(
      this.orders.select(terms, () => undefined),
      0,
    ).finished;
    return runInSlices(this.orders.order(ids, sort, descending), 0).finished;
  }

  /** These ids (ascending) in the order of a column. */
  async orderedIds(ids: Int32Array, sort: string, descending: boolean): Promise<Int32Array> {
    this.refuseLargeIds();
    await this.updatedFor([], sort);
    await this.sorted(sort, this.orders.columns.last);
    return runInSlices(this.orders.order(ids, sort, descending), 0).finished;
  }

  /** Counts from the columns in memory, after an update. Null while they are not loaded: counting does not wait. `uses`: a column read on use. */
  async counted<T>(count: (counts: UrlCounts) => Steps<T>, uses = 'url'): Promise<T | null> {
    return this.orders.columns.loaded ? this.countedLater(count, uses) : null;
  }

  /** The same, after the columns are loaded. */
  async countedLater<T>(count: (counts: UrlCounts) => Steps<T>, uses: string): Promise<T> {
    await this.updatedFor([], uses);
    return runInSlices(count(this.orders.counts), 0).finished;
  }

  /** The URLs of a filter by the value of a column, with the number of URLs; null if there are too many groups. */
  async grouped(terms: readonly Term[], wish: GroupWish): Promise<{ groups: readonly CountedGroup[]; urls: number } | null> {
    this.refuseLargeIds();
    await this.updatedFor(terms, 'url');
    for (const key of [wish.by, ...wish.numbers]) await this.updatedFor([], key);
    const ids = await runInSlices(
      this.orders.select(terms, () => undefined),
      0,
    ).finished;
    const groups = await runInSlices(this.orders.grouped(ids, wish), 0).finished;
    return groups && { groups, urls: ids.length };
  }

  /** How many URLs of each class match. Null while the columns are not loaded. */
  async byClass(terms: readonly Term[]): Promise<Readonly<Record<string, number>> | null> {
    if (terms.length === 0) return this.counted(counts => counts.byClass());
    if (!this.orders.columns.loaded) return null;
    await this.updatedFor(terms, 'url');
    const ids = await runInSlices(
      this.orders.select(terms, () => undefined),
      0,
    ).finished;
    return runInSlices(this.orders.counts.byClass(ids), 0).finished;
  }

  /** Rows of a list, from a position on: with these columns, or with all. */
  rows(view: number, from: number, limit: number, columns?: readonly string[]): Promise<readonly UrlCells[]> {
    return this.lists.rows(view, from, limit, columns);
  }

  /** The URLs at these positions of a list, in its order, up to a limit. */
  urlsAt(view: number, ranges: readonly (readonly [first: number, last: number])[], most: number): Promise<string[]> {
    return this.lists.urlsAt(view, ranges, most);
  }

  /** Position of a URL in a list, -1 when it is not in it. */
  position(view: number, url: string): Promise<number> {
    return this.lists.position(view, url);
  }

  /**
   * The list as of the last reading, or the part found so far. The current list starts when it is requested: its rows
   * come first.
   */
  private async openStanding(wish: ListWish): Promise<Info> {
    const { turn } = this;
    const { terms, sort, descending } = wish;
    const after = this.after(wish);
    let partial = nothing;
    const beginning = new Beginning(this.many);
    const steps = this.orders.standing(terms, sort, descending, {
      found: (ids, share) => {
        partial = { ids, share };
      },
      first: beginning.of(() => partial.ids.length),
    });
    const current = async () => {
      if (turn !== this.turn) fail('refused', 'A newer list was opened.');
      return this.whole(wish, () => undefined);
    };
    if (this.orders.isQuick(terms)) {
      // Without slices until there is something to show: other work would only delay this list.
      while (!beginning.isThere) {
        const step = steps.next();
        if (step.done) return this.before(current, wholeList(step.value), { current: false });
      }
      return this.before(current, await beginning.list(this.run(steps), after), { current: false });
    }
    const job = runInSlices(steps, 0);
    this.jobs.push(job);
    const list = beginning.list(job.finished, after);
    const early = await orPart(this.patience, list, () => partial.share > 0);
    if (turn !== this.turn) fail('refused', 'A newer list was opened.');
    const { ids, share } = partial;
    if (early === null && share < 1) {
      job.cancel();
      list.catch(() => undefined);
      const found = finish(this.orders.order(this.orders.placed(ids.slice(), sort), sort, descending));
      return this.before(current, wholeList(found), { searched: share });
    }
    const found = early ?? (await list);
    if (turn !== this.turn) fail('refused', 'A newer list was opened.');
    return this.before(current, found, { current: false });
  }

  private lacksScores(terms: readonly Term[], sort: string): boolean {
    return needsScores(terms, sort) && !this.orders.columns.holds(linkScoreColumn.key);
  }

  /** An empty list, until the link scores are there. */
  private openWaiting(wish: ListWish): Info {
    const { turn } = this;
    const whole = async () => {
      await this.scores();
      if (turn !== this.turn) fail('refused', 'A newer list was opened.');
      return this.whole(wish, () => undefined);
    };
    const info = this.before(whole, wholeList(new Int32Array(0)), { current: false, searched: 0, waitsFor: 'link-scores' });
    return { ...info, total: this.urls() };
  }

  /** A list to show until the complete, current one is ready. */
  private before(whole: () => Promise<Info>, list: KeptList, how: Partial<Info>): Info {
    const info = { ...this.add(list), ...how };
    this.pending.set(info.view, whole);
    return info;
  }

  /** The first rows of the part of the file that was looked through so far, where the first of all take longer. */
  private async openSoonest(wish: ListWish): Promise<Info> {
    let looked = { first: () => new Int32Array(0), share: 0 };
    const early = this.openEarly(wish, (first, share) => {
      looked = { first, share };
    });
    const info = await orPart(this.patience, early, () => looked.share > 0);
    if (info !== null || looked.share === 1) return early;
    early.catch(() => undefined);
    return {
      ...this.before(() => early, wholeList(looked.first()), { current: false, searched: looked.share }),
      total: this.urls(),
    };
  }

  /** Count and first rows directly from the file. The complete order continues in the background. */
  private async openEarly(wish: ListWish, looked: Looked = () => undefined): Promise<Info> {
    const { count, ids, total, last } = await this.run(this.firstOf(wish, looked));
    const order = async () => begunWith(ids, await this.make(wish, () => undefined), last);
    return this.add(begunList({ first: ids, count }, order(), order), total);
  }

  private *firstOf(
    { terms, sort, descending }: ListWish,
    looked: Looked,
  ): Steps<{ count: number; ids: Int32Array; total: number; last: number }> {
    // First: a URL that comes while links are looked for is not among them.
    const last = this.views.lastId();
    const total = this.urls();
    const stored = yield* this.views.firstOf(terms, sort, descending, firstRows);
    const step = terms.some(asksWhole) ? last : rowsOfStep;
    let count = 0;
    for (let after = 0; after < last; after += step) {
      const to = Math.min(last, after + step);
      count += stored.look(after, to);
      looked(() => stored.ids(), to / last);
      yield to;
    }
    return { count: terms.length > 0 ? count : total, ids: stored.ids(), total, last };
  }

  /** The complete, current list. Of very many URLs, the other rows come later than the first. */
  private async whole(wish: ListWish, found: (ids: Int32Array, share: number) => void): Promise<Info> {
    const beginning = new Beginning(this.many);
    return this.add(await beginning.list(this.make(wish, found, beginning), this.after(wish)));
  }

  /** Makes a cancelled order again, after the rows that were already returned. */
  private after(wish: ListWish): After {
    return first => {
      const { last } = this.orders.columns;
      return async () => begunWith(first, await this.make(wish, () => undefined), last);
    };
  }

  /** Returns the last id. Throws if a list cannot have as many. */
  private refuseLargeIds(): number {
    const last = this.views.lastId();
    if (last > greatestId)
      fail(
        'refused',
        'This file cannot be listed: its URL ids are not numbered the way Crawlscope numbers them. It may be damaged or made by another program.',
      );
    return last;
  }

  /** The complete order of a list. */
  private async make(
    wish: ListWish,
    found: (ids: Int32Array, share: number) => void,
    beginning?: Beginning,
  ): Promise<Int32Array> {
    const { turn } = this;
    await this.updatedFor(wish.terms, wish.sort);
    const sorted = this.sorted(wish.sort, this.orders.columns.last);
    // If the list is cancelled, this work continues without a caller.
    sorted.catch(() => undefined);
    if (turn !== this.turn) fail('refused', 'A newer list was opened.');
    const ids = await this.run(this.orders.select(wish.terms, found));
    found(ids, 1);
    await sorted;
    if (turn !== this.turn) fail('refused', 'A newer list was opened.');
    return this.run(
      this.orders.order(
        ids,
        wish.sort,
        wish.descending,
        beginning?.of(() => ids.length),
      ),
    );
  }

  /** Later lists use these columns too, so nothing cancels this work. */
  private updated(): Promise<void> {
    this.updating ??= this.alone(this.orders.update());
    return this.updating;
  }

  /** The same, and reads columns that only some lists use. */
  private async updatedFor(terms: readonly Term[], sort: string): Promise<void> {
    if (this.lacksScores(terms, sort)) await this.scores();
    await this.updated();
    while (this.orders.needsMore(terms, sort)) {
      this.updating ??= this.alone(this.orders.use(terms, sort));
      await this.updating;
    }
  }

  /** Work on the columns that nothing else may do meanwhile. */
  private alone(steps: Steps<void>): Promise<void> {
    return runInSlices(steps, 0).finished.finally(() => {
      this.updating = null;
    });
  }

  /** Sorts texts for all later lists too. During a crawl, lists are opened more often than a million texts can be sorted. */
  private async sorted(sort: string, last: number): Promise<void> {
    const text = this.orders.textOf(sort);
    if (!text) return;
    // A run that started earlier may not include the latest rows.
    for (let under = this.sorting.get(text); under; under = this.sorting.get(text)) await under;
    const job = runInSlices(text.update(last), 0).finished.finally(() => {
      this.sorting.delete(text);
    });
    this.sorting.set(text, job);
    await job;
    if (text.reach < last) await this.sorted(sort, last);
  }

  private run<T>(steps: Steps<T>): Promise<T> {
    const job = runInSlices(steps, 0);
    this.jobs.push(job);
    return job.finished;
  }

  private add(list: KeptList, total = this.orders.columns.count): Info {
    return { view: this.lists.add(list), count: list.count, total, searched: 1, current: true };
  }
}
