import type { TextDiffRow } from '#shared/model/history.ts';
import { diffLines, type LineDiff } from './line-diff.ts';

/** Lines of a text, ended as robots.txt files are: LF, CR LF or CR (RFC 9309 §2.2). A final line end starts no line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
  /** Lines with the same text that moved. */
  readonly moved: number;
}

/** How many lines came, went and moved; a changed line is one that went and one that came. */
export function lineCounts(before: readonly string[], after: readonly string[]): LineCounts {
  const { newOf, oldOf, moved } = diffLines(before, after);
  return { added: countOf(oldOf, 0), removed: countOf(newOf, 0), moved: countOf(moved, 1) };
}

/** How many lines have a value; place 0 is no line. */
function countOf(values: Int32Array | Uint8Array, wanted: number): number {
  let count = 0;
  for (let line = 1; line < values.length; line += 1) if (values[line] === wanted) count += 1;
  return count;
}

/**
 * Two texts side by side: unchanged lines further than `context` from a change are folded into one `gap` row. A moved line is removed in
 * one place and added in another, both marked.
 */
export function diffRows(before: readonly string[], after: readonly string[], context: number): TextDiffRow[] {
  const diff = diffLines(before, after);
  const rows: TextDiffRow[] = [];
  let [old, now] = [1, 1];
  while (old <= before.length || now <= after.length) {
    if (old <= before.length && now <= after.length && diff.newOf[old] === now && diff.moved[now] === 0) {
      rows.push({ kind: 'same', old, now, oldText: before[old - 1] as string, newText: after[now - 1] as string });
      old += 1;
      now += 1;
      continue;
    }
    const [olds, news]: [number[], number[]] = [[], []];
    for (; old <= before.length && isGone(diff, old); old += 1) olds.push(old);
    for (; now <= after.length && isNew(diff, now); now += 1) news.push(now);
    // Anchors of a longest common subsequence never cross, so one of the two always moved on.
    if (olds.length === 0 && news.length === 0) break;
    for (const line of olds) {
      const to = diff.changedTo[line] ?? 0;
      const oldText = before[line - 1] as string;
      if (to === 0 || !news.includes(to)) {
        rows.push({ kind: diff.newOf[line] === 0 ? 'removed' : 'moved-away', old: line, now: 0, oldText, newText: '' });
        continue;
      }
      while (news.length > 0 && (news[0] as number) < to) rows.push(added(diff, after, news.shift() as number));
      news.shift();
      rows.push({ kind: 'changed', old: line, now: to, oldText, newText: after[to - 1] as string });
    }
    for (const line of news) rows.push(added(diff, after, line));
  }
  return folded(rows, context);
}

const isGone = ({ newOf, moved }: LineDiff, old: number): boolean => newOf[old] === 0 || moved[newOf[old] as number] === 1;
const isNew = ({ oldOf, moved }: LineDiff, now: number): boolean => oldOf[now] === 0 || moved[now] === 1;

const added = (diff: LineDiff, after: readonly string[], now: number): TextDiffRow => ({
  kind: diff.oldOf[now] === 0 ? 'added' : 'moved-here',
  old: 0,
  now,
  oldText: '',
  newText: after[now - 1] as string,
});

function folded(rows: readonly TextDiffRow[], context: number): TextDiffRow[] {
  const near = new Uint8Array(rows.length);
  for (const [at, { kind }] of rows.entries()) {
    if (kind === 'same') continue;
    near.fill(1, Math.max(0, at - context), Math.min(rows.length, at + context + 1));
  }
  const shown: TextDiffRow[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as TextDiffRow;
    if (near[at] === 1) {
      shown.push(row);
      continue;
    }
    let end = at;
    while (end < rows.length && near[end] === 0) end += 1;
    // Folding a single line would hide it and save nothing.
    if (end - at === 1) shown.push(row);
    else shown.push({ ...row, kind: 'gap', oldText: '', newText: '', folded: end - at });
    at = end - 1;
  }
  return shown;
}
