import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { ExportList } from '#shared/export-list.ts';
import type { WorkProgress } from '#shared/model/replay.ts';
import { newSession, reopen, site } from '../../support/crawling.ts';
import type { Answer, Site } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const html = (title: string, body: string): string => `<!doctype html><html lang=en><title>${title}</title><main>${body}</main>`;
const sitemap = (server: Site, entries: readonly (readonly [string, string])[]): Answer => ({
  headers: { 'Content-Type': 'application/xml' },
  body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries
    .map(([path, lastmod]) => `<url><loc>${server.url(path)}</loc><lastmod>${lastmod}</lastmod></url>`)
    .join('')}</urlset>`,
});

async function crawl(server: Site, path: string): Promise<void> {
  const session = newSession([server.url('/')], { sitemaps: true }, { path });
  await session.run();
  await session.close();
}

async function twoFiles() {
  const server = await site({
    '/': html('Home', '<a href="/a">a</a><a href="/b">b</a>'),
    '/a': html('A', 'one two three'),
    '/b': html('B', 'the same words'),
  });
  server.set('/robots.txt', { headers: { 'Content-Type': 'text/plain' }, body: `Sitemap: ${server.url('/map.xml')}` });
  server.set('/map.xml', sitemap(server, [['/a', '2024-01-01'], ['/b', '2024-01-01'], ['/gone', '2024-01-01']])); // biome-ignore format: a list
  const folder = tempFolder();
  const [first, second] = [join(folder, 'may.crawl'), join(folder, 'june.crawl')];
  await crawl(server, first);
  server.set('/a', html('A', 'one two four'));
  server.set('/map.xml', sitemap(server, [['/a', '2024-01-01'], ['/b', '2024-06-01'], ['/', '2024-06-01']])); // biome-ignore format: a list
  await crawl(server, second);
  return { server, folder, first, second };
}

/** Reads until the work is done. */
async function done<T extends { readonly progress: WorkProgress; readonly problem: string }>(
  read: () => Promise<T> | T,
): Promise<T> {
  for (;;) {
    const view = await read();
    if (view.problem) throw new Error(view.problem);
    if (view.progress.state !== 'running') return view;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

async function compared(session: Session): Promise<number> {
  for (;;) {
    const view = await session.handlers['comparison.read']({});
    if (view?.found) return view.run;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

describe('what the window reads of a comparison', () => {
  test('fields: counts, URLs, a search, and one page word by word', async () => {
    const { server, first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const run = await compared(session);
    const view = await done(() => session.handlers['comparison.fields']({ run, more: ['links', 'header:content-type'] }));
    const count = (id: string) => view.counts?.find(each => each.id === id);
    expect(count('text')).toMatchObject({ both: 3, differ: 1 });
    expect(count('links')).toMatchObject({ both: 3, differ: 0 });
    expect(count('header:content-type')).toMatchObject({ differ: 0 });
    const wanted = { run, field: 'text', way: null, from: 0, limit: 10 };
    expect(await session.handlers['comparison.fieldUrls']({ ...wanted, contains: '' })).toMatchObject({
      total: 1,
      rows: [{ url: server.url('/a') }],
    });
    expect(await session.handlers['comparison.fieldUrls']({ ...wanted, contains: 'nothing' })).toEqual({ total: 0, rows: [] });
    await expect(session.handlers['comparison.fieldUrls']({ ...wanted, field: 'header:etag', contains: '' })).rejects.toThrow(
      'is not compared',
    );
    const page = await session.handlers['comparison.page']({ run, url: server.url('/a') });
    expect(page?.text).toMatchObject({ added: 1, removed: 1 });
    expect(await session.handlers['comparison.page']({ run, url: server.url('/nowhere') })).toBeNull();
  });

  test('both lists are exported with all their rows', async () => {
    const { server, folder, first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const run = await compared(session);
    await done(() => session.handlers['comparison.fields']({ run, more: [] }));
    await done(() => session.handlers['comparison.sitemaps']({ run }));
    const exported = async (list: ExportList): Promise<string[]> => {
      const path = join(folder, `${list.kind}.csv`);
      const id = await session.startExport({ path, wish: { list, format: 'csv', separator: ',', bom: false, columns: null } });
      for (;;) {
        const { state } = await session.handlers['export.read']({ id });
        if (state === 'done') return readFileSync(path, 'utf8').trim().split('\r\n');
        if (state !== 'running' && state !== 'checking') throw new Error(state);
        await new Promise(resolve => setTimeout(resolve, 5));
      }
    };
    const fields = await exported({ kind: 'compared-field', run, field: 'text', way: null, contains: '' });
    expect(fields[0]).toBe('url,old_url,way,before,after,change');
    expect(fields.slice(1)).toEqual([expect.stringContaining(server.url('/a'))]);
    expect(await exported({ kind: 'compared-sitemaps', run, change: null, contains: '' })).toHaveLength(4);
  });

  test('sitemaps: entries that came, went and changed, and dates without a change of text', async () => {
    const { server, first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const run = await compared(session);
    const { found } = await done(() => session.handlers['comparison.sitemaps']({ run }));
    expect(found?.totals).toEqual({ added: 1, removed: 1, moved: 0, changed: 1, same: 1 });
    expect(found?.dates).toMatchObject([{ url: server.url('/map.xml'), changed: 2, onlyDate: 1, onlyText: 1 }]);
    const changes = await session.handlers['comparison.sitemapChanges']({
      run,
      kind: 'changed',
      contains: '',
      from: 0,
      limit: 10,
    });
    expect(changes).toMatchObject({ total: 1, rows: [{ url: server.url('/b'), fields: ['lastmod'] }] });
  });

  test('a mapping is tested, used, written to a file and read from one', async () => {
    const { server, folder, first, second } = await twoFiles();
    const session = reopen(second);
    await session.compare(first);
    const run = await compared(session);
    const rules = [{ kind: 'prefix' as const, from: server.url('/a'), to: server.url('/b') }];
    const counts = await session.handlers['comparison.testMapping']({ run, rules, keepPairs: true });
    expect(counts).toMatchObject({ mapped: 1, byRule: [1, 0] });
    await expect(
      session.handlers['comparison.setMapping']({ rules: [{ kind: 'rewrite', from: '(', to: '' }], keepPairs: true }),
    ).rejects.toThrow('cannot be used as a pattern');
    await session.handlers['comparison.setMapping']({ rules, keepPairs: true });
    const mapped = await compared(session);
    expect(mapped).toBeGreaterThan(run);
    expect((await session.handlers['comparison.page']({ run: mapped, url: server.url('/b') }))?.urls[0]).toBe(server.url('/a'));
    expect((await session.handlers['comparison.pair']({ run: mapped, url: server.url('/b') }))?.before?.title).toBe('A');
    const path = join(folder, 'mapping.json');
    await session.saveMapping(path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ rules });
    const pairs = join(folder, 'pairs.csv');
    writeFileSync(pairs, `${server.url('/a')},${server.url('/b')}\n`);
    expect(await session.takeMapping(pairs)).toEqual({ rules, pairs: 1 });
    writeFileSync(pairs, 'nothing');
    await expect(session.takeMapping(pairs)).rejects.toThrow('“pairs.csv” cannot be used: line 1');
  });
});
