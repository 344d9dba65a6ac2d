import type { ExportList } from '#shared/export-list.ts';
import type { ComparedCrawls } from '../compare/compared-crawls.ts';
import { type ListSource, streamedParts } from './list-source.ts';

type Of<K extends ExportList['kind']> = Extract<ExportList, { readonly kind: K }>;

const text = (name: string) => ({ name, type: 'text' as const });

/** The URLs that differ in a field of the open comparison, with both values. */
export function comparedFieldSource(compared: ComparedCrawls, { run, field, way, contains }: Of<'compared-field'>): ListSource {
  const details = compared.details(run);
  const total = details.fieldCount({ field, way });
  function* rows() {
    for (const { url, oldUrl, way: went, before, after, change } of details.fieldRows({ field, way, contains }))
      yield [url, oldUrl === '' ? null : oldUrl, went, shown(before), shown(after), change];
  }
  const columns = ['url', 'old_url', 'way', 'before', 'after', 'change'].map(text);
  return { columns, parts: streamedParts(total, rows()), sheetName: 'Differences' };
}

const shown = (value: string | number | null): string | null => (value === null ? null : String(value));

/** What differs between the sitemaps of the open comparison. */
export function comparedSitemapSource(compared: ComparedCrawls, { run, change, contains }: Of<'compared-sitemaps'>): ListSource {
  const all = compared.details(run).chosenChanges({ kind: change, contains });
  const columns = [
    ...['change', 'url', 'from', 'to'].map(text),
    { name: 'line', type: 'integer' as const },
    ...['fields', 'lastmod_before', 'lastmod_after'].map(text),
  ];
  function* rows() {
    for (const { kind, url, from, to, line, fields, lastmodBefore, lastmodAfter } of all)
      yield [kind, url, from.join(' '), to.join(' '), line, fields.join(' '), lastmodBefore, lastmodAfter];
  }
  return { columns, parts: streamedParts(all.length, rows()), sheetName: 'Sitemaps' };
}
