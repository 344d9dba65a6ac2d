import { Readable } from 'node:stream';
import { readArguments } from '../../electron/cli/arguments.ts';
import type { Command } from '../../electron/cli/command.ts';
import type { Engine, Io } from '../../electron/cli/io.ts';
import { runCli } from '../../electron/cli/run.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  readonly stdin?: string;
  readonly engine?: Engine;
  /** Columns of the terminal; absent: no terminal. */
  readonly terminal?: number;
  /** Receives the function that presses Ctrl+C. */
  readonly interrupt?: (press: () => void) => void;
}

/** Runs work of the command line with captured output. */
async function captured(around: Surroundings, work: (io: Io) => Promise<number>): Promise<Ran> {
  const written = { out: [] as Buffer[], err: [] as Buffer[] };
  const output = (name: 'out' | 'err') => ({
    isTerminal: around.terminal !== undefined,
    columns: () => around.terminal ?? null,
    write: async (chunk: string | Uint8Array) => void written[name].push(Buffer.from(chunk as string)),
  });
  const code = await work({
    stdin: Readable.from(around.stdin === undefined ? [] : [Buffer.from(around.stdin)]),
    stdout: output('out'),
    stderr: output('err'),
    engine: async () => {
      if (!around.engine) throw new Error('this test gave no engine');
      return around.engine;
    },
    onInterrupt: listener => {
      around.interrupt?.(listener);
      return () => undefined;
    },
  });
  return { code, out: Buffer.concat(written.out).toString('utf8'), err: Buffer.concat(written.err).toString('utf8') };
}

/** Runs a command line in this process with captured output. */
export const runInProcess = (argv: readonly string[], around: Surroundings = {}): Promise<Ran> =>
  captured(around, io => runCli(argv, io));

/** The same for any command. Its errors are thrown. */
export const runCommand = (command: Command, argv: readonly string[], around: Surroundings = {}): Promise<Ran> =>
  captured(around, io => command.run(readArguments(command, argv), io));
