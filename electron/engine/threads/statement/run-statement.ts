import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startThread } from '../start-thread.ts';
import { threadFile } from '../thread-file.ts';
import type { StatementMessage, StatementWork } from './messages.ts';

/** Beyond the time limit, which the statement watches itself between two rows. */
const graceMs = 500;
/** For the start of the process or thread. It is not the statement's time, and a busy machine needs seconds for it. */
const startMs = 60_000;

export type StatementEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'failed'; readonly problem: string };

interface Runner {
  onMessage(take: (message: StatementMessage) => void): void;
  onExit(ended: () => void): void;
  kill(): void;
}

/** A process that can be killed in the middle of a statement. */
function inProcess(work: StatementWork): Runner {
  const child = fork(fileURLToPath(threadFile('statement/entry.ts', 'statement.cjs')), [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.send(work, () => undefined);
  return {
    onMessage: take => void child.on('message', message => take(message as StatementMessage)),
    onExit: ended => {
      child.on('exit', ended);
      child.on('error', ended);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function inThread(work: StatementWork): Runner {
  const worker = startThread('statement/entry.ts', 'statement.cjs', {
    name: 'statement',
    workerData: work,
  });
  return {
    onMessage: take => void worker.on('message', take),
    onExit: ended => {
      worker.on('exit', ended);
      worker.on('error', ended);
    },
    kill: () => void worker.terminate(),
  };
}

/** The packaged app starts no Node: its fuse `runAsNode` is off. */
const canFork = process.versions['electron'] === undefined;

/** Runs a statement, and gives its rows batch by batch. Resolves when it ended, for whatever reason; never rejects. */
export function runStatement(
  work: StatementWork,
  take: (columns: readonly string[], rows: readonly (readonly (string | null)[])[]) => void,
): Promise<StatementEnd> {
  return new Promise(resolve => {
    const runner = canFork ? inProcess(work) : inThread(work);
    let columns: readonly string[] = [];
    const end = (how: StatementEnd): void => {
      clearTimeout(timer);
      resolve(how);
      runner.kill();
    };
    let timer = setTimeout(() => end({ kind: 'failed', problem: 'The statement could not be started in time.' }), startMs);
    runner.onMessage(message => {
      if (message.kind === 'started') {
        clearTimeout(timer);
        timer = setTimeout(() => end({ kind: 'too-slow' }), work.timeMs + graceMs);
      } else if (message.kind === 'columns') columns = message.columns;
      else if (message.kind === 'rows') take(columns, message.rows);
      else if (message.kind === 'end') end({ kind: 'done' });
      else end(/ran longer than/.test(message.message) ? { kind: 'too-slow' } : { kind: 'failed', problem: message.message });
    });
    runner.onExit(() => end({ kind: 'failed', problem: 'The statement ended early.' }));
  });
}
