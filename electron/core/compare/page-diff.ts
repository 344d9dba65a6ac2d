import type { Headers } from '#shared/model/fetch.ts';
import type { DiffLink, DiffValue, LinksPart, TextPart, ValuesPart, WordRow, WordRun } from '#shared/model/page-diff.ts';
import type { StructuredData, StructuredItem } from '#shared/model/structured-data.ts';
import { diffRows } from '../replay/diff-rows.ts';
import { diffLines } from '../replay/line-diff.ts';

/** Unchanged blocks around a change. */
const context = 2;
const mostRows = 1_000;
const mostListed = 500;
/** Words of a block that are compared one by one; longer blocks are shown whole. */
const mostWords = 5_000;
/** Nested items of structured data that are followed. */
const mostDepth = 20;
/** Paths with values of structured data, and characters of all these paths: each level repeats those above it. */
const mostPairs = 20_000;
const mostPathLength = 5_000_000;

/** Words, each with a space after it, so that runs can stand beside each other. */
const wordsOf = (text: string): string[] => (text.match(/\S+/gu) ?? []).map(word => `${word} `);
const counted = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + wordsOf(line).length, 0);

/** Adds a word to the runs; runs of one kind grow. */
function push(runs: { kind: WordRun['kind']; text: string }[], kind: WordRun['kind'], text: string): void {
  const last = runs.at(-1);
  if (last?.kind === kind) last.text += text;
  else runs.push({ kind, text });
}

/** Two versions of a block, word by word. */
export function wordRuns(before: string, after: string): readonly WordRun[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length > mostWords || now.length > mostWords)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  const diff = diffLines(old, now);
  const runs: { kind: WordRun['kind']; text: string }[] = [];
  let [a, b] = [1, 1];
  while (a <= old.length || b <= now.length) {
    if (a <= old.length && b <= now.length && diff.newOf[a] === b && diff.moved[b] === 0) {
      push(runs, 'same', now[b - 1] as string);
      a += 1;
      b += 1;
    } else if (a <= old.length && (diff.newOf[a] === 0 || diff.moved[diff.newOf[a] as number] === 1)) {
      push(runs, 'removed', old[a - 1] as string);
      a += 1;
    } else if (b <= now.length) {
      push(runs, 'added', now[b - 1] as string);
      b += 1;
    } else {
      push(runs, 'removed', old[a - 1] as string);
      a += 1;
    }
  }
  return runs;
}

/** Where two readable texts differ, word by word. A block that moved is removed in one place and added in another. */
export function textPart(before: readonly string[], after: readonly string[], isCut: boolean): TextPart {
  let [added, removed] = [0, 0];
  const all = diffRows(before, after, context).map(({ kind, oldText, newText, folded = 0 }): WordRow => {
    if (kind === 'gap') return { kind, runs: [], folded };
    if (kind === 'same') return { kind, runs: [{ kind, text: newText }], folded: 0 };
    if (kind === 'added' || kind === 'moved-here') {
      added += wordsOf(newText).length;
      return { kind: 'added', runs: [{ kind: 'added', text: newText }], folded: 0 };
    }
    if (kind === 'removed' || kind === 'moved-away') {
      removed += wordsOf(oldText).length;
      return { kind: 'removed', runs: [{ kind: 'removed', text: oldText }], folded: 0 };
    }
    const runs = wordRuns(oldText, newText);
    for (const run of runs) {
      if (run.kind === 'added') added += wordsOf(run.text).length;
      if (run.kind === 'removed') removed += wordsOf(run.text).length;
    }
    return { kind: 'changed', runs, folded: 0 };
  });
  return {
    before: counted(before),
    after: counted(after),
    added,
    removed,
    rows: all.slice(0, mostRows),
    rowCount: all.length,
    isCut,
  };
}

const keyOf = ({ to, kind, rel, text }: DiffLink): string => JSON.stringify([to, kind, rel, text]);

/** Links by a key, repetitions in order. */
function grouped(links: Iterable<DiffLink>, key: (link: DiffLink) => string): Map<string, DiffLink[]> {
  const found = new Map<string, DiffLink[]>();
  for (const link of links) {
    const known = found.get(key(link));
    if (known) known.push(link);
    else found.set(key(link), [link]);
  }
  return found;
}

/** Links that only one of the pages has, counted: two of three equal links may be new. */
function without(links: readonly DiffLink[], other: ReadonlyMap<string, readonly DiffLink[]>): DiffLink[] {
  const seen = new Map<string, number>();
  return links.filter(link => {
    const key = keyOf(link);
    const many = (seen.get(key) ?? 0) + 1;
    seen.set(key, many);
    return many > (other.get(key)?.length ?? 0);
  });
}

/** Which links were added, removed, or have another text or rel. The order on the page does not matter. */
export function linksPart(before: readonly DiffLink[], after: readonly DiffLink[], isCut: boolean): LinksPart {
  const gone = without(before, grouped(after, keyOf));
  const added = without(after, grouped(before, keyOf));
  const byTarget = grouped(added, ({ to, kind }) => `${kind} ${to}`);
  const changed: { before: DiffLink; after: DiffLink }[] = [];
  const paired = new Set<DiffLink>();
  const removed = gone.filter(link => {
    const now = byTarget.get(`${link.kind} ${link.to}`)?.shift();
    if (now === undefined) return true;
    changed.push({ before: link, after: now });
    paired.add(now);
    return false;
  });
  const fresh = added.filter(link => !paired.has(link));
  return {
    before: before.length,
    after: after.length,
    added: fresh.slice(0, mostListed),
    addedCount: fresh.length,
    removed: removed.slice(0, mostListed),
    removedCount: removed.length,
    changed: changed.slice(0, mostListed),
    changedCount: changed.length,
    isCut,
  };
}

/** The values that `other` lacks, counted: the second of two equal values may be missing there. */
function withoutValues(values: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const value of other) left.set(value, (left.get(value) ?? 0) + 1);
  return values.filter(value => {
    const many = left.get(value) ?? 0;
    if (many > 0) left.set(value, many - 1);
    return many === 0;
  });
}

/** Compares values by their name. Names that occur several times are compared value by value, in any order. */
export function valuesPart(
  before: readonly (readonly [string, string])[],
  after: readonly (readonly [string, string])[],
  isCut: boolean,
): ValuesPart {
  const byName = (pairs: readonly (readonly [string, string])[]): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const [name, value] of pairs) {
      const known = found.get(name);
      if (known) known.push(value);
      else found.set(name, [value]);
    }
    return found;
  };
  const [old, now] = [byName(before), byName(after)];
  const differ: DiffValue[] = [];
  let same = 0;
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [first, second] = [old.get(name) ?? [], now.get(name) ?? []];
    const [left, right] = [withoutValues(first, second), withoutValues(second, first)];
    same += first.length - left.length;
    for (let at = 0; at < Math.max(left.length, right.length); at += 1)
      differ.push({ name, before: left[at] ?? null, after: right[at] ?? null });
  }
  return { same, differ: differ.slice(0, mostListed), differCount: differ.length, isCut };
}

/** Header names are the same in any letter case. */
export const headerPairs = (headers: Headers): (readonly [string, string])[] =>
  headers.map(([name, value]) => [name.toLowerCase(), value] as const);

/** Structured data as paths and values, and whether there is more of it. */
export interface StructuredPairs {
  readonly pairs: readonly (readonly [string, string])[];
  readonly isCut: boolean;
}

/**
 * Structured data as paths and values: `Product.offers.Offer.price`, `10`. Outermost items by their type. Items can be
 * values in several places (`itemref`, two names in one `itemprop`): their properties come once, in the item that
 * contains them; elsewhere there is only a line for the item. At most 20,000 values, 5,000,000 characters of paths and
 * 20 levels.
 */
export function structuredPairs(data: StructuredData | undefined): StructuredPairs {
  if (data === undefined) return { pairs: [], isCut: false };
  const pairs: (readonly [string, string])[] = [];
  let pathLength = 0;
  let isCut = false;
  let isFull = false;
  const add = (path: string, value: string): void => {
    pathLength += path.length;
    if (pairs.length >= mostPairs || pathLength > mostPathLength) [isCut, isFull] = [true, true];
    else pairs.push([path, value]);
  };
  const nameOf = ({ types }: StructuredItem): string => (types.length === 0 ? '(no type)' : types.join(' '));
  const read = (item: StructuredItem, path: string, depth: number): void => {
    add(path, '(item)');
    for (const { name, values } of item.properties)
      for (const value of values) {
        if (isFull) return;
        const inner = `${path}.${name}`;
        if (value === null || typeof value !== 'object') add(inner, String(value));
        else if ('ref' in value) add(inner, `→ ${value.ref}`);
        else nest(value.item, item, inner, depth + 1);
      }
  };
  const visited = new Set<StructuredItem>();
  const nest = (index: number, holder: StructuredItem, path: string, depth: number): void => {
    const nested = data.items[index];
    if (nested?.parent === undefined) return;
    const inner = `${path}.${nameOf(nested)}`;
    if (data.items[nested.parent] !== holder || visited.has(nested)) add(inner, '(item)');
    else if (depth > mostDepth) isCut = true;
    else {
      visited.add(nested);
      read(nested, inner, depth);
    }
  };
  for (const item of data.items) if (item.parent === undefined && !isFull) read(item, nameOf(item), 0);
  for (const { error } of data.blocks)
    if (error && !isFull) add('JSON-LD error', `${error.code}, line ${error.line}, column ${error.column}`);
  return { pairs, isCut };
}
