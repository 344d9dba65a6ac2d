import { parseRobots } from '../robots/parse/parse.ts';
import type { Steps } from '../steps.ts';
import { commonPatterns, partPatterns, plainPattern } from './fix-patterns.ts';
import { type Fix, FixSearch } from './fix-search.ts';
import { type Judge, judgeFor } from './judge.ts';
import type { Verdicts } from './replay.ts';
import type { TargetTable } from './target-table.ts';

export const isExact = ({ proof }: Fix): boolean => proof.flipped === proof.wanted && proof.others === 0;

export type FixAnswer =
  /** No edit is needed: all chosen URLs already have the wanted verdict. */
  | { readonly kind: 'already' }
  /** No edit of rules can help: there is no file, it cannot be fetched or is refused, or it blocks the whole site. */
  | { readonly kind: 'no-rules' }
  | { readonly kind: 'too-many'; readonly most: number }
  /** `exact` null: no edit was found that changes the chosen URLs and no others; `nearest` is what comes next, with its side effects. */
  | { readonly kind: 'found'; readonly exact: Fix | null; readonly nearest: Fix | null };

export const MOST_CHOSEN = 50_000;
/** Lines one fix may add. */
const MOST_RULES = 200;

/**
 * The smallest edit found that allows (or blocks) the chosen rows and changes no other verdict of the table. It tries
 * in this order: removing deciding lines, adding one rule, narrowing a deciding line, adding several rules, naming
 * each URL. `verdicts` is the replay of `bytes`. Yields rows judged. The search is greedy: it may miss the smallest
 * edit, but an edit it calls exact was verified on the whole table. Other crawlers that use the same group are not
 * checked.
 */
export function* minimalFix(
  table: TargetTable,
  verdicts: Verdicts,
  bytes: Uint8Array,
  chosen: ArrayLike<number>,
  goal: 'free' | 'block',
): Steps<FixAnswer> {
  const { judge } = verdicts;
  if (judge.everywhere !== null || judge.chosen === null || judge.file === null) return { kind: 'no-rules' };
  if (chosen.length > MOST_CHOSEN) return { kind: 'too-many', most: MOST_CHOSEN };
  const makeJudge = (text: Uint8Array): Judge =>
    judgeFor(judge.access, parseRobots(text, judge.dialect), judge.dialect, judge.speaker);
  const search = new FixSearch(table, verdicts, bytes, chosen, goal, makeJudge);
  if (search.wanted.length === 0) return { kind: 'already' };
  let nearest: Fix | null = null;
  const consider = (fix: Fix | null): Fix | null => {
    if (fix === null) return null;
    if (isExact(fix)) return fix;
    if (nearest === null || costOf(fix) < costOf(nearest)) nearest = fix;
    return null;
  };
  const removal = search.removal();
  if (removal.length === 1) {
    const fix = consider(yield* search.prove(removal));
    if (fix !== null) return { kind: 'found', exact: fix, nearest };
  }
  const targets = search.wanted.map(row => plainPattern(table.targets[row] as string, search.signs));
  const common = yield* search.rate(commonPatterns(targets, search.signs));
  for (const { pattern, covers, harms } of common) {
    if (covers < search.wanted.length) continue;
    if (harms > 0 && nearest !== null) continue;
    const fix = consider(yield* search.prove(search.additions(pattern)));
    if (fix !== null) return { kind: 'found', exact: fix, nearest };
  }
  for (const edit of search.narrowings()) {
    const fix = consider(yield* search.prove([edit]));
    if (fix !== null) return { kind: 'found', exact: fix, nearest };
  }
  const several = yield* search.cover(
    [...common, ...(yield* search.rate(partPatterns(targets, search.signs)))],
    targets,
    MOST_RULES,
  );
  const severalExact =
    several === null ? null : consider(yield* search.prove(several.flatMap(pattern => search.additions(pattern))));
  if (removal.length > 1 && (severalExact === null || removal.length <= severalExact.edits.length)) {
    const fix = consider(yield* search.prove(removal));
    if (fix !== null) return { kind: 'found', exact: fix, nearest };
  }
  return { kind: 'found', exact: severalExact, nearest };
}

/** How far a fix is from exact: URLs that should change and do not, and others that do. */
const costOf = ({ proof }: Fix): number => proof.wanted - proof.flipped + proof.others;
