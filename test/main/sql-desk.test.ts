import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Dialogs } from '#main/dialogs.ts';
import type { StartEngine } from '#main/engine-supervisor.ts';
import { createGrants } from '#main/grants.ts';
import { trackOpenFile } from '#main/open-file.ts';
import { sqlDesk } from '#main/sql-desk.ts';
import type { SqlOutcome } from '#shared/model/sql-console.ts';
import { newSession } from '../support/crawling.ts';
import { tempFolder } from '../support/temp.ts';

const entry = resolve(import.meta.dirname, '../../electron/engine/sql-console/entry.ts');
/** Takes for ever and returns no row. */
const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n';

function setUp() {
  const folder = tempFolder();
  const { path } = newSession(['http://127.0.0.1:1/']);
  const alive = new Set<number>();
  const start: StartEngine = events => {
    const child = fork(entry, [], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    alive.add(child.pid ?? 0);
    child.on('message', message => events.message(message));
    child.on('exit', code => {
      alive.delete(child.pid ?? 0);
      events.exit(code);
    });
    return { send: message => void child.send(message), kill: () => void child.kill('SIGKILL') };
  };
  const answers = { path: join(folder, 'out.csv') as string | null };
  const file = trackOpenFile(folder, () => undefined);
  file.set(path);
  const desk = sqlDesk({
    start,
    memoryBytes: 400 * 1024 * 1024,
    dialogs: { saveData: async () => answers.path } as unknown as Dialogs,
    grants: createGrants(),
    file,
    shown: shown => ({ name: shown.slice(0, 3), folder: '~' }),
    log: () => undefined,
    alone: work => work(),
  });
  onTestFinished(async () => {
    await desk['sql.stop']({});
    await expect.poll(() => alive.size).toBe(0);
  });
  const run = async (statement: string, limits: { readonly seconds?: number; readonly rows?: number } = {}) =>
    desk['sql.run']({ statement, seconds: 30, rows: 1_000, ...limits });
  return { desk, run, file, folder, answers, path };
}

const done = (outcome: SqlOutcome) => {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.result;
};

test('a statement gives columns and rows; bytes, long texts and equal names can be shown', async () => {
  const { desk, run } = setUp();
  const result = done(await run("SELECT 1 AS a, 'x' AS a, x'0a1b' AS b, NULL AS n, 1.5 AS r, printf('%.3000c', 'z') AS long"));
  expect(result).toMatchObject({ columns: ['a', 'a_2', 'b', 'n', 'r', 'long'], rows: 1, cut: null });
  const [row] = await desk['sql.rows']({ id: result.id, from: 0, limit: 10 });
  expect(row).toEqual([1, 'x', "x'0a1b'", null, 1.5, `${'z'.repeat(2_000)}…`]);
});

test('E73: the time limit ends a statement that returns nothing', async () => {
  const { run } = setUp();
  expect(await run(endless, { seconds: 1 })).toEqual({ kind: 'too-slow', seconds: 1 });
  expect(done(await run('SELECT 1')).rows).toBe(1);
});

test('E73: Stop, the next statement and another file end a statement and its rows', async () => {
  const { desk, run, file, path } = setUp();
  const first = run(endless);
  const second = run(endless);
  expect(await first).toEqual({ kind: 'stopped' });
  await desk['sql.stop']({});
  expect(await second).toEqual({ kind: 'stopped' });
  const { id } = done(await run('SELECT 1'));
  file.set(`${path}.other`);
  await expect(desk['sql.rows']({ id, from: 0, limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
  file.set(null);
  await expect(run('SELECT 1')).rejects.toMatchObject({ code: 'no_file' });
});

test('E73: a statement that needs too much memory ends its process, and nothing else', async () => {
  const { run } = setUp();
  const greedy =
    'SELECT a.x, b.x, c.x FROM (SELECT hex(zeroblob(100000000)) AS x) a, (SELECT hex(zeroblob(100000001)) AS x) b, (SELECT hex(zeroblob(100000002)) AS x) c';
  expect(await run(greedy)).toMatchObject({ kind: 'lost' });
  expect(done(await run('SELECT 1')).rows).toBe(1);
});

test('the rows are written as CSV and JSON Lines, whole', async () => {
  const { desk, run, answers, folder } = setUp();
  const { id } = done(await run("SELECT printf('%.3000c', 'z') AS long, '=1' AS f UNION ALL SELECT 'b', 2"));
  expect(await desk['sql.save']({ id, format: 'csv' })).toMatchObject({ rows: 2, file: { name: 'out.csv' } });
  expect(readFileSync(join(folder, 'out.csv'), 'utf8').split('\r\n')).toEqual(['long,f', `${'z'.repeat(3_000)},'=1`, 'b,2', '']);
  answers.path = join(folder, 'out.jsonl');
  await desk['sql.save']({ id, format: 'jsonl' });
  expect(readFileSync(answers.path, 'utf8').split('\n')[1]).toBe('{"long":"b","f":2}');
  answers.path = null;
  expect(await desk['sql.save']({ id, format: 'csv' })).toBeNull();
});
