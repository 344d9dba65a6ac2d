import type { AuditPage, AuditUrl, FactsPage } from './check.ts';
import { type Alternate, alternatesOf, targetAt } from './declared.ts';
import { textKey } from './groups.ts';

/** An entry of a page's hreflang set whose URL is in the crawl. */
export interface SetEntry {
  /** Lower case. */
  readonly code: string;
  readonly to: number;
}

/** What pages say about each other. */
export interface RelationState {
  readonly setOf: ReadonlyMap<number, readonly SetEntry[]>;
  readonly sets: ReadonlyMap<number, readonly SetEntry[]>;
  readonly hreflangTargets: ReadonlySet<number>;
  readonly next: ReadonlyMap<number, readonly number[]>;
  readonly prev: ReadonlyMap<number, readonly number[]>;
  readonly nextTargets: ReadonlySet<number>;
  readonly seriesTargets: ReadonlySet<number>;
  readonly ampSources: ReadonlyMap<number, number>;
  readonly ampPages: ReadonlySet<number>;
}

const emptySet: readonly SetEntry[] = [];
const emptyIds: readonly number[] = [];

/**
 * Collects what pages declare about each other by hreflang, rel=next, rel=prev and rel=amphtml, while pages are read
 * in turn. Checks that need both sides use it afterwards. Pages of a cluster usually list the same set, which is
 * stored once.
 */
export class Relations {
  readonly #find: (url: string) => AuditUrl | null;
  readonly #setOf = new Map<number, readonly SetEntry[]>();
  readonly #sets = new Map<number, readonly SetEntry[]>();
  readonly #hreflangTargets = new Set<number>();
  readonly #next = new Map<number, readonly number[]>();
  readonly #prev = new Map<number, readonly number[]>();
  readonly #nextTargets = new Set<number>();
  readonly #seriesTargets = new Set<number>();
  readonly #ampSources = new Map<number, number>();
  readonly #ampPages = new Set<number>();
  #loops: ReadonlySet<number> | null = null;

  constructor(find: (url: string) => AuditUrl | null) {
    this.#find = find;
  }

  add(page: AuditPage): void {
    if (page.facts === null) return;
    const seen = page as FactsPage;
    const { id } = page.url;
    const list = alternatesOf(seen, this.#find);
    if (list.length > 0) this.#hreflang(id, list);
    const { next, prev, amp, isAmp } = seen.facts;
    if (next) this.#series(id, ids(page, next), this.#next, this.#nextTargets);
    if (prev) this.#series(id, ids(page, prev), this.#prev, null);
    if (amp) for (const to of ids(page, amp)) if (to !== id) this.#ampSource(to, id);
    if (isAmp) this.#ampPages.add(id);
  }

  /** What was collected, as data that can be posted. */
  get state(): RelationState {
    return {
      setOf: this.#setOf,
      sets: this.#sets,
      hreflangTargets: this.#hreflangTargets,
      next: this.#next,
      prev: this.#prev,
      nextTargets: this.#nextTargets,
      seriesTargets: this.#seriesTargets,
      ampSources: this.#ampSources,
      ampPages: this.#ampPages,
    };
  }

  /** Adds what another thread collected from other pages. */
  merge(other: RelationState): void {
    const same = new Map<readonly SetEntry[], readonly SetEntry[]>();
    for (const [key, set] of other.sets) {
      const known = this.#sets.get(key);
      if (known === undefined) this.#sets.set(key, set);
      else same.set(set, known);
    }
    for (const [id, set] of other.setOf) this.#setOf.set(id, same.get(set) ?? set);
    for (const [id, targets] of other.next) this.#next.set(id, targets);
    for (const [id, targets] of other.prev) this.#prev.set(id, targets);
    for (const [to, id] of other.ampSources) this.#ampSource(to, id);
    for (const id of other.hreflangTargets) this.#hreflangTargets.add(id);
    for (const id of other.nextTargets) this.#nextTargets.add(id);
    for (const id of other.seriesTargets) this.#seriesTargets.add(id);
    for (const id of other.ampPages) this.#ampPages.add(id);
  }

  /** From now on this is what was collected. */
  adopt(all: RelationState): void {
    const own: readonly { clear(): void }[] = [
      this.#setOf,
      this.#sets,
      this.#hreflangTargets,
      this.#next,
      this.#prev,
      this.#nextTargets,
      this.#seriesTargets,
      this.#ampSources,
      this.#ampPages,
    ];
    for (const each of own) each.clear();
    this.merge(all);
  }

  /** The page with the smallest id counts, whichever was read first. */
  #ampSource(to: number, id: number): void {
    const known = this.#ampSources.get(to);
    if (known === undefined || id < known) this.#ampSources.set(to, id);
  }

  /** The hreflang set of a page that was read; empty for none. */
  hreflangsOf = (id: number): readonly SetEntry[] => this.#setOf.get(id) ?? emptySet;
  /** Another page names it as an alternate. */
  isHreflangTarget = (id: number): boolean => this.#hreflangTargets.has(id);
  nextOf = (id: number): readonly number[] => this.#next.get(id) ?? emptyIds;
  prevOf = (id: number): readonly number[] => this.#prev.get(id) ?? emptyIds;
  /** A page of its series names it as the next one, so it is not the first. */
  isNextTarget = (id: number): boolean => this.#nextTargets.has(id);
  /** A page of its series names it as the next or previous one. */
  isSeriesTarget = (id: number): boolean => this.#seriesTargets.has(id);
  /** The first page that names it as its AMP version; 0 for none. */
  ampSourceOf = (id: number): number => this.#ampSources.get(id) ?? 0;
  isAmp = (id: number): boolean => this.#ampPages.has(id);

  /** Whether following rel=next from a page comes back to it. Looks at the first link of each page. */
  isInLoop(id: number): boolean {
    this.#loops ??= loopsOf(this.#next);
    return this.#loops.has(id);
  }

  #hreflang(id: number, list: readonly Alternate[]): void {
    const entries = list.flatMap(({ code, target }) => (target ? [{ code, to: target.id }] : []));
    for (const { to } of entries) if (to !== id) this.#hreflangTargets.add(to);
    const key = textKey(entries.map(({ code, to }) => `${code} ${to}`).join('\n'));
    const known = this.#sets.get(key);
    if (known === undefined) this.#sets.set(key, entries);
    this.#setOf.set(id, known ?? entries);
  }

  #series(id: number, targets: readonly number[], side: Map<number, readonly number[]>, others: Set<number> | null): void {
    if (targets.length === 0) return;
    side.set(id, targets);
    for (const to of targets) {
      if (to === id) continue;
      this.#seriesTargets.add(to);
      others?.add(to);
    }
  }
}

const ids = (page: AuditPage, list: readonly { readonly at: readonly [number, number] }[]): readonly number[] => [
  ...new Set(list.flatMap(({ at }) => targetAt(page, at)?.id ?? [])),
];

/** The members of all cycles, each node visited once. */
function loopsOf(next: ReadonlyMap<number, readonly number[]>): ReadonlySet<number> {
  const found = new Set<number>();
  const walkOf = new Map<number, number>();
  let walk = 0;
  for (const start of next.keys()) {
    if (walkOf.has(start)) continue;
    walk += 1;
    let at: number | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, walk);
      at = next.get(at)?.[0];
    }
    // It ended on a node of this walk: from there on the walk is a cycle.
    if (at === undefined || walkOf.get(at) !== walk) continue;
    for (let member: number | undefined = at; member !== undefined && !found.has(member); member = next.get(member)?.[0])
      found.add(member);
  }
  return found;
}
