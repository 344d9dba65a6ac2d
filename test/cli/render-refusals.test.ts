import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '#cli/io.ts';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { fakeRenderer } from '../support/fake-renderer.ts';
import { runInProcess } from '../support/memory-io.ts';
import { redirect, robotsFile, type Site } from '../support/site.ts';

/** The engine with a renderer that needs no browser. The program that the option names is not started. */
const fake: Engine = {
  ...engine,
  openSession: (path, options) => engine.openSession(path, { ...options, openBrowser: async () => fakeRenderer() }),
};
const run = (...argv: string[]) => runInProcess(argv, { engine: fake });
const render = (...argv: string[]) => run('render', ...argv, '--browser', process.execPath, '--unsandboxed');
const script = (...lines: readonly string[]) => ({ headers: { 'Content-Type': 'text/javascript' }, body: lines.join('\n') });

let server: Site;
let path: string;

beforeAll(async () => {
  server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /assets/\n'),
    '/': `<a href="/list">list</a><a href="/redir">r</a><a href="/gone">g</a><a href="/plain.txt">t</a><a href="/bare">b</a>
      <script src="/assets/a.js"></script>`,
    '/list': '<p>list</p>',
    '/redir': redirect('/list'),
    '/gone': { status: 410, body: '' },
    '/plain.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'text' },
    '/bare': { headers: { 'Content-Type': '' }, body: 'no html' },
    '/assets/a.js': script('append <a href="/new">new</a>', 'fetch /data.json'),
    '/data.json': { status: 200, headers: { 'Content-Type': 'application/json' }, body: '' },
  });
  const session = newSession([server.url('/')], { delayMs: 0, checkDelayMs: 0 });
  await session.run();
  await session.close();
  path = session.path;
});

describe('render', () => {
  it.each([
    ['/redir', 'The response was 302.'],
    ['/gone', 'The response was 410.'],
    ['/plain.txt', 'The response is text/plain.'],
  ])('refuses %s before it requests anything', async (url, why) => {
    const before = server.paths().length;
    const { code, err } = await render(path, '/', url);
    expect(code).toBe(2);
    expect(err).toContain(`${server.url(url)} cannot be rendered: ${why} Only HTML`);
    expect(err).not.toContain('Request the page again');
    expect(server.paths()).toHaveLength(before);
    const rows = await run('sql', path, 'SELECT count(*) AS n FROM rendering', '--json');
    expect(JSON.parse(rows.out)).toEqual([{ n: 0 }]);
  });

  it('says that a page without rendered form costs nothing that is known', async () => {
    const { code, out } = await run('robots', 'cost', path, '--url', '/list');
    expect([code, out]).toEqual([0, `${server.url('/list')} was not rendered. Render it: crawlscope render F.crawl URL.\n`]);
    expect(await run('robots', 'cost', path, '--url', '/nowhere')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`has not seen ${server.url('/nowhere')}`),
    });
  });

  it('frees resources only with a rule that covers their host', async () => {
    const host = new URL(server.origin).host;
    expect(await render(path, '/', '--freed')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--freed needs --robots never:HOST'),
    });
    expect((await render(path, '/')).out).toContain('1 blocked');
    for (const rules of [[], ['--robots', 'never:127.0.0.1']]) {
      const { code, err } = await render(path, '/', '--freed', ...rules);
      expect(code).toBe(2);
      expect(err).toContain(`Add --robots never:${host}`);
    }
    expect(server.paths()).not.toContain('/assets/a.js');
  });

  it('says what a freed rendering without all resources costs, at least', async () => {
    const { host } = new URL(server.origin);
    expect((await render(path, '/', '--freed', '--offline', '--robots', `never:${host}`)).code).toBe(0);
    expect((await run('robots', 'cost', path)).out).toContain('unknown: the second rendering did not get them either');
    expect((await render(path, '/', '--freed', '--robots', `never:${host}`)).code).toBe(0);
    const { out } = await run('robots', 'cost', path, '--url', '/');
    expect(out).toContain('missing: 1 link, 1 reached only this way');
  });

  it('names the templates there are', async () => {
    const { code, err } = await run('robots', 'cost', path, '--template', '/bogus');
    expect(code).toBe(2);
    expect(err).toMatch(/no page of the template “\/bogus” was rendered in .*\. Templates with rendered pages: “.+”\./);
  });
});
