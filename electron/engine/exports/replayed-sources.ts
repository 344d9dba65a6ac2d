import type { ExportList } from '#shared/export-list.ts';
import type { JudgedUrl, ReplayUrl } from '#shared/model/replay.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { StoredValue } from '#storage/presets/list-part.ts';
import type { ReadColumn } from '../../export/read-column.ts';
import type { ComparedCrawls } from '../compare/compared-crawls.ts';
import { comparisonColumns } from '../compare/comparison-file.ts';
import type { PagedList } from '../replay/differences.ts';
import type { DisagreementLists } from '../replay/disagreement-lists.ts';
import type { Replays } from '../replay/replays.ts';
import { type ListSource, pagedParts, streamedParts } from './list-source.ts';

/** Lists that the reader thread works out and keeps in memory. */

type Of<K extends ExportList['kind']> = Extract<ExportList, { readonly kind: K }>;

const verdict = (allowed: boolean | null): string => (allowed === null ? 'undecided' : allowed ? 'allowed' : 'blocked');

const sourceOf = <T>({ total, page }: PagedList<T>, columns: readonly ReadColumn<T>[], sheetName: string): ListSource => ({
  columns,
  parts: pagedParts(total, page, columns),
  sheetName,
});

const changedColumns: readonly ReadColumn<ReplayUrl>[] = [
  { name: 'url', type: 'text', read: row => row.url },
  { name: 'change', type: 'text', read: row => row.change },
  { name: 'before', type: 'text', read: row => verdict(row.before) },
  { name: 'after', type: 'text', read: row => verdict(row.after) },
  { name: 'old_line', type: 'integer', read: row => row.oldLine },
  { name: 'new_line', type: 'integer', read: row => row.newLine },
  { name: 'inlinks', type: 'integer', read: row => row.inlinks },
  { name: 'depth', type: 'integer', read: row => row.depth },
  { name: 'in_sitemap', type: 'boolean', read: row => row.inSitemap },
];

export const changedSource = (replays: Replays, list: Of<'replay'>): ListSource =>
  sourceOf(replays.differences.chosen(list), changedColumns, 'Changed URLs');

export async function undiscoverableSource(replays: Replays, { handle }: Of<'undiscoverable'>): Promise<ListSource> {
  const { total } = await replays.discovery({ handle, from: 0, limit: 1 });
  if (total === null) return fail('refused', 'This crawl has too many links to find out which URLs become undiscoverable.');
  const rows = (await replays.discovery({ handle, from: 0, limit: total })).rows;
  return sourceOf({ total, page: (from, limit) => rows.slice(from, from + limit) }, changedColumns, 'Undiscoverable URLs');
}

const judgedColumns: readonly ReadColumn<JudgedUrl>[] = [
  { name: 'url', type: 'text', read: row => row.url },
  { name: 'line', type: 'integer', read: row => row.line },
];

export const judgedSource = async (replays: Replays, list: Of<'judged'>): Promise<ListSource> =>
  sourceOf(await replays.judgedUrls(list), judgedColumns, `URLs ${list.verdict}`);

const coveredColumns: readonly ReadColumn<string>[] = [{ name: 'url', type: 'text', read: url => url }];

export const coveredSource = async (replays: Replays, list: Of<'covered'>): Promise<ListSource> =>
  sourceOf(await replays.coveredUrls(list), coveredColumns, `Line ${list.line}`);

export async function coverageSource(replays: Replays, list: Of<'coverage'>): Promise<ListSource> {
  const { lines, noRule, noRuleBlocked } = await replays.coverage(list);
  const textOf = replays.lineTexts(list);
  const rest = { line: 0, decides: noRule, allows: noRule - noRuleBlocked, blocks: noRuleBlocked, undecided: 0, loses: 0 };
  const all = [...lines, rest];
  const columns: readonly ReadColumn<Omit<(typeof lines)[number], 'start'>>[] = [
    { name: 'line', type: 'integer', read: row => row.line },
    { name: 'rule', type: 'text', read: row => (row.line === 0 ? null : textOf(row.line)) },
    { name: 'decides', type: 'integer', read: row => row.decides },
    { name: 'allows', type: 'integer', read: row => row.allows },
    { name: 'blocks', type: 'integer', read: row => row.blocks },
    { name: 'undecided', type: 'integer', read: row => row.undecided },
    { name: 'matches_but_loses', type: 'integer', read: row => row.loses },
  ];
  return sourceOf({ total: all.length, page: (from, limit) => all.slice(from, from + limit) }, columns, 'Coverage');
}

/** A row for each URL: every crawler's verdict, and its deciding line. */
export function disagreementSource(lists: DisagreementLists, { list, group }: Of<'disagreements'>): ListSource {
  const { crawlers, total, rows } = lists.rows(list, group);
  function* cells(): Generator<StoredValue[]> {
    for (const { url, origin, says } of rows)
      yield [url, origin, ...says.flatMap(({ allowed, line }) => [verdict(allowed), line])];
  }
  const columns = crawlers.flatMap(id => [
    { name: id, type: 'text' as const },
    { name: `${id}_line`, type: 'integer' as const },
  ]);
  return {
    columns: [{ name: 'url', type: 'text' }, { name: 'origin', type: 'text' }, ...columns],
    parts: streamedParts(total, cells()),
    sheetName: 'Disagreements',
  };
}

export function comparisonSource(compared: ComparedCrawls, { run, group }: Of<'comparison'>): ListSource {
  const { total, rows } = compared.rows(run, group);
  return { columns: comparisonColumns(), parts: streamedParts(total, rows), sheetName: 'Comparison' };
}
