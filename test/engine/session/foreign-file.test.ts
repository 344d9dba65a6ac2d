import { copyFileSync, renameSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { column, newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { fakeRenderer } from '../../support/fake-renderer.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { page } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const ownHome = process.env['CRAWLSCOPE_HOME'];

afterEach(() => {
  process.env['CRAWLSCOPE_HOME'] = ownHome;
});

/** From now on this is another installation: another data folder. */
function elsewhere(): void {
  process.env['CRAWLSCOPE_HOME'] = tempFolder();
}

async function crawled(settings: Parameters<typeof newSession>[1] = {}, options: Parameters<typeof newSession>[2] = {}) {
  const server = await site({ '/': () => page('Home', '<a href="/a">a</a>'), '/a': () => page('A') });
  const session = newSession([`${server.origin}/`], { maxPages: 1, ...settings }, options);
  await session.run();
  await session.close();
  const requests = server.log.length;
  return { server, path: session.path, host: '127.0.0.1', sent: () => server.log.length - requests };
}

/** Writes an event, as the sender of the file could. */
function addEvent(path: string, kind: string, detail: string): void {
  const db = new BetterSqlite3(path);
  db.prepare('INSERT INTO event (at, kind, detail) VALUES (1, ?, ?)').run(kind, detail);
  db.close();
}

describe('a crawl file of another installation', () => {
  it('earns neither schedule nor private hosts nor ignored robots.txt before they are allowed', async () => {
    const { path, sent } = await crawled({ siteRules: [{ pattern: '127.0.0.1', robots: 'never' }] });
    addEvent(path, 'robots-check-every', '24');
    elsewhere();
    const session = reopen(path);
    expect(session.status().waiting).toEqual({
      checkEveryHours: 24,
      privateHosts: ['127.0.0.1'],
      ignoreRobots: ['127.0.0.1'],
      ownRobots: [],
      delayMs: 0,
      connections: null,
      connection: [],
      render: null,
      credentials: [],
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      session.keepChecking();
      await vi.advanceTimersByTimeAsync(48 * 3_600_000);
      expect(await session.handlers['robots.checks']({})).toMatchObject({ everyHours: 0, nextAt: null });
    } finally {
      vi.useRealTimers();
    }
    session.changeSettings({ maxPages: 5 });
    const refusal = 'test.crawl was not made by this installation and names private hosts: 127.0.0.1.';
    await expect(session.run()).rejects.toThrow(refusal);
    await expect(session.handlers['crawl.resume']({})).rejects.toThrow(refusal);
    await expect(session.checkRobots([], new AbortController().signal).next()).rejects.toThrow(refusal);
    expect(sent()).toBe(0);
    session.allow({ hosts: ['127.0.0.1'] });
    expect(session.status().waiting).toMatchObject({ checkEveryHours: 24, privateHosts: [], ignoreRobots: ['127.0.0.1'] });
    expect(await session.run()).toBe('finished');
    expect(sent()).toBeGreaterThan(0);
  });

  it('earns no private internal hosts before they are allowed; patterns and www name none', async () => {
    const { path, sent } = await crawled({ internalHosts: ['localhost:8080', 'www', '*.corp.example.com', 'shop.example.com'] });
    elsewhere();
    const session = reopen(path);
    expect(session.status().waiting).toMatchObject({ privateHosts: ['127.0.0.1', 'localhost'] });
    session.changeSettings({ maxPages: 5 });
    session.allow({ hosts: ['127.0.0.1'] });
    await expect(session.run()).rejects.toThrow('names private hosts: localhost.');
    await session.close();
    const stranger = await runInProcess(['resume', path, '--allow-private', 'intranet'], { engine });
    expect(stranger.err).toContain('this file has no start URL on that host, and no such internal host.');
    expect(sent()).toBe(0);
    const ran = await runInProcess(['resume', path, '--allow-private', 'localhost', '--delay', '0'], { engine });
    expect(ran).toMatchObject({ code: 0 });
    expect(sent()).toBeGreaterThan(0);
  });

  it('that came back with another internal host has to be allowed again', async () => {
    const { path } = await crawled();
    const returned = newPath();
    copyFileSync(path, returned);
    const db = new BetterSqlite3(returned);
    db.exec(`UPDATE settings SET json = json_set(json, '$.internalHosts', json('["10.0.0.1"]'))`);
    db.close();
    expect(reopen(returned).status().waiting).toMatchObject({ privateHosts: ['10.0.0.1', '127.0.0.1'] });
  });

  it('gets no schedule by an id copied from a file that may have one', async () => {
    const { path } = await crawled();
    const own = reopen(path);
    await own.handlers['robots.checkEvery']({ hours: 24 });
    expect(own.status().waiting ?? null).toBeNull();
    await own.close();
    // Sent to somebody, changed there, and sent back: the same id, hosts and hours.
    const returned = newPath();
    copyFileSync(path, returned);
    const session = reopen(returned);
    expect(session.status().waiting).toMatchObject({ checkEveryHours: 24 });
    expect(await session.handlers['robots.checks']({})).toMatchObject({ everyHours: 0, nextAt: null });
    await session.close();
    renameSync(path, `${path}.renamed`);
    expect(reopen(`${path}.renamed`).status().waiting ?? null).toBeNull();
  });

  it('is known again once everything was allowed, under any name, until it asks for more', async () => {
    const { path } = await crawled();
    elsewhere();
    const session = reopen(path);
    await session.handlers['crawl.allowRequests']({});
    expect(session.status().waiting).toBeUndefined();
    const copy = newPath();
    await session.copyTo(copy);
    await session.close();
    expect(reopen(copy).status().waiting).toBeUndefined();
    const again = newPath();
    await reopen(path).copyTo(again);
    addEvent(again, 'robots-check-every', '1');
    expect(reopen(again).status().waiting).toMatchObject({ checkEveryHours: 1, privateHosts: ['127.0.0.1'], ignoreRobots: [] });
  });

  it('is crawled no faster than the defaults before its speed is allowed', async () => {
    const { path } = await crawled({ connections: 256 });
    elsewhere();
    const session = reopen(path);
    expect(session.status().waiting).toMatchObject({ delayMs: 0, connections: 256 });
    session.changeSettings({ maxPages: 2 });
    session.allow({ hosts: ['127.0.0.1'], speed: ['connections'] });
    expect(session.status().waiting).toMatchObject({ delayMs: 0, connections: null });
    expect(await session.run()).toBe('finished');
    expect(column(session, 'SELECT delay_ms FROM origin')).toEqual([defaultSettings.delayMs]);
    session.allow({ speed: ['delayMs'] });
    expect(session.status().waiting).toBeUndefined();
    session.changeSettings({ delayMs: 100 });
    expect(session.status().waiting).toBeUndefined();
  });

  it('that was made here and came back faster has to be allowed again', async () => {
    const { path } = await crawled({ delayMs: 500 });
    expect(reopen(path).status().waiting).toBeUndefined();
    const returned = newPath();
    copyFileSync(path, returned);
    const db = new BetterSqlite3(returned);
    db.exec("UPDATE settings SET json = json_set(json, '$.delayMs', 1, '$.connections', 256)");
    db.close();
    expect(reopen(returned).status().waiting).toMatchObject({ delayMs: 1, connections: 256 });
  });

  it('starts no browser before its rendering is allowed, and rendering more asks again', async () => {
    const { path } = await crawled({ render: 'sample', maxPages: 2 }, { openBrowser: async () => fakeRenderer() });
    elsewhere();
    let started = 0;
    const openBrowser = async () => {
      started += 1;
      return fakeRenderer();
    };
    const session = reopen(path, { openBrowser });
    expect(session.status().waiting).toMatchObject({ render: 'sample' });
    session.allow({ hosts: ['127.0.0.1'], speed: ['delayMs'] });
    expect(session.status().waiting).toMatchObject({ render: 'sample', privateHosts: [], delayMs: null });
    session.changeSettings({ maxPages: 3 });
    expect(await session.run()).toBe('finished');
    expect(started).toBe(0);
    session.allow({ rendering: true });
    expect(session.status().waiting).toBeUndefined();
    session.changeSettings({ maxPages: 4 });
    expect(await session.run()).toBe('finished');
    expect(started).toBe(1);
    await session.close();
    const more = newPath();
    copyFileSync(path, more);
    const db = new BetterSqlite3(more);
    db.exec("UPDATE settings SET json = json_set(json, '$.render', 'all')");
    db.close();
    expect(reopen(more).status().waiting).toMatchObject({ render: 'all' });
  });

  it('renders no page that the window asks for before the user allows its scripts', async () => {
    const { path, server } = await crawled({ maxPages: 2 });
    elsewhere();
    let started = 0;
    const openBrowser = async () => {
      started += 1;
      return fakeRenderer();
    };
    const session = reopen(path, { openBrowser });
    session.allow({ hosts: ['127.0.0.1'] });
    expect(session.status().asksToRender).toBe(true);
    const wanted = { urls: [`${server.origin}/`], free: [] };
    const start = session.handlers['rendering.start'];
    await expect(start(wanted)).rejects.toThrow('Allow first that a browser runs the scripts of its pages');
    expect(started).toBe(0);
    await start({ ...wanted, allow: true });
    expect(session.status().asksToRender).toBeUndefined();
    await start(wanted);
    expect(started).toBe(2);
    // What the crawl renders by itself is another question.
    session.changeSettings({ render: 'all' });
    expect(session.status().waiting).toMatchObject({ render: 'all' });
    await session.close();
    const own = await crawled({ maxPages: 2 });
    expect(reopen(own.path).status().asksToRender).toBeUndefined();
  });

  it('renders nothing on the command line before --render says so', async () => {
    const { path } = await crawled({ render: 'all', maxPages: 1 }, { openBrowser: async () => fakeRenderer() });
    elsewhere();
    const resume = ['resume', path, '--allow-private', '127.0.0.1', '--delay', '0', '--max-pages', '3', '--browser', '/nowhere'];
    const quiet = await runInProcess(resume, { engine });
    expect(quiet.code).toBe(0);
    expect(quiet.err).toContain('a browser that runs the scripts of its pages: allow with --render all (now it renders none)');
    const asked = await runInProcess([...resume, '--render', 'all'], { engine });
    expect(asked.err).not.toContain('not made by this installation');
    expect(asked.err).toContain('/nowhere');
  });

  it('cannot vouch for itself, and one without a name is foreign', async () => {
    const { path } = await crawled();
    const db = new BetterSqlite3(path);
    db.exec("DELETE FROM event WHERE kind = 'crawl-id'");
    db.close();
    const session = reopen(path);
    expect(session.status().waiting).toMatchObject({ privateHosts: ['127.0.0.1'] });
    await session.handlers['crawl.allowRequests']({});
    await session.close();
    expect(reopen(path).status().waiting).toBeUndefined();
  });

  it('is explained as the crawl that made it would decide', async () => {
    const { server, path } = await crawled({ maxPages: 100 });
    elsewhere();
    const session = reopen(path);
    const cause = async (url: string) => (await session.handlers['url.explain']({ url })).whyNot?.cause;
    expect(await cause(`${server.origin}/never-linked`)).toBe('never-linked');
    expect(await cause('http://127.0.0.2/')).toBe('address-refused');
  });

  it.each(['x', 'NaN', '-5', '1e400', '0.0000001', ''])('a schedule of “%s” hours is none or at least an hour', async hours => {
    const { path } = await crawled();
    addEvent(path, 'robots-check-every', hours);
    elsewhere();
    const session = reopen(path);
    await session.handlers['crawl.allowRequests']({});
    const { everyHours, nextAt } = await session.handlers['robots.checks']({});
    expect(everyHours === 0 || (everyHours >= 1 && everyHours <= 720)).toBe(true);
    expect(nextAt === null || nextAt - Date.now() > 50_000).toBe(true);
  });
});

describe('a file of this installation', () => {
  it('does what it asks for, also after the user changed what it asks for', async () => {
    const { path } = await crawled();
    const session = reopen(path);
    expect(session.status().waiting).toBeUndefined();
    await session.handlers['robots.checkEvery']({ hours: 6 });
    session.changeSettings({ maxPages: 9, siteRules: [{ pattern: '127.0.0.1', robots: 'never' }] });
    expect(session.status().waiting).toBeUndefined();
    await session.close();
    const again = reopen(path);
    expect(again.status().waiting).toBeUndefined();
    expect((await again.handlers['robots.checks']({})).everyHours).toBe(6);
  });
});

describe('resume on the command line', () => {
  it('names what waits and reaches private hosts only with --allow-private', async () => {
    const { path, sent } = await crawled({ maxPages: 1, siteRules: [{ pattern: '127.0.0.1', robots: 'never' }] });
    addEvent(path, 'robots-check-every', '24');
    elsewhere();
    const engine = await import('#engine/session/session.ts');
    const run = (...args: string[]) => runInProcess(['resume', path, '--max-pages', '5', ...args], { engine });
    const refused = await run();
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('automatic checks of robots.txt every 24 h');
    expect(refused.err).toContain('ignoring robots.txt of 127.0.0.1');
    expect(refused.err).toContain('requests to private hosts: 127.0.0.1');
    expect(refused.err).toContain('--allow-private 127.0.0.1');
    expect(refused.err).toContain('0 s between requests to a host: allow with --delay 0 (now 0.5 s)');
    expect(sent()).toBe(0);
    const wrong = await run('--allow-private', '10.0.0.1');
    expect([wrong.code, sent()]).toEqual([2, 0]);
    const allowed = await run('--allow-private', '127.0.0.1', '--delay', '0');
    expect(allowed.err).not.toContain('between requests');
    expect(allowed.err).toContain('ignoring robots.txt of 127.0.0.1');
    expect(allowed.err).not.toContain('private hosts');
    expect(sent()).toBeGreaterThan(0);
  });

  it.each([false, true])('decides by a robots.txt text of the file only if that is allowed: %s', async isAllowed => {
    const ownRobots = [{ origin: '*', text: 'User-agent: *\nDisallow: /a\n' }];
    const { path } = await crawled({ ownRobots });
    elsewhere();
    const session = reopen(path);
    expect(session.status().waiting).toMatchObject({ ownRobots: ['*'], ignoreRobots: [] });
    if (isAllowed) await session.handlers['crawl.allowRequests']({});
    else session.allow({ hosts: ['127.0.0.1'], speed: ['delayMs'] });
    expect(session.status().waiting?.ownRobots).toEqual(isAllowed ? undefined : ['*']);
    session.changeSettings({ maxPages: 10 });
    await session.run();
    expect(column(session, "SELECT reason FROM urls WHERE url LIKE '%/a'")).toEqual([isAllowed ? 'robots-disallow' : 'fetched']);
  });
});
