import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { conversions } from '#main/conversions.ts';
import type { EngineEvents, StartEngine } from '#main/engine-supervisor.ts';
import type { ConversionWork } from '#shared/model/conversion.ts';
import { versionInHeader } from '#storage/file/first-bytes.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { newSession, site } from '../support/crawling.ts';
import { oldFile } from '../support/old-file.ts';

const entry = resolve(import.meta.dirname, '../../electron/engine/exports/convert-entry.ts');

const realProcess: StartEngine = events => {
  const child = fork(entry, [], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.on('message', message => events.message(message));
  child.on('exit', code => events.exit(code));
  return { send: message => void child.send(message), kill: () => void child.kill('SIGKILL') };
};

function setUp(start: StartEngine = realProcess) {
  const told: (ConversionWork | null)[] = [];
  const { convert, handlers } = conversions({
    startConversion: start,
    tellConversion: work => told.push(work),
    shown: path => ({ name: basename(path, '.crawl'), folder: '~' }),
    now: () => 0,
    log: () => undefined,
    tidyMs: 20,
  });
  return { convert, cancel: () => handlers['conversion.cancel']({}), told };
}

test('a process converts the file, and the window hears of it until it has ended', async () => {
  const { path } = oldFile(4);
  const before = readFileSync(path);
  const { convert, told } = setUp();
  const done = await convert(path);
  expect(done).toMatchObject({ kind: 'converted' });
  expect(readFileSync(done.kind === 'converted' ? done.original : '').equals(before)).toBe(true);
  expect(versionInHeader(path)).toBe(schemaVersion);
  expect(told[0]).toMatchObject({ step: 'copy', file: { name: 'test' }, isCancelling: false });
  expect(told.at(-1)).toBe(null);
});

test('a file of this version is left alone', async () => {
  const { origin } = await site({ '/': 'A' });
  const session = newSession([`${origin}/`]);
  await session.close();
  expect(await setUp().convert(session.path)).toEqual({ kind: 'none' });
});

test('what is no sound file is refused in one sentence', async () => {
  const { path } = oldFile(4);
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  const db = new BetterSqlite3(path);
  db.exec('CREATE TABLE stranger (a)');
  db.close();
  await expect(setUp().convert(path)).rejects.toThrow(/stranger/);
  expect(versionInHeader(path)).toBe(4);
});

/** A process that begins, writes a half file and never ends by itself. */
function endless(path: string): { readonly start: StartEngine; readonly events: () => EngineEvents } {
  let heard: EngineEvents | undefined;
  return {
    start: events => {
      heard = events;
      return {
        send: message => {
          if ((message as { name: string }).name === 'conversion.run') writeFileSync(`${path}.01234567.part`, 'half');
          events.message({ kind: 'progress', step: 'compare', share: 0.5 });
        },
        kill: () => undefined,
      };
    },
    events: () => heard as EngineEvents,
  };
}

test('Cancel ends a process that does not answer, and what it left', async () => {
  const { path } = oldFile(4);
  const { convert, cancel, told } = setUp(endless(path).start);
  const ends = convert(path);
  await expect.poll(() => existsSync(`${path}.01234567.part`)).toBe(true);
  cancel();
  cancel();
  expect(await ends).toEqual({ kind: 'cancelled' });
  expect(told.slice(-2)).toMatchObject([{ step: 'compare', share: 0.5, isCancelling: true }, null]);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

test.skipIf(process.platform === 'win32')(
  'Cancel removes what the process left beside the file that a link names, and nothing that was there before',
  async () => {
    const { path } = oldFile(4);
    const folder = join(dirname(path), 'links');
    mkdirSync(folder);
    const link = join(folder, 'link.crawl');
    symlinkSync(path, link);
    // Another program converts or writes this name, too.
    writeFileSync(`${path}.76543210.part`, 'of another');
    const { convert, cancel } = setUp(endless(path).start);
    const ends = convert(link);
    await expect.poll(() => existsSync(`${path}.01234567.part`)).toBe(true);
    cancel();
    await ends;
    expect(readdirSync(dirname(path)).sort()).toEqual(['links', basename(path), `${basename(path)}.76543210.part`]);
  },
);

test('a process that says what is wrong has tidied up itself: what came meanwhile is of another', async () => {
  const { path } = oldFile(4);
  const { start, events } = endless(path);
  const ends = setUp(start).convert(path);
  await expect.poll(() => existsSync(`${path}.01234567.part`)).toBe(true);
  events().message({ kind: 'error', id: 1, error: { code: 'unavailable', message: 'Another program writes it.' } });
  await expect(ends).rejects.toThrow('Another program writes it.');
  expect(existsSync(`${path}.01234567.part`)).toBe(true);
});

test('a process that ends by itself is an error that says the file is as it was', async () => {
  const { path } = oldFile(4);
  const { start, events } = endless(path);
  const { convert, told } = setUp(start);
  const ends = convert(path);
  events().exit(9);
  await expect(ends).rejects.toThrow('“test” could not be converted: the process ended. The file is as it was.');
  expect(told.at(-1)).toBe(null);
});

test('a step that is none is not shown', async () => {
  const { path } = oldFile(4);
  const { start, events } = endless(path);
  const { convert, cancel, told } = setUp(start);
  const ends = convert(path);
  const before = told.length;
  events().message({ kind: 'progress', step: 'toString', share: 1 });
  events().message({ kind: 'progress', step: 'copy', share: 'all' });
  expect(told).toHaveLength(before);
  cancel();
  await ends;
});
