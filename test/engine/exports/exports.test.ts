import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { ExportList, ExportWish } from '#shared/export-list.ts';
import type { ExportProgress } from '#shared/model/export.ts';
import { exportPresetIds } from '#shared/model/export-presets.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { linksTo, page, redirect, robotsFile } from '../../support/site.ts';

const crawled = async (
  more: Readonly<Record<string, string>> = {},
): Promise<{ session: Session; origin: string; folder: string }> => {
  const server = await site({
    '/': linksTo('/a', '/gone', '/private/x', '/r'),
    '/a': page('<title>=A</title>', '<a href=/gone>gone</a>'),
    '/r': redirect('/a'),
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
    ...more,
  });
  const session = newSession([`${server.origin}/`]);
  await session.run();
  return { session, origin: server.origin, folder: dirname(session.path) };
};

const wish = (list: ExportList, changes: Partial<ExportWish> = {}): ExportWish => ({
  list,
  format: 'jsonl',
  separator: ',',
  bom: false,
  columns: null,
  ...changes,
});

/** Polls as the window does, until the export ended. */
async function ended(session: Session, id: number): Promise<ExportProgress> {
  for (;;) {
    const progress = await session.handlers['export.read']({ id });
    if (progress.state !== 'running' && progress.state !== 'checking') return progress;
    await new Promise(done => setTimeout(done, 5));
  }
}

async function exported(
  session: Session,
  list: ExportList,
  changes: Partial<ExportWish> = {},
): Promise<Record<string, unknown>[]> {
  const path = join(dirname(session.path), 'out.jsonl');
  const id = await session.startExport({ path, wish: wish(list, changes) });
  const progress = await ended(session, id);
  expect(progress).toMatchObject({ state: 'done', problem: '', share: 1 });
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  expect(progress.rows).toBe(lines.length);
  return lines.map(line => JSON.parse(line) as Record<string, unknown>);
}

const everything = { from: 0, limit: 1_000 };
const allUrls = { kind: 'urls', filter: '', sort: 'url', descending: false } as const;

test('URLs come in the order and with the filter of the list on screen', async () => {
  const { session } = await crawled();
  const query = { filter: 'status:2xx,4xx', sort: 'inlinks', descending: true } as const;
  const { view, count } = await session.handlers['urls.view'](query);
  const rows = await session.handlers['urls.rows']({ view, from: 0, limit: 100 });
  const found = await exported(session, { kind: 'urls', ...query });
  expect(count).toBeGreaterThan(2);
  expect(found.map(({ url }) => url)).toEqual(rows.map(({ url }) => url));
  expect(Object.keys(found[0] ?? {})).toEqual(urlColumns.map(({ name }) => name));
});

test('columns are those wanted, in their order; another name is refused', async () => {
  const { session } = await crawled();
  const [first] = await exported(session, allUrls, { columns: ['status', 'url'] });
  expect(Object.keys(first ?? {})).toEqual(['status', 'url']);
  const id = await session.startExport({ path: newPath(), wish: wish(allUrls, { columns: ['colour'] }) });
  expect(await ended(session, id)).toMatchObject({ state: 'failed', problem: 'This list has no column “colour”.' });
});

test('links of a page, in and out', async () => {
  const { session, origin } = await crawled();
  for (const direction of ['in', 'out'] as const) {
    const url = direction === 'in' ? `${origin}/gone` : `${origin}/`;
    const { rows } = await session.handlers['url.links']({ url, direction, ...everything });
    const found = await exported(session, { kind: 'links', url, direction });
    expect(rows.length).toBeGreaterThan(1);
    expect(found).toEqual(rows.map(row => ({ ...row })));
  }
});

test('robots.txt versions, coverage, covered and judged URLs', async () => {
  const { session, origin } = await crawled();
  const side = { version: null, text: null, profile: '' };
  expect(await exported(session, { kind: 'robots-versions', origin })).toMatchObject([
    { number: 1, in_force: true, access: 'rules', status: 200, source: 'crawl' },
  ]);
  const coverage = await session.handlers['replay.coverage']({ origin, side });
  const lines = await exported(session, { kind: 'coverage', origin, side });
  expect(lines).toMatchObject([
    { line: 2, rule: 'Disallow: /private/', decides: 1, blocks: 1 },
    { line: 0, rule: null, decides: coverage.noRule },
  ]);
  expect(await exported(session, { kind: 'covered', origin, side, line: 2, matches: false })).toEqual([
    { url: `${origin}/private/x` },
  ]);
  expect(await exported(session, { kind: 'judged', origin, side, verdict: 'blocked' })).toEqual([
    { url: `${origin}/private/x`, line: 2 },
  ]);
});

test('a replay: changed URLs by kind, and those that become undiscoverable', async () => {
  const { session, origin } = await crawled({ '/a': linksTo('/only-a'), '/only-a': page('x') });
  const before = { version: null, text: null, profile: '' };
  const after = { ...before, text: 'User-agent: *\nDisallow: /a\n' };
  const { handle } = await session.handlers['replay.compare']({ origin, before, after });
  const wanted = { handle, change: 'newlyBlocked', cause: null, section: null } as const;
  const { rows } = await session.handlers['replay.urls']({ ...wanted, ...everything });
  const found = await exported(session, { kind: 'replay', ...wanted });
  expect(found.map(({ url, before: old, after: now, new_line: line }) => [url, old, now, line])).toEqual(
    rows.map(({ url }) => [url, 'allowed', 'blocked', 2]),
  );
  const lost = await session.handlers['replay.discovery']({ handle, ...everything });
  const undiscoverable = await exported(session, { kind: 'undiscoverable', handle });
  expect(undiscoverable.map(({ url }) => url)).toEqual(lost.rows.map(({ url }) => url));
  expect(undiscoverable).toHaveLength(1);
});

test('disagreements: every URL with what each crawler says', async () => {
  const { session, origin } = await crawled({ '/robots.txt': 'User-agent: *\nDisallow: /a*$\nDisallow: /private/\n' });
  const { list } = await session.handlers['disagreements.open']({ profiles: ['googlebot', 'webcrawler'] });
  let read = await session.handlers['disagreements.read']({ list });
  while (read.progress.state === 'running') read = await session.handlers['disagreements.read']({ list });
  const found = await exported(session, { kind: 'disagreements', list, group: null });
  expect(found).toHaveLength(read.judged - read.agreed);
  for (const group of read.groups) {
    const { urls } = await session.handlers['disagreements.urls']({ list, group: group.id, ...everything });
    const part = await exported(session, { kind: 'disagreements', list, group: group.id });
    expect(part.map(({ url }) => url)).toEqual(urls);
    expect(part[0]).toMatchObject({ origin, [`${read.profiles[0]}_line`]: group.says[0]?.line });
  }
});

test('a comparison: all groups and one', async () => {
  const one = await crawled();
  await one.session.close();
  const { session } = await crawled();
  await session.compare(one.session.path);
  let view = await session.handlers['comparison.read']({});
  while (view?.progress.state === 'running') view = await session.handlers['comparison.read']({});
  const run = view?.run ?? 0;
  const all = await exported(session, { kind: 'comparison', run, group: null });
  // Another port: no URL is in both crawls.
  expect(all.length).toBeGreaterThan(8);
  const group = view?.found?.onlyBefore[0]?.id ?? -1;
  const part = await exported(session, { kind: 'comparison', run, group });
  expect(part).toEqual(all.filter(row => row['group'] === group));
  expect(part.length).toBeGreaterThan(0);
});

test('every bulk export is a list of the window as well', async () => {
  const { session } = await crawled();
  for (const id of exportPresetIds) {
    const found = await exported(session, { kind: 'preset', id });
    expect(found, id).toHaveLength([...session.preset(id)].flatMap(({ rows }) => rows).length);
  }
});

test('sitemap entries of one sitemap', async () => {
  const { session } = await crawled();
  expect(await exported(session, { kind: 'sitemap-entries', sitemap: 1 })).toEqual([]);
});

test('where nothing may be written, it is said in one sentence and nothing is left', async () => {
  const { session, folder } = await crawled();
  const missing = join(folder, 'no-folder', 'list.csv');
  const first = await session.startExport({ path: missing, wish: wish(allUrls) });
  expect(await ended(session, first)).toMatchObject({
    state: 'failed',
    problem: '“list.csv” could not be written: the folder does not exist any more. Choose another one.',
  });
  const second = await session.startExport({ path: session.path, wish: wish(allUrls) });
  expect((await ended(session, second)).problem).toMatch(/is a crawl file, which a list or report may not replace/);
  const full = await session.startExport({ path: '/dev/full', wish: wish(allUrls) });
  expect((await ended(session, full)).problem).toBe(
    '“full” could not be written: the disk is full. Free some space, or choose another folder.',
  );
  expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
});

test('a cancelled export leaves nothing, and the next one may begin', async () => {
  const { session, folder } = await crawled();
  const path = join(folder, 'list.csv');
  const id = await session.startExport({ path, wish: wish(allUrls, { format: 'xlsx' }) });
  await expect(session.startExport({ path, wish: wish(allUrls) })).rejects.toThrow(/Another list is being exported/);
  await session.handlers['export.cancel']({ id });
  const { state } = await session.handlers['export.read']({ id });
  // It may have ended before it was cancelled.
  if (state === 'cancelled') expect(existsSync(path)).toBe(false);
  await expect.poll(() => readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
  expect((await exported(session, allUrls)).length).toBeGreaterThan(3);
});

test('closing the file ends an export that runs, and leaves nothing of it', async () => {
  const { session, folder } = await crawled();
  for (const format of ['csv', 'xlsx', 'parquet'] as const) {
    const path = join(folder, `closed.${format}`);
    const again = reopen(session.path, { readOnly: true });
    await again.startExport({ path, wish: wish({ kind: 'preset', id: 'response-headers' }, { format }) });
    await again.close();
    expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
  }
});

test('an export that is no longer known is said to be so', async () => {
  const { session } = await crawled();
  await expect(async () => session.handlers['export.read']({ id: 99 })).rejects.toThrow(/unknown now/);
});

test('an unpacked copy is an export: with progress, and nothing is replaced', async () => {
  const { session, folder } = await crawled();
  const path = join(folder, 'copy.db');
  expect(await ended(session, await session.startUnpacking(path))).toMatchObject({
    state: 'done',
    problem: '',
    share: 1,
    written: expect.stringMatching(/^[\d,]+ rows of all tables\.$/),
  });
  expect(await ended(session, await session.startUnpacking(path))).toMatchObject({
    state: 'failed',
    problem: 'copy.db already exists. Choose another name, or delete it first.',
  });
  await session.close();
});

test('a copy of the crawl is an export: with progress, and nothing is replaced', async () => {
  const { session, folder } = await crawled();
  const path = join(folder, 'copy.crawl');
  expect(await ended(session, await session.startCopying(path))).toMatchObject({
    state: 'done',
    problem: '',
    unit: 'MB',
    share: 1,
    written: '1 MB.',
  });
  expect(await ended(session, await session.startCopying(path))).toMatchObject({
    state: 'failed',
    problem: 'copy.crawl already exists. Choose another name, or delete it first.',
  });
  await session.close();
});

test('sitemap files are an export: bad choices are refused first, the confirmed file is replaced', async () => {
  const { session, folder } = await crawled();
  const path = join(folder, 'sitemap.xml');
  const wish = {
    filter: '',
    base: null,
    images: false,
    hreflang: false,
    lastmod: 'none',
    gzip: false,
    maxUrls: 50_000,
    maxBytes: 52_428_800,
  } as const;
  expect(await session.startSitemap({ path: null, wish })).toBe(0);
  await expect(session.startSitemap({ path: null, wish: { ...wish, filter: 'status:x' } })).rejects.toThrow('status');
  await expect(session.startSitemap({ path, wish: { ...wish, base: 'https://e.com/a' } })).rejects.toThrow('ends with a slash');
  for (const _ of ['new', 'replaced']) {
    expect(await ended(session, await session.startSitemap({ path, wish }))).toMatchObject({
      state: 'done',
      unit: 'URL',
      share: 1,
      written: expect.stringMatching(/^1 file with \d+ of \d+ internal URLs\./),
    });
    expect(readFileSync(path, 'utf8')).toContain('<urlset');
  }
  expect(await ended(session, await session.startSitemap({ path, wish: { ...wish, filter: 'status:999' } }))).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('No URL may be listed'),
  });
  await session.close();
});
