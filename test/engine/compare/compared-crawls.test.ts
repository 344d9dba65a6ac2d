import {
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { ComparedUrl, ComparisonFound, ComparisonView } from '#shared/model/comparison.ts';
import { createDatabase } from '#storage/file/database.ts';
import { newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { patience } from '../../support/patience.ts';
import { type Answer, linksTo, page, redirect, robotsFile } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const answers = (): Record<string, Answer> => ({
  '/robots.txt': robotsFile('User-agent: *\nDisallow: /never/\n'),
  '/': linksTo('/kept', '/blocked', '/blocked-too', '/moved', '/gone', '/never/x'),
  '/kept': page('<a href="/blocked">b</a>', 'Words'),
  '/blocked': page('Words'),
  '/blocked-too': page('Words'),
  '/moved': redirect('/kept', 301),
  '/gone': page('Words'),
  '/new': page('Words'),
});

/** Two crawls of one site, which changed in between. */
async function twoFiles() {
  const server = await site(answers());
  const [first, second] = [join(tempFolder(), 'may.crawl'), join(tempFolder(), 'june.crawl')];
  for (const path of [first, second]) {
    const session = newSession([server.url('/')], {}, { path });
    await session.run();
    await session.close();
    server.set('/robots.txt', robotsFile('User-agent: *\nDisallow: /never/\nDisallow: /blocked\n'));
    server.set('/', linksTo('/kept', '/blocked', '/blocked-too', '/moved', '/new', '/never/x'));
    server.set('/moved', redirect('/new', 301));
  }
  return { first, second, server };
}

async function done(session: Session): Promise<ComparisonView & { readonly found: ComparisonFound }> {
  for (;;) {
    const view = await session.handlers['comparison.read']({});
    if (view?.found) return { ...view, found: view.found };
    if (view?.progress.state !== 'running') throw new Error(`not compared: ${JSON.stringify(view)}`);
  }
}

const groupUrls = async (session: Session, run: number, group: number): Promise<readonly ComparedUrl[]> =>
  (await session.handlers['comparison.urls']({ run, group, from: 0, limit: 100 })).rows;

describe('the comparison the window reads', () => {
  test('groups lead to their URLs, those with most inlinks first, with what both crawls said', async () => {
    const { first, second, server } = await twoFiles();
    const session = reopen(second);
    expect(await session.handlers['comparison.read']({})).toBeNull();
    await session.compare(first);
    const { run, files, found, isLive, progress } = await done(session);
    expect(files.map(({ name, isOpen, urls }) => [name, isOpen, urls])).toEqual([
      ['may', false, 7],
      ['june', true, 7],
    ]);
    expect([isLive, progress.state]).toEqual([false, 'done']);
    const robots = found.groups.find(({ kind }) => kind === 'robots');
    expect(robots).toMatchObject({ after: 'Disallow: /blocked', urls: 2, inlinks: 3, flips: { blocked: 2, allowed: 0 } });
    const rows = await groupUrls(session, run, robots?.id ?? -1);
    expect(rows.map(({ url, inlinks, before, after }) => [url, inlinks, before?.mayFetch, after?.mayFetch])).toEqual([
      [server.url('/blocked'), 2, 'yes', 'no'],
      [server.url('/blocked-too'), 1, 'yes', 'no'],
    ]);
    expect(rows[0]).toMatchObject({
      before: { status: 200, reason: 'fetched' },
      after: { status: null, reason: 'robots-disallow' },
    });
    const second2 = await session.handlers['comparison.urls']({ run, group: robots?.id ?? -1, from: 1, limit: 1 });
    expect([second2.total, second2.rows.map(({ url }) => url)]).toEqual([2, [server.url('/blocked-too')]]);
  });

  test('a changed target names both, and URLs of one crawl are groups of their own', async () => {
    const { first, second, server } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const { run, found } = await done(session);
    const target = found.groups.find(({ kind }) => kind === 'redirect-target');
    expect(await groupUrls(session, run, target?.id ?? -1)).toMatchObject([
      { url: server.url('/moved'), oldTarget: server.url('/kept'), newTarget: server.url('/new') },
    ]);
    const [gone, added] = [found.onlyBefore[0], found.onlyAfter[0]];
    expect(await groupUrls(session, run, gone?.id ?? -1)).toMatchObject([{ url: server.url('/gone'), after: null }]);
    expect(await groupUrls(session, run, added?.id ?? -1)).toMatchObject([{ url: server.url('/new'), before: null }]);
  });

  test('one URL has the evidence of both crawls; that of the other file leads nowhere', async () => {
    const { first, second, server } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const { run } = await done(session);
    const pair = await session.handlers['comparison.pair']({ run, url: server.url('/blocked') });
    expect(pair).toMatchObject({
      names: ['may', 'june'],
      before: { status: 200, mayFetch: { verdict: 'yes' } },
      after: {
        status: null,
        mayFetch: { verdict: 'no', evidence: [{ text: 'Disallow: /blocked', open: { view: 'robots', line: 3 } }] },
      },
    });
    expect(pair?.before?.mayFetch.evidence.every(({ open }) => open === null)).toBe(true);
    expect(await session.handlers['comparison.pair']({ run, url: server.url('/gone') })).toMatchObject({ after: null });
  });

  test('swapped, the directions turn round, and pages of the comparison before are refused', async () => {
    const { first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const { run } = await done(session);
    await session.handlers['comparison.swap']({});
    const swapped = await done(session);
    expect(swapped.run).toBeGreaterThan(run);
    expect(swapped.files.map(({ name }) => name)).toEqual(['june', 'may']);
    expect(swapped.found.groups.find(({ kind }) => kind === 'robots')).toMatchObject({
      edit: 'removed',
      before: 'Disallow: /blocked',
      flips: { allowed: 2, blocked: 0 },
    });
    await expect(groupUrls(session, run, 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('cancelled it stays cancelled, again it runs to the end, closed there is none', async () => {
    const { first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    let { run } = await done(session);
    // The reader may be done with so small a comparison before it hears of the cancelling.
    await vi.waitFor(async () => {
      run += 1;
      await Promise.all([session.handlers['comparison.again']({}), session.handlers['comparison.cancel']({})]);
      const cancelled = await session.handlers['comparison.read']({});
      expect(cancelled).toMatchObject({ run, progress: { state: 'cancelled' }, found: null, problem: '' });
    }, patience);
    await session.handlers['comparison.again']({});
    expect((await done(session)).found.groups.length).toBeGreaterThan(0);
    await session.handlers['comparison.close']({});
    expect(await session.handlers['comparison.read']({})).toBeNull();
    await expect(session.handlers['comparison.swap']({})).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a session closes while two crawls are compared, and neither file stays open', async () => {
    const { first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    await session.handlers['comparison.again']({});
    await session.close();
    for (const path of [first, second]) expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test('a crawl that runs is compared as it is at that moment', async () => {
    const { first, server } = await twoFiles();
    const session = newSession([server.url('/')], { delayMs: 60_000 }, { path: newPath() });
    const ended = session.run();
    await expect.poll(() => session.status().urls).toBeGreaterThan(0);
    await session.compare(first);
    const { isLive, files } = await done(session);
    expect([isLive, files.find(({ isOpen }) => isOpen)?.state]).toEqual([true, 'running']);
    await session.stop();
    await ended;
  });
});

describe('what cannot be compared', () => {
  const refused = async (path: string, own?: string): Promise<string> => {
    const { second } = own ? { second: own } : await twoFiles();
    const session = reopen(second);
    const error = await session.compare(path).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(await session.handlers['comparison.read']({})).toBeNull();
    return error instanceof Error ? error.message : 'compared';
  };

  test('the open file itself, by whatever name', async () => {
    const { second } = await twoFiles();
    const [link, hard] = [join(tempFolder(), 'link.crawl'), `${second}.hard.crawl`];
    symlinkSync(second, link);
    linkSync(second, hard);
    expect(await refused(second, second)).toBe('“june.crawl” is the crawl that is open. Choose another file to compare it with.');
    expect(await refused(link, second)).toContain('is the crawl that is open');
    expect(await refused(hard, second)).toContain('is the crawl that is open');
  });

  test('no file, another file, and a crawl file cut short', async () => {
    const { first, second } = await twoFiles();
    const folder = tempFolder();
    expect(await refused(join(folder, 'none.crawl'), second)).toBe('“none.crawl” does not exist any more. Choose another file.');
    writeFileSync(join(folder, 'text.crawl'), 'not a crawl');
    expect(await refused(join(folder, 'text.crawl'), second)).toBe(
      '“text.crawl” is not a crawl file. Choose one that Crawlscope wrote.',
    );
    const cut = join(folder, 'cut.crawl');
    copyFileSync(first, cut);
    truncateSync(cut, 16_384);
    expect(await refused(cut, second)).toBe('“cut.crawl” is damaged and cannot be compared. Choose another copy of it.');
  });

  test('damage that shows only while it is read ends the comparison and is named', async () => {
    const { first, second } = await twoFiles();
    const bad = join(tempFolder(), 'bad.crawl');
    copyFileSync(first, bad);
    const session = reopen(bad, { readOnly: true });
    const [root] = [...session.sql("SELECT rootpage FROM sqlite_schema WHERE name = 'url'", { timeMs: 1_000, maxRows: 1 }).rows];
    await session.close();
    const file = openSync(bad, 'r+');
    writeSync(file, Buffer.alloc(8_192, 0xff), 0, 8_192, (Number(root?.[0]) - 1) * 8_192);
    const open = reopen(second);
    const error = await open.compare(bad).then(
      async () => {
        await expect.poll(async () => (await open.handlers['comparison.read']({}))?.progress.state).toBe('failed');
        return (await open.handlers['comparison.read']({}))?.problem;
      },
      (reason: Error) => reason.message,
    );
    expect(error).toBe('“bad.crawl” is damaged and cannot be compared. Choose another copy of it.');
  });

  test('a file of a newer program', async () => {
    const { second } = await twoFiles();
    const path = join(tempFolder(), 'newer.crawl');
    const db = createDatabase(path);
    db.pragma('user_version = 99');
    db.close();
    expect(await refused(path, second)).toMatch(
      /^newer\.crawl was written by a newer Crawlscope .* Install the newer version to open it\.$/,
    );
  });

  test('a file that is being crawled', async () => {
    const { second, server } = await twoFiles();
    const running = newSession([server.url('/')], { delayMs: 60_000 }, { path: join(tempFolder(), 'running.crawl') });
    const ended = running.run();
    await expect.poll(() => running.status().urls).toBeGreaterThan(0);
    expect(await refused(running.path, second)).toBe(
      '“running.crawl” is being crawled by another process. Stop it there, then compare again.',
    );
    await running.stop();
    await ended;
  });

  test('a refused file leaves the comparison that is there', async () => {
    const { first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const { run } = await done(session);
    await expect(session.compare(second)).rejects.toMatchObject({ code: 'bad_request' });
    expect((await session.handlers['comparison.read']({}))?.run).toBe(run);
  });
});

describe('the comparison as a file', () => {
  test('CSV has a row for each URL that differs, JSON the groups with all their URLs', async () => {
    const { first, second, server } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const { run, found } = await done(session);
    const folder = tempFolder();
    await session.saveComparison({ run, path: join(folder, 'c.csv'), format: 'csv' });
    const lines = readFileSync(join(folder, 'c.csv'), 'utf8').trimEnd().split('\r\n');
    const differing = [...found.groups, ...found.onlyBefore, ...found.onlyAfter].reduce((sum, { urls }) => sum + urls, 0);
    expect(lines).toHaveLength(differing + 1);
    expect(lines.find(line => line.includes(server.url('/blocked,')))).toMatch(
      /robots\.txt,.*newly blocked 2.*,yes,no,.*,200,,fetched,robots-disallow$/,
    );
    await session.saveComparison({ run, path: join(folder, 'c.json'), format: 'json' });
    const json = JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8')) as Record<
      string,
      { urls: number; all_urls: unknown[] }[]
    >;
    expect(json).toMatchObject({ files: ['may', 'june'], flipped: found.flipped, retargeted: 1 });
    for (const list of ['groups', 'only_before', 'only_after'])
      for (const group of json[list] ?? []) expect(group.all_urls).toHaveLength(group.urls);
  });

  test('a place where nothing can be written is named, and nothing is left there', async () => {
    const { first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const { run } = await done(session);
    const path = join(tempFolder(), 'missing', 'c.csv');
    await expect(session.saveComparison({ run, path, format: 'csv' })).rejects.toMatchObject({
      code: 'refused',
      message: '“c.csv” could not be written (ENOENT). Choose another place.',
    });
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });
});
