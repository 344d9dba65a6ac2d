import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { node, start } from '../../support/child.ts';
import { linksTo, page, redirect, robotsFile, type Site, startSite } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const root = resolve(import.meta.dirname, '../../..');
const bootstrap = (await import(join(root, 'scripts/run/bootstrap.mjs'))) as {
  ensureBuilt(options: { release: boolean }): void;
};
const display = (await import(join(root, 'scripts/run/with-display.mjs'))) as {
  whyNoWindow(env: Record<string, string>): Promise<string | undefined>;
};

/** `npm start` as on a machine without a display: what npm runs, in a separate folder. */
function npmStart(folder: string, ...args: readonly string[]) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
  const env = { ...rest, CRAWLSCOPE_HOME: join(folder, 'home') };
  return start(node, [join(root, 'scripts/run/start.mjs'), ...args], { cwd: folder, env });
}

const quick = ['--delay', '0.05'];

describe.runIf(process.platform === 'linux')('npm start without a display', () => {
  let site: Site;
  beforeAll(async () => {
    bootstrap.ensureBuilt({ release: false });
    site = await startSite({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /private\n'),
      '/': linksTo('/private', '/quiet', '/moved', '/plain'),
      '/quiet': page('<meta name="robots" content="noindex">'),
      '/moved': redirect('/plain', 301),
      '/plain': page(),
    });
  });
  afterAll(() => site.close());

  it('crawls the URL, sums it up, explains three URLs and says how to open a window', async () => {
    const folder = tempFolder();
    const { code, out, err } = await npmStart(folder, site.url('/'), ...quick).ended;
    expect(err).toContain('no window can open here (DISPLAY and WAYLAND_DISPLAY are not set)');
    expect(code).toBe(0);
    const [file = ''] = readdirSync(folder).filter(name => name.endsWith('.crawl'));
    expect(err).toContain(`into ${join(folder, file)}`);
    expect(out).toMatch(/^Finished after .*: 4 responses/);
    const explained = out.slice(out.indexOf('Why: 3 of its URLs, explained'));
    const headlines = ['/private', '/quiet', '/moved'].map(path => explained.indexOf(`\n${site.url(path)}\n`));
    expect(headlines.every(at => at > 0)).toBe(true);
    expect(explained).toContain('Disallow: /private');
    expect(explained).toContain('<meta name="robots" content="noindex">');
    expect(explained).toMatch(/May it be fetched\? +no\b/);
    expect(explained).toMatch(/May it be listed\? +no\b/);
    expect(out).toContain(`npm start -- ${join(folder, file)}`);
  });

  it('replaces no file: the next crawl gets a name of its own, and a crawl file is only opened', async () => {
    const folder = tempFolder();
    const first = `127.0.0.1-${new URL(site.origin).port}`;
    writeFileSync(join(folder, `${first}.crawl`), 'mine');
    expect((await npmStart(folder, site.url('/'), ...quick, '--max-pages', '2').ended).code).toBe(0);
    expect(readFileSync(join(folder, `${first}.crawl`), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, `${first}-2.crawl`))).toBe(true);

    const requests = site.log.length;
    const { code, out } = await npmStart(folder, `${first}-2.crawl`).ended;
    expect(code).toBe(0);
    expect(out).toMatch(/^Finished after/);
    expect(out).toContain('Why: ');
    expect(site.log.length).toBe(requests);
  });

  it('stops in order at Ctrl+C and says how to go on', async () => {
    const folder = tempFolder();
    const slow = await startSite({
      '/': linksTo(...Array.from({ length: 200 }, (_, i) => `/page-${i}`)),
    });
    try {
      const { child, ended } = npmStart(folder, slow.url('/'), '--delay', '0.5');
      await expect.poll(() => slow.paths().some(path => path.startsWith('/page-'))).toBe(true);
      child.kill('SIGINT');
      const { code, out, err } = await ended;
      expect(code).toBe(0);
      expect(out).toMatch(/^Stopped after/);
      const [file = ''] = readdirSync(folder).filter(name => name.endsWith('.crawl'));
      expect(err).toContain(`resume ${join(folder, file)}`);
      expect(out).not.toContain('explained');
    } finally {
      await slow.close();
    }
  });

  it('ends with the code of the crawl when the site cannot be reached, and when there is no such file', async () => {
    const folder = tempFolder();
    const gone = await startSite();
    await gone.close();
    const unreachable = await npmStart(folder, gone.url('/'), ...quick).ended;
    expect(unreachable.code).toBe(3);
    expect(unreachable.err).toContain('could not reach');
    const missing = await npmStart(folder, 'none.crawl').ended;
    expect(missing.code).toBe(1);
    expect(missing.err).toContain('there is no file none.crawl');
  });
});

describe.runIf(process.platform === 'linux')('a display', () => {
  it('counts when something answers at its address, not when only the variable is left', async () => {
    const runtime = tempFolder();
    expect(await display.whyNoWindow({})).toBe('DISPLAY and WAYLAND_DISPLAY are not set');
    expect(await display.whyNoWindow({ DISPLAY: ':59999' })).toBe('nothing answers at DISPLAY :59999');
    expect(await display.whyNoWindow({ WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: runtime })).toBe(
      'nothing answers at WAYLAND_DISPLAY wayland-7',
    );
    const server = createServer();
    await new Promise<void>(done => server.listen(join(runtime, 'wayland-7'), done));
    try {
      expect(await display.whyNoWindow({ WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: runtime })).toBeUndefined();
    } finally {
      server.close();
    }
  });
});
