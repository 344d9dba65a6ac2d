import {
  type CommonSigns,
  type CrawlerSigns,
  isCrawlerSignal,
  type SignalChoice,
  type SignalCondition,
  type SignalConflict,
  type SignalFacet,
  type SignalName,
  signalNames,
  signalValues,
} from '#shared/model/signals.ts';
import { conflictRules } from './conflicts.ts';
import type { Cell } from './signal-table.ts';

/** Cells of a truth table with their conflicts, to choose from. Places are those in `cells`. */
export class CellChoices {
  readonly #cells: readonly Cell[];
  readonly #crawlers: readonly string[];
  /** By place: ids of the conflicts of any crawler, worst first. */
  readonly conflicts: readonly (readonly string[])[];

  /** `crawlers`: ids of the profiles, in the order of the cells. */
  constructor(cells: readonly Cell[], crawlers: readonly string[]) {
    this.#cells = cells;
    this.#crawlers = crawlers;
    this.conflicts = cells.map(({ common, parts }) =>
      conflictRules.filter(({ test }) => parts.some(part => test({ ...common, ...part }))).map(({ id }) => id),
    );
  }

  /** The places of the cells that meet a choice, those with the worst conflict first, then those with most URLs. */
  chosen({ where, conflict }: SignalChoice): number[] {
    return this.#meeting(where, conflict).sort(
      (a, b) => this.#rank(a) - this.#rank(b) || (this.#cells[b] as Cell).urls - (this.#cells[a] as Cell).urls || a - b,
    );
  }

  urlsIn(places: readonly number[]): number {
    return places.reduce((sum, place) => sum + (this.#cells[place] as Cell).urls, 0);
  }

  /** For each value of each signal of the first crawler: URLs that meet the conditions on the other signals. */
  facets({ where, conflict }: SignalChoice): SignalFacet[] {
    return signalNames.flatMap(signal => {
      const others = where.filter(each => each.signal !== signal || !this.#isOfFirst(each));
      const counts = new Map<string, number>(signalValues[signal].map(value => [value, 0]));
      for (const place of this.#meeting(others, conflict)) {
        const cell = this.#cells[place] as Cell;
        const value = signOf(cell, signal, 0);
        counts.set(value, (counts.get(value) ?? 0) + cell.urls);
      }
      return [...counts].map(([value, urls]) => ({ signal, value, urls }));
    });
  }

  /** Every conflict that some URL has, worst first, then by URLs. */
  summary(): SignalConflict[] {
    return conflictRules
      .map(({ test: _, ...rule }) => {
        const places = [...this.#cells.keys()].filter(place => this.conflicts[place]?.includes(rule.id));
        return { ...rule, urls: this.urlsIn(places), cells: places.length };
      })
      .filter(({ urls }) => urls > 0)
      .sort((a, b) => a.rank - b.rank || b.urls - a.urls);
  }

  #meeting(where: readonly SignalCondition[], conflict: string | null): number[] {
    return [...this.#cells.keys()].filter(place => {
      const found = this.conflicts[place] ?? [];
      if (conflict !== null && !(conflict === '' ? found.length > 0 : found.includes(conflict))) return false;
      return where.every(each => this.#meets(this.#cells[place] as Cell, each));
    });
  }

  #meets(cell: Cell, { signal, values, profile }: SignalCondition): boolean {
    const crawler = profile === null ? 0 : this.#crawlers.indexOf(profile);
    return crawler >= 0 && values.includes(signOf(cell, signal, crawler));
  }

  #isOfFirst = ({ signal, profile }: SignalCondition): boolean =>
    !isCrawlerSignal(signal) || profile === null || profile === this.#crawlers[0];

  #rank(place: number): number {
    const [worst] = this.conflicts[place] ?? [];
    const rule = conflictRules.findIndex(({ id }) => id === worst);
    return rule < 0 ? conflictRules.length : rule;
  }
}

function signOf({ common, parts }: Cell, signal: SignalName, crawler: number): string {
  if (isCrawlerSignal(signal)) return (parts[crawler] as CrawlerSigns)[signal];
  return (common as CommonSigns)[signal];
}
