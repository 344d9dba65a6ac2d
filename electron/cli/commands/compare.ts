import { basename } from 'node:path';
import type { TwoFiles } from '#engine/compare/two-files.ts';
import { type FieldChange, type FieldCounts, fieldWays, fieldWords } from '#shared/model/compare-fields.ts';
import type { Cell } from '../../export/cell.ts';
import { type Arguments, choice } from '../arguments.ts';
import type { Command } from '../command.ts';
import { type ComparisonWish, mappingOptions, readComparisonWish, saveComparisonWish } from '../comparison-options.ts';
import { type ExitCode, exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { listOptions, readListOptions, take, writeList } from '../lists.ts';
import { Interrupted, runSteps } from '../run-steps.ts';
import { comparisonText } from '../text/comparison.ts';
import { fieldCountsText, mappingText } from '../text/field-counts.ts';
import { pageDiffText } from '../text/page-diff.ts';
import { urlFrom } from '../url-argument.ts';
import { requireFile } from '../with-session.ts';

const countColumns = [
  { name: 'field', type: 'text' },
  { name: 'whole', type: 'text' },
  { name: 'both', type: 'integer' },
  { name: 'not_recorded', type: 'integer' },
  { name: 'differ', type: 'integer' },
  ...fieldWays.map(name => ({ name, type: 'integer' as const })),
  { name: 'mean_before', type: 'any' },
  { name: 'mean_after', type: 'any' },
] as const;

const countRow = ({ id, both, notRecorded, differ, ways, means }: FieldCounts): readonly Cell[] => [
  id,
  fieldWords(id).whole,
  both,
  notRecorded,
  differ,
  ...fieldWays.map(way => ways[way]),
  means?.[0] ?? null,
  means?.[1] ?? null,
];

const changeColumns = ['field', 'url', 'old_url', 'way', 'before', 'after', 'change'].map(name => ({
  name,
  type: 'any' as const,
}));
const changeRow = (field: string, { url, oldUrl, way, before, after, change }: FieldChange): readonly Cell[] => [
  field,
  url,
  oldUrl === '' ? null : oldUrl,
  way,
  before,
  after,
  change,
];

interface Given {
  readonly args: Arguments;
  readonly io: Io;
  readonly files: readonly [string, string];
  readonly two: TwoFiles;
  readonly wish: ComparisonWish;
}

async function printFields({ args, io, files, two, wish }: Given): Promise<ExitCode> {
  const list = readListOptions(args, io, files[0]);
  const way = choice(args, 'way', fieldWays) ?? null;
  const contains = args.one('contains') ?? '';
  const { usualFields } = await import('#shared/model/compare-fields.ts');
  const isCounting = args.has('fields');
  const chosen = isCounting ? [...usualFields, ...wish.fields] : wish.fields;
  const fields = [...new Map(chosen.map(field => [field.id, field])).values()];
  const compared = await runSteps(io, two.fields(fields), done => `${done} URLs of the first crawl compared`);
  if (isCounting) {
    if (list.format === 'table' && list.out === undefined) {
      await io.stdout.write(fieldCountsText(compared.counts));
      return exit.done;
    }
    const rows = take(compared.counts.map(countRow), list.limit);
    await writeList(io, list, { columns: [...countColumns], rows, sheet: 'Fields' });
    return exit.done;
  }
  function* rows(): Generator<readonly Cell[]> {
    for (const { id } of compared.fields)
      for (const change of compared.rows({ field: id, way, contains })) yield changeRow(id, change);
  }
  await writeList(io, list, { columns: changeColumns, rows: take(rows(), list.limit), sheet: 'Differences' });
  return exit.done;
}

async function testMap({ args, io, two, wish }: Given): Promise<ExitCode> {
  const counts = await runSteps(io, two.mapping(), done => `${done} of ${two.urls} URLs`);
  await io.stdout.write(args.has('json') ? jsonDocument(counts) : mappingText(wish.mapping, counts));
  return exit.done;
}

export const compare: Command = {
  name: 'compare',
  summary: 'compare two crawls: what changed, grouped by cause, or field by field',
  takes: 'A.crawl B.crawl',
  positionals: { min: 2, max: 2 },
  options: {
    fields: { value: '', help: 'count the URLs that differ in each usual field, and in those that --field and --header name' },
    field: {
      value: 'NAME,…',
      help: 'list what differs in these fields: title, words, canonical, links, … or all; repeatable',
      repeatable: true,
    },
    header: { value: 'NAME', help: 'compare this response header, too; repeatable', repeatable: true },
    way: { value: fieldWays.join('|'), help: 'with --field: only values that went this way' },
    contains: { value: 'TEXT', help: 'with --field: only URLs and values that contain TEXT' },
    url: { value: 'URL', help: 'one page: fields, text by words, links, headers and structured data that differ' },
    ...mappingOptions,
    'test-map': { value: '', help: 'only count what the mapping does to the URLs of both crawls' },
    ...listOptions,
    json: { value: '', help: 'print one JSON document; with --field or --fields one JSON array' },
  },
  notes: [
    'Compares every URL in both crawls: may it be fetched, may it be listed, were its links followed, the class of its status. Changes are',
    'counted under the robots.txt line, header, meta tag, canonical, redirect, status, setting or limit that changed; redirects and',
    'canonicals that only point elsewhere are counted under their old and new target. --fields and --field compare values instead:',
    'status, verdicts, depth, size, time, titles, descriptions, headings, canonicals, directives, words, text, links, structured data.',
    'docs/compare.md has the fields. links and structured_errors are compared when they are named, because they read more of each page.',
    'A mapping says how URLs of the first crawl are written in the second, as for a staging site and the live one.',
    'Differences do not change the exit code.',
  ],
  examples: [
    'crawlscope compare may.crawl june.crawl',
    'crawlscope compare may.crawl june.crawl --json',
    'crawlscope compare may.crawl june.crawl --fields',
    'crawlscope compare may.crawl june.crawl --field title,description --format csv --out titles.csv',
    'crawlscope compare may.crawl june.crawl --url https://example.com/',
    'crawlscope compare staging.crawl live.crawl --map-host staging.example.com=www.example.com --test-map',
  ],
  async run(args, io) {
    const [first = '', second = ''] = args.positionals;
    requireFile(first);
    requireFile(second);
    const wish = readComparisonWish(args);
    const isList = args.has('fields') || args.has('field') || args.has('header');
    if (!isList && !args.has('test-map') && ['format', 'out', 'limit', 'way', 'contains'].some(name => args.has(name)))
      return usage('compare: --format, --out, --limit, --way and --contains belong to lists. Add --fields or --field NAME.');
    await saveComparisonWish(args, io, wish);
    const { openTwoFiles } = await import('#engine/compare/two-files.ts');
    const two = openTwoFiles(first, second, wish.mapping);
    try {
      const given: Given = { args, io, files: [first, second], two, wish };
      if (args.has('test-map')) return await testMap(given);
      const url = args.one('url');
      if (url !== undefined) {
        const page = two.page(urlFrom(url));
        await io.stdout.write(args.has('json') ? jsonDocument(page) : pageDiffText(page));
        return exit.done;
      }
      if (isList) return await printFields(given);
      const comparison = await runSteps(io, two.causes(), done => `${done} of ${two.urls} URLs of both files`);
      await io.stdout.write(
        args.has('json')
          ? jsonDocument({ files: [first, second], ...comparison })
          : comparisonText(basename(first), basename(second), comparison),
      );
      return exit.done;
    } catch (error) {
      if (error instanceof Interrupted) return exit.unfinished;
      throw error;
    } finally {
      two.close();
    }
  },
};
