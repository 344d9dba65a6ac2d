import { dayWords, failureWords } from '#shared/explain/blame.ts';
import type { RobotsVersionRow } from '#shared/model/explanation.ts';
import { countWords, plural, timeWords } from './format.ts';

const sources = { crawl: 'crawl', check: 'check', import: 'imported' } as const;

/** Where a version comes from: 'crawl', 'check', 'imported'. */
export const sourceWords = ({ source }: RobotsVersionRow): string => sources[source];

/** What the server answered: '200', '404', or how asking failed. */
export const answerWords = ({ status, cause, access }: RobotsVersionRow): string =>
  status === null ? failureWords(cause ?? access) : String(status);

/** 'v7 · 12 May 2024 · imported · 200': days are UTC, as in sentences about versions. */
export const versionLabel = (row: RobotsVersionRow): string =>
  [`v${countWords(row.number)}`, dayWords(row.firstSeenAt), sourceWords(row), answerWords(row)].join(' · ');

/** The moments behind a label, and the file it was imported from. */
export function versionTitle(row: RobotsVersionRow): string {
  const seen = `Seen from ${timeWords(row.firstSeenAt)} to ${timeWords(row.lastSeenAt)}`;
  const failed = row.standIn > 0 ? `; robots.txt was unreachable, version ${countWords(row.standIn)} stands in` : '';
  return `${seen}${failed}${row.sourceName === '' ? '' : `, imported from ${row.sourceName}`}${row.isCurrent ? '; in force for the crawl' : ''}`;
}

/** '+3 −1 lines, 2 moved', 'same text', '' for the first version. */
export function lineWords(lines: { readonly added: number; readonly removed: number; readonly moved: number } | null): string {
  if (!lines) return '';
  const { added, removed, moved } = lines;
  const changed = [...(added > 0 ? [`+${countWords(added)}`] : []), ...(removed > 0 ? [`−${countWords(removed)}`] : [])].join(
    ' ',
  );
  if (changed === '') return moved === 0 ? 'same text' : `${plural(moved, 'line')} moved`;
  return `${changed} ${added + removed === 1 ? 'line' : 'lines'}${moved > 0 ? `, ${countWords(moved)} moved` : ''}`;
}
