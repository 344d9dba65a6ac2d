import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { node, start } from '../../../support/child.ts';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../../support/crawling.ts';
import { fakeRenderer } from '../../../support/fake-renderer.ts';
import { runInProcess } from '../../../support/memory-io.ts';
import { page, robotsFile, type Site } from '../../../support/site.ts';

const openBrowser = async () => fakeRenderer();
const isScript = (path: string): boolean => path === '/private/app.js';

/** A site whose page needs a blocked script that never ends, and its crawl, finished and rendered. */
async function crawledSite(): Promise<{ readonly server: Site; readonly path: string; readonly url: string }> {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
    '/': page('<script src="/private/app.js"></script><a href="/private/page">page</a>'),
    '/private/app.js': () => undefined,
    '/private/page': page(),
    '/late': page(),
  });
  const path = newPath();
  const session = newSession([server.url('/')], { render: 'all', delayMs: 0, checkDelayMs: 0 }, { path, openBrowser });
  expect(await session.run()).toBe('finished');
  await session.close();
  return { server, path, url: server.url('/') };
}

/** Kills a process while it renders the page with its blocked script. */
async function killWhileFreed({ server, path, url }: Awaited<ReturnType<typeof crawledSite>>): Promise<void> {
  const { child, ended, err } = start(node, [resolve('test/support/rendered-free.ts'), path, url]);
  const early = ended.then(() => expect.fail(`It ended: ${err()}`));
  await Promise.race([expect.poll(() => server.paths().some(isScript)).toBe(true), early]);
  child.kill('SIGKILL');
  await ended;
}

const robotsRules = (session: ReturnType<typeof reopen>): unknown[] =>
  rows(session, "SELECT json_extract(s.json, '$.siteRules') FROM crawl c JOIN settings s ON s.id = c.settings_id");

describe('a process killed while it renders with blocked resources', () => {
  it('leaves no rule and no consent: the crawl that goes on obeys robots.txt', async () => {
    const crawled = await crawledSite();
    const { server, path, url } = crawled;
    await killWhileFreed(crawled);
    const session = reopen(path, { openBrowser });
    const { settings, state, waiting } = session.status();
    expect([settings.siteRules, state, waiting]).toEqual([[], 'interrupted', undefined]);
    expect(robotsRules(session)).toEqual([['[]']]);
    const known = server.log.length;
    expect(await session.run()).toBe('finished');
    expect(
      server
        .paths()
        .slice(known)
        .filter(each => each.startsWith('/private/')),
    ).toEqual([]);
    expect(rows(session, 'SELECT variant, state, result FROM rendering ORDER BY id')).toEqual([
      ['obeying', 'done', 'rendered'],
      ['freed', 'failed', 'stopped'],
    ]);
    expect(column(session, "SELECT detail FROM event WHERE kind = 'rendering-rules'")).toEqual([
      `2 never ${new URL(url).origin}`,
    ]);
    expect(faults(session)).toEqual([]);
    await session.close();
    expect(await runInProcess(['audit', path], { engine })).toMatchObject({ code: 0 });
  });

  it('is not followed by a crawl that nobody asked for', async () => {
    const crawled = await crawledSite();
    await killWhileFreed(crawled);
    const session = reopen(crawled.path, { openBrowser });
    const known = crawled.server.log.length;
    await session.resumeAfterCrash();
    expect(session.status().state).toBe('interrupted');
    expect(crawled.server.log.length).toBe(known);
    // A run that the user asks for, and that dies, is taken up again.
    crawled.server.set('/private/app.js', { headers: { 'Content-Type': 'text/javascript' }, body: 'append <p>late</p>' });
    await session.handlers['rendering.start']({ urls: [crawled.url], free: [new URL(crawled.url).origin] });
    expect(rows(session, 'SELECT variant, state FROM rendering ORDER BY id')).toEqual([
      ['obeying', 'done'],
      ['freed', 'done'],
    ]);
    expect(session.status().settings.siteRules).toEqual([]);
  });
});

it('a rendering with blocked resources that is stopped ends, and does not wait for a crawl without its consent', async () => {
  const { server, path, url } = await crawledSite();
  const session = reopen(path, { openBrowser });
  const rendering = session.handlers['rendering.start']({ urls: [url], free: [new URL(url).origin] });
  await expect.poll(() => server.paths().some(isScript)).toBe(true);
  await session.stop();
  await rendering;
  expect(rows(session, "SELECT state, result, detail FROM rendering WHERE variant = 'freed'")).toEqual([
    ['failed', 'stopped', expect.stringContaining('Render it again')],
  ]);
  expect(session.renderingsLeft().waiting).toBe(0);
  expect(faults(session)).toEqual([]);
});
