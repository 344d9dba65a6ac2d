import type { Population } from '#shared/model/audit.ts';
import type { Steps } from '../steps.ts';
import { AlikePages, type SharedSignatures } from './alike.ts';
import type { BaselineSource } from './baseline.ts';
import { Blocks, type BlockTurns } from './blocks.ts';
import {
  type AlikeCheck,
  type AuditPage,
  type AuditSite,
  type Check,
  defaultLimits,
  type FactsPage,
  type GroupCheck,
  type Limits,
  type PageCheck,
  type ResponseCheck,
} from './check.ts';
import { type GroupEntries, Groups } from './groups.ts';
import { type InlinkState, Inlinks } from './inlinks.ts';
import { PageView } from './page-view.ts';
import { standing } from './populations.ts';
import { type RelationState, Relations } from './relations.ts';
import { siteOf } from './site.ts';
import type { AuditSource } from './source.ts';
import { CheckTally, type TallyState } from './tally.ts';
import { type SharedUrlTable, UrlTable } from './url-table.ts';

/** Pages between two yields. */
const pagesOfStep = 20;

export type ReaderCheck = PageCheck | ResponseCheck | GroupCheck | AlikeCheck;

/** A check with what it needs for each page, so that nothing is looked up there. */
export interface Reader<C extends ReaderCheck = ReaderCheck> {
  readonly check: C;
  readonly limits: Limits;
  readonly tally: CheckTally;
}

/** A check of pages or responses with its functions beside it: checks differ in their shapes, so each look-up in one would take longer. */
interface Tester<C extends PageCheck | ResponseCheck> extends Reader<C> {
  readonly applies: C['applies'] | null;
  readonly test: C['test'];
}

/** The same of a check of pages that share something. */
interface Sharer extends Reader<GroupCheck | AlikeCheck> {
  readonly applies: GroupCheck['applies'] | null;
  readonly cannot: GroupCheck['cannot'] | null;
  readonly key: GroupCheck['key'] | null;
  readonly groups: Groups | null;
  readonly alike: AlikePages | null;
}

/** The checks of one population that read pages, by what they do with them. */
export interface Readers {
  readonly population: Population;
  readonly responses: Tester<ResponseCheck>[];
  readonly pages: Tester<PageCheck>[];
  readonly sharing: Sharer[];
}

/** What a thread that shares the reading of pages needs; it can be posted. */
export interface SharedPass {
  readonly table: SharedUrlTable;
  readonly checks: readonly string[];
  readonly limits: Readonly<Record<string, Limits>>;
  /** By row: 1 where a URL is counted; null: all are. */
  readonly counted: Uint8Array | null;
  readonly signatures: Readonly<Record<string, SharedSignatures>>;
  /** Inlinks and relations are known from the audit before: nobody collects them. */
  readonly isKnown: boolean;
  readonly turns: BlockTurns;
}

/** What a thread found on the pages that it read; it can be posted. Signatures are in shared memory already. */
export interface PassState {
  readonly tallies: Readonly<Record<string, TallyState>>;
  readonly groups: Readonly<Record<string, GroupEntries>>;
  readonly inlinks: InlinkState;
  readonly relations: RelationState;
}

export interface PassParts {
  readonly source: AuditSource;
  readonly table: UrlTable;
  readonly baseline: BaselineSource | null;
  readonly checks: readonly Check[];
  readonly limits: Readonly<Record<string, Limits>>;
  readonly counted: Uint8Array | null;
  readonly blocks?: Blocks;
  readonly signatures?: Readonly<Record<string, SharedSignatures>>;
  /** What the audit before collected; 'elsewhere': the thread that shares the work has it. Absent: pages are read for it. */
  readonly known?: Pick<PassState, 'inlinks' | 'relations'> | 'elsewhere' | null;
}

/** The thresholds in force. */
export const limitsOf = (check: Check, changed: Readonly<Record<string, Limits>>): Limits => ({
  ...defaultLimits(check),
  ...changed[check.id],
});

/** Reads pages, each once, and runs the checks of pages and responses on them. Several threads may share the work. */
export class PagePass {
  readonly site: AuditSite;
  readonly blocks: Blocks;
  readonly tallies: ReadonlyMap<Check, CheckTally>;
  readonly groups: ReadonlyMap<GroupCheck, Groups>;
  readonly alike: ReadonlyMap<AlikeCheck, AlikePages>;
  readonly readers: readonly Readers[];
  readonly #parts: PassParts;
  readonly #inlinks: Inlinks;
  readonly #relations: Relations;
  /** Inlinks and relations are not collected. */
  readonly #isKnown: boolean;
  /** By row: the number of the page, for the places of signatures. */
  readonly #places: Int32Array;

  constructor(parts: PassParts) {
    const { table, source, baseline, checks, limits, signatures = {}, known = null } = parts;
    this.#parts = parts;
    this.blocks = parts.blocks ?? new Blocks(table.size);
    this.#inlinks = new Inlinks(table);
    this.#relations = new Relations(url => table.find(url));
    this.#isKnown = known !== null;
    if (known !== null && known !== 'elsewhere') {
      this.#inlinks.adopt(known.inlinks);
      this.#relations.adopt(known.relations);
    }
    this.site = siteOf({ source, table, baseline, inlinks: this.#inlinks, relations: this.#relations });
    this.tallies = new Map(checks.map(check => [check, new CheckTally()]));
    this.groups = new Map(checks.flatMap(check => (check.scope === 'group' ? [[check, new Groups(check)] as const] : [])));
    this.alike = new Map(
      checks.flatMap(check =>
        check.scope === 'alike' ? [[check, new AlikePages(signatures[check.id] ?? table.pageCount)] as const] : [],
      ),
    );
    this.#places = this.alike.size > 0 ? table.pagePlaces() : new Int32Array(0);
    this.readers = readersOf(checks, check => ({
      limits: limitsOf(check, limits),
      tally: this.tallies.get(check) as CheckTally,
      groups: check.scope === 'group' ? (this.groups.get(check) ?? null) : null,
      alike: check.scope === 'alike' ? (this.alike.get(check) ?? null) : null,
    }));
  }

  /** A pass in another thread. `checks`: all that this program knows. */
  static shared(
    { table, checks: ids, limits, counted, signatures, isKnown, turns }: SharedPass,
    { source, baseline, checks }: Pick<PassParts, 'source' | 'baseline' | 'checks'>,
  ): PagePass {
    const own = UrlTable.shared(table);
    const wanted = new Set(ids);
    const pass = new PagePass({
      source,
      baseline,
      limits,
      counted,
      signatures,
      known: isKnown ? 'elsewhere' : null,
      table: own,
      blocks: new Blocks(own.size, turns),
      checks: checks.filter(({ id }) => wanted.has(id)),
    });
    pass.site.isCounting = true;
    return pass;
  }

  /** By row: 1 where a URL is counted; null: all are. */
  get counted(): Uint8Array | null {
    return this.#parts.counted;
  }

  /** What `shared` takes. */
  share(): SharedPass {
    const { table, limits, counted } = this.#parts;
    return {
      table: table.share(),
      checks: this.#parts.checks.map(({ id }) => id),
      limits,
      counted,
      signatures: Object.fromEntries([...this.alike].map(([{ id }, pages]) => [id, pages.shared])),
      isKnown: this.#isKnown,
      turns: { counter: this.blocks.counter, rowsOfBlock: this.blocks.rowsOfBlock },
    };
  }

  /** Reads pages until all blocks are taken. Yields how many URLs those have. */
  *run(): Steps<void> {
    const { table, source } = this.#parts;
    const { id } = table.numbers;
    let read = 0;
    for (let block = this.blocks.next(); block !== null; block = this.blocks.next()) {
      const range = { after: (id[block.first] as number) - 1, last: id[block.end - 1] as number };
      for (const row of source.pages(range)) {
        const at = table.rowOf(row.id);
        if (at >= 0) this.#page(new PageView(table.view(at), row, { table, site: this.site, isCounted: true }), at);
        if (++read % pagesOfStep === 0) yield this.blocks.taken;
      }
    }
  }

  /** What was found so far. Do not go on after it. */
  state(): PassState {
    const names = <T extends Check, U, V>(map: ReadonlyMap<T, U>, of: (each: U) => V) =>
      Object.fromEntries([...map].map(([{ id }, each]) => [id, of(each)]));
    return {
      tallies: names(this.tallies, tally => tally.state),
      groups: names(this.groups, groups => groups.entries),
      inlinks: this.#inlinks.state,
      relations: this.#relations.state,
    };
  }

  /** Adds what another thread found. */
  merge({ tallies, groups, inlinks, relations }: PassState): void {
    for (const [check, tally] of this.tallies) {
      const found = tallies[check.id];
      if (found) tally.merge(found);
    }
    for (const [check, own] of this.groups) {
      const found = groups[check.id];
      if (found) own.merge(found);
    }
    if (this.#isKnown) return;
    this.#inlinks.merge(inlinks);
    this.#relations.merge(relations);
  }

  /** What all threads together found about links and relations. */
  get together(): Pick<PassState, 'inlinks' | 'relations'> {
    return { inlinks: this.#inlinks.state, relations: this.#relations.state };
  }

  /** From now on the site has these inlinks and relations. */
  adopt({ inlinks, relations }: Pick<PassState, 'inlinks' | 'relations'>): PassParts & Pick<PagePass, 'site' | 'readers'> {
    this.#inlinks.adopt(inlinks);
    this.#relations.adopt(relations);
    return { ...this.#parts, site: this.site, readers: this.readers };
  }

  /** Runs the checks of pages and responses on one URL with a response. */
  #page(page: PageView, row: number): void {
    if (!this.#isKnown) {
      this.#inlinks.add(page);
      this.#relations.add(page);
    }
    const { counted } = this.#parts;
    const counts = counted === null || counted[row] === 1;
    const { url } = page;
    for (const { population, responses, pages, sharing } of this.readers) {
      if (standing(population, url) !== 'in') continue;
      if (counts)
        for (const { applies, test, limits, tally } of responses)
          if (!applies || applies(page)) tally.take(url.id, test(page, limits, this.site));
      if (!hasFacts(page)) {
        if (counts) for (const list of [pages, sharing]) for (const { tally } of list) tally.missed('no-facts');
        continue;
      }
      if (counts)
        for (const { applies, test, limits, tally } of pages)
          if (!applies || applies(page)) tally.take(url.id, test(page, limits, this.site));
      for (const reader of sharing) if (!reader.applies || reader.applies(page)) this.#keep(reader, page, { row, counts });
    }
  }

  /** Keeps what a page may share with others. Whether it does is known at the end. */
  #keep(
    { limits, tally, cannot, key, groups, alike }: Sharer,
    page: FactsPage,
    { row, counts }: { readonly row: number; readonly counts: boolean },
  ): void {
    const { id } = page.url;
    const missed = cannot?.(page, this.site) ?? null;
    if (missed !== null) {
      if (counts) tally.missed(missed);
      return;
    }
    alike?.add(this.#places[row] as number, id, page.signature());
    const found = key?.(page, limits) ?? null;
    if (typeof found === 'string') groups?.add(found, id);
    else if (found !== null) for (const each of new Set(found)) groups?.add(each, id);
    if (counts) tally.passed();
  }
}

export const hasFacts = (page: AuditPage): page is FactsPage => page.facts !== null;

interface Needs extends Pick<Reader, 'limits' | 'tally'> {
  readonly groups: Groups | null;
  readonly alike: AlikePages | null;
}

/** No check uses `this`. */
const testerOf = <C extends PageCheck | ResponseCheck>(check: C, { limits, tally }: Needs): Tester<C> => ({
  check,
  limits,
  tally,
  applies: check.applies ?? null,
  test: check.test,
});

const sharerOf = (check: GroupCheck | AlikeCheck, { limits, tally, groups, alike }: Needs): Sharer => ({
  check,
  limits,
  tally,
  applies: check.applies ?? null,
  cannot: check.cannot ?? null,
  key: check.scope === 'group' ? check.key : null,
  groups,
  alike,
});

function readersOf(checks: readonly Check[], needs: (check: Check) => Needs): readonly Readers[] {
  const found = new Map<Population, Readers>();
  for (const check of checks) {
    if (check.scope === 'url' || check.scope === 'site' || check.scope === 'pending') continue;
    const { population } = check;
    const readers = found.get(population) ?? { population, responses: [], pages: [], sharing: [] };
    found.set(population, readers);
    if (check.scope === 'response') readers.responses.push(testerOf(check, needs(check)));
    else if (check.scope === 'page') readers.pages.push(testerOf(check, needs(check)));
    else readers.sharing.push(sharerOf(check, needs(check)));
  }
  return [...found.values()];
}
