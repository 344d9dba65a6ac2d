import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openForAudit } from '#engine/file-audit/audit-file.ts';
import { column, faults, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo, robotsFile } from '../../support/site.ts';

const names = Array.from({ length: 40 }, (_, page) => `/p${page}`);
const noise = (name: string): string =>
  Array.from({ length: 2_000 }, (_, i) => ((i * 7_919 + name.length * 31) % 9_973).toString(36) + name).join(' ');

async function crawled() {
  const pages = Object.fromEntries(names.map(name => [name, `${linksTo('/')}<title>${name}</title><p>${noise(name)}</p>`]));
  const server = await site({
    '/': linksTo(...names),
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /x\n'),
    ...pages,
    '/same': pages['/p1'] as string,
  });
  const session = newSession([server.url('/')], { delayMs: 0 });
  await session.run();
  return { session, server };
}

const kept = ['urls', 'decisions', 'fetches', 'links', 'robots_versions', 'settings'];

function auditedDifferences(path: string): number {
  const file = openForAudit(path);
  let differences = 0;
  try {
    const steps = file.run(() => {
      differences += 1;
    });
    while (steps.next().done !== true) differences += 0;
  } finally {
    file.close();
  }
  return differences;
}

describe('dropped bodies', () => {
  test('take room, and nothing else: verdicts, facts, links and hashes stay, and the file audits without a difference', async () => {
    const { session } = await crawled();
    const before = kept.map(view => rows(session, `SELECT * FROM ${view} ORDER BY 1, 2`));
    const counted = session.countBodies({ before: null, filter: null });
    expect(counted.bodies).toBe(41);
    const dropped = await session.dropBodies({ before: null, filter: null }, () => 'go-on');
    expect(dropped).toMatchObject({ bodies: 41, isCancelled: false, isSmaller: true });
    expect(kept.map(view => rows(session, `SELECT * FROM ${view} ORDER BY 1, 2`))).toEqual(before);
    expect(faults(session)).toEqual([]);
    await session.close();
    expect(statSync(session.path).size).toBeLessThan(dropped.fileBytes.before);
    expect(auditedDifferences(session.path)).toBe(0);
    const again = reopen(session.path);
    expect(again.countBodies({ before: null, filter: null }).bodies).toBe(0);
    // Verdicts cite the lines of robots.txt.
    expect(column(again, 'SELECT length(bytes) > 0 FROM robots_versions v JOIN body b ON b.hash = v.body_hash')).toEqual([1]);
  });

  test('are those of a filter or a time; the others of their block can still be read', async () => {
    const { session, server } = await crawled();
    expect(session.countBodies({ before: 1, filter: null }).bodies).toBe(0);
    const one = { before: null, filter: 'inurl:/p7' };
    expect(session.countBodies(one).bodies).toBe(1);
    expect(await session.dropBodies(one, () => 'go-on')).toMatchObject({ bodies: 1 });
    expect(faults(session)).toEqual([]);
    const source = async (name: string) => session.handlers['url.source']({ url: server.url(name) } as never);
    expect(JSON.stringify(await source('/p8'))).toContain('/p8');
    expect(JSON.stringify(await source('/p7'))).toContain('does not contain the body');
  });

  test('are all but the newest, by the last request of each', async () => {
    const { session } = await crawled();
    const newest = column(
      session,
      "SELECT target FROM fetches WHERE purpose <> 'robots' AND body_hash IS NOT NULL ORDER BY started_at DESC, id DESC",
    );
    const stored =
      "SELECT count(*) FROM fetches f JOIN bodies b ON b.hash = f.body_hash WHERE f.purpose <> 'robots' AND b.encoding";
    const everything = session.countBodies({ before: null, filter: null });
    const half = { before: null, filter: null, keep: { newest: 20 } };
    expect(session.countBodies(half).bodies).toBe(everything.bodies - 20);
    const [inFile] = column(session, 'SELECT sum(length(bytes)) FROM body_block') as number[];
    const share = { before: null, filter: null, keep: { bytes: Math.floor((inFile ?? 0) / 2) } };
    const dropped = session.countBodies(share).bodies;
    expect(dropped).toBeGreaterThan(10);
    expect(dropped).toBeLessThan(31);
    expect(await session.dropBodies(half, () => 'go-on')).toMatchObject({ bodies: everything.bodies - 20 });
    expect(column(session, `${stored} <> 'raw'`)).toEqual([20]);
    const { decisions } = await session.handlers['url.explain']({ url: String(newest[0]) });
    expect(decisions.length).toBeGreaterThan(0);
    expect(JSON.stringify(await session.handlers['url.source']({ url: newest[0] } as never))).not.toContain('does not contain');
    expect(JSON.stringify(await session.handlers['url.source']({ url: newest.at(-1) } as never))).toContain('does not contain');
    expect(faults(session)).toEqual([]);
  });

  test('come back when the page is requested again', async () => {
    const { session, server } = await crawled();
    await session.dropBodies({ before: null, filter: null }, () => 'go-on');
    session.changeSettings({ seeds: [server.url('/same')] });
    await session.run();
    expect(
      column(
        session,
        `SELECT count(*) FROM fetches f JOIN bodies b ON b.hash = f.body_hash WHERE f.target LIKE '%/same' AND b.encoding = 'block'`,
      ),
    ).toEqual([1]);
    expect(faults(session)).toEqual([]);
  });

  test('are dropped in steps that can be ended, and not while the crawl runs', async () => {
    const { session } = await crawled();
    const part = await session.dropBodies({ before: null, filter: null }, () => 'cancel');
    expect(part.isCancelled).toBe(true);
    expect(faults(session)).toEqual([]);
    const running = session.run().catch(() => undefined);
    await running;
  });
});

test('the window starts it, reads how far it is, and the crawl waits meanwhile', async () => {
  const { session } = await crawled();
  const { handlers } = session;
  expect(handlers['bodies.read']({})).toMatchObject({ state: 'none' });
  const wish = { before: null, filter: 'inurl:/p' };
  const count = await handlers['bodies.count'](wish);
  expect(count.bodies).toBeGreaterThan(30);
  await handlers['bodies.drop'](wish);
  expect(handlers['bodies.read']({})).toMatchObject({ state: 'running' });
  expect(() => handlers['bodies.drop'](wish)).toThrow('are being dropped');
  expect(() => handlers['crawl.resume']({})).toThrow('are being dropped');
  await expect.poll(() => (handlers['bodies.read']({}) as { state: string }).state).toBe('done');
  expect(handlers['bodies.read']({})).toMatchObject({ dropped: { bodies: count.bodies, isCancelled: false }, problem: '' });
  expect(await handlers['bodies.count'](wish)).toEqual({ bodies: 0, bytes: 0 });
  expect(faults(session)).toEqual([]);
});

test('the freed room leaves the file in steps, which can be ended, and the thread is free between two of them', async () => {
  const { session } = await crawled();
  const free = () => column(session, 'PRAGMA freelist_count')[0] as number;
  const wish = { before: null, filter: null };
  let turns = 0;
  const ended = await session.dropBodies(wish, (_, __, phase) => {
    setImmediate(() => (turns += 1));
    return phase === 'shrink' ? 'cancel' : 'go-on';
  });
  expect(ended).toMatchObject({ bodies: 41, isCancelled: true, isSmaller: false });
  expect(ended.bytes).toBeGreaterThan(0);
  expect(turns).toBeGreaterThan(0);
  expect(free()).toBeGreaterThan(0);
  expect(faults(session)).toEqual([]);
  const phases: string[] = [];
  const again = await session.dropBodies(wish, (done, total, phase) => {
    phases.push(phase);
    expect(done).toBeLessThanOrEqual(total);
    return 'go-on';
  });
  expect(new Set(phases)).toEqual(new Set(['shrink']));
  expect(again).toMatchObject({ bodies: 0, isSmaller: true });
  expect(again.fileBytes.after).toBeLessThan(again.fileBytes.before);
  expect(free()).toBe(0);
  expect(faults(session)).toEqual([]);
});

test('a file of an earlier build is written again on the command line only; the window keeps the freed room', async () => {
  const { session } = await crawled();
  await session.close();
  const db = new BetterSqlite3(session.path);
  db.pragma('auto_vacuum = NONE');
  db.exec('VACUUM');
  db.close();
  const again = reopen(session.path);
  const wish = { before: null, filter: 'inurl:/p1' };
  await again.handlers['bodies.drop'](wish);
  await expect.poll(() => (again.handlers['bodies.read']({}) as { state: string }).state).toBe('done');
  expect(again.handlers['bodies.read']({})).toMatchObject({ dropped: { isSmaller: false } });
  expect(await again.dropBodies({ before: null, filter: null }, () => 'go-on')).toMatchObject({ isSmaller: true });
  expect(column(again, 'PRAGMA auto_vacuum')).toEqual([2]);
  expect(faults(again)).toEqual([]);
});

test('a session that is closed while bodies are dropped leaves a sound file', async () => {
  const { session } = await crawled();
  await session.handlers['bodies.drop']({ before: null, filter: null });
  await session.close();
  expect(faults(reopen(session.path))).toEqual([]);
});

test('a filter that cannot be used is refused before anything is dropped', async () => {
  const { session } = await crawled();
  expect(() => session.handlers['bodies.count']({ before: null, filter: 'status:x' })).toThrow(/status/);
});
