import { dayWords, failureWords } from '#shared/explain/blame.ts';
import type { RobotsVersionRow } from '#shared/model/explanation.ts';
import type { HistoryVersion, RobotsImported, VersionLines } from '#shared/model/history.ts';
import { countWords, plural, timeWords } from '../../../ui/text/format.ts';

const sources = { crawl: 'crawl', check: 'check', import: 'imported' } as const;

/** Where a version comes from: 'crawl', 'check', 'imported'. */
export const sourceWords = ({ source }: RobotsVersionRow): string => sources[source];

/** What the server returned: '200', '404', or how the request failed. */
export const answerWords = ({ status, cause, access }: RobotsVersionRow): string =>
  status === null ? failureWords(cause ?? access) : String(status);

/** 'v7 · 12 May 2024 · imported · 200': days are UTC, as in sentences about versions. */
export const versionLabel = (row: RobotsVersionRow): string =>
  [`v${countWords(row.number)}`, dayWords(row.firstSeenAt), sourceWords(row), answerWords(row)].join(' · ');

/** The times of a label, and the file it was imported from. */
export function versionTitle(row: RobotsVersionRow): string {
  const seen = `Seen from ${timeWords(row.firstSeenAt)} to ${timeWords(row.lastSeenAt)}`;
  const failed = row.standIn > 0 ? `; robots.txt was unreachable, so version ${countWords(row.standIn)} was used instead` : '';
  return `${seen}${failed}${row.sourceName === '' ? '' : `, imported from ${row.sourceName}`}${row.isCurrent ? '; in force for the crawl' : ''}`;
}

/**
 * The changes of a version's text; 'no text' where the response was not a file, '' for the first text. Names the
 * version it is compared with, unless that is the previous one.
 */
export function textWords({ number, standIn, access, lines }: HistoryVersion): string {
  if (standIn > 0) return `unreachable, v${countWords(standIn)} used instead`;
  if (access !== 'rules') return 'no text';
  const words = lineWords(lines);
  if (!lines || lines.since === number - 1) return words;
  return `${words} ${words === 'same text' ? 'as' : 'against'} v${countWords(lines.since)}`;
}

/** '+3 −1 lines, 2 moved', 'same text', '' for the first text. */
export function lineWords(lines: Omit<VersionLines, 'since'> | null): string {
  if (!lines) return '';
  const { added, removed, moved } = lines;
  const changed = [...(added > 0 ? [`+${countWords(added)}`] : []), ...(removed > 0 ? [`−${countWords(removed)}`] : [])].join(
    ' ',
  );
  if (changed === '') return moved === 0 ? 'same text' : `${plural(moved, 'line')} moved`;
  return `${changed} ${added + removed === 1 ? 'line' : 'lines'}${moved > 0 ? `, ${countWords(moved)} moved` : ''}`;
}

const namedLeftOut = 3;

/** '2 versions added, 1 already there. 1 skipped: a.json (why).' */
export function importWords({ added, known, skipped }: RobotsImported): string {
  const brought = [
    added === 0 ? 'Nothing new' : `${plural(added, 'version')} added`,
    ...(known > 0 ? [`${countWords(known)} already there`] : []),
  ];
  if (skipped.length === 0) return `${brought.join(', ')}.`;
  const named = skipped.slice(0, namedLeftOut).map(({ name, why }) => `${name} (${why})`);
  const more = skipped.length > namedLeftOut ? `; and ${countWords(skipped.length - namedLeftOut)} more` : '';
  return `${brought.join(', ')}. ${countWords(skipped.length)} skipped: ${named.join('; ')}${more}.`;
}
