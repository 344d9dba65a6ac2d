import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { createSession } from '#engine/session/session.ts';
import { type Engine, superviseEngine } from '#main/engine-supervisor.ts';
import { openInTime } from '#main/open-in-time.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { node } from '../support/child.ts';
import { tempFolder } from '../support/temp.ts';

const started: ChildProcess[] = [];
let engine: Engine | null = null;
afterEach(async () => {
  await engine?.stop();
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** The supervisor of the shell with the engine's own program in a Node process. It reopens `open` after a restart, as the shell does. */
function realEngine(folder: string, open: string): Engine {
  const supervised: Engine = superviseEngine({
    start(events) {
      const child = spawn(node, [resolve('electron/engine/entry.ts')], {
        env: { PATH: process.env['PATH'], CRAWLSCOPE_HOME: folder },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        serialization: 'advanced',
      });
      started.push(child);
      child.on('message', message => events.message(message));
      child.on('exit', code => events.exit(code));
      return { send: message => void child.send(message), kill: () => void child.kill('SIGKILL') };
    },
    clock: {
      now: Date.now,
      after(ms, action) {
        const timer = setTimeout(action, ms);
        return () => clearTimeout(timer);
      },
    },
    onReady: async isRestarted => {
      if (isRestarted) await supervised.control('session.open', { path: open });
    },
    onStatus: () => undefined,
    onGivenUp: () => undefined,
    log: () => undefined,
  });
  return supervised;
}

async function crawlFile(path: string): Promise<string> {
  await createSession(path, { ...defaultSettings, seeds: ['http://example.com/'] }).close();
  return path;
}

/** A crawl file with so many views that SQLite takes minutes to read its schema: the time grows with their square. */
async function hostileFile(path: string): Promise<string> {
  const db = new BetterSqlite3(await crawlFile(path));
  db.unsafeMode();
  db.pragma('writable_schema = ON');
  db.exec(`INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    SELECT 'view', 'view_' || i, 'view_' || i, 0, 'CREATE VIEW view_' || i || ' AS SELECT 1' FROM n`);
  db.close();
  return path;
}

test('a file that keeps the real engine busy is given up, and the file before it is open again', async () => {
  const folder = tempFolder();
  const good = await crawlFile(join(folder, 'good.crawl'));
  const hostile = await hostileFile(join(folder, 'hostile.crawl'));
  engine = realEngine(folder, good);
  // On a busy machine the engine starts longer than a file may take.
  await engine.forward('status.get', undefined);
  await openInTime(engine, { path: good });
  const [first] = started;
  const ended = once(first as ChildProcess, 'exit');
  await expect(openInTime(engine, { path: hostile }, 2_000)).rejects.toThrow(
    '“hostile.crawl” could not be opened in time. It may be damaged, or made to keep Crawlscope busy. Try another copy.',
  );
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await engine.forward('status.get', undefined)).toMatchObject({ file: 'good.crawl' });
  expect(started).toHaveLength(2);
});
