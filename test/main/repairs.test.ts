import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Dialogs } from '#main/dialogs.ts';
import type { EngineEvents, StartEngine } from '#main/engine-supervisor.ts';
import { repairHandlers } from '#main/repairs.ts';
import type { RepairWork } from '#shared/model/repair.ts';
import { newSession, site } from '../support/crawling.ts';

const entry = resolve(import.meta.dirname, '../../electron/engine/exports/repair-entry.ts');

const realProcess: StartEngine = events => {
  const child = fork(entry, [], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.on('message', message => events.message(message));
  child.on('exit', code => events.exit(code));
  return { send: message => void child.send(message), kill: () => void child.kill('SIGKILL') };
};

async function crawled(): Promise<string> {
  const { origin } = await site({ '/': 'A' });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return session.path;
}

function setUp(damaged: string, startRepair: StartEngine = realProcess) {
  const folder = dirname(damaged);
  const answers = { damaged: damaged as string | null, target: join(folder, 'fixed') as string | null };
  const opened: string[] = [];
  const suggested: string[] = [];
  const handlers = repairHandlers({
    startRepair,
    dialogs: {
      openDamaged: async () => answers.damaged,
      saveCrawl: async (path: string) => {
        suggested.push(basename(path));
        return answers.target;
      },
    } as unknown as Dialogs,
    crawlsFolder: folder,
    shown: path => ({ name: basename(path, '.crawl'), folder: '~' }),
    now: () => 0,
    log: () => undefined,
    alone: work => work(),
    openPath: async path => {
      opened.push(path);
      return { file: { name: basename(path), folder: '~' } };
    },
    tidyMs: 20,
  });
  const read = (): RepairWork => handlers['repair.read']({}) as RepairWork;
  onTestFinished(async () => {
    handlers['repair.cancel']({});
    await expect.poll(() => read().state).not.toBe('running');
  });
  return { handlers, read, answers, opened, suggested, folder };
}

test('a damaged file is repaired into a new one, which is opened on request; the damaged one stays', async () => {
  const path = await crawled();
  const db = new BetterSqlite3(path);
  db.exec('DROP TABLE rule');
  db.close();
  const before = readFileSync(path);
  const { handlers, read, opened, suggested, folder } = setUp(path);
  await expect(async () => handlers['repair.open']({})).rejects.toThrow('There is no repaired file');
  expect(await handlers['repair.start']({})).toBe(true);
  expect(suggested).toEqual(['test repaired.crawl']);
  await expect(handlers['repair.start']({})).rejects.toThrow('Another file is being repaired');
  await expect.poll(() => read().state).toBe('done');
  expect(read()).toMatchObject({ source: { name: 'test' }, target: { name: 'fixed' }, found: { hasLosses: true }, problem: '' });
  expect(read().found?.lines.join('\n')).toContain('rule: the table is missing');
  expect(await handlers['repair.open']({})).toEqual({ file: { name: 'fixed.crawl', folder: '~' } });
  expect(opened).toEqual([join(folder, 'fixed.crawl')]);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
});

test('what is no crawl file ends with one sentence, and nothing is written', async () => {
  const path = await crawled();
  writeFileSync(path, 'not a database at all');
  const { handlers, read, folder } = setUp(path);
  await handlers['repair.start']({});
  await expect.poll(() => read().state).toBe('failed');
  expect(read().problem).toMatch(/^[^\n]+\.$/);
  expect(existsSync(join(folder, 'fixed.crawl'))).toBe(false);
  expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
});

test('Cancel ends a process that does not listen, and removes what it left', async () => {
  const path = await crawled();
  let isKilled = false;
  let events: EngineEvents | undefined;
  const { handlers, read, folder } = setUp(path, given => {
    events = given;
    return {
      send: () => undefined,
      kill: () => {
        isKilled = true;
      },
    };
  });
  await handlers['repair.start']({});
  events?.message({ kind: 'progress', table: 'url', share: 0.5 });
  events?.message({ kind: 'progress', table: 7, share: 'x' });
  expect(read()).toMatchObject({ state: 'running', table: 'url', share: 0.5 });
  for (const name of [
    'fixed.crawl.0123abcd.part',
    'fixed.crawl.0123abcd.part.old',
    'fixed.crawl.mine.part',
    'other.crawl.0123abcd.part',
  ])
    writeFileSync(join(folder, name), '');
  handlers['repair.cancel']({});
  await expect.poll(() => read().state).toBe('cancelled');
  expect(isKilled).toBe(true);
  await expect
    .poll(() =>
      readdirSync(folder)
        .filter(name => name.includes('.part'))
        .sort(),
    )
    .toEqual(['fixed.crawl.mine.part', 'other.crawl.0123abcd.part']);
});

test('no dialog, no repair; an existing file is never the target; a process that dies is a failure', async () => {
  const path = await crawled();
  let events: EngineEvents | undefined;
  const { handlers, read, answers } = setUp(path, given => {
    events = given;
    return { send: () => undefined, kill: () => undefined };
  });
  answers.target = null;
  expect(await handlers['repair.start']({})).toBe(false);
  answers.target = path;
  await expect(handlers['repair.start']({})).rejects.toThrow('already exists there');
  answers.damaged = null;
  expect(await handlers['repair.start']({})).toBe(false);
  expect(read().state).toBe('none');
  answers.damaged = path;
  answers.target = `${path.slice(0, -6)} fixed.crawl`;
  await handlers['repair.start']({});
  events?.exit(134);
  expect(read()).toMatchObject({ state: 'failed', problem: '“test” cannot be read. Nothing was written.' });
});
