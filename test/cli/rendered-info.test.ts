import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { renderingCountsLines } from '#cli/text/rendering.ts';
import * as engine from '#engine/session/session.ts';
import { renderingsLeft } from '#storage/reads/renderings-left.ts';
import { newSession, site } from '../support/crawling.ts';
import { fakeRenderer } from '../support/fake-renderer.ts';
import { runInProcess } from '../support/memory-io.ts';
import { redirect, robotsFile } from '../support/site.ts';

const run = (...argv: string[]) => runInProcess(argv, { engine });
const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });

async function crawled(render: 'all' | 'never' = 'all') {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
    '/': `<html><head><title>Raw</title></head><body><a href="/gone">gone</a><a href="/hung">hung</a><a href="/old">old</a>
      <a href="/bare">bare</a><a href="/shy">shy</a>
      <script src="/app.js"></script><script src="/private/menu.js"></script></body></html>`,
    '/app.js': script(
      'remove <title>Raw</title>',
      'remove <a href="/gone">gone</a>',
      'append <meta name="robots" content="noindex"><p>Three more words</p><a href="/new">new</a>',
    ),
    '/hung': '<script src="/h.js"></script>',
    '/h.js': script('fail timeout'),
    '/old': redirect('/new'),
    '/new': '<p>new</p>',
    '/bare': '<script src="/one.js"></script>',
    '/one.js': script('append <a href="/new">new</a>'),
    '/shy': '<script src="/one.js"></script><meta name="robots" content="nofollow">',
  });
  const settings = { render, delayMs: 0, checkDelayMs: 0 } as const;
  const session = newSession([server.url('/')], settings, { openBrowser: async () => fakeRenderer() });
  await session.run();
  await session.close();
  return { server, path: session.path };
}

describe('info of a rendered page', () => {
  it('says how it was rendered, what scripts change, and what robots.txt blocks', async () => {
    const { server, path } = await crawled();
    const { out } = await run('info', path, server.url('/'));
    expect(out).toMatch(/Rendered in a browser\n {2}rendered \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC by Fake 1\.0 as smartphone\n/);
    expect(out).toContain('title: “Raw” in the response, none rendered');
    expect(out).toContain('links: 1 added, 1 removed');
    expect(out).toContain(`+ ${server.url('/new')}`);
    expect(out).toContain(`- ${server.url('/gone')}`);
    expect(out).toMatch(/words: \d+ in the response, \d+ rendered/);
    expect(out).toContain('+ robots: noindex');
    expect(out).toContain(`1 resource blocked\n    ${server.url('/private/menu.js')} (robots.txt line 2: Disallow: /private/)`);
    const json = JSON.parse((await run('info', path, server.url('/'), '--json')).out);
    expect(json.rendering).toMatchObject({ cannot: '', why: '', renderings: [{ state: 'done', browser: 'Fake 1.0' }] });
    expect(json.rendering.renderings[0].facts.blocked[0].robots.line).toBe(2);
  });

  it('tells the links of the response from those that are there only after rendering', async () => {
    const { server, path } = await crawled();
    const followed = async (url: string) => JSON.parse((await run('info', path, server.url(url), '--json')).out).links_followed;
    const more = 'Links to 1 more URL are there only after rendering. Crawlscope read them and judged them one by one.';
    expect((await followed('/')).sentence).toContain(` ${more}`);
    expect((await followed('/hung')).sentence).toBe('This page has no links.');
    expect(await followed('/bare')).toMatchObject({
      verdict: 'none',
      sentence: `The response has no links. ${more.replace('more ', '')}`,
    });
    expect((await run('info', path, server.url('/bare'))).out).not.toContain('This page has no links.');
    expect((await followed('/shy')).sentence).toBe(
      'The response has no links. Links to 1 URL are there only after rendering. The page says nofollow, so Crawlscope did not follow them.',
    );
  });

  it('says why a page was not rendered', async () => {
    const { server, path } = await crawled();
    expect((await run('info', path, server.url('/hung'))).out).toContain('  not rendered: timeout ');
    expect((await run('info', path, server.url('/old'))).out).toContain(
      '  not rendered: The response was 302. Only HTML responses with status 200 to 299 are rendered.',
    );
    const never = await crawled('never');
    expect((await run('info', never.path, never.server.url('/'))).out).not.toContain('Rendered in a browser');
    expect((await run('info', never.path, never.server.url('/'), '--full')).out).toContain('This crawl renders no pages.');
    expect(JSON.parse((await run('info', never.path, never.server.url('/'), '--json')).out).rendering.why).toBe(
      'This crawl renders no pages.',
    );
  });
});

it('status counts rendered pages, those that wait and those that failed', async () => {
  const { path } = await crawled();
  expect((await run('status', path)).out).toContain(
    'Rendering  4 pages rendered, 1 failed (timeout 1)\n           scripts change 3 of them: ',
  );
  expect(JSON.parse((await run('status', path, '--json')).out).renderings).toEqual({
    ...{ rendered: 4, different: 3, much_different: 3, failed: 1, waiting: 0, eta_ms: null },
    changes: expect.arrayContaining([{ aspect: 'links', pages: 3 }]),
    failures: [{ result: 'timeout', pages: 1 }],
  });
  expect((await run('status', (await crawled('never')).path)).out).not.toContain('Rendering');
  // Five pages ended 2 s after each other, and three wait.
  const db = new Database(path);
  db.exec('UPDATE rendering SET ended_at = 1000 + 2000 * id');
  db.exec("UPDATE rendering SET state = 'queued' WHERE id > 2");
  expect(renderingsLeft(db)()).toEqual({ waiting: 3, etaMs: 6_000 });
  const left = { waiting: 3, etaMs: 6_000 };
  const changes = [{ aspect: 'links', pages: 1 }] as const;
  const counts = { ...left, rendered: 2, different: 1, muchDifferent: 1, changes, failed: 3 };
  const failures = [
    { result: 'timeout', pages: 2 },
    { result: 'memory', pages: 1 },
  ];
  expect(renderingCountsLines({ ...counts, failures }, true)).toEqual([
    '2 pages rendered, 3 wait (about 6 s left), 3 failed (timeout 2, memory 1)',
    'scripts change 1 of them: links on 1',
  ]);
  const none = { rendered: 0, different: 0, muchDifferent: 0, changes: [], failed: 0, failures: [], waiting: 0, etaMs: null };
  expect(renderingCountsLines(none, true)).toEqual([]);
  db.close();
});
