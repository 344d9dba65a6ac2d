import { longestValue, mostValues } from '#shared/model/rule-limits.ts';
import type { RuleOutcome, RuleValue } from '#shared/model/rules.ts';

/** Hits and values are counted up to here; a pattern that matches everywhere finds no more. */
export const mostCounted = 100_000;
/** Characters of all values of a page that are kept. */
const mostKept = 100_000;

/** Collects values in order: the first ones are kept, all are counted. */
export class Values {
  #count = 0;
  #characters = 0;
  readonly #kept: RuleValue[] = [];

  /** False: it counts no further. */
  add(value: string, bytes: (() => readonly [number, number] | undefined) | null): boolean {
    this.#count += 1;
    if (this.#kept.length < mostValues && this.#characters < mostKept) {
      this.#characters += Math.min(value.length, longestValue);
      const range = bytes?.();
      this.#kept.push({
        value: value.length > longestValue ? value.slice(0, longestValue) : value,
        ...(range ? { bytes: range } : {}),
        ...(value.length > longestValue ? { isCut: true as const } : {}),
      });
    }
    return this.#count < mostCounted;
  }

  /** How many there are, as the one value. */
  only(count: number): RuleOutcome {
    return { state: 'done', count: 1, values: [{ value: String(count) }], problem: '' };
  }

  get outcome(): RuleOutcome {
    return { state: 'done', count: this.#count, values: this.#kept, problem: '' };
  }
}

export const failed = (problem: string): RuleOutcome => ({ state: 'failed', count: 0, values: [], problem });
export const tooSlow: RuleOutcome = { state: 'too-slow', count: 0, values: [], problem: '' };
