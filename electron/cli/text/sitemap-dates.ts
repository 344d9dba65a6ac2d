import type { LastmodRow } from '#engine/sitemaps/lastmod-report.ts';
import { type LastmodFile, lastmodWords } from '#shared/model/sitemap-lastmod.ts';
import type { Cell } from '../../export/cell.ts';
import { isoTime } from '../../export/instant.ts';

/** The dates of sitemap files as lists. */

const dateColumns = {
  url: file => file.url,
  entries: file => file.entries,
  dated: file => file.dated,
  bad: file => file.bad,
  future: file => file.future,
  same_date: file => file.sameDate,
  with_header: file => file.withHeader,
  older_than_header: file => file.olderThanHeader,
  compared: file => file.compared,
  changed: file => file.changed,
  only_date: file => file.onlyDate,
  only_text: file => file.onlyText,
} as const satisfies Readonly<Record<string, (file: LastmodFile) => Cell>>;
export const dateNames = Object.keys(dateColumns);

/** A row for each file. */
export function* dateRows(found: Iterable<LastmodRow>): Generator<readonly Cell[]> {
  for (const row of found) if (row.kind === 'file') yield Object.values(dateColumns).map(read => read(row.file));
}

export const wrongDateNames = ['sitemap', 'line', 'url', 'lastmod', 'problem', 'other_date'];

/** A row for each problem of an entry. */
export function* wrongDateRows(found: Iterable<LastmodRow>): Generator<readonly Cell[]> {
  for (const row of found) {
    if (row.kind !== 'problem') continue;
    const { code, url, line, lastmod, other } = row.problem;
    const date = code === 'older-than-header' ? isoTime(Number(other)) : other;
    yield [row.sitemap, line, url, lastmod, lastmodWords[code], date];
  }
}
