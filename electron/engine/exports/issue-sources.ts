import type { ExportList } from '#shared/export-list.ts';
import type { FindingItem } from '#shared/model/audit.ts';
import type { ShownFinding } from '#shared/model/issues.ts';
import type { ListPart, StoredValue } from '#storage/presets/list-part.ts';
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
  { name: 'ignored', type: 'integer', read: ({ count }) => count.ignored ?? 0 },
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

const findingColumns: readonly ReadColumn<ShownFinding>[] = [
  { name: 'check', type: 'text', read: ({ check }) => check },
  { name: 'url', type: 'text', read: ({ url }) => url },
  { name: 'evidence', type: 'text', read: ({ evidence }) => JSON.stringify(evidence) },
];

/** The URLs that a check hit. Where it looks at hosts, sitemaps or the crawl: what it found there. */
export async function issueSource(path: string, issues: Issues, list: Of<'issue-urls'>): Promise<ListSource> {
  const { ids, others } = await issues.hits(list);
  if (others.length === 0) return idSource(path, ids, null);
  const page = (from: number, limit: number) => others.slice(from, from + limit);
  return { columns: findingColumns, parts: pagedParts(others.length, page, findingColumns), sheetName: 'Findings' };
}

/** A piece of evidence of a hit; null for a hit without any. */
interface EvidenceRow {
  readonly finding: ShownFinding;
  readonly item: FindingItem | null;
  /** From 1, 0 for a hit without evidence. */
  readonly number: number;
}

const evidenceColumns: readonly ReadColumn<EvidenceRow>[] = [
  { name: 'check', type: 'text', read: ({ finding }) => finding.check },
  { name: 'url', type: 'text', read: ({ finding }) => finding.url },
  { name: 'group', type: 'text', read: ({ finding }) => finding.evidence.group ?? null },
  { name: 'since', type: 'text', read: ({ finding }) => finding.since ?? null },
  { name: 'ignored', type: 'text', read: ({ finding }) => (finding.ignored ? finding.ignored.note || 'ignored' : null) },
  { name: 'item', type: 'integer', read: ({ number }) => number },
  { name: 'items', type: 'integer', read: ({ finding: { evidence } }) => evidence.items.length + (evidence.dropped ?? 0) },
  { name: 'value', type: 'text', read: ({ item }) => item?.value ?? null },
  { name: 'other_url', type: 'text', read: ({ item }) => item?.url ?? null },
  { name: 'byte_start', type: 'integer', read: ({ item }) => item?.bytes?.[0] ?? null },
  { name: 'byte_end', type: 'integer', read: ({ item }) => item?.bytes?.[1] ?? null },
  { name: 'header', type: 'integer', read: ({ item }) => item?.header ?? null },
  { name: 'link', type: 'integer', read: ({ item }) => item?.link ?? null },
  { name: 'line', type: 'integer', read: ({ item }) => item?.line ?? null },
  { name: 'count', type: 'integer', read: ({ item }) => item?.count ?? null },
];

/** Hits whose evidence is made at once: each reads its page. */
const hitsOfPart = 50;

/** The hits of a check, one row for each piece of evidence. Positions count from 0, lines from 1. */
export async function evidenceSource(issues: Issues, { check, show, group }: Of<'issue-evidence'>): Promise<ListSource> {
  const { ids, others } = await issues.hits({ check, show, group, sort: 'url', descending: false });
  const total = ids.length + others.length;
  const rowsOf = (findings: readonly ShownFinding[]) =>
    findings.flatMap(evidenceRows).map(row => evidenceColumns.map(({ read }) => read(row) as StoredValue));
  async function* parts(): AsyncGenerator<ListPart> {
    for (let from = 0; from < ids.length; from += hitsOfPart) {
      const findings = await issues.findings(check, ids.subarray(from, from + hitsOfPart));
      yield { rows: rowsOf(findings), done: Math.min(from + hitsOfPart, ids.length), total };
    }
    yield { rows: rowsOf(others), done: total, total };
  }
  return { columns: evidenceColumns, parts: parts(), sheetName: 'Evidence' };
}

function evidenceRows(finding: ShownFinding): readonly EvidenceRow[] {
  const { items } = finding.evidence;
  if (items.length === 0) return [{ finding, item: null, number: 0 }];
  return items.map((item, at) => ({ finding, item, number: at + 1 }));
}
