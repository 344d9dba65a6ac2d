import { counted } from '#shared/explain/figure.ts';
import type { GraphFacts, GraphMaking, GraphRows, GraphView, GraphWish, UrlPath } from '#shared/model/graph.ts';
import { graphExportColumns, graphListInfo } from '#shared/model/graph-lists.ts';
import type { GraphNode, GraphPicture, NodeLinks } from '#shared/model/graph-picture.ts';
import type { BarsPicture, BarsWish, MapPicture } from '#shared/model/pictures.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import type { ListPart } from '#storage/presets/list-part.ts';
import { timeCell } from '../../export/read-column.ts';
import type { ListSource } from '../exports/list-source.ts';
import type { TextPiece } from '../exports/write-pieces.ts';
import { CallingThread } from '../threads/calling-thread.ts';
import type { GraphCalls } from '../threads/graph/messages.ts';

const program = {
  name: 'graph',
  source: 'graph/entry.ts',
  built: 'graph.cjs',
  words: { what: 'Reading the links', again: 'Try again.' },
};
const rowsOfPart = 500;
const partsOfWork = 1_000;
/** The share of an export's progress that reading the links counts for, if they must be read. */
const shareOfReading = 0.5;
/** Milliseconds between two looks of an export at whether the links are read. */
const lookMs = 100;

/** What the links need of the open file. */
export interface GraphReads {
  readonly path: string;
  /** Changes when what the crawl stored changes. */
  changes(): string;
  /** Called with link scores by id of a URL, in tenths, each time the links were read. */
  scored(values: Int16Array): void;
}

/** The links of the open crawl: has the graph thread read them, and reports its state. */
export class Graphs {
  readonly #reads: GraphReads;
  readonly #thread: CallingThread<GraphCalls>;
  #state: GraphView['state'] = 'none';
  #done = 0;
  #startedAt = 0;
  #problem = '';
  /** Ids of the pages in the last picture, by place. */
  #drawn: Int32Array = new Int32Array(0);
  #running: Promise<void> | null = null;
  #results: { readonly run: number; readonly changes: string; readonly facts: GraphFacts } | null = null;

  constructor(reads: GraphReads) {
    this.#reads = reads;
    this.#thread = new CallingThread<GraphCalls>(program, reads.path, done => {
      this.#done = done;
    });
  }

  /** Reads the links, unless that was done or is under way. `again`: also if the crawl changed, or after a failure or a cancel. */
  start({ again = false }: { readonly again?: boolean | undefined }): void {
    if (this.#state === 'running') return;
    if (again ? this.#isCurrent() : this.#state !== 'none') return;
    this.#running = this.#run();
  }

  /** Resolves when link scores are there: those of the last reading, or of the one that this starts. */
  async scores(): Promise<void> {
    if (this.#results === null) {
      this.start({ again: true });
      await this.#running;
    }
    if (this.#results === null)
      fail(
        'refused',
        this.#problem || 'The links of this crawl were not read to the end, so there are no link scores. Try again.',
      );
  }

  cancel(): void {
    if (this.#state !== 'running') return;
    this.#state = 'cancelled';
    void this.#thread.call('cancel', null).catch(() => undefined);
  }

  read(): GraphView {
    const isRunning = this.#state === 'running';
    const done = isRunning ? Math.floor(this.#done) : 0;
    const etaMs = done === 0 ? null : ((performance.now() - this.#startedAt) / done) * Math.max(0, partsOfWork - done);
    return {
      state: this.#state,
      done,
      etaMs: isRunning ? etaMs : 0,
      problem: this.#problem,
      run: this.#results?.run ?? 0,
      isCurrent: this.#isCurrent(),
      facts: this.#results?.facts ?? null,
    };
  }

  async list(wish: GraphWish): Promise<GraphRows> {
    this.#refuseUnread();
    return this.#thread.call('list', checked(wish));
  }

  /** How far a list is that is made just now. */
  making(wish: Parameters<GraphCalls['making']>[0]): Promise<GraphMaking | null> {
    this.#refuseUnread();
    return this.#thread.call('making', wish);
  }

  async stopList(wish: Parameters<GraphCalls['stopList']>[0]): Promise<void> {
    await this.#thread.call('stopList', wish);
  }

  async path(url: string): Promise<UrlPath> {
    this.#refuseUnread();
    return this.#thread.call('path', { url });
  }

  async behind(wish: { readonly url: string; readonly from: number; readonly limit: number }) {
    this.#refuseUnread();
    return this.#thread.call('behind', wish);
  }

  async bars(wish: BarsWish): Promise<BarsPicture> {
    this.#refuseUnread();
    return this.#thread.call('bars', wish);
  }

  async picture(): Promise<GraphPicture> {
    this.#refuseUnread();
    const picture = await this.#thread.call('picture', null);
    this.#drawn = picture.ids;
    return picture;
  }

  async nodes(wish: { readonly places: readonly number[] }): Promise<readonly GraphNode[]> {
    this.#refuseUnread();
    return this.#thread.call('nodes', wish);
  }

  async around(wish: { readonly place: number }): Promise<NodeLinks> {
    this.#refuseUnread();
    return this.#thread.call('around', wish);
  }

  /** Places of the drawn pages among these ids of URLs. */
  placesOf(ids: Int32Array): Int32Array {
    const wanted = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
    for (const id of ids) wanted[id] = 1;
    const places: number[] = [];
    for (const [place, id] of this.#drawn.entries()) if (wanted[id] === 1) places.push(place);
    return Int32Array.from(places);
  }

  async map(wish: { readonly folder: string }): Promise<MapPicture> {
    this.#refuseUnread();
    return this.#thread.call('map', wish);
  }

  /** A whole list for an export. */
  source({ list, sort, descending }: Pick<GraphWish, 'list' | 'sort' | 'descending'>): ListSource {
    this.#refuseUnread();
    const wish = checked({ list, sort, descending, from: 0, limit: rowsOfPart, open: null });
    const { columns, label } = graphListInfo(list);
    const thread = this.#thread;
    async function* parts(): AsyncGenerator<ListPart> {
      for (let from = 0; ; from += rowsOfPart) {
        const { rows, total } = await thread.call('list', { ...wish, from });
        const cells = rows.map(row =>
          row.map((cell, at) => (columns[at]?.kind === 'time' ? timeCell(cell as number | null) : cell)),
        );
        yield { rows: cells, done: Math.min(total, from + rowsOfPart), total };
        if (from + rowsOfPart >= total) return;
      }
    }
    return { columns: graphExportColumns(list), parts: parts(), sheetName: label };
  }

  /** The link graph as GraphML, as the crawl is now: reads the links first, unless what was read is current. */
  async *graphml(): AsyncGenerator<TextPiece> {
    this.start({ again: true });
    const before = this.#state === 'running' ? shareOfReading : 0;
    while (this.#state === 'running') {
      yield { text: '', rows: 0, done: this.#done * before, total: partsOfWork, words: '' };
      await Promise.race([this.#running, new Promise(later => setTimeout(later, lookMs))]);
    }
    const facts = this.#state === 'done' ? this.#results?.facts : undefined;
    if (facts === undefined) fail('refused', this.#problem || 'The links were not read to the end. Export them again.');
    const total = facts.urls + facts.links;
    for (let first = true; ; first = false) {
      const piece = await this.#thread.call('graphml', { first });
      if (piece === null) return;
      const { text, urls, links } = piece;
      const written = Math.min(1, (urls + links) / total);
      yield {
        text,
        rows: urls + links,
        done: before + written * (1 - before),
        total: 1,
        words: `${counted(urls, 'URL')} and ${counted(links, 'link')}.`,
      };
    }
  }

  async #run(): Promise<void> {
    const changes = this.#reads.changes();
    const startedAt = performance.now();
    this.#state = 'running';
    this.#problem = '';
    this.#done = 0;
    this.#startedAt = startedAt;
    try {
      const facts = await this.#thread.call('run', null);
      // Another reading has begun since.
      if (this.#startedAt !== startedAt) return;
      if (facts !== null) this.#reads.scored(await this.#thread.call('scores', null));
      if (this.#startedAt !== startedAt) return;
      if (facts !== null) this.#results = { run: (this.#results?.run ?? 0) + 1, changes, facts };
      this.#state = facts === null ? 'cancelled' : 'done';
    } catch (error) {
      if (this.#startedAt !== startedAt) return;
      this.#state = 'failed';
      this.#problem = error instanceof RpcError ? error.message : 'The links could not be read because of a fault in Crawlscope.';
      if (error instanceof RpcError && error.code === 'unavailable') this.#results = null;
      if (!(error instanceof RpcError)) console.error(error);
    }
  }

  #isCurrent = (): boolean => this.#results !== null && this.#results.changes === this.#reads.changes();

  #refuseUnread(): void {
    if (this.#results === null) fail('not_found', 'The links of this crawl have not been read yet.');
  }
}

function checked(wish: GraphWish): GraphWish {
  const { columns } = graphListInfo(wish.list);
  return columns.some(({ name }) => name === wish.sort) ? wish : fail('bad_request', `This list has no column “${wish.sort}”.`);
}
