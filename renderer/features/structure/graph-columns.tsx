import type { ReactNode } from 'react';
import { type GraphColumn, type GraphListId, graphListInfo } from '#shared/model/graph-lists.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { bytesWords, countWords, durationText, shortUrl, statusTone, timeWords } from '../../ui/text/format.ts';

/** One row of a list: its cells in the order of the columns. */
export type GraphRow = readonly (string | number | boolean | null)[];

const widths: Readonly<Record<GraphColumn['kind'], number>> = {
  url: 240,
  text: 130,
  count: 84,
  status: 66,
  score: 84,
  share: 96,
  flag: 84,
  bytes: 84,
  ms: 84,
  time: 150,
};

/** Pixels of a letter in a heading, and beside it. */
const letterWidth = 8;
const headRoom = 32;

/** Columns of a list as the grid draws them. */
export function graphColumns(list: GraphListId, base: string): readonly GridColumn<GraphRow>[] {
  return graphListInfo(list).columns.map((column, at) => {
    const { name, label, kind, about } = column;
    return {
      key: name,
      label,
      ...(about === undefined ? {} : { about: `${about.charAt(0).toUpperCase()}${about.slice(1)}.` }),
      width: name === 'place' ? 220 : Math.max(widths[kind], label.length * letterWidth + headRoom),
      ...(at === growing(list) ? { grow: true } : {}),
      ...(kind === 'url' || kind === 'text' || kind === 'time' ? {} : { end: true }),
      sortable: true,
      cell: row => shown(kind, row[at] ?? null, base),
      ...(kind === 'status' ? { tone: (row: GraphRow) => `tone-${statusTone(row[at] as number | null)}` } : {}),
    };
  });
}

/** The column that takes the width that is left. */
function growing(list: GraphListId): number {
  const { columns } = graphListInfo(list);
  const first = columns.findIndex(({ kind }) => kind === 'url');
  return first >= 0 ? first : 0;
}

/** A cell in words. An empty cell is one without a value. */
function shown(kind: GraphColumn['kind'], value: GraphRow[number], base: string): ReactNode {
  if (value === null || value === '') return '';
  switch (kind) {
    case 'url':
      return <Foreign title={String(value)} text={base === '' ? String(value) : shortUrl(String(value), base)} />;
    case 'text':
      return <Foreign title={String(value)} text={String(value)} />;
    case 'flag':
      return value === true ? 'yes' : 'no';
    case 'count':
      return countWords(Number(value));
    case 'bytes':
      return bytesWords(Number(value));
    case 'ms':
      return durationText(Number(value));
    case 'time':
      return timeWords(Number(value));
    case 'score':
      return Number(value).toFixed(1);
    case 'share':
      return Number(value).toExponential(2);
    case 'status':
      return String(value);
  }
}
