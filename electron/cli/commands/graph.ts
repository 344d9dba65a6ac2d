import { linkKinds } from '#core/audit/link-form.ts';
import { followedKinds } from '#core/decision/admission.ts';
import { partsOfWork } from '#core/graph/crawl-links.ts';
import { sortedRows } from '#core/graph/lists/sorted-rows.ts';
import { type GraphTable, rowOf } from '#core/graph/lists/table.ts';
import type { CrawlGraph } from '#engine/graph/crawl-graph.ts';
import type { GraphFile } from '#engine/graph/graph-file.ts';
import type { GraphmlPiece } from '#engine/graph/graphml-pieces.ts';
import { type GraphListId, graphExportColumns, graphListIds, graphListInfo, graphLists } from '#shared/model/graph-lists.ts';
import type { Cell } from '../../export/cell.ts';
import { timeCell } from '../../export/read-column.ts';
import { type Arguments, choice } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { columnsOf, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { Interrupted, runSteps } from '../run-steps.ts';
import { urlPathText } from '../text/url-path.ts';
import { urlFromWithin } from '../url-argument.ts';
import { requireFile } from '../with-session.ts';
import { writeOut } from '../write-out.ts';

/** What is printed. `edges` and `nodes` are the graph as a list. */
type Wanted = 'graphml' | 'edges' | 'nodes' | 'list' | 'path' | 'behind';

const parts = ['nodes', 'list', 'path', 'behind'] as const;

function wantedOf(args: Arguments): Wanted {
  const named = parts.filter(name => args.has(name));
  if (named.length > 1) return usage(`graph: --${named[0]} and --${named[1]} exclude each other; use one of them.`);
  if (args.has('to') && args.one('list') !== 'anchors') return usage('graph: --to needs --list anchors.');
  if (named[0] !== undefined) return named[0];
  return args.one('format') === 'graphml' ||
    !(args.has('format') || args.has('json') || /\.(csv|jsonl|xlsx|parquet)$/i.test(args.one('out') ?? ''))
    ? 'graphml'
    : 'edges';
}

function kindsOf(args: Arguments): ReadonlySet<string> {
  const text = args.one('kinds');
  if (text === undefined) return followedKinds;
  const kinds = text.split(',').map(kind => kind.trim());
  const unknown = kinds.find(kind => !linkKinds.some(known => known === kind));
  return unknown === undefined
    ? new Set(kinds)
    : usage(`--kinds: there is no kind “${unknown}”. Kinds: ${linkKinds.join(', ')}.`);
}

/** The rows of a list, in its first order. */
function* listRows(id: GraphListId, table: GraphTable): Generator<readonly Cell[]> {
  const { columns, sort, descending } = graphListInfo(id);
  const names = columns.map(({ name }) => name);
  for (const row of sortedRows(table, sort, descending))
    yield rowOf(table, names, row).map((cell, at) => (columns[at]?.kind === 'time' ? timeCell(cell as number | null) : cell));
}

export const graph: Command = {
  name: 'graph',
  summary: 'the link graph of a crawl, with link scores and depths, and lists about it',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    list: { value: graphListIds.join('|'), help: 'print this list instead; see below' },
    path: { value: 'URL', help: 'print the shortest path to URL, alternatives, dominators and score' },
    behind: { value: 'URL', help: 'list the URLs that only URL leads to' },
    nodes: { value: '', help: 'list the URLs of the graph instead of its links' },
    to: { value: 'URL', help: 'with --list anchors: only links to this URL' },
    kinds: { value: 'KIND,…', help: `links of these kinds (default: ${[...followedKinds].join(',')})` },
    ...listOptions,
    format: { value: 'graphml|csv|table|jsonl|xlsx|parquet', help: 'how to print (default: graphml; for lists: table)' },
  },
  notes: [
    'Without another option: GraphML with nodes (url, status, depth, score, rank, indexable) and edges (kind, nofollow, count).',
    'Any other format prints the edges: source, target, kind, nofollow, count.',
    'Score: PageRank with damping 0.85, shown from 0 to 100 on a logarithmic scale; docs/link-graph.md.',
    'Lists:',
    ...graphLists.map(({ id, about }) => `  ${id.padEnd(12)}${about}`),
  ],
  examples: [
    'crawlscope graph site.crawl --out site.graphml',
    'crawlscope graph site.crawl --nodes --format csv --out urls.csv',
    'crawlscope graph site.crawl --list chains',
    'crawlscope graph site.crawl --path /deep/page',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const wanted = wantedOf(args);
    const kinds = kindsOf(args);
    if (args.has('kinds') && !['graphml', 'edges', 'nodes'].includes(wanted))
      return usage(`graph: --kinds does not go with --${wanted}.`);
    const id = choice(args, 'list', graphListIds);
    if (args.one('format') === 'graphml' && wanted !== 'graphml') return usage(`graph: --${wanted} cannot be GraphML.`);
    requireFile(path);
    const { openGraphFile } = await import('#engine/graph/graph-file.ts');
    const { CrawlGraph } = await import('#engine/graph/crawl-graph.ts');
    const file = openGraphFile(path);
    try {
      const percent = (done: number): string => `${path}: reading links, ${Math.floor((100 * done) / partsOfWork)} %`;
      const made = await runSteps(io, CrawlGraph.read(file), percent);
      await print(args, io, { wanted, id, kinds, graph: made, file, path });
      return exit.done;
    } catch (error) {
      if (error instanceof Interrupted) return exit.unfinished;
      throw error;
    } finally {
      file.close();
    }
  },
};

interface Printed {
  readonly wanted: Wanted;
  readonly id: GraphListId | undefined;
  readonly kinds: ReadonlySet<string>;
  readonly graph: CrawlGraph;
  readonly file: GraphFile;
  readonly path: string;
}

async function print(args: Arguments, io: Io, { wanted, id, kinds, graph: made, file, path }: Printed): Promise<void> {
  const { edgeCells, edgeColumns, edgesOf, nodeCells, nodeColumns, nodesOf } = await import('#engine/graph/graph-rows.ts');
  const urlOf = (name: string): string => urlFromWithin(args.one(name) ?? '', file.source.settings.seeds[0]);
  if (wanted === 'graphml') {
    const { graphmlPieces } = await import('#engine/graph/graphml-pieces.ts');
    await writeOut(io, args.one('out'), texts(graphmlPieces(made, file.reads, kinds)));
    return;
  }
  if (wanted === 'path') {
    const found = await runSteps(io, made.path(urlOf('path')), () => `${path}: comparing paths`);
    await writeOut(io, args.one('out'), [args.has('json') ? jsonDocument(found) : urlPathText(found)]);
    return;
  }
  const list = readListOptions(args, io, path);
  const rowsOf = async (): Promise<{
    readonly columns: typeof edgeColumns;
    readonly rows: Iterable<readonly Cell[]>;
    readonly sheet: string;
  }> => {
    if (wanted === 'nodes') {
      const cells = nodeCells(made);
      function* rows() {
        for (const row of nodesOf(made, file.reads, kinds)) yield cells(row);
      }
      return { columns: nodeColumns, rows: rows(), sheet: 'Nodes' };
    }
    if (wanted === 'edges') {
      const cells = edgeCells(made);
      function* rows() {
        for (const edge of edgesOf(made, file.reads, kinds)) yield cells(edge);
      }
      return { columns: edgeColumns, rows: rows(), sheet: 'Edges' };
    }
    if (wanted === 'behind') {
      const steps = made.behind(urlOf('behind'), 0, Number.MAX_SAFE_INTEGER);
      const { urls } = await runSteps(io, steps, () => `${path}: comparing paths`);
      return { columns: columnsOf(['url'], 'text'), rows: urls.map(url => [url]), sheet: 'Behind' };
    }
    const named = id as GraphListId;
    const info = graphListInfo(named);
    const steps = args.has('to') ? made.anchorsOf(urlOf('to')) : made.table(named);
    const found = await runSteps(io, steps, done => `${path}: ${info.label.toLowerCase()}, page ${done}`);
    if (found.note !== undefined) io.stderr.write(`${path}: ${found.note}\n`);
    return { columns: graphExportColumns(named), rows: listRows(named, found), sheet: info.label };
  };
  const { columns, rows, sheet } = await rowsOf();
  await writeList(io, list, { columns, rows: take(rows, list.limit), sheet });
}

function* texts(pieces: Iterable<GraphmlPiece>): Generator<string> {
  for (const { text } of pieces) yield text;
}
