import type { RobotsRule } from '#shared/model/robots.ts';
import { type CompiledGroup, compileGroup } from '../robots/match/match.ts';
import { pathOf } from '../robots/match/path.ts';
import type { Steps } from '../steps.ts';
import { allowedByEnding, comparedPath, type Judge, judgePath } from './judge.ts';
import { diffLines } from './line-diff.ts';
import { ROWS_A_STEP, type Verdicts } from './replay.ts';
import type { TargetTable } from './target-table.ts';

/**
 * Since when a verdict applies. Versions are in order, the oldest first, all interpreted by the same crawler.
 *
 * Verdicts are not monotone over versions (blocked, open, blocked again), so a plain bisect over versions would find some change, not
 * the start of the present run. The search is short because a verdict can change only where a rule that matches the URL
 * was added, removed or moved. For two neighbouring versions these rules are known in advance (`Border`). A URL that none of
 * them matches has the same verdict in both. From the newest border back, only borders with a matching rule are checked. The
 * first one before which the verdict was different is the start of the present run.
 */

/** A run of versions (places in the list, both included) with one verdict by one line text. */
export interface VerdictRun {
  readonly from: number;
  readonly to: number;
  readonly allowed: boolean | null;
  /** The deciding line in the first version of the run, 0 for none, and its rule as `Disallow: /a`. */
  readonly line: number;
  readonly rule: string;
}

/** Since when the newest verdict applies, as indices in the list of versions. */
export interface Blame {
  /** The first version of the present run of verdicts: before it the verdict was another one, or nothing is known. */
  readonly since: number;
  /** The same, with a rule of the same text deciding. Never before `since`. */
  readonly sameRuleSince: number;
}

export interface BlameTable {
  readonly since: Int32Array;
  readonly sameRuleSince: Int32Array;
}

/** What can change a verdict between two versions: nothing, the rules given, or anything. */
type Border = 'nothing' | 'anything' | CompiledGroup;

/** The versions of a robots.txt for one crawler. The constructor compares each version with the one before it, one line diff each. */
export class History {
  readonly versions: readonly Judge[];
  /** By place: what changed since the version before. */
  private readonly borders: readonly Border[];

  /** Takes at least one version. All must have one dialect and be the same crawler's. */
  constructor(versions: readonly Judge[]) {
    this.versions = versions;
    this.borders = versions.map((judge, place) => (place === 0 ? 'nothing' : borderOf(versions[place - 1] as Judge, judge)));
  }

  /** Every run of a URL, oldest first. Evaluates every version. */
  runs(url: string): VerdictRun[] {
    const runs: VerdictRun[] = [];
    for (const [place, judge] of this.versions.entries()) {
      const { allowed, line, rule } = sayingAt(judge, pathOf(url, judge.dialect));
      const last = runs.at(-1);
      if (last !== undefined && last.allowed === allowed && last.rule === rule) runs[runs.length - 1] = { ...last, to: place };
      else runs.push({ from: place, to: place, allowed, line, rule });
    }
    return runs;
  }

  /** Since when the verdict of version `asOf` (default: the newest) applies. Later versions are ignored. */
  blame(url: string, asOf = this.versions.length - 1): Blame {
    const newest = this.versions[asOf];
    if (newest === undefined) return { since: 0, sameRuleSince: 0 };
    const path = pathOf(url, newest.dialect);
    const now = sayingAt(newest, path);
    let sameRuleSince = 0;
    for (let place = asOf; place > 0; place -= 1) {
      if (!touches(this.borders[place] as Border, path)) continue;
      const before = sayingAt(this.versions[place - 1] as Judge, path);
      if (sameRuleSince === 0 && before.rule !== now.rule) sameRuleSince = place;
      if (before.allowed !== now.allowed) return { since: place, sameRuleSince: sameRuleSince || place };
    }
    return { since: 0, sameRuleSince };
  }

  /** Whether what changed with a version (its place) can have changed the verdict of a path, as compared in these versions. */
  canChange(place: number, path: string): boolean {
    return touches(this.borders[place] ?? 'nothing', path);
  }

  /** Places of the versions with which any verdict can have changed, in ascending order. */
  changingPlaces(): number[] {
    return this.borders.flatMap((border, place) => (border === 'nothing' ? [] : [place]));
  }

  /** Since when the newest verdict of each row applies; `newest` is the replay of the newest version. Yields rows done. */
  *blameRows(table: TargetTable, { size }: Verdicts): Steps<BlameTable> {
    const since = new Int32Array(size);
    const sameRuleSince = new Int32Array(size);
    const newest = this.versions.at(-1);
    if (newest === undefined) return { since, sameRuleSince };
    const places = this.changingPlaces().reverse();
    for (let start = 0; start < size; start += ROWS_A_STEP) {
      const end = Math.min(size, start + ROWS_A_STEP);
      for (let row = start; row < end; row += 1) {
        const path = comparedPath(newest, table.origin, table.targets[row] as string, table.traits[row] as number);
        let now: Saying | null = null;
        for (const place of places) {
          if (!touches(this.borders[place] as Border, path)) continue;
          now ??= sayingAt(newest, path);
          const before = sayingAt(this.versions[place - 1] as Judge, path);
          if (sameRuleSince[row] === 0 && before.rule !== now.rule) sameRuleSince[row] = place;
          if (before.allowed === now.allowed) continue;
          since[row] = place;
          if (sameRuleSince[row] === 0) sameRuleSince[row] = place;
          break;
        }
      }
      yield end;
    }
    return { since, sameRuleSince };
  }
}

interface Saying {
  readonly allowed: boolean | null;
  readonly line: number;
  readonly rule: string;
}

/** What a version says of a path. The rule is named by its text: lines move. */
export function sayingAt(judge: Judge, path: string): Saying {
  const { line, ending } = judgePath(judge, path);
  const written = judge.file?.line(line);
  const rule = line === 0 || written === undefined ? '' : `${keyWords[written.kind] ?? written.key}: ${written.value}`.trimEnd();
  return { allowed: [false, true, null][allowedByEnding[ending] as number] as boolean | null, line, rule };
}

const keyWords: Readonly<Record<string, string>> = { allow: 'Allow', disallow: 'Disallow' };

function touches(border: Border, path: string): boolean {
  if (border === 'nothing' || border === 'anything') return border === 'anything';
  return border.verdictLine(path) !== 0;
}

/** What can change a verdict between two versions. Where the search of a dialect lets rules hide others, anything can. */
function borderOf(older: Judge, newer: Judge): Border {
  const { dialect } = newer;
  if (older.everywhere !== null || newer.everywhere !== null) {
    const isSame = older.everywhere?.ending === newer.everywhere?.ending && older.everywhere?.line === newer.everywhere?.line;
    return isSame && older.hasExempt === newer.hasExempt && newer.everywhere?.line === 0 ? 'nothing' : 'anything';
  }
  const [before, after] = [rulesOf(older), rulesOf(newer)];
  const { newOf, oldOf, moved } = diffLines(before.map(ruleText), after.map(ruleText));
  const changed = [
    ...before.filter((_, index) => newOf[index + 1] === 0),
    ...after.filter((_, index) => oldOf[index + 1] === 0 || moved[index + 1] === 1),
  ];
  const hidesOthers = dialect.literalSearch.value === 'nearest' || dialect.choice.value === 'any';
  const delays = dialect.crawlDelay.value.closesAbove !== null && delaysOf(older) !== delaysOf(newer);
  if (delays) return 'anything';
  if (changed.length === 0) return hidesOthers && before.length > 0 ? 'anything' : 'nothing';
  return hidesOthers ? 'anything' : compileGroup(changed, dialect);
}

const rulesOf = ({ chosen }: Judge): RobotsRule[] => chosen?.groups.flatMap(group => group.rules) ?? [];
const ruleText = ({ allow, pattern, normalized }: RobotsRule): string => `${allow} ${pattern}\n${normalized}`;
const delaysOf = ({ chosen }: Judge): string => JSON.stringify(chosen?.groups.map(group => group.crawlDelays));
