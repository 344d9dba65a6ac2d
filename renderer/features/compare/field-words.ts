import { type FieldCounts, type FieldWay, fieldOf, fieldWays } from '#shared/model/compare-fields.ts';
import { bytesWords, countWords, plural } from '../../ui/text/format.ts';

const wholes = { urls: 'URL', responses: 'response', pages: 'page' } as const;

/** 'of 4,310 pages in both; 12 not recorded'. */
export function shareWords({ id, both, notRecorded }: FieldCounts): string {
  const whole = wholes[fieldOf(id)?.whole ?? 'urls'];
  const unread = notRecorded > 0 ? `; ${countWords(notRecorded)} not recorded` : '';
  return `of ${plural(both - notRecorded, whole)} in both${unread}`;
}

export const wayWords: Readonly<Record<FieldWay, string>> = {
  changed: 'changed',
  added: 'added',
  removed: 'removed',
  up: 'up',
  down: 'down',
};

/** Ways that some URLs went, with their number. */
export const waysOf = ({ ways }: FieldCounts): readonly { readonly way: FieldWay; readonly urls: number }[] =>
  fieldWays.flatMap(way => (ways[way] > 0 ? [{ way, urls: ways[way] }] : []));

/** A value as the table shows it. */
export function valueWords(id: string, value: string | number | null): string {
  if (value === null || value === '') return 'none';
  const format = fieldOf(id)?.format;
  if (typeof value !== 'number') return value;
  if (format === 'bytes') return bytesWords(value);
  return format === 'duration' ? `${countWords(value)} ms` : countWords(value);
}

/** 'mean 512.4 → 498'. */
export function meanWords({ id, means }: FieldCounts): string {
  if (!means) return '';
  const format = fieldOf(id)?.format;
  const words = (value: number): string =>
    format === 'bytes' ? bytesWords(Math.round(value)) : `${Math.round(value * 10) / 10}${format === 'duration' ? ' ms' : ''}`;
  return `Mean ${words(means[0])} → ${words(means[1])}`;
}
