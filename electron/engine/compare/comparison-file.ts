import { comparedColumns } from '#core/compare/compared-columns.ts';
import type { Steps } from '#core/steps.ts';
import { changeKindWords, changeWords, flipsOf, flipWords } from '#shared/explain/comparison.ts';
import { titleOf } from '#shared/explain/describe.ts';
import type { ChangeGroup, CrawlComparison, MissingGroup } from '#shared/model/comparison.ts';
import type { ExportColumn } from '#shared/model/export.ts';
import { type CellValue, cellOf, type UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { UrlStates } from '#storage/reads/url-states.ts';
import { inBlocks } from '../../export/cell.ts';
import { toCsv } from '../../export/csv.ts';
import { openWhole } from '../../export/whole-file.ts';
import type { ChangedUrl, ChangedUrls } from './changed-urls.ts';

export type ComparisonFormat = 'csv' | 'json';

/** A comparison by its number, the file to write and how. */
export interface SavedComparison {
  readonly run: number;
  readonly path: string;
  readonly format: ComparisonFormat;
}

export interface ComparedToWrite {
  readonly comparison: CrawlComparison;
  readonly urls: ChangedUrls;
  readonly states: readonly [before: UrlStates, after: UrlStates];
  readonly names: readonly [before: string, after: string];
}

const pageRows = 250;

const leading = ['group', 'kind', 'what', 'changes', 'url', 'inlinks'] as const;

interface Part {
  readonly id: number;
  readonly kind: string;
  readonly what: string;
  readonly changes: string;
}

function partsOf({ comparison, names }: ComparedToWrite): Part[] {
  const change = (group: ChangeGroup): Part => ({
    id: group.id,
    kind: changeKindWords(group.kind),
    what: changeWords(group),
    changes: flipsOf(group)
      .map(name => `${flipWords(name).words} ${group.flips[name]}`)
      .join(', '),
  });
  const missing =
    (name: string, changes: string) =>
    ({ id, reason }: MissingGroup): Part => ({ id, kind: `Only in ${name}`, what: titleOf(reason), changes });
  return [
    ...comparison.groups.map(change),
    ...comparison.onlyBefore.map(missing(names[0], 'gone')),
    ...comparison.onlyAfter.map(missing(names[1], 'new')),
  ];
}

/** The rows of a group, a page at a time. */
function* rowsOf({ urls, states }: ComparedToWrite, group: number): Generator<ChangedUrl & { readonly url: string }> {
  for (let from = 0; ; from += pageRows) {
    const page = urls.page(group, from, pageRows);
    for (const row of page) yield { ...row, url: row.ids[1] > 0 ? states[1].url(row.ids[1]) : states[0].url(row.ids[0]) };
    if (page.length < pageRows) return;
  }
}

/** The text of the file: one row per differing URL, or one JSON document with the groups and their URLs. */
export function* comparisonFile(
  format: ComparisonFormat,
  written: ComparedToWrite,
  columns: readonly UrlColumn[] = urlColumns,
): Generator<string> {
  const compared = comparedColumns(columns);
  const names = [...leading, ...compared.flatMap(({ name }) => [`${name}_before`, `${name}_after`])];
  if (format === 'csv') yield* toCsv(names, csvRows(written, compared));
  else yield* json(written);
}

/** The columns of the table, for formats that store types. */
export const comparisonColumns = (columns: readonly UrlColumn[] = urlColumns): ExportColumn[] => [
  ...leading.map(name => ({ name, type: name === 'group' || name === 'inlinks' ? ('integer' as const) : ('text' as const) })),
  ...comparedColumns(columns).flatMap(({ name, kind }) =>
    ['before', 'after'].map(side => ({
      name: `${name}_${side}`,
      type: kind === 'number' ? ('integer' as const) : ('text' as const),
    })),
  ),
];

/** The rows of the table: the URLs of one group, or of all. */
export function comparisonRows(written: ComparedToWrite, group: number | null, columns: readonly UrlColumn[] = urlColumns) {
  return csvRows(written, comparedColumns(columns), group);
}

function* csvRows(
  written: ComparedToWrite,
  compared: readonly UrlColumn[],
  group: number | null = null,
): Generator<readonly CellValue[]> {
  for (const { id, kind, what, changes } of partsOf(written).filter(part => group === null || part.id === group))
    for (const { url, inlinks, before, after } of rowsOf(written, id))
      yield [
        id,
        kind,
        what,
        changes,
        url,
        inlinks,
        ...compared.flatMap(column => [before && cellOf(before, column), after && cellOf(after, column)]),
      ];
}

/** Keys as the command line prints them. */
function snake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snake);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`), snake(inner)]),
  );
}

/** The document of `crawlscope compare --json`, with all URLs of each group. */
function* json(written: ComparedToWrite): Generator<string> {
  const { groups, onlyBefore, onlyAfter, ...counts } = written.comparison;
  const head = JSON.stringify(snake({ files: written.names, ...counts }));
  yield head.slice(0, -1);
  const lists = { groups, only_before: onlyBefore, only_after: onlyAfter };
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n"${name}": [`;
    for (const [place, { examples: _few, ...group }] of (list as readonly (ChangeGroup | MissingGroup)[]).entries()) {
      yield `${place === 0 ? '\n' : ',\n'}${JSON.stringify(snake(group)).slice(0, -1)},"all_urls":[`;
      let before = '\n';
      for (const { ids: _ids, ...row } of rowsOf(written, group.id)) {
        yield before + JSON.stringify(snake(row));
        before = ',\n';
      }
      yield ']}';
    }
    yield ']';
  }
  yield '}\n';
}

/** Writes pieces to a file, completely or not at all, in steps of some milliseconds. */
export function* writeInSteps(path: string, pieces: Iterable<string>): Steps<void> {
  const file = openWhole(path);
  try {
    for (const block of inBlocks(pieces)) {
      file.write(block);
      yield 0;
    }
    file.finish();
  } finally {
    file.discard();
  }
}
