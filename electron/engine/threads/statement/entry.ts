import { parentPort, workerData } from 'node:worker_threads';
import { RpcError } from '#shared/rpc/errors.ts';
import { runSql } from '#storage/file/sql.ts';
import { isPragma } from '#storage/file/sql-check.ts';
import { longestCell, type StatementMessage, type StatementWork } from './messages.ts';

/**
 * Runs one statement of an own check on a read-only connection. It runs in a separate process, because SQLite cannot
 * be interrupted from its own thread; `run-statement.ts` kills it. The packaged app cannot start a process here and
 * uses a thread.
 */

const rowsOfBatch = 500;
const port = parentPort;
const send = (message: StatementMessage): void => {
  if (port) port.postMessage(message);
  else process.send?.(message);
};

const cell = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = value instanceof Uint8Array ? Buffer.from(value.subarray(0, longestCell)).toString('hex') : String(value);
  return text.slice(0, longestCell);
};

function run({ path, statement, timeMs, maxRows }: StatementWork): void {
  send({ kind: 'started' });
  try {
    if (isPragma(statement)) throw new RpcError('bad_request', 'Only a SELECT that reads is allowed.');
    const { columns, rows, close } = runSql(path, statement, { timeMs, maxRows });
    send({ kind: 'columns', columns });
    let batch: (string | null)[][] = [];
    for (const row of rows) {
      batch.push(row.map(cell));
      if (batch.length < rowsOfBatch) continue;
      send({ kind: 'rows', rows: batch });
      batch = [];
    }
    if (batch.length > 0) send({ kind: 'rows', rows: batch });
    close();
    send({ kind: 'end' });
  } catch (error) {
    send({ kind: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
}

if (port) run(workerData as StatementWork);
else
  process.once('message', (work: StatementWork) => {
    run(work);
    process.disconnect();
  });
