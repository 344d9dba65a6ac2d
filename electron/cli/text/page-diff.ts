import { figure } from '#shared/explain/figure.ts';
import { largest } from '#shared/lists.ts';
import type { DiffLink, PageDiff, ValuesPart, WordRow } from '#shared/model/page-diff.ts';
import { pad, printable } from '../../export/text-width.ts';

const shownRows = 60;
const shownValues = 30;

/** One page in two crawls: fields, text by words ([-gone-] and {+new+}), links, headers and structured data. */
export function pageDiffText({ urls, fields, text, links, headers, structured }: PageDiff): string {
  const width = Math.max(0, largest(fields.map(({ name }) => name.length)));
  const differing = fields.filter(({ before, after }) => before !== after);
  return `${[
    urls[0] === urls[1] ? printable(urls[1]) : `${printable(urls[0])} → ${printable(urls[1])}`,
    `${differing.length} of ${fields.length} fields differ${differing.length > 0 ? ':' : '.'}`,
    ...differing.map(({ name, before, after }) => `  ${pad(name, width)}  ${shown(before)} → ${shown(after)}`),
    ...(text === null
      ? ['Text: one of the files has no body of this page.']
      : [
          `Text: ${figure(text.before)} → ${figure(text.after)} words, ${figure(text.added)} added, ${figure(text.removed)} removed${text.isCut ? '; only the first part is compared' : ''}`,
          ...text.rows.slice(0, shownRows).map(rowText),
          ...(text.rowCount > shownRows ? [`  … ${figure(text.rowCount - shownRows)} further blocks; --json has more`] : []),
        ]),
    `Links: ${figure(links.before)} → ${figure(links.after)}, ${figure(links.addedCount)} added, ${figure(links.removedCount)} removed, ${figure(links.changedCount)} with another text or rel${links.isCut ? '; only the first 20,000 are compared' : ''}`,
    ...links.added.slice(0, shownValues).map(link => `  + ${linkText(link)}`),
    ...links.removed.slice(0, shownValues).map(link => `  - ${linkText(link)}`),
    ...links.changed
      .slice(0, shownValues)
      .map(({ before, after }) => `  ~ ${printable(after.to)}: ${wordsOf(before)} → ${wordsOf(after)}`),
    ...valuesText('Headers', headers),
    ...valuesText('Structured data', structured),
  ].join('\n')}\n`;
}

const shown = (value: string | null): string => (value === null ? 'none' : `“${printable(value)}”`);
const wordsOf = ({ text, rel }: DiffLink): string => `“${printable(text)}”${rel === '' ? '' : ` rel=${printable(rel)}`}`;
const linkText = (link: DiffLink): string => `${link.kind} ${printable(link.to)} ${wordsOf(link)}`;

const marks = { same: ['', ''], added: ['{+', '+}'], removed: ['[-', '-]'] } as const;

function rowText({ kind, runs, folded }: WordRow): string {
  if (kind === 'gap') return `  … ${folded} unchanged blocks`;
  const sign = kind === 'added' ? '+' : kind === 'removed' ? '-' : kind === 'changed' ? '~' : ' ';
  const isWhole = kind !== 'changed';
  const words = runs.map(run => {
    const [open, close] = isWhole ? ['', ''] : marks[run.kind];
    const body = printable(run.text);
    return open === '' ? body : `${open}${body.trimEnd()}${close}${body.slice(body.trimEnd().length)}`;
  });
  return `${sign} ${words.join('').trimEnd()}`;
}

function valuesText(head: string, { same, differ, differCount, isCut }: ValuesPart): string[] {
  return [
    `${head}: ${figure(differCount)} differ, ${figure(same)} are the same${isCut ? '; only the first part is compared' : ''}`,
    ...differ.slice(0, shownValues).map(({ name, before, after }) => `  ${printable(name)}: ${shown(before)} → ${shown(after)}`),
    ...(differCount > shownValues ? [`  … ${figure(differCount - shownValues)} more; --json has them`] : []),
  ];
}
