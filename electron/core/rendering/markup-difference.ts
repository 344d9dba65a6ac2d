import type { MarkupDifference, MarkupRow, MarkupRun } from '#shared/model/rendering-view.ts';
import { wordRuns } from '../compare/page-diff.ts';
import { diffRows } from '../replay/diff-rows.ts';
import { type MarkupLine, markupLines } from './markup-lines.ts';

/** Unchanged lines around a change. */
const context = 3;
const mostRows = 2_000;
const mostLines = 20_000;
/** Characters of a document that are compared. */
const mostCharacters = 1024 * 1024;

const nothing: readonly MarkupRun[] = [];
const whole = (text: string, marked: boolean): readonly MarkupRun[] => [{ text, marked }];

/** The words of a changed line, of one side. */
function sides(oldText: string, newText: string): { readonly before: MarkupRun[]; readonly after: MarkupRun[] } {
  const [before, after]: [MarkupRun[], MarkupRun[]] = [[], []];
  for (const { kind, text } of wordRuns(oldText, newText)) {
    if (kind !== 'added') before.push({ text, marked: kind === 'removed' });
    if (kind !== 'removed') after.push({ text, marked: kind === 'added' });
  }
  return { before, after };
}

/** Compares the delivered HTML with the rendered one, element by element. */
export function markupDifference(rawHtml: string, renderedHtml: string): MarkupDifference {
  const raw = markupLines(rawHtml.slice(0, mostCharacters), mostLines);
  const rendered = markupLines(renderedHtml.slice(0, mostCharacters), mostLines);
  const texts = (lines: readonly MarkupLine[]): string[] => lines.map(({ text }) => text);
  let [added, removed, moved] = [0, 0, 0];
  const all = diffRows(texts(raw.lines), texts(rendered.lines), context);
  for (const { kind } of all) {
    if (kind === 'added' || kind === 'changed') added += 1;
    if (kind === 'removed' || kind === 'changed') removed += 1;
    if (kind === 'moved-here') moved += 1;
  }
  const rows = all.slice(0, mostRows).map(({ kind, old, now, oldText, newText, folded = 0 }): MarkupRow => {
    const line = now > 0 ? rendered.lines[now - 1] : raw.lines[old - 1];
    const about = { kind, old, now, depth: line?.depth ?? 0, folded };
    if (kind === 'gap') return { ...about, before: nothing, after: nothing };
    if (kind === 'changed') return { ...about, ...sides(oldText, newText) };
    const isMarked = kind !== 'same';
    return {
      ...about,
      before: old > 0 ? whole(oldText, isMarked) : nothing,
      after: now > 0 ? whole(newText, isMarked) : nothing,
    };
  });
  const isCut = raw.isCut || rendered.isCut || rawHtml.length > mostCharacters || renderedHtml.length > mostCharacters;
  return { added, removed, moved, rows, rowCount: all.length, isCut, unavailable: '' };
}
