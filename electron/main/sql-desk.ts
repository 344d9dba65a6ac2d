import { basename, dirname, join } from 'node:path';
import { type SqlOutcome, sqlLimits } from '#shared/model/sql-console.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { Dialogs } from './dialogs.ts';
import { readReply } from './engine-messages.ts';
import type { EngineProcess, StartEngine } from './engine-supervisor.ts';
import { dataPath, safeName } from './file-names.ts';
import type { Grants } from './grants.ts';
import type { OpenFile } from './open-file.ts';

export interface SqlDeskParts {
  /** Starts a process that runs one statement. */
  readonly start: StartEngine;
  /** Bytes of memory after which the process ends itself. */
  readonly memoryBytes?: number;
  readonly dialogs: Dialogs;
  readonly grants: Grants;
  readonly file: OpenFile;
  /** How a path is shown. */
  readonly shown: (path: string) => { readonly name: string; readonly folder: string };
  readonly log: (text: string) => void;
  /** One file dialog at a time. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Beyond the time limit, which the statement watches itself between two rows. */
const graceMs = 500;
/** For the start of the process, which is not the statement's time. */
const startMs = 60_000;

/** A process with one statement: it runs, then has its rows. */
interface Run {
  readonly id: number;
  readonly path: string;
  readonly process: EngineProcess;
  readonly waiting: Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: RpcError) => void }>;
  nextCall: number;
  isOver: boolean;
  /** Ends the statement that runs, with this outcome. Null once it has ended. */
  finish: ((outcome: SqlOutcome) => void) | null;
  onStarted: () => void;
}

/**
 * The SQL console's statements, one at a time, each in a process of its own. Stop, the time limit, the next statement and another open
 * file kill the process. The statement is the only SQL that a message carries; the shell passes it on and reads nothing in it.
 */
export function sqlDesk(parts: SqlDeskParts): Pick<Handlers<'shell'>, 'sql.run' | 'sql.stop' | 'sql.rows' | 'sql.save'> {
  const { file, dialogs, grants, shown, log, memoryBytes = sqlLimits.memoryBytes } = parts;
  let run: Run | null = null;
  let lastId = 0;

  const ask = (mine: Run, name: string, input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = mine.nextCall++;
      mine.waiting.set(id, { resolve, reject });
      mine.process.send({ kind: 'call', id, name, input });
    });
  const gone = (): RpcError => new RpcError('not_found', 'The rows of this statement are not kept any more. Run it again.');
  const over = (mine: Run, outcome: SqlOutcome): void => {
    mine.isOver = true;
    mine.finish?.(outcome);
    for (const { reject } of mine.waiting.values()) reject(gone());
    mine.waiting.clear();
    if (run === mine) run = null;
  };
  const end = (outcome: SqlOutcome): void => {
    if (!run) return;
    run.process.kill();
    over(run, outcome);
  };
  const receive = (mine: Run, raw: unknown): void => {
    if (typeof raw === 'object' && raw !== null && 'kind' in raw && raw.kind === 'started') {
      mine.onStarted();
      return;
    }
    const message = readReply(raw);
    if (!message) return;
    const waiting = mine.waiting.get(message.id);
    mine.waiting.delete(message.id);
    if (message.kind === 'result') waiting?.resolve(message.value);
    else waiting?.reject(new RpcError(message.error.code, message.error.message));
  };
  /** The run whose result has this number, of the file that is open. */
  const kept = (id: number): Run => {
    if (run?.id !== id || run.path !== file.path()) throw gone();
    return run;
  };

  return {
    'sql.run': ({ statement, seconds, rows }) => {
      const path = file.path();
      if (path === null) throw new RpcError('no_file', 'No crawl file is open.');
      end({ kind: 'stopped' });
      return new Promise<SqlOutcome>((resolve, reject) => {
        const id = ++lastId;
        let timer: NodeJS.Timeout | undefined;
        const finish = (outcome: SqlOutcome): void => {
          clearTimeout(timer);
          if (!mine.finish) return;
          mine.finish = null;
          // A process without rows is of no further use.
          if (outcome.kind !== 'done' && !mine.isOver) mine.process.kill();
          resolve(outcome);
        };
        const limit = (ms: number, outcome: SqlOutcome): void => {
          clearTimeout(timer);
          timer = setTimeout(() => finish(outcome), ms);
        };
        const mine: Run = {
          id,
          path,
          process: parts.start({
            message: raw => receive(mine, raw),
            exit: code => {
              mine.process.kill();
              if (mine.finish) log(`sql: the process ended with ${code ?? 'no code'}`);
              over(mine, { kind: 'lost' });
            },
          }),
          waiting: new Map(),
          nextCall: 1,
          isOver: false,
          finish,
          onStarted: () => limit(seconds * 1_000 + graceMs, { kind: 'too-slow', seconds }),
        };
        run = mine;
        limit(startMs, { kind: 'lost' });
        ask(mine, 'sql.run', { id, path, statement, maxRows: rows, timeMs: seconds * 1_000, memoryBytes }).then(
          value => finish(value as SqlOutcome),
          (error: RpcError) => {
            if (!mine.finish) return;
            mine.finish = null;
            clearTimeout(timer);
            mine.process.kill();
            reject(error);
          },
        );
      });
    },
    'sql.stop': () => end({ kind: 'stopped' }),
    'sql.rows': async ({ id, from, limit }) => (await ask(kept(id), 'sql.rows', { from, limit })) as never,
    'sql.save': ({ id, format }) =>
      parts.alone(async () => {
        const current = kept(id).path;
        const chosen = await dialogs.saveData(
          join(dirname(current), `${safeName(`${shown(current).name} query`)}.${format}`),
          format,
        );
        if (chosen === null) return null;
        const path = await dataPath(chosen, format);
        const rows = (await ask(kept(id), 'sql.save', { path, format })) as number;
        return { rows, grant: grants.give(path), file: { name: basename(path), folder: shown(path).folder } };
      }),
  };
}
