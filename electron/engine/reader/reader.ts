import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ExportWish } from '#shared/export-list.ts';
import type { StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { ComparisonMapping } from '#shared/model/comparison-details.ts';
import type { TrendFiles } from '#shared/model/crawl-trend.ts';
import type { SitemapWish } from '#shared/model/sitemap-make.ts';
import { type Client, createClient } from '#shared/rpc/client.ts';
import type { FromHost, Handlers, Input, Output, ProcedureName, ProcedureOf } from '#shared/rpc/types.ts';
import type { IssueCalls } from '../audit/issues.ts';
import type { FileCalls } from '../compare/compared-crawls.ts';
import type { SavedComparison } from '../compare/comparison-file.ts';
import type { ExportCalls } from '../exports/exports.ts';
import { startThread } from '../threads/start-thread.ts';

const stopMs = 2_000;

type PathCalls = FileCalls & ExportCalls & IssueCalls;

export interface Reader {
  readonly handlers: Handlers<'reader'>;
  /** Calls that only the shell and the command line may make, because they name files. */
  readonly compare: (path: string) => Promise<void>;
  readonly saveComparison: (wanted: SavedComparison) => Promise<void>;
  /** Takes over a mapping of URLs from a file, and writes it to one. */
  readonly takeMapping: (path: string) => Promise<ComparisonMapping>;
  readonly saveMapping: (path: string) => Promise<void>;
  /** Starts the trend over these crawls and the open one. */
  readonly trend: (files: TrendFiles) => Promise<void>;
  /** Starts an export and returns its number. */
  readonly startExport: (wanted: { readonly path: string; readonly wish: ExportWish }) => Promise<number>;
  readonly startUnpacking: (path: string) => Promise<number>;
  readonly startHar: (wanted: { readonly path: string | null; readonly filter: string }) => Promise<number>;
  readonly startGraphml: (path: string) => Promise<number>;
  readonly startCopying: (path: string) => Promise<number>;
  readonly startSitemap: (wanted: { readonly path: string | null; readonly wish: SitemapWish }) => Promise<number>;
  /** Settings of the audit that are not in the file, because the file is read-only. */
  readonly useAuditSettings: (settings: StoredAuditSettings) => Promise<void>;
  /** Compares the audit with an earlier crawl; null: with none. */
  readonly setBaseline: (path: string | null) => Promise<void>;
  /** Starts the thread before the first call, so that this call does not wait. */
  prepare(): void;
  /** Ends the thread and closes its connection. Pending calls fail. */
  close(): Promise<void>;
}

/**
 * The thread that reads the crawl file for the window and the command line while this thread crawls. It starts with the first
 * call, or earlier on request. If it crashes, pending calls fail with `unavailable`, and the next call restarts it.
 */
export function createReader(path: string): Reader {
  let thread: { readonly worker: Worker; readonly client: Client } | null = null;
  let open = 0;

  const start = () => {
    const worker = startThread('../reader/entry.ts', 'reader.cjs', {
      name: 'reader',
      workerData: { path },
    });
    const client = createClient(message => worker.postMessage(message));
    const started = { worker, client };
    const gone = (reason: string) => {
      if (thread === started) thread = null;
      client.disconnect(reason);
    };
    worker.on('message', (message: FromHost) => client.receive(message));
    worker.on('error', error => {
      // A copy of an error from another thread keeps its name, not its class.
      const isTold = error instanceof Error && error.name === 'RpcError';
      if (!isTold) console.error(error);
      gone(isTold ? error.message : 'The reader thread stopped unexpectedly. Try again.');
    });
    worker.on('exit', () => gone('The crawl file was closed.'));
    // An idle reader thread does not keep the process alive.
    worker.unref();
    return started;
  };

  const call = async <T>(question: (client: Client) => Promise<T>): Promise<T> => {
    thread ??= start();
    const { worker, client } = thread;
    if (open++ === 0) worker.ref();
    try {
      return await question(client);
    } finally {
      if (--open === 0) worker.unref();
    }
  };
  const ask = <N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> => call(client => client.call(name, input));
  // These calls use the same channel but are not part of the contract.
  const askWithPath = <N extends keyof PathCalls>(
    name: N,
    input: Parameters<PathCalls[N]>[0],
  ): Promise<Awaited<ReturnType<PathCalls[N]>>> =>
    call(client => client.call(name as never, input as never) as Promise<Awaited<ReturnType<PathCalls[N]>>>);

  // Each handler is made at its first call, because a list of all calls would load the schemas of their inputs.
  const handlers = new Proxy({} as Handlers<'reader'>, {
    get: (_none, name) => (input: Input<ProcedureOf<'reader'>>) => ask(name as ProcedureOf<'reader'>, input),
  });

  return {
    handlers,
    compare: path => askWithPath('file.compare', { path }),
    saveComparison: wanted => askWithPath('file.saveComparison', wanted),
    takeMapping: path => askWithPath('file.takeMapping', { path }),
    trend: files => askWithPath('file.trend', files),
    saveMapping: path => askWithPath('file.saveMapping', { path }),
    startExport: wanted => askWithPath('file.export', wanted),
    startHar: wanted => askWithPath('file.har', wanted),
    startGraphml: path => askWithPath('file.graphml', { path }),
    startUnpacking: path => askWithPath('file.unpack', { path }),
    startCopying: path => askWithPath('file.snapshot', { path }),
    startSitemap: wanted => askWithPath('file.makeSitemap', wanted),
    setBaseline: other => askWithPath('issues.setBaseline', { path: other }),
    useAuditSettings: settings => askWithPath('issues.useSettings', settings),
    prepare() {
      thread ??= start();
    },
    async close() {
      const old = thread;
      thread = null;
      if (!old) return;
      const { worker } = old;
      worker.ref();
      const ended = once(worker, 'exit');
      worker.postMessage({ kind: 'close' });
      // Do not wait for a long call.
      const timer = setTimeout(() => void worker.terminate(), stopMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
