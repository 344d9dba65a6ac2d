import type { BarsPicture } from '#shared/model/pictures.ts';
import { utcText } from '../../directives/date.ts';
import { barOf, pictureOf } from './bars.ts';
import { pagesOnly } from './filters.ts';

/** Attempts that ended in the same second with the same class of status. */
export interface AttemptCount {
  /** Seconds since 1970. */
  readonly second: number;
  /** First digit of the status; 0: no response. */
  readonly kind: number;
  readonly count: number;
}

/** Seconds that a bar may stand for. */
const widths = [1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 21_600, 86_400, 604_800, 2_592_000];
const mostBars = 120;

const parts = [
  { key: '2xx', label: '2xx', tone: 'ok', conditions: [['status', '2xx']] },
  { key: '3xx', label: '3xx', tone: 'soft', conditions: [['status', '3xx']] },
  { key: '4xx', label: '4xx', tone: 'warn', conditions: [['status', '4xx']] },
  { key: '5xx', label: '5xx', tone: 'bad', conditions: [['status', '>=500']] },
  { key: 'none', label: 'No response', tone: 'worst', conditions: [['status', 'none']] },
] as const;

const kindPlace = (kind: number): number => (kind === 0 ? 4 : kind <= 2 ? 0 : kind === 3 ? 1 : kind === 4 ? 2 : 3);

/** Attempts to fetch pages over time, divided by the class of their status. Times without an attempt have an empty bar. */
export function timeBars(attempts: Iterable<AttemptCount>): BarsPicture {
  const all = [...attempts];
  if (all.length === 0) return pictureOf(parts, [], [], 1);
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { second } of all) {
    first = Math.min(first, second);
    last = Math.max(last, second);
  }
  const reach = (each: number): number => Math.floor(last / each) - Math.floor(first / each) + 1;
  const width = widths.find(each => reach(each) <= mostBars) ?? 2_592_000;
  const start = Math.floor(first / width);
  const bars = Array.from({ length: Math.min(reach(width), mostBars) }, () => parts.map(() => 0));
  for (const { second, kind, count } of all) {
    const counts = bars[Math.min(bars.length - 1, Math.floor(second / width) - start)] as number[];
    const place = kindPlace(kind);
    counts[place] = (counts[place] as number) + count;
  }
  const drawn = bars.map((counts, at) => {
    const from = (start + at) * width;
    const range = `${utcText(from)}..${utcText(from + width - 1)}`;
    const label = width >= 86_400 ? utcText(from).slice(5, 10) : utcText(from).slice(11, width >= 60 ? 16 : 19);
    return barOf([label, `${utcText(from).replace('T', ' ')} UTC`], counts, parts, [pagesOnly, ['fetched', range]]);
  });
  return pictureOf(parts, drawn, [], width);
}
