import { expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newPath, newSession, reopen, rows, site } from '../../../support/crawling.ts';
import { fakeRenderer } from '../../../support/fake-renderer.ts';
import { runInProcess } from '../../../support/memory-io.ts';
import { page } from '../../../support/site.ts';

/** What the crawl says about rendered pages, where it is easily more than is true. */

const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });
const openBrowser = async () => fakeRenderer();
const all = { render: 'all', delayMs: 0, checkDelayMs: 0 } as const;

it('one word more is a change, but no page that depends on scripts; the counts say what changes, and why pages failed', async () => {
  const main = await site({
    '/': page('<script src="/word.js"></script><a href="/links">a</a><a href="/hung">b</a><a href="/plain">c</a>'),
    '/word.js': script('append <p>today</p>'),
    '/links': page('<script src="/links.js"></script>'),
    '/links.js': script('append <a href="/plain?x">x</a>', 'append <p>today</p>'),
    '/hung': page('<script src="/hung.js"></script>'),
    '/hung.js': script('fail timeout'),
    '/plain': page(),
    '/plain?x': page(),
  });
  const path = newPath();
  const session = newSession([main.url('/')], all, { path, openBrowser });
  expect(await session.run()).toBe('finished');
  expect(await session.handlers['rendering.counts']({})).toEqual({
    ...{ rendered: 4, different: 2, muchDifferent: 1, failed: 1, waiting: 0, etaMs: null },
    changes: [
      { aspect: 'text', pages: 2 },
      { aspect: 'links', pages: 1 },
    ],
    failures: [{ result: 'timeout', pages: 1 }],
  });
  await session.close();
  const { out } = await runInProcess(['resume', path], { engine });
  expect(out).toContain('Rendering  4 pages rendered, 1 failed (timeout 1)\n');
  expect(out).toContain('           scripts change 2 of them: text on 2, links on 1\n');
});

it('a requested resource is not said to be not fetched, and one that was not requested is', async () => {
  const main = await site({ '/': page('<script src="/app.js"></script><img src="/pic.png">'), '/app.js': script('append x') });
  const session = newSession([main.url('/')], all, { openBrowser });
  expect(await session.run()).toBe('finished');
  const headline = async (path: string) => (await session.handlers['url.explain']({ url: main.url(path) })).headline;
  expect(await headline('/app.js')).toMatch(
    /^This URL was requested, but not as a page of the crawl: status 200\. \S+ uses this URL as a resource/,
  );
  expect(await headline('/pic.png')).toMatch(/requested, but not as a page of the crawl: status 404\./);
  await session.close();
  const without = newSession([main.url('/')], {});
  expect(await without.run()).toBe('finished');
  expect((await without.handlers['url.explain']({ url: main.url('/app.js') })).headline).toMatch(/^This URL was not fetched\./);
});

it('a page that the limit for stored pages passed by is told to crawl again with a higher one', async () => {
  const text = 'word '.repeat(400_000);
  const main = await site({ '/': page(`<a href="/b">b</a>${text}`), '/b': page(text) });
  const path = newPath();
  const session = newSession([main.url('/')], { delayMs: 0, maxStoredBytes: 1 }, { path });
  expect(await session.run()).toBe('finished');
  await session.close();
  const again = reopen(path, { openBrowser });
  again.changeSettings(all);
  expect(await again.run()).toBe('finished');
  const said = rows(again, "SELECT DISTINCT result, detail FROM renderings WHERE state = 'failed'");
  expect(said).toEqual([['not-stored', expect.stringContaining('crawl again with a higher limit (--max-stored)')]]);
});
