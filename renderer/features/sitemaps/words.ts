import type { EntryVerdict, SitemapRow } from '#shared/model/explanation.ts';
import type { LastmodFile } from '#shared/model/sitemap-lastmod.ts';
import { mostSitemapUrls } from '#shared/model/sitemap-make.ts';
import { countWords } from '../../ui/text/format.ts';

/** Sentences about sitemap files. Unknown words of another version of the program are shown as they are. */

const states: Readonly<Record<string, string>> = { queued: 'waiting', done: 'read' };

const kinds: Readonly<Record<string, string>> = {
  urlset: 'list of URLs',
  index: 'sitemap index',
  text: 'text list',
  rss: 'RSS feed',
  atom: 'Atom feed',
};

const missing = /^There is none \((\d+)\)/;

/** The status of a guessed address where nothing was, '' when it is something else. */
const absentStatus = (row: SitemapRow): string => (row.source === 'well-known' ? (missing.exec(row.detail)?.[1] ?? '') : '');

function sourceWords(source: string): string {
  if (source === 'well-known') return 'looked for at /sitemap.xml';
  if (source === 'index') return 'named in a sitemap index';
  return source.startsWith('robots.txt') ? `named in ${source}` : source;
}

/** 'read', 'refused', 'not found (404)' */
export const sitemapState = (row: SitemapRow): string => {
  const absent = absentStatus(row);
  return absent === '' ? (states[row.state] ?? row.state) : `not found (${absent})`;
};

/** 'sitemap index · read · named in robots.txt line 3', 'no sitemap found at /sitemap.xml (404)' */
export function sitemapWords(row: SitemapRow): string {
  const absent = absentStatus(row);
  if (absent !== '') return `no sitemap found at /sitemap.xml (${absent})`;
  const kind = row.state === 'done' ? (kinds[row.kind] ?? '') : '';
  return [kind, sitemapState(row), sourceWords(row.source), row.detail].filter(part => part !== '').join(' · ');
}

/** Why a number of URLs cannot be used, '' if it can. */
export const urlsProblem = (text: string): string =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= mostSitemapUrls
    ? ''
    : `Use a whole number from 1 to ${mostSitemapUrls.toLocaleString('en-US')}.`;

/** 'Blocked, line 4', 'Allowed' */
export function verdictWords(verdict: EntryVerdict | null | undefined): string {
  if (!verdict) return 'robots.txt not requested';
  const word = verdict.allowed === null ? 'Undecided' : verdict.allowed ? 'Allowed' : 'Blocked';
  return verdict.line > 0 ? `${word}, line ${verdict.line}` : word;
}

/** '40 of 50 entries have one; 3 of 40 are in the future; 5 of 30 are older than Last-Modified of their page' */
export function dateWords(file: LastmodFile): string {
  const { entries, dated, bad, future, sameDate, withHeader, olderThanHeader } = file;
  const of = (part: number, all: number): string => `${countWords(part)} of ${countWords(all)}`;
  const parts = [`${of(dated, entries)} entries have one`];
  if (dated === 0) return parts[0] ?? '';
  if (sameDate !== '') parts.push(`all have ${sameDate}`);
  parts.push(`${of(bad, dated)} are no dates`, `${of(future, dated)} are in the future`);
  parts.push(
    withHeader === 0
      ? 'no page has a Last-Modified to compare'
      : `${of(olderThanHeader, withHeader)} are older than Last-Modified of their page`,
  );
  return parts.join('; ');
}
