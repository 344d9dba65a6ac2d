import { partsOfWork } from '#core/graph/crawl-links.ts';
import { sortRows } from '#core/graph/lists/sorted-rows.ts';
import { type GraphTable, rowOf } from '#core/graph/lists/table.ts';
import { visibleDirectories } from '#core/graph/lists/tree.ts';
import type { DrawnNodes } from '#core/graph/pictures/nodes.ts';
import type { Steps } from '#core/steps.ts';
import type { GraphFacts, GraphRows, GraphWish, UrlPath } from '#shared/model/graph.ts';
import { type GraphListId, graphListInfo } from '#shared/model/graph-lists.ts';
import { fail } from '#shared/rpc/errors.ts';
import { CrawlGraph } from '../../graph/crawl-graph.ts';
import { type GraphFile, openGraphFile } from '../../graph/graph-file.ts';
import { type GraphmlPiece, graphmlPieces } from '../../graph/graphml-pieces.ts';
import { scoresById } from '../../graph/read-scores.ts';
import { type Job, runInSlices } from '../slices.ts';
import type { GraphCalls } from './messages.ts';

interface Finished {
  readonly file: GraphFile;
  readonly graph: CrawlGraph;
  /** The last order of each list. */
  readonly orders: Map<GraphListId, { readonly key: string; readonly rows: Int32Array }>;
  /** Lists that are made just now. */
  readonly jobs: Map<GraphListId, Job<GraphTable>>;
  /** The GraphML document that is being written. */
  document: Generator<GraphmlPiece, void> | null;
}

/** Lists whose work counts URLs, up to the last id. Of the others only the end is known. */
const countsUrls: ReadonlySet<GraphListId> = new Set<GraphListId>(['tree', 'hreflang', 'anchors', 'bad-links']);

/** How often the progress of the work is looked at, in milliseconds. */
const lookMs = 100;

/** The links of one crawl file: reads them, and makes lists from what was read last. */
export class GraphedCrawl implements GraphCalls {
  readonly #path: string;
  readonly #report: (done: number, total: number) => void;
  #finished: Finished | null = null;
  #job: Job<CrawlGraph> | null = null;

  constructor(path: string, report: (done: number, total: number) => void) {
    this.#path = path;
    this.#report = report;
  }

  async run(): Promise<GraphFacts | null> {
    this.#job?.cancel();
    const started = performance.now();
    const file = openGraphFile(this.#path);
    const job = runInSlices(readWithTree(file), partsOfWork);
    this.#job = job;
    const timer = setInterval(() => this.#report(job.progress().done, partsOfWork), lookMs);
    try {
      const graph = await job.finished;
      for (const making of this.#finished?.jobs.values() ?? []) making.cancel();
      this.#finished?.file.close();
      this.#finished = { file, graph, orders: new Map(), jobs: new Map(), document: null };
      const { table, steps, scores } = graph.links;
      const { members, rounds } = scores;
      return { urls: table.size, links: steps.to.length, scored: members, rounds, tookMs: performance.now() - started };
    } catch (error) {
      file.close();
      if (job.progress().state === 'cancelled') return null;
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  cancel(): void {
    this.#job?.cancel();
  }

  scores(): Int16Array {
    return scoresById(this.#last().graph.links);
  }

  async list(wish: GraphWish): Promise<GraphRows> {
    const { list, from, limit, open } = wish;
    const last = this.#last();
    const table = await this.#made(last, list);
    const sorted = await this.#order(last, table, wish);
    const { tree } = last.graph;
    const isTree = list === 'tree' && open !== null && tree !== null;
    const shown = isTree ? visibleDirectories(tree, openIn(tree.paths, new Set(open)), sorted) : sorted;
    const names = graphListInfo(list).columns.map(({ name }) => name);
    const rows = [...shown.subarray(from, from + limit)];
    return {
      total: shown.length,
      rows: rows.map(row => rowOf(table, names, row)),
      parents: isTree ? rows.map(row => tree.childrenOf(row).length > 0) : [],
      note: table.note ?? '',
    };
  }

  making({ list }: Parameters<GraphCalls['making']>[0]): ReturnType<GraphCalls['making']> {
    const progress = this.#finished?.jobs.get(list)?.progress();
    if (progress?.state !== 'running') return null;
    const { done, total, etaMs } = progress;
    return { done: total === 0 ? 0 : Math.min(done, total), total, etaMs: total === 0 ? null : etaMs };
  }

  stopList({ list }: Parameters<GraphCalls['stopList']>[0]): void {
    this.#finished?.jobs.get(list)?.cancel();
  }

  /** The list; two that ask for it wait for the same work. */
  async #made({ graph, jobs }: Finished, list: GraphListId): Promise<GraphTable> {
    const under = jobs.get(list);
    if (under) return under.finished;
    const { table } = graph.links;
    const total = countsUrls.has(list) && table.size > 0 ? (table.numbers.id[table.size - 1] as number) : 0;
    const job = runInSlices(graph.table(list), total);
    jobs.set(list, job);
    try {
      return await job.finished;
    } finally {
      jobs.delete(list);
    }
  }

  async #order({ orders }: Finished, table: GraphTable, { list, sort, descending }: GraphWish): Promise<Int32Array> {
    const key = `${sort} ${descending}`;
    const known = orders.get(list);
    if (known?.key === key) return known.rows;
    const rows = await runInSlices(sortRows(table, sort, descending), 0).finished;
    orders.set(list, { key, rows });
    return rows;
  }

  bars(wish: Parameters<GraphCalls['bars']>[0]): ReturnType<GraphCalls['bars']> {
    return runInSlices(this.#last().graph.pictures.bars(wish), 0).finished;
  }

  map({ folder }: Parameters<GraphCalls['map']>[0]): ReturnType<GraphCalls['map']> {
    return runInSlices(this.#last().graph.pictures.map(folder), 0).finished;
  }

  async picture(): ReturnType<GraphCalls['picture']> {
    return (await this.#drawn()).picture;
  }

  async nodes({ places }: Parameters<GraphCalls['nodes']>[0]): ReturnType<GraphCalls['nodes']> {
    return (await this.#drawn()).rows(places);
  }

  async around({ place }: Parameters<GraphCalls['around']>[0]): ReturnType<GraphCalls['around']> {
    return (await this.#drawn()).around(place);
  }

  #drawn = (): Promise<DrawnNodes> => runInSlices(this.#last().graph.pictures.nodes(), 0).finished;

  graphml({ first }: Parameters<GraphCalls['graphml']>[0]): ReturnType<GraphCalls['graphml']> {
    const last = this.#last();
    if (first) last.document = graphmlPieces(last.graph, last.file.reads);
    if (last.document === null) fail('refused', 'The links were read again while they were written. Export them again.');
    const { done, value } = last.document.next();
    if (done !== true) return value;
    last.document = null;
    return null;
  }

  path({ url }: Parameters<GraphCalls['path']>[0]): Promise<UrlPath> {
    return runInSlices(this.#last().graph.path(url), 0).finished;
  }

  behind({ url, from, limit }: Parameters<GraphCalls['behind']>[0]): ReturnType<GraphCalls['behind']> {
    return runInSlices(this.#last().graph.behind(url, from, limit), 0).finished;
  }

  #last = (): Finished => this.#finished ?? fail('not_found', 'The links of this crawl have not been read yet.');
}

/** The links, and the list that the window shows first. */
function* readWithTree(file: GraphFile): Steps<CrawlGraph> {
  const graph = yield* CrawlGraph.read(file);
  for (const _ of graph.table('tree')) yield partsOfWork;
  return graph;
}

const openIn =
  (paths: readonly string[], open: ReadonlySet<string>) =>
  (place: number): boolean =>
    open.has(paths[place] as string);
