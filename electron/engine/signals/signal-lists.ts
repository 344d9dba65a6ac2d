import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { engineById } from '#core/directives/engines.ts';
import type { Judge } from '#core/replay/judge.ts';
import { signalVerdict } from '#core/signals/cell-verdict.ts';
import { CellChoices } from '#core/signals/choose-cells.ts';
import { expected } from '#core/signals/expected.ts';
import { type Cell, SignalTable } from '#core/signals/signal-table.ts';
import type { Steps } from '#core/steps.ts';
import {
  type CellCrawler,
  mostShownCells,
  type SignalCell,
  type SignalChoice,
  type SignalTableView,
  type SignalUrls,
} from '#shared/model/signals.ts';
import type { UrlRow } from '#shared/model/url-columns.ts';
import { fail } from '#shared/rpc/errors.ts';
import { areFarApart } from '#storage/file/far-apart.ts';
import type { SignalPages } from '#storage/reads/signal-pages.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import { prepareSide, type SideSource } from '../replay/sides.ts';
import { type Job, runInSlices } from '../threads/slices.ts';

/** Tables that are kept. */
const keptLists = 3;
/** Origins whose robots.txt is kept interpreted. */
const mostOrigins = 200;

export interface SignalSource extends SideSource {
  readonly pages: SignalPages;
  readonly origins: Pick<OriginTable, 'byId'>;
  /** Changes when the crawl stores more. */
  readonly stamp: () => string;
  /** When the crawl ended, or now: epoch milliseconds. */
  readonly now: () => number;
  readonly rows: (ids: Int32Array) => readonly UrlRow[];
}

/** A counted table. */
interface Counted {
  readonly table: SignalTable;
  readonly choices: CellChoices;
  /** What each crawler makes of a cell, by its place. Made when it is shown. */
  readonly verdicts: Map<number, readonly CellCrawler[]>;
}

interface List {
  readonly id: number;
  readonly key: string;
  readonly crawlers: readonly CrawlerProfile[];
  readonly stamp: string;
  readonly now: number;
  /** The judges of each origin, in the order of the crawlers. */
  readonly judges: Map<number, readonly (Judge | null)[]>;
  counted: Counted | null;
  job: Job<void>;
  listed: { readonly key: string; readonly ids: Int32Array } | null;
}

const nothing: SignalChoice = { where: [], conflict: null };

/** Truth tables of signals over the open crawl, counted in the background. */
export class SignalLists {
  readonly #source: SignalSource;
  readonly #lists: List[] = [];
  #next = 1;

  constructor(source: SignalSource) {
    this.#source = source;
  }

  /** Starts to count for these crawlers, or returns the table there is; none: the crawl's own. Refuses unknown crawlers. */
  open(ids: readonly string[]): number {
    const known = this.#source.profiles();
    const wanted = ids.length === 0 ? [this.#source.ownProfile()] : [...new Set(ids)];
    const crawlers = wanted.map(id => known.byId(id) ?? fail('bad_request', `There is no crawler profile “${id}”.`));
    const key = JSON.stringify(crawlers);
    const stamp = this.#source.stamp();
    const same = this.#lists.find(each => each.key === key && each.stamp === stamp && each.job.progress().state !== 'cancelled');
    if (same && same.job.progress().state !== 'failed') return same.id;
    const { pages } = this.#source;
    const [last, total] = [pages.lastId(), pages.count()];
    // The table costs memory for each id.
    if (areFarApart(last, total))
      fail(
        'refused',
        'The signals cannot be counted: URL ids are not numbered the way Crawlscope numbers them. The file may be damaged.',
      );
    const opened = {
      id: this.#next++,
      key,
      crawlers,
      stamp,
      now: this.#source.now(),
      judges: new Map(),
      counted: null,
      listed: null,
    };
    const list: List = Object.assign(opened, { job: null as unknown as Job<void> });
    list.job = runInSlices(this.#count(list, last), last);
    this.#lists.push(list);
    if (this.#lists.length > keptLists) this.#lists.shift()?.job.cancel();
    return list.id;
  }

  read(id: number, choice: SignalChoice = nothing): SignalTableView {
    const list = this.#list(id);
    const { counted, crawlers } = list;
    const places = counted?.choices.chosen(choice) ?? [];
    return {
      list: id,
      crawlers: crawlers.map(profile => ({ id: profile.id, name: profile.name, engine: engineById(profile.directives).name })),
      progress: list.job.progress(),
      isCurrent: list.stamp === this.#source.stamp(),
      population: counted?.table.size ?? 0,
      urls: counted?.choices.urlsIn(places) ?? 0,
      cells: counted ? places.slice(0, mostShownCells).map(place => this.#cell(list, counted, place)) : [],
      cellCount: places.length,
      facets: counted?.choices.facets(choice) ?? [],
      conflicts: counted?.choices.summary() ?? [],
    };
  }

  /** The ids of a cell, or (null) of all chosen ones, ascending. */
  ids(id: number, cell: number | null, choice: SignalChoice = nothing): Int32Array {
    const list = this.#list(id);
    const counted = list.counted ?? fail('unavailable', 'The signals are still being counted. Try again.');
    const key = JSON.stringify([cell, choice]);
    if (list.listed?.key === key) return list.listed.ids;
    if (cell !== null && counted.table.cells[cell] === undefined) fail('not_found', 'There is no such cell.');
    const ids = counted.table.idsIn(new Set(cell === null ? counted.choices.chosen(choice) : [cell]));
    list.listed = { key, ids };
    return ids;
  }

  urls(
    id: number,
    cell: number | null,
    { choice, from, limit }: { choice: SignalChoice; from: number; limit: number },
  ): SignalUrls {
    const ids = this.ids(id, cell, choice);
    return { total: ids.length, rows: this.#source.rows(ids.subarray(from, from + limit)) };
  }

  /** Every chosen cell, not only those that are shown. */
  *cells(id: number, choice: SignalChoice = nothing): Generator<SignalCell> {
    const list = this.#list(id);
    const counted = list.counted ?? fail('unavailable', 'The signals are still being counted. Try again.');
    for (const place of counted.choices.chosen(choice)) yield this.#cell(list, counted, place);
  }

  /** Resolves when the table is counted; rejects when it was cancelled. */
  finished(id: number): Promise<void> {
    return this.#list(id).job.finished;
  }

  cancel(id: number): void {
    this.#list(id).job.cancel();
  }

  #list(id: number): List {
    return this.#lists.find(each => each.id === id) ?? fail('not_found', 'This table is closed. Open it again.');
  }

  /** Yields the id of the last URL that was looked at. */
  *#count(list: List, last: number): Steps<void> {
    const { pages } = this.#source;
    const table = new SignalTable(list.crawlers, { last, now: list.now });
    for (let after = 0; ; ) {
      const found = pages.after(after);
      for (const page of found) table.add(page, this.#judgesOf(list, page.originId), pages.idOf);
      const end = found.at(-1);
      if (end === undefined) break;
      after = end.id;
      yield after;
    }
    const counting = table.count();
    for (let step = counting.next(); step.done !== true; step = counting.next()) yield last;
    const choices = new CellChoices(
      table.cells,
      list.crawlers.map(each => each.id),
    );
    list.counted = { table, choices, verdicts: new Map() };
  }

  #judgesOf(list: List, originId: number): readonly (Judge | null)[] {
    let found = list.judges.get(originId);
    if (found === undefined) {
      const robotsId = this.#source.origins.byId(originId)?.robotsId ?? null;
      const origin = { id: originId, robotsId };
      found = list.crawlers.map(({ id }) =>
        robotsId === null ? null : prepareSide(this.#source, { origin, side: { version: null, text: null, profile: id } }).judge,
      );
      if (list.judges.size >= mostOrigins) list.judges.clear();
      list.judges.set(originId, found);
    }
    return found;
  }

  #cell(list: List, counted: Counted, place: number): SignalCell {
    const cell = counted.table.cells[place] as Cell;
    const { pages } = this.#source;
    let crawlers = counted.verdicts.get(place);
    const page = crawlers === undefined ? pages.page(cell.first) : null;
    if (crawlers === undefined) {
      const judges = page ? this.#judgesOf(list, page.originId) : [];
      crawlers = list.crawlers.map((profile, at): CellCrawler => {
        const part = cell.parts[at] as Cell['parts'][number];
        const { index: _, ...signs } = part;
        if (page === null)
          return { profile: profile.id, signs, result: 'unknown', why: 'This URL is no longer stored.', rule: '' };
        const redirectTo = pages.redirectOf(cell.first);
        const verdict = signalVerdict(profile, page, { judge: judges[at] ?? null, redirectTo, now: list.now });
        return { signs, ...expected(profile, part, verdict) };
      });
      counted.verdicts.set(place, crawlers);
    }
    const [row] = this.#source.rows(Int32Array.of(cell.first));
    return {
      id: place,
      urls: cell.urls,
      example: row?.url ?? '',
      common: cell.common,
      crawlers,
      conflicts: counted.choices.conflicts[place] ?? [],
    };
  }
}
