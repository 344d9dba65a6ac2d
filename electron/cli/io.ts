import type { Readable, Writable } from 'node:stream';

/** Everything a command touches outside itself, so that tests can run commands in their own process. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** The engine, loaded when a command needs it: it brings SQLite and the HTTP client, a tenth of a second. */
  engine(): Promise<Engine>;
  /** Calls back on every Ctrl+C or SIGTERM until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
}

export type Engine = typeof import('#engine/session/session.ts');

/** A stream that is written with back-pressure. */
export interface Output {
  /** Resolves when more may be written. Rejects with `ReaderGone` when the reader has closed the stream. */
  write(chunk: string | Uint8Array): Promise<void>;
  readonly isTerminal: boolean;
  /** Columns of the terminal, null when it is none. */
  columns(): number | null;
}

/** The reader closed the pipe (`crawlscope urls F | head`): a normal ending. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Wraps a stream; errors surface at the next `write`. */
export function outputTo(stream: Writable & { isTTY?: boolean; columns?: number }): Output {
  let broken: Error | null = null;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const resume of [...waiting]) resume();
    waiting.clear();
  };
  stream.on('error', (error: NodeJS.ErrnoException) => {
    broken =
      error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED' || error.code === 'EOF'
        ? new ReaderGone(error.message)
        : error;
    wake();
  });
  stream.on('drain', wake);
  return {
    isTerminal: stream.isTTY === true,
    columns: () => (stream.isTTY === true ? (stream.columns ?? 80) : null),
    async write(chunk) {
      if (broken) throw broken;
      if (!stream.write(chunk)) await new Promise<void>(resolve => waiting.add(resolve));
      if (broken) throw broken;
    },
  };
}

/** Resolves when all written data has left this process, or when the stream has failed. */
export const flushed = (stream: Writable): Promise<void> =>
  new Promise(resolve => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
