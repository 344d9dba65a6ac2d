import type { RobotsFile } from '#shared/model/robots.ts';
import type { Steps } from '../steps.ts';
import type { Judge } from './judge.ts';
import { diffLines, type LineDiff } from './line-diff.ts';
import { allowedAt, ROWS_A_STEP, type Verdicts } from './replay.ts';
import { rowsWhere } from './rows.ts';
import type { TargetTable } from './target-table.ts';
import { noWeight, type Weight, weigh } from './weight.ts';

/**
 * How the verdict of a URL differs. `otherLine`: the same verdict by a line of another text; a line that merely moved is the same
 * one. `undecided`: a verdict before, the robot's choice or none now.
 */
export const changeClasses = ['unchanged', 'newlyBlocked', 'newlyAllowed', 'undecided', 'otherLine'] as const;
export type ChangeClass = (typeof changeClasses)[number];

/**
 * What was edited. `added`: the line that decides now is new. `removed`: the line that decided is gone. `changed`: a
 * line was put in the place of another. `structure`: both lines are in both texts; groups, names or the order were
 * edited. `access`: the response for robots.txt differs (no file, unreachable, refused), or the file closes the site
 * as a whole.
 */
export type Edit = 'added' | 'removed' | 'changed' | 'structure' | 'access';

/** All that one edit does. */
export interface Cause {
  readonly edit: Edit;
  /** Line numbers in the old and the new text, 0 for none or for several. */
  readonly oldLine: number;
  readonly newLine: number;
  /** The lines as read (`Disallow: /a`), '' for none. */
  readonly oldText: string;
  readonly newText: string;
  readonly counts: Record<ChangeClass, number>;
  /** Of the URLs whose verdict changed, without `otherLine`. */
  readonly weight: Weight;
}

export interface SectionChange {
  readonly section: string;
  /** URLs of the section, changed or not. */
  readonly urls: number;
  readonly counts: Record<ChangeClass, number>;
}

export interface Difference {
  readonly counts: Readonly<Record<ChangeClass, number>>;
  readonly weights: Readonly<Record<ChangeClass, Weight>>;
  /** By row: the place in `changeClasses`. */
  readonly classes: Uint8Array;
  /** By row: the place in `causes`, -1 where nothing changed. */
  readonly causeOf: Int32Array;
  /** Those that change most verdicts first. */
  readonly causes: readonly Cause[];
  /** Sections in which something changed, those with most changed verdicts first. */
  readonly sections: readonly SectionChange[];
  readonly diff: LineDiff;
}

/** By verdict before and after (0 blocked, 1 allowed, 2 none), lines apart: the place in `changeClasses`. */
const CLASS_OF = [
  [0, 2, 3],
  [1, 0, 3],
  [1, 2, 0],
] as const;
const OTHER_LINE = 4;

const noCounts = (): Record<ChangeClass, number> => ({
  unchanged: 0,
  newlyBlocked: 0,
  newlyAllowed: 0,
  undecided: 0,
  otherLine: 0,
});

/** Verdicts changed; `otherLine` is not among them. */
export const flipsOf = ({ newlyBlocked, newlyAllowed, undecided }: Readonly<Record<ChangeClass, number>>): number =>
  newlyBlocked + newlyAllowed + undecided;

/** Compares two replays of one table, row by row, and finds the edits behind the changes. Yields rows done. */
export function* differenceOf(table: TargetTable, before: Verdicts, after: Verdicts): Steps<Difference> {
  const size = Math.min(before.size, after.size);
  const diff = diffOfFiles(before.judge, after.judge);
  const classes = new Uint8Array(size);
  const causeOf = new Int32Array(size).fill(-1);
  const found = new Causes(before.judge, after.judge, diff);
  const weights = {
    unchanged: noWeight(),
    newlyBlocked: noWeight(),
    newlyAllowed: noWeight(),
    undecided: noWeight(),
    otherLine: noWeight(),
  };
  const sections: Record<ChangeClass, number>[] = table.sectionNames.map(noCounts);
  for (let start = 0; start < size; start += ROWS_A_STEP) {
    const end = Math.min(size, start + ROWS_A_STEP);
    for (let row = start; row < end; row += 1) {
      const oldLine = before.lines[row] as number;
      const newLine = after.lines[row] as number;
      let place: number = CLASS_OF[allowedAt(before, row) as 0 | 1 | 2][allowedAt(after, row) as 0 | 1 | 2];
      if (place === 0) {
        // A line that is gone is not the “no line” that decides now.
        const moved = oldLine === 0 ? 0 : diff.newOf[oldLine] || -1;
        if (moved !== newLine) place = OTHER_LINE;
      }
      const name = changeClasses[place] as ChangeClass;
      weigh(weights[name], table, row);
      const section = sections[table.sections[row] as number] as Record<ChangeClass, number>;
      section[name] += 1;
      if (place === 0) continue;
      classes[row] = place;
      const cause = found.of(oldLine, newLine);
      causeOf[row] = cause;
      const event = found.list[cause] as Cause;
      event.counts[name] += 1;
      if (place !== OTHER_LINE) weigh(event.weight, table, row);
    }
    yield end;
  }
  const order = found.list.map((_, index) => index).sort((a, b) => byFlips(found.list[a] as Cause, found.list[b] as Cause));
  const placeOf = new Int32Array(order.length);
  for (const [place, index] of order.entries()) placeOf[index] = place;
  for (let row = 0; row < size; row += 1) if (causeOf[row] !== -1) causeOf[row] = placeOf[causeOf[row] as number] as number;
  return {
    counts: Object.fromEntries(changeClasses.map(name => [name, weights[name].urls])) as Record<ChangeClass, number>,
    weights,
    classes,
    causeOf,
    causes: order.map(index => found.list[index] as Cause),
    sections: sections
      .map((counts, index) => ({
        section: table.sectionNames[index] as string,
        urls: changeClasses.reduce((sum, name) => sum + counts[name], 0),
        counts,
      }))
      .filter(({ urls, counts }) => urls > counts.unchanged)
      .sort(byFlips),
    diff,
  };
}

interface Counted {
  readonly counts: Readonly<Record<ChangeClass, number>>;
}

const byFlips = (a: Counted, b: Counted): number =>
  flipsOf(b.counts) - flipsOf(a.counts) || b.counts.otherLine - a.counts.otherLine;

/** Rows of one class, rising; of one cause only, if given. */
export function rowsOfChange(
  { classes, causeOf }: Difference,
  wanted: ChangeClass | null,
  cause: number | null = null,
): Int32Array {
  const place = wanted === null ? -1 : changeClasses.indexOf(wanted);
  return rowsWhere(
    classes.length,
    row => (place < 0 ? classes[row] !== 0 : classes[row] === place) && (cause === null || causeOf[row] === cause),
  );
}

/**
 * Finds the edit that caused a pair of deciding lines: its index in `list`. Changes with one edit have one cause,
 * whatever decided before.
 */
export class Causes {
  readonly list: Cause[] = [];
  private readonly byPair = new Map<number, number>();
  private readonly byEdit = new Map<string, number>();
  private readonly oldTexts: readonly string[];
  private readonly newTexts: readonly string[];
  private readonly diff: LineDiff;
  private readonly isAccess: boolean;
  /** One of the two has no file: the lines of the other one are what was added or removed. */
  private readonly hadNoFile: boolean;

  constructor(before: Judge, after: Judge, diff: LineDiff) {
    this.oldTexts = shownTexts(before.file);
    this.newTexts = shownTexts(after.file);
    this.diff = diff;
    this.isAccess = [before, after].some(({ everywhere, access }) => everywhere !== null && access.kind !== 'allow-all');
    this.hadNoFile = before.access.kind === 'allow-all' || after.access.kind === 'allow-all';
  }

  of(oldLine: number, newLine: number): number {
    const pair = oldLine * 0x4000000 + newLine;
    const known = this.byPair.get(pair);
    if (known !== undefined) return known;
    const [edit, old, now] = this.editOf(oldLine, newLine);
    const key = `${edit} ${old} ${now}`;
    let index = this.byEdit.get(key);
    if (index === undefined) {
      index = this.list.length;
      this.byEdit.set(key, index);
      const texts = { oldText: this.oldTexts[old - 1] ?? '', newText: this.newTexts[now - 1] ?? '' };
      this.list.push({ edit, oldLine: old, newLine: now, ...texts, counts: noCounts(), weight: noWeight() });
    }
    this.byPair.set(pair, index);
    return index;
  }

  /** The edit and its old and new line. Where one line went and another came, the one that came is to blame. */
  private editOf(oldLine: number, newLine: number): readonly [Edit, number, number] {
    if (this.isAccess || (this.hadNoFile && oldLine === 0 && newLine === 0)) return ['access', 0, 0];
    const { newOf, oldOf, changedTo, changedFrom } = this.diff;
    if (newLine > 0 && oldOf[newLine] === 0) {
      const from = changedFrom[newLine] ?? 0;
      return [from > 0 ? 'changed' : 'added', from, newLine];
    }
    if (oldLine > 0 && newOf[oldLine] === 0) {
      const to = changedTo[oldLine] ?? 0;
      return [to > 0 ? 'changed' : 'removed', oldLine, to];
    }
    return ['structure', oldLine, newLine];
  }
}

/** Which lines of two files are the same as read, and which were edited. */
export const diffOfFiles = (before: Judge, after: Judge): LineDiff =>
  diffLines(ruleTexts(before.file), ruleTexts(after.file), likenessOf);

/** What counts when lines are compared: kind and value as read, so that comments, white space and letter case of keys do not. */
const ruleTexts = (file: RobotsFile | null): string[] => (file?.lines ?? []).map(line => `${line.kind}:${line.value}`);

const shownTexts = (file: RobotsFile | null): string[] =>
  (file?.lines ?? []).map(line => (line.key === '' ? line.value : `${line.key}: ${line.value}`.trimEnd()));

/**
 * How similar one line is to another, as a possible edit of it; 0 if it is not one. Rules need the same pattern
 * or a longer path, or patterns that share at least half of their characters at both ends. Whether a rule allows or
 * forbids, and how its pattern is spelled, makes no difference. The surrounding slashes do not count: `/a` was not changed to `/zzz`. Other lines
 * need the same kind, and values that share at least half.
 */
function likenessOf(old: string, now: string): number {
  const [kind, value] = taken(old);
  const [otherKind, other] = taken(now);
  if (kind !== otherKind) return 0;
  if (kind === 'crawl-delay') return 1;
  const [a, b] = kind === 'rule' ? [comparable(value), comparable(other)] : [value.toLowerCase(), other.toLowerCase()];
  if (a === b) return 1;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  let ahead = 0;
  while (ahead < shorter.length && shorter[ahead] === longer[ahead]) ahead += 1;
  let behind = 0;
  while (behind < shorter.length - ahead && shorter.at(-1 - behind) === longer.at(-1 - behind)) behind += 1;
  const share = (ahead + behind) / longer.length;
  if (share >= 0.5) return 0.99 * share;
  const isPart = ahead > 0 && ahead === shorter.length && /[/?*$.]/.test(longer[ahead] ?? '');
  return isPart ? 0.4 : 0;
}

/** A pattern without what is no likeness: slashes around it, stars at the end, the case of percent escapes. */
const comparable = (pattern: string): string =>
  pattern
    .replace(/^\//, '')
    .replace(/\*+$/, '')
    .replace(/\/$/, '')
    .replace(/%[0-9a-f]{2}/gi, octet => octet.toUpperCase());

function taken(text: string): readonly [kind: string, value: string] {
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon);
  return [kind === 'allow' || kind === 'disallow' ? 'rule' : kind, text.slice(colon + 1)];
}
