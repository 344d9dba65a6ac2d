import type { ExportList } from '#shared/export-list.ts';
import type { Finding } from '#shared/model/audit.ts';
import type { ReadColumn } from '../../export/read-column.ts';
import type { CheckReport, Issues } from '../audit/issues.ts';
import { type ListSource, pagedParts } from './list-source.ts';
import { idSource } from './stored-sources.ts';

/** Lists of the audit's last results. */

type Of<K extends ExportList['kind']> = Extract<ExportList, { readonly kind: K }>;

const checkColumns: readonly ReadColumn<CheckReport>[] = [
  { name: 'id', type: 'text', read: ({ info }) => info.id },
  { name: 'name', type: 'text', read: ({ info }) => info.name },
  { name: 'group', type: 'text', read: ({ info }) => info.group },
  { name: 'type', type: 'text', read: ({ info }) => info.type },
  { name: 'priority', type: 'text', read: ({ info }) => info.priority },
  { name: 'population', type: 'text', read: ({ info }) => info.population },
  { name: 'hits', type: 'integer', read: ({ count }) => count.hits },
  { name: 'checked', type: 'integer', read: ({ count }) => count.checked },
  {
    name: 'not_checkable',
    type: 'integer',
    read: ({ count }) => Object.values(count.notCheckable).reduce((sum, each) => sum + each, 0),
  },
  {
    name: 'reasons',
    type: 'text',
    read: ({ count }) =>
      Object.entries(count.notCheckable)
        .map(([reason, each]) => `${reason}: ${each}`)
        .join(', '),
  },
  { name: 'trigger', type: 'text', read: ({ info }) => info.trigger },
  { name: 'fix', type: 'text', read: ({ info }) => info.fix },
];

/** Every check with its count. */
export function checkSource(issues: Issues): ListSource {
  const rows = issues.report();
  const page = (from: number, limit: number) => rows.slice(from, from + limit);
  return { columns: checkColumns, parts: pagedParts(rows.length, page, checkColumns), sheetName: 'Issues' };
}

const findingColumns: readonly ReadColumn<Finding>[] = [
  { name: 'check', type: 'text', read: ({ check }) => check },
  { name: 'url', type: 'text', read: ({ url }) => url },
  { name: 'evidence', type: 'text', read: ({ evidence }) => JSON.stringify(evidence) },
];

/** The URLs that a check hit. Where it looks at hosts, sitemaps or the crawl: what it found there. */
export async function issueSource(path: string, issues: Issues, list: Of<'issue-urls'>): Promise<ListSource> {
  const { ids, others } = await issues.hits(list);
  if (others.length === 0) return idSource(path, ids, 'URLs');
  const page = (from: number, limit: number) => others.slice(from, from + limit);
  return { columns: findingColumns, parts: pagedParts(others.length, page, findingColumns), sheetName: 'Findings' };
}
