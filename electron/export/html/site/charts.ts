import { largest } from '#shared/lists.ts';
import { type Content, drawing, drawnText, el, shape } from '../markup.ts';
import { type Column, count, table } from '../parts.ts';
import { shareText } from './words.ts';

/** Horizontal bars with their table. A bar has one part, or several that add up to its length. */

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'blue';

export interface BarPart {
  readonly value: number;
  readonly tone: Tone;
}

export interface Bar {
  readonly label: string;
  readonly parts: readonly BarPart[];
}

const width = 490;
const labelWidth = 160;
const valueWidth = 70;
const rowHeight = 22;
const barHeight = 14;
/** Characters of a label that fit. */
const mostLetters = 24;

const short = (text: string): string => {
  const letters = [...text];
  return letters.length <= mostLetters ? text : `${letters.slice(0, mostLetters - 1).join('')}…`;
};

const sumOf = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + value, 0);

/** `label`: what the chart shows, in one line. */
export function bars(label: string, rows: readonly Bar[]): Content {
  if (rows.length === 0) return null;
  const most = Math.max(1, largest(rows.map(sumOf)));
  const room = width - labelWidth - valueWidth;
  const scale = (value: number): number => Math.round((value / most) * room * 10) / 10;
  return drawing(
    width,
    rows.length * rowHeight + 4,
    label,
    shape('line', { class: 'axis', x1: labelWidth, y1: 0, x2: labelWidth, y2: rows.length * rowHeight + 4 }),
    rows.map((row, at) => {
      const y = at * rowHeight + 4;
      let x = labelWidth;
      const drawn = row.parts.map(({ value, tone }) => {
        const from = x;
        x += scale(value);
        return value > 0 && shape('rect', { class: `bar ${tone}`, x: from, y, width: Math.max(1, x - from), height: barHeight });
      });
      return [
        drawnText({ class: 'label', x: labelWidth - 8, y: y + 11, 'text-anchor': 'end' }, short(row.label)),
        drawn,
        drawnText({ class: 'value', x: Math.max(x, labelWidth + 1) + 6, y: y + 11 }, count(sumOf(row))),
      ];
    }),
  );
}

/** A chart of counts beside its table: each with its share of `total`. */
export function countChart(
  title: string,
  rows: readonly { readonly label: string; readonly value: number; readonly tone: Tone }[],
  whole: { readonly total: number; readonly of: string; readonly first: string },
): Content {
  if (whole.total === 0) return null;
  const columns: readonly Column[] = [
    { title: whole.first },
    { title: whole.of, as: 'end' },
    { title: `Share of ${count(whole.total)}`, as: 'end' },
  ];
  const cells = rows.map(({ label, value }) => [label, count(value), shareText(value, whole.total)]);
  return chart(
    title,
    bars(
      title,
      rows.map(({ label, value, tone }) => ({ label, parts: [{ value, tone }] })),
    ),
    table(columns, cells),
  );
}

/** A titled chart with its table, and a key of its colours where they differ by part. */
export const chart = (
  title: string,
  drawn: Content,
  data: Content,
  key: readonly { readonly tone: Tone; readonly label: string }[] = [],
): Content =>
  el(
    'div',
    { class: 'chart' },
    el('h3', {}, title),
    key.length > 0 &&
      el(
        'p',
        { class: 'key' },
        key.map(({ tone, label }) => [el('span', { class: `swatch ${tone}` }), `${label} `]),
      ),
    drawn,
    data,
  );
