import type { RobotsGroup, RobotsRule } from '#shared/model/robots.ts';
import { compileGroup } from '../robots/match/match.ts';
import { parseRobots } from '../robots/parse/parse.ts';
import type { Steps } from '../steps.ts';
import { commonPatterns, type PatternSigns, plainPattern, signsOf } from './fix-patterns.ts';
import { allowedByEnding, comparedPath, type Judge, judgePath } from './judge.ts';
import { applyEdits, type LineEdit } from './line-edits.ts';
import { allowedAt, ROWS_A_STEP, replay, type Verdicts } from './replay.ts';
import type { TargetTable } from './target-table.ts';

/** A rule edit, the resulting text, and the result of replaying the whole table with that text. */
export interface Fix {
  readonly edits: readonly LineEdit[];
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Chosen URLs that should change, those that do, and the first rows of other URLs whose verdict changes too. */
  readonly proof: {
    readonly wanted: number;
    readonly flipped: number;
    readonly others: number;
    readonly otherRows: readonly number[];
    readonly total: number;
  };
}

/** A pattern for a rule to add, and what adding it does. */
export interface Rated {
  readonly pattern: string;
  /** Wanted rows it flips, as bits by their index in `wanted`, and how many. */
  readonly flips: Uint8Array;
  readonly covers: number;
  /** Other rows it flips, counted up to a bound. */
  readonly harms: number;
}

/** Other rows stored for each pattern: enough to show that it changes too much. */
const MOST_OTHERS = 500;
const MOST_SHOWN = 20;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The implementation of `minimalFix`: makes edits, rates patterns on the rows they match, proves edits on the whole table. */
export class FixSearch {
  readonly signs: PatternSigns;
  /** Chosen rows that do not have the wanted verdict, in ascending order. */
  readonly wanted: readonly number[];
  private readonly table: TargetTable;
  private readonly verdicts: Verdicts;
  private readonly bytes: Uint8Array;
  private readonly makeJudge: (bytes: Uint8Array) => Judge;
  private readonly answer: 0 | 1;
  /** By row: index in `wanted`, -1 for others. */
  private readonly placeOf: Int32Array;
  private readonly groups: readonly RobotsGroup[];

  constructor(
    table: TargetTable,
    verdicts: Verdicts,
    bytes: Uint8Array,
    chosen: ArrayLike<number>,
    goal: 'free' | 'block',
    makeJudge: (bytes: Uint8Array) => Judge,
  ) {
    this.table = table;
    this.verdicts = verdicts;
    this.bytes = bytes;
    this.makeJudge = makeJudge;
    this.answer = goal === 'free' ? 1 : 0;
    this.signs = signsOf(verdicts.judge.dialect);
    this.groups = verdicts.judge.chosen?.groups ?? [];
    const wanted = new Set<number>();
    for (let at = 0; at < chosen.length; at += 1) {
      const row = chosen[at] as number;
      if (row >= 0 && row < verdicts.size && allowedAt(verdicts, row) !== this.answer) wanted.add(row);
    }
    this.wanted = [...wanted].sort((a, b) => a - b);
    this.placeOf = new Int32Array(verdicts.size).fill(-1);
    for (const [place, row] of this.wanted.entries()) this.placeOf[row] = place;
  }

  /** The edits that remove every line that decides a wanted row; empty where some of these rows have no deciding rule. */
  removal(): LineEdit[] {
    const lines = new Set(this.wanted.map(row => this.verdicts.lines[row] as number));
    if (lines.size > MOST_SHOWN || [...lines].some(line => this.ruleAt(line) === undefined)) return [];
    return [...lines].sort((a, b) => a - b).map(line => this.removalOf(line, lines));
  }

  /** A group that lost its last rule would be joined with the next one, so an empty rule stays there. */
  private removalOf(line: number, all: ReadonlySet<number>): LineEdit {
    const group = this.groups.find(each => each.rules.some(rule => rule.line === line));
    const isLast = group?.rules.every(rule => all.has(rule.line)) === true;
    return isLast ? { kind: 'change', line, text: 'Disallow:' } : { kind: 'remove', line };
  }

  private ruleAt(line: number): RobotsRule | undefined {
    return this.groups.flatMap(group => group.rules).find(rule => rule.line === line);
  }

  /**
   * The edits that add a rule where it wins in the dialect: before the other rules where the first one counts,
   * otherwise after them. In one group, or in each group if the robot may choose any of them.
   */
  additions(pattern: string): LineEdit[] {
    const { dialect, file, speaker } = this.verdicts.judge;
    const text = `${this.answer === 1 ? 'Allow' : 'Disallow'}: ${pattern}`;
    const isFirst =
      dialect.precedence.value === 'first' || (dialect.precedence.value === 'longest' && dialect.tie.value === 'first');
    const one = isFirst ? this.groups.slice(0, 1) : this.groups.slice(-1);
    if (one.length === 0) {
      const agent = speaker.agent === '' ? '*' : speaker.agent;
      return [{ kind: 'add', after: file?.lines.length ?? 0, text: `\nUser-agent: ${agent}\n${text}` }];
    }
    return (dialect.choice.value === 'any' ? this.groups : one).map(({ rules, agents }) => {
      const lines = rules.map(rule => rule.line);
      const first = lines.reduce((least, line) => Math.min(least, line), Number.MAX_SAFE_INTEGER);
      const last = (lines.length > 0 ? lines : agents.map(each => each.line)).reduce((most, line) => Math.max(most, line), 0);
      return { kind: 'add', after: isFirst && lines.length > 0 ? first - 1 : last, text };
    });
  }

  /** Edits that give one deciding line a pattern for everything it decides except the wanted rows. */
  narrowings(): LineEdit[] {
    const lines = new Set(this.wanted.map(row => this.verdicts.lines[row] as number));
    const [line = 0] = lines;
    const rule = this.ruleAt(line);
    if (lines.size !== 1 || rule === undefined) return [];
    const kept: string[] = [];
    for (let row = 0; row < this.verdicts.size && kept.length < MOST_OTHERS; row += 1)
      if (this.verdicts.lines[row] === line && this.placeOf[row] === -1)
        kept.push(plainPattern(this.table.targets[row] as string, this.signs));
    if (kept.length === 0) return [];
    return commonPatterns(kept, this.signs)
      .slice(0, 12)
      .map(pattern => ({ kind: 'change', line, text: `${rule.allow ? 'Allow' : 'Disallow'}: ${pattern}` }));
  }

  private read(edits: readonly LineEdit[]): Judge | null {
    const { file } = this.verdicts.judge;
    return file === null ? null : this.makeJudge(applyEdits(this.bytes, file, edits));
  }

  private answerOf(judge: Judge, row: number): number {
    const path = comparedPath(judge, this.table.origin, this.table.targets[row] as string, this.table.traits[row] as number);
    return allowedByEnding[judgePath(judge, path).ending] as number;
  }

  /** What adding each pattern alone would flip. One pass over the table for all of them, then the rows each one matches. */
  *rate(patterns: readonly string[]): Steps<Rated[]> {
    const { table, verdicts } = this;
    const { dialect } = verdicts.judge;
    // Read as rules of a file, so that the dialect makes of them what it makes of rules.
    const lines = encoder.encode(`User-agent: *\n${patterns.map(pattern => `Disallow: ${pattern}\n`).join('')}`);
    const rules = parseRobots(lines, dialect).groups.flatMap(group => group.rules);
    const compiled = compileGroup(rules, dialect);
    const flips = patterns.map(() => new Uint8Array(this.wanted.length));
    const others = patterns.map((): number[] => []);
    const matched: number[] = [];
    for (let row = 0; row < verdicts.size; row += 1) {
      if (row > 0 && row % ROWS_A_STEP === 0) yield row;
      if (allowedAt(verdicts, row) === this.answer) continue;
      matched.length = 0;
      compiled.matchingLines(
        comparedPath(verdicts.judge, table.origin, table.targets[row] as string, table.traits[row] as number),
        matched,
      );
      const place = this.placeOf[row] as number;
      for (const line of matched) {
        const index = line - 2;
        if (place >= 0) (flips[index] as Uint8Array)[place] = 1;
        else if ((others[index]?.length ?? 0) < MOST_OTHERS && others[index]?.at(-1) !== row) others[index]?.push(row);
      }
    }
    const rated: Rated[] = [];
    for (const [index, pattern] of patterns.entries()) {
      const judge = this.read(this.additions(pattern));
      if (judge === null) continue;
      const bits = flips[index] as Uint8Array;
      let covers = 0;
      for (let place = 0; place < bits.length; place += 1) {
        if (bits[place] === 1 && this.answerOf(judge, this.wanted[place] as number) !== this.answer) bits[place] = 0;
        covers += bits[place] as number;
      }
      const harms =
        covers === 0 ? 0 : (others[index] as number[]).filter(row => this.answerOf(judge, row) === this.answer).length;
      rated.push({ pattern, flips: bits, covers, harms });
      yield verdicts.size + index;
    }
    return rated;
  }

  /**
   * Patterns that together flip every wanted row and no other, as few as a greedy search finds. Each row that no
   * pattern covers gets a separate pattern.
   */
  *cover(rated: readonly Rated[], targets: readonly string[], most: number): Steps<string[] | null> {
    const harmless = rated.filter(each => each.covers > 0 && each.harms === 0);
    const open = new Uint8Array(this.wanted.length).fill(1);
    const picked: string[] = [];
    for (;;) {
      let best: Rated | null = null;
      let bestGain = 1;
      for (const each of harmless) {
        let gain = 0;
        for (let place = 0; place < open.length; place += 1) gain += (open[place] as number) & (each.flips[place] as number);
        if (gain > bestGain) [best, bestGain] = [each, gain];
      }
      yield picked.length;
      if (best === null) break;
      picked.push(best.pattern);
      if (picked.length > most) return null;
      for (let place = 0; place < open.length; place += 1) if (best.flips[place] === 1) open[place] = 0;
    }
    for (let place = 0; place < open.length; place += 1) {
      if (open[place] === 0) continue;
      picked.push(this.signs.dollar ? `${targets[place]}$` : (targets[place] as string));
      if (picked.length > most) return null;
    }
    return picked;
  }

  /** Makes the edits and replays the whole table with the text they give. */
  *prove(edits: readonly LineEdit[]): Steps<Fix | null> {
    const { table, verdicts } = this;
    const { file } = verdicts.judge;
    if (file === null || edits.length === 0) return null;
    const bytes = applyEdits(this.bytes, file, edits);
    const after = yield* replay(table, this.makeJudge(bytes));
    let flipped = 0;
    let others = 0;
    const otherRows: number[] = [];
    for (let row = 0; row < verdicts.size; row += 1) {
      const now = allowedAt(after, row);
      if (this.placeOf[row] !== -1) flipped += now === this.answer ? 1 : 0;
      else if (now !== allowedAt(verdicts, row)) {
        others += 1;
        if (otherRows.length < MOST_SHOWN) otherRows.push(row);
      }
    }
    const proof = { wanted: this.wanted.length, flipped, others, otherRows, total: verdicts.size };
    return { edits, bytes, text: decoder.decode(bytes), proof };
  }
}
