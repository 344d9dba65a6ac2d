import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { procedures } from '#shared/contract.ts';
import { type Client, createClient } from '#shared/rpc/client.ts';
import type { FromHost, Handlers, Input, Output, ProcedureName, ProcedureOf } from '#shared/rpc/types.ts';
import type { FileCalls } from '../compare/compared-crawls.ts';
import type { SavedComparison } from '../compare/comparison-file.ts';
import { threadFile } from '../threads/thread-file.ts';

const stopMs = 2_000;

export interface Reader {
  readonly handlers: Handlers<'reader'>;
  /** What only the shell and the command line may ask, because it names files. */
  readonly compare: (path: string) => Promise<void>;
  readonly saveComparison: (wanted: SavedComparison) => Promise<void>;
  /** Starts the thread before the first question, which then need not wait for it. */
  prepare(): void;
  /** Ends the thread and frees its connection; questions still open are refused. */
  close(): Promise<void>;
}

/**
 * The thread that reads the crawl file for the window and the command line while this one crawls. It starts with the first
 * question, or when told. Should it die, its open questions are refused as unavailable and the next one starts it again.
 */
export function createReader(path: string): Reader {
  let thread: { readonly worker: Worker; readonly client: Client } | null = null;
  let open = 0;

  const start = () => {
    const worker = new Worker(threadFile('../reader/entry.ts', 'reader.cjs'), {
      name: 'reader',
      workerData: { path },
      execArgv: [],
    });
    const client = createClient(message => worker.postMessage(message));
    const started = { worker, client };
    const gone = (reason: string) => {
      if (thread === started) thread = null;
      client.disconnect(reason);
    };
    worker.on('message', (message: FromHost) => client.receive(message));
    worker.on('error', error => {
      console.error(error);
      gone('The reader thread stopped unexpectedly. Try again.');
    });
    worker.on('exit', () => gone('The crawl file was closed.'));
    // A thread that waits for questions keeps no process alive.
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
  // Same wire; the names are in no contract.
  const askWithPath = <N extends keyof FileCalls>(name: N, input: Parameters<FileCalls[N]>[0]): Promise<void> =>
    call(client => client.call(name as never, input as never) as Promise<void>);

  const handlers: Partial<Record<ProcedureName, unknown>> = {};
  for (const name of Object.keys(procedures) as ProcedureName[])
    if (procedures[name].host === 'reader') handlers[name] = (input: Input<ProcedureOf<'reader'>>) => ask(name, input);

  return {
    handlers: handlers as Handlers<'reader'>,
    compare: path => askWithPath('file.compare', { path }),
    saveComparison: wanted => askWithPath('file.saveComparison', wanted),
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
      // A question that takes long is not waited for.
      const timer = setTimeout(() => void worker.terminate(), stopMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
