import type { Fix } from '#core/replay/fix-search.ts';
import { minimalFix } from '#core/replay/minimal-fix.ts';
import { replay } from '#core/replay/replay.ts';
import { type TargetTable, targetOf } from '#core/replay/target-table.ts';
import type { Steps } from '#core/steps.ts';
import type { FixLine, ProposedFix, RobotsFix } from '#shared/model/robots-fix.ts';
import type { PreparedSide } from './sides.ts';

/** URLs to read for a search: one more than the limit, so that it can report the excess. */
export const mostFixed = 50_001;
const around = 3;

export interface FixWanted {
  readonly goal: 'free' | 'block';
  /** Normalized URLs, of any origin, stored or not. */
  urls(): Steps<readonly string[]>;
}

/** Searches the edit (yields URLs judged) for chosen URLs, those never seen included, and proves it on every stored URL of the origin. */
export function* proposeFix(
  stored: TargetTable,
  { judge, profile, version, text }: PreparedSide,
  { goal, urls }: FixWanted,
): Steps<Omit<RobotsFix, 'ms'>> {
  const chosen = yield* urls();
  const wanted = new Set<string>();
  for (const url of chosen) if (url.startsWith(`${stored.origin}/`)) wanted.add(targetOf(url));
  const rows: number[] = [];
  for (let row = 0; row < stored.size; row += 1) if (wanted.delete(stored.targets[row] as string)) rows.push(row);
  const unseen = [...wanted];
  // Other code shares this table, so it must contain stored rows only.
  const table =
    unseen.length === 0
      ? stored
      : stored.with(
          unseen.map((target, at) => ({
            id: Number.MAX_SAFE_INTEGER - unseen.length + at,
            target,
            inlinks: 0,
            depth: 0,
            inSitemap: false,
          })),
        );
  for (let row = stored.size; row < table.size; row += 1) rows.push(row);
  yield stored.size;
  const bytes = new TextEncoder().encode(text);
  const answer = yield* minimalFix(table, yield* replay(table, judge), bytes, rows, goal);
  const found = answer.kind === 'found' ? answer : null;
  const exact = found?.exact ? proposed(found.exact, text, table) : null;
  return {
    origin: stored.origin,
    version,
    profile: profile.id,
    goal,
    chosen: chosen.length,
    elsewhere: chosen.length - rows.length,
    unseen: unseen.length,
    outcome: answer.kind === 'found' ? (exact ? 'exact' : 'none') : answer.kind,
    exact,
    nearest: exact || !found?.nearest ? null : proposed(found.nearest, text, table),
  };
}

function proposed({ edits, text, proof }: Fix, before: string, table: TargetTable): ProposedFix {
  const { wanted, flipped, others, total, otherRows } = proof;
  return {
    edits: edits.length,
    diff: hunksOf(before, edits),
    text,
    proof: { wanted, flipped, others, total },
    otherUrls: otherRows.map(row => table.url(row)),
  };
}

/** The edits as a diff: the changed lines with some context. */
export function hunksOf(before: string, edits: Fix['edits']): FixLine[][] {
  const lines = before.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  const all: FixLine[] = [];
  const touched: number[] = [];
  let now = 0;
  const add = (text: string): void => {
    now += 1;
    touched.push(all.push({ mark: '+', line: now, text }) - 1);
  };
  const addAfter = (line: number): void => {
    for (const edit of edits) if (edit.kind === 'add' && edit.after === line) add(edit.text);
  };
  addAfter(0);
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    const edit = edits.find(each => each.kind !== 'add' && each.line === line);
    if (edit) touched.push(all.push({ mark: '-', line, text }) - 1);
    else {
      now += 1;
      all.push({ mark: ' ', line: now, text });
    }
    if (edit?.kind === 'change') add(edit.text);
    addAfter(line);
  }
  // What is added after the last line of an empty file.
  for (const edit of edits) if (edit.kind === 'add' && edit.after > lines.length) add(edit.text);
  const hunks: FixLine[][] = [];
  let last = -1;
  for (const at of touched) {
    const from = Math.max(at - around, last + 1);
    if (hunks.length === 0 || from > last + 1) hunks.push([]);
    const until = Math.min(all.length - 1, at + around);
    for (let place = from; place <= until; place += 1) hunks.at(-1)?.push(all[place] as FixLine);
    last = Math.max(last, until);
  }
  return hunks;
}
