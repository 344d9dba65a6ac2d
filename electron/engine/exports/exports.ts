import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { writeProblem, writtenWords } from '#shared/explain/exports.ts';
import type { ExportList, ExportWish } from '#shared/export-list.ts';
import type { ExportProgress } from '#shared/model/export.ts';
import type { SitemapWish } from '#shared/model/sitemap-make.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import type { Copied } from '#storage/file/copy-crawl.ts';
import { storageError } from '#storage/file/database.ts';
import { megabytes } from '#storage/file/disk-room.ts';
import type { RequestLog } from '#storage/reads/request-log.ts';
import type { Block } from '../../export/cell.ts';
import { exportFile } from '../../export/export-file.ts';
import type { ListWish } from '../reader/url-lists.ts';
import { baseFault, madeWords, makeSitemap } from '../sitemaps/make/make-sitemap.ts';
import { whenStopped } from '../threads/slices.ts';
import { copyNow } from './copy.ts';
import { harPieces } from './har-file.ts';
import { type ListSource, picked } from './list-source.ts';
import { unpackInSlices } from './unpack.ts';
import { type TextPiece, writePieces } from './write-pieces.ts';

/** Calls to the reader thread that only the engine may make, because they name files. */
export interface ExportCalls {
  readonly 'file.export': (wanted: { readonly path: string; readonly wish: ExportWish }) => number;
  readonly 'file.har': (wanted: { readonly path: string | null; readonly filter: string }) => number;
  readonly 'file.graphml': (wanted: { readonly path: string }) => number;
  readonly 'file.unpack': (wanted: { readonly path: string }) => number;
  readonly 'file.snapshot': (wanted: { readonly path: string }) => number;
  readonly 'file.makeSitemap': (wanted: { readonly path: string | null; readonly wish: SitemapWish }) => number;
}

/** An export works this long before other calls of the thread have their turn. */
const sliceMs = 12;
/** Finished exports that can still be read. */
const keptRuns = 8;

interface Run {
  readonly id: number;
  readonly name: string;
  readonly startedAt: number;
  state: ExportProgress['state'];
  unit?: 'URL' | 'MB';
  rows: number;
  share: number;
  written: string;
  problem: string;
}

class Cancelled extends Error {}

/** What the reader thread lends to exports. */
export interface ExportParts {
  readonly open: (list: ExportList) => Promise<ListSource>;
  readonly ordered: (wish: ListWish) => Promise<Int32Array>;
  /** The requests of the URLs that a filter finds; '' for all requests. */
  readonly requests: (filter: string) => ReturnType<RequestLog['all']>;
  /** The link graph as a GraphML document. The links are read first, unless what was read is current. */
  readonly graphml: () => AsyncIterable<TextPiece>;
  /** Why a filter cannot be used, '' if it can. */
  readonly termsProblem: (filter: string) => string;
}

/** Writes lists of the open crawl to files, one at a time, while the thread continues to serve calls. */
export class Exports {
  readonly #parts: ExportParts;
  readonly #path: string;
  #runs: Run[] = [];
  #next = 1;

  /** `path`: the crawl file, named in its own errors. */
  constructor(path: string, parts: ExportParts) {
    this.#path = path;
    this.#parts = parts;
  }

  /** Starts to write. Returns the number of the export. Throws if another export is running. */
  start(path: string, wish: ExportWish): number {
    const run = this.#begin(path);
    void this.#work(run, path, wish);
    return run.id;
  }

  /** Starts to write a copy of the crawl file that any SQLite client reads. Returns the number of the export. */
  startUnpacking(path: string): number {
    const run = this.#begin(path);
    void this.#unpack(run, path);
    return run.id;
  }

  /** Starts to write a copy of the crawl file as it is now, also while it is crawled. Returns the number of the export. */
  startCopying(path: string): number {
    const run = this.#begin(path);
    run.unit = 'MB';
    void this.#copy(run, path);
    return run.id;
  }

  /**
   * Starts to write sitemap files; `path` is the first one, and may be replaced. Returns the number of the export. Refuses a filter or a
   * base that cannot be used; does only that, and returns 0, without a path.
   */
  startSitemap(path: string | null, wish: SitemapWish): number {
    const problem = this.#parts.termsProblem(wish.filter);
    if (problem !== '') fail('bad_request', problem);
    const fault = wish.base === null ? '' : baseFault(wish.base);
    if (fault !== '') fail('bad_request', `${wish.base}: ${fault}`);
    if (path === null) return 0;
    const run = this.#begin(path);
    run.unit = 'URL';
    void this.#sitemap(run, path, wish);
    return run.id;
  }

  /**
   * Starts to write requests as HAR. Returns the number of the export. Refuses a filter that cannot be used; does only that, and returns
   * 0, without a path.
   */
  startHar(path: string | null, filter: string): number {
    const problem = this.#parts.termsProblem(filter);
    if (problem !== '') fail('bad_request', problem);
    if (path === null) return 0;
    const run = this.#begin(path);
    void this.#pieces(run, path, () => harPieces(this.#parts.requests(filter), filter));
    return run.id;
  }

  /** Starts to write the link graph as GraphML. Returns the number of the export. */
  startGraphml(path: string): number {
    const run = this.#begin(path);
    void this.#pieces(run, path, this.#parts.graphml);
    return run.id;
  }

  async #pieces(run: Run, path: string, open: () => Iterable<TextPiece> | AsyncIterable<TextPiece>): Promise<void> {
    const release = whenStopped(() => {
      if (isRunning(run)) run.state = 'cancelled';
    });
    try {
      run.written = await writePieces(path, open(), ({ rows, done, total }) => {
        run.rows = rows;
        run.share = total > 0 ? done / total : 0;
        return run.state === 'cancelled' ? 'cancel' : 'go-on';
      });
      if (run.state === 'cancelled') return;
      run.share = 1;
      run.state = 'done';
    } catch (error) {
      run.problem = this.#problem(run, error);
      run.state = 'failed';
    } finally {
      release();
    }
  }

  #begin(path: string): Run {
    if (this.#runs.some(isRunning)) fail('refused', 'Another list is being exported. Wait until it is done, or cancel it.');
    const run: Run = {
      id: this.#next++,
      name: basename(path),
      startedAt: performance.now(),
      state: 'running',
      rows: 0,
      share: 0,
      written: '',
      problem: '',
    };
    this.#runs = [...this.#runs, run].slice(-keptRuns);
    return run;
  }

  read(id: number): ExportProgress {
    const { state, rows, unit, share, written, problem, startedAt } = this.#run(id);
    const left = share > 0 ? ((performance.now() - startedAt) / share) * (1 - share) : null;
    return {
      state,
      rows,
      ...(unit === undefined ? {} : { unit }),
      share,
      etaMs: state === 'running' ? left : 0,
      written,
      problem,
    };
  }

  cancel(id: number): void {
    const run = this.#run(id);
    if (isRunning(run)) run.state = 'cancelled';
  }

  #run(id: number): Run {
    return this.#runs.find(run => run.id === id) ?? fail('not_found', 'This export is unknown now. Start it again.');
  }

  async #work(run: Run, path: string, { list, columns, format, separator, bom }: ExportWish): Promise<void> {
    let source: ListSource | null = null;
    const release = whenStopped(() => {
      if (isRunning(run)) run.state = 'cancelled';
      source?.close?.();
    });
    try {
      source = picked(await this.#parts.open(list), columns);
      const { sheetName } = source;
      const wanted = { columns: source.columns, blocks: blocksOf(run, source) };
      const written = await exportFile(path, wanted, {
        format,
        separator,
        bom,
        sheetName,
        beforeNaming: () => refuseCancelled(run),
      });
      run.written = writtenWords(written);
      run.state = 'done';
    } catch (error) {
      if (run.state === 'cancelled' || error instanceof Cancelled) return;
      run.problem = this.#problem(run, error);
      run.state = 'failed';
    } finally {
      release();
      source?.close?.();
    }
  }

  async #unpack(run: Run, path: string): Promise<void> {
    const release = whenStopped(() => {
      if (isRunning(run)) run.state = 'cancelled';
    });
    try {
      const copy = await unpackInSlices(this.#path, path, ({ done, total }) => {
        run.rows = done;
        run.share = total > 0 ? done / total : 0;
        return run.state === 'cancelled' ? 'cancel' : 'go-on';
      });
      if (copy === null) return;
      run.rows = copy.rows;
      run.share = 1;
      run.written = `${copy.rows.toLocaleString('en-US')} rows of all tables.`;
      run.state = 'done';
    } catch (error) {
      run.problem = this.#problem(run, error);
      run.state = 'failed';
    } finally {
      release();
    }
  }

  async #copy(run: Run, path: string): Promise<void> {
    const release = whenStopped(() => {
      if (isRunning(run)) run.state = 'cancelled';
    });
    try {
      const copy = await copyNow(this.#path, path, ({ done, total }) => {
        run.rows = Math.ceil(done / 1_000_000);
        run.share = total > 0 ? done / total : 0;
        return run.state === 'cancelled' ? 'cancel' : 'go-on';
      });
      if (copy === null) return;
      run.rows = Math.ceil(copy.bytes / 1_000_000);
      run.share = 1;
      run.written = copiedWords(copy);
      run.state = 'done';
    } catch (error) {
      run.problem = this.#problem(run, error);
      run.state = 'failed';
    } finally {
      release();
    }
  }

  async #sitemap(run: Run, path: string, wish: SitemapWish): Promise<void> {
    const release = whenStopped(() => {
      if (isRunning(run)) run.state = 'cancelled';
    });
    try {
      const target = { ...wish, path: this.#path, main: path, replace: 'main' as const };
      const made = await makeSitemap(target, {
        ordered: this.#parts.ordered,
        report({ done, total }) {
          run.rows = done;
          run.share = total > 0 ? done / total : 0;
          return run.state === 'cancelled' ? 'cancel' : 'go-on';
        },
      });
      if (made === null) return;
      run.share = 1;
      run.written = madeWords(made);
      if (made.files.length === 0) run.problem = `No URL may be listed, so nothing was written. ${run.written}`;
      run.state = made.files.length === 0 ? 'failed' : 'done';
    } catch (error) {
      run.problem = this.#problem(run, error);
      run.state = 'failed';
    } finally {
      release();
    }
  }

  #problem({ name }: Run, error: unknown): string {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const known = code.startsWith('SQLITE') ? storageError(error, this.#path) : error;
    if (known instanceof RpcError) return known.message;
    if (code === '') console.error(error);
    return writeProblem(name, code);
  }
}

const isRunning = ({ state }: Run): boolean => state === 'running' || state === 'checking';

/** '12 MB. The crawl goes on in the open file.' */
const copiedWords = ({ bytes, wasCrawled }: Copied): string =>
  `${megabytes(bytes)}.${wasCrawled ? ' The crawl goes on in the open file; the copy is as it was when the copy began, and can be resumed.' : ''}`;

function refuseCancelled(run: Run): void {
  if (run.state === 'cancelled') throw new Cancelled();
}

/** The rows of a list in slices: other calls run between them, and the work can be cancelled. */
async function* blocksOf(run: Run, { parts }: ListSource): AsyncGenerator<Block> {
  let until = performance.now() + sliceMs;
  for await (const { rows, done, total } of parts) {
    run.share = total > 0 ? Math.min(1, done / total) : 1;
    if (rows.length > 0) yield rows;
    run.rows += rows.length;
    if (performance.now() >= until) {
      await turn();
      until = performance.now() + sliceMs;
    }
    refuseCancelled(run);
  }
  run.state = 'checking';
  run.share = 1;
}
