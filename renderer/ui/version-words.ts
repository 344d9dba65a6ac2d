import { dayWords } from '#shared/explain/blame.ts';
import type { RobotsVersionRow } from '#shared/model/explanation.ts';
import { countWords, timeWords } from './format.ts';

const sources = { crawl: 'crawl', check: 'check', import: 'imported' } as const;

/** Where a version comes from: 'crawl', 'check', 'imported'. */
export const sourceWords = ({ source }: RobotsVersionRow): string => sources[source];

/** What the server answered: '200', '404', a cause. */
export const answerWords = ({ status, cause, access }: RobotsVersionRow): string => String(status ?? cause ?? access);

/** 'v7 · 12 May 2024 · imported · 200': days are UTC, as in sentences about versions. */
export const versionLabel = (row: RobotsVersionRow): string =>
  [`v${countWords(row.number)}`, dayWords(row.firstSeenAt), sourceWords(row), answerWords(row)].join(' · ');

/** The moments behind a label, and the file it was imported from. */
export function versionTitle(row: RobotsVersionRow): string {
  const seen = `Seen from ${timeWords(row.firstSeenAt)} to ${timeWords(row.lastSeenAt)}`;
  const failed = row.standIn > 0 ? `; robots.txt was unreachable, version ${countWords(row.standIn)} stands in` : '';
  return `${seen}${failed}${row.sourceName === '' ? '' : `, imported from ${row.sourceName}`}${row.isCurrent ? '; in force for the crawl' : ''}`;
}

/** '+3 −1', 'as before', '' for the first version. */
export function lineWords(lines: { readonly added: number; readonly removed: number; readonly moved: number } | null): string {
  if (!lines) return '';
  const parts = [
    ...(lines.added > 0 ? [`+${countWords(lines.added)}`] : []),
    ...(lines.removed > 0 ? [`−${countWords(lines.removed)}`] : []),
    ...(lines.moved > 0 ? [`${countWords(lines.moved)} moved`] : []),
  ];
  return parts.length === 0
    ? 'same text'
    : `${parts.join(' ')} ${lines.added + lines.removed + lines.moved === 1 ? 'line' : 'lines'}`;
}
