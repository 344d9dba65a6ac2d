import type { Verdicts } from './replay.ts';

/** How the verdict of a URL differs: `otherLine` is the same verdict by a line whose text is another. */
export type ChangeClass = 'newlyBlocked' | 'newlyAllowed' | 'undecided' | 'otherLine' | 'unchanged';

/** What a set of URLs weighs. */
export interface Weight {
  urls: number;
  inlinks: number;
  inSitemap: number;
  /** URLs by depth; the last place stands for that depth and beyond. */
  readonly byDepth: Int32Array;
}

export interface SectionChange {
  readonly section: string;
  readonly urls: number;
  readonly newlyBlocked: number;
  readonly newlyAllowed: number;
  readonly otherLine: number;
}

/** Flips with one cause: the line that decided before and the one that decides now. */
export interface Cause {
  readonly kind: ChangeClass;
  /** Line numbers in the old and the new text, 0 for none. */
  readonly oldLine: number;
  readonly newLine: number;
  /** Their texts, '' for none. */
  readonly oldText: string;
  readonly newText: string;
  /** Which line was edited: the new one was added, the old one removed, both (changed), or neither (they only rank otherwise now). */
  readonly edit: 'added' | 'removed' | 'changed' | 'reordered';
  readonly weight: Weight;
  /** Rows, rising. */
  readonly rows: Int32Array;
}

export interface Difference {
  readonly before: Verdicts;
  readonly after: Verdicts;
  readonly counts: Readonly<Record<ChangeClass, number>>;
  readonly weights: Readonly<Record<ChangeClass, Weight>>;
  /** Rows of each class but `unchanged`, rising. */
  readonly rows: Readonly<Record<Exclude<ChangeClass, 'unchanged'>, Int32Array>>;
  /** Sections with the most flips first. */
  readonly sections: readonly SectionChange[];
  /** Largest first. */
  readonly causes: readonly Cause[];
}
// differenceOf(table, before, after, { oldText, newText }): Steps<Difference>
