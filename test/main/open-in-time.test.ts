import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Engine } from '#main/engine-supervisor.ts';
import { openInTime, openingLimitMs } from '#main/open-in-time.ts';
import { tempFolder } from '../support/temp.ts';

function fake(answer: () => Promise<unknown>, ready: () => Promise<void> = async () => undefined) {
  const restarts: string[] = [];
  const engine = { ready, control: answer, restart: (reason: string) => void restarts.push(reason) } as unknown as Engine;
  return { engine, restarts };
}

describe('opening a file', () => {
  test('that keeps the engine busy for ever ends the engine, and says so', async () => {
    const path = join(tempFolder(), 'endless.crawl');
    writeFileSync(path, '');
    const { engine, restarts } = fake(() => new Promise(() => undefined));
    await expect(openInTime(engine, { path }, 20)).rejects.toThrow('“endless.crawl” could not be opened in time.');
    expect(restarts).toEqual(['opening a file took too long']);
  });

  test('in time leaves the engine alone, and a refusal is passed on', async () => {
    const good = fake(async () => undefined);
    await openInTime(good.engine, { path: '/nowhere.crawl' }, 1_000);
    const bad = fake(async () => {
      throw new Error('damaged');
    });
    await expect(openInTime(bad.engine, { path: '/nowhere.crawl' }, 1_000)).rejects.toThrow('damaged');
    expect([...good.restarts, ...bad.restarts]).toEqual([]);
  });

  test('that waits for the start of the engine has its full time afterwards', async () => {
    const { engine, restarts } = fake(
      async () => undefined,
      () => new Promise(resolve => setTimeout(resolve, 60)),
    );
    await openInTime(engine, { path: '/nowhere.crawl' }, 20);
    expect(restarts).toEqual([]);
  });

  test('asks nothing of an engine that does not start', async () => {
    const asked: string[] = [];
    const { engine } = fake(
      async () => void asked.push('open'),
      () => Promise.reject(new Error('no engine')),
    );
    await expect(openInTime(engine, { path: '/nowhere.crawl' }, 20)).rejects.toThrow('no engine');
    expect(asked).toEqual([]);
  });

  test('may take ten seconds, and longer for a large file, which may have to be migrated', () => {
    expect(openingLimitMs(0)).toBe(10_000);
    expect(openingLimitMs(1024 ** 3)).toBeGreaterThan(60_000);
  });
});
