import { execFileSync } from 'node:child_process';
import { closeSync, constants, copyFileSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isKnown } from '#engine/first-look/places.ts';
import * as engine from '#engine/session/session.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import { portableNames, settingsText } from '#shared/settings-file.ts';
import { newSession, reopen, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { page } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const run = (...argv: string[]) => runInProcess(argv, { engine });

async function crawlWith(settings: Partial<CrawlSettings>): Promise<string> {
  const server = await site({ '/': page() });
  const session = newSession([server.url('/')], settings);
  await session.close();
  return session.path;
}

const fileOf = (value: unknown): string => {
  const path = join(tempFolder(), 'settings.json');
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
};
const wrapped = (settings: object) => fileOf({ crawlscope: 'settings', version: 1, settings });

describe('settings', () => {
  it('writes every portable setting in one order, and nothing of the site, the computer or its logins', async () => {
    const path = await crawlWith({
      maxPages: 7,
      hostLimits: [{ host: '*', rate: '2/s' }],
      proxy: 'http://proxy.test:3128',
      headers: [{ origin: '', name: 'X-Mine', value: 'canary' }],
      credentials: [{ kind: 'bearer', origin: 'https://canary.test' }],
    });
    const out = join(tempFolder(), 'out.json');
    expect(await run('settings', path, '--out', out)).toMatchObject({ code: 0 });
    const text = readFileSync(out, 'utf8');
    expect(Object.keys(JSON.parse(text).settings)).toEqual(portableNames.filter(name => name !== 'headers'));
    for (const word of ['proxy.test', 'canary', '127.0.0.1', 'seeds']) expect(text).not.toContain(word);
    expect((await run('settings', path)).out).toBe(text);
    expect((await run('settings')).out).toBe(settingsText(defaultSettings));
  });

  it('a crawl starts with them, and the options change them', async () => {
    const server = await site({ '/': page() });
    const path = wrapped({ delayMs: 0, sitemaps: false, maxDepth: 3, prefixLimits: [{ prefix: '/b/', pages: 2 }] });
    const out = join(tempFolder(), 'new.crawl');
    const { code } = await run('crawl', server.url('/'), '--settings', path, '--max-depth', '4', '--out', out);
    expect(code).toBe(0);
    const { settings } = reopen(out).status();
    expect(settings).toMatchObject({ delayMs: 0, maxDepth: 4, prefixLimits: [{ prefix: '/b/', pages: 2 }], maxPages: 100_000 });
    const again = join(tempFolder(), 'again.crawl');
    expect(await run('crawl', server.url('/'), '--settings', out, '--out', again)).toMatchObject({ code: 0 });
    expect(reopen(again).status().settings).toEqual(settings);
  });

  it('a crawl file from elsewhere is looked at first by each command that reads its settings', async () => {
    const path = await crawlWith({ maxPages: 7 });
    const given = (): string => {
      const copy = join(tempFolder(), 'given.crawl');
      copyFileSync(path, copy);
      return copy;
    };
    const [first, second, third] = [given(), given(), given()];
    expect(await run('settings', first)).toMatchObject({ code: 0 });
    expect(await run('settings', 'diff', second)).toMatchObject({ code: 0 });
    const out = join(tempFolder(), 'out.crawl');
    const server = await site({ '/': page() });
    expect(await run('crawl', server.url('/'), '--settings', third, '--out', out)).toMatchObject({ code: 0 });
    expect([first, second, third].map(isKnown)).toEqual([true, true, true]);
  });

  it.skipIf(process.platform === 'win32')('are not read from a pipe or a device', async () => {
    const pipe = join(tempFolder(), 'pipe.json');
    execFileSync('mkfifo', [pipe]);
    // With both ends open here, even a program that opens it does not wait.
    const ends = openSync(pipe, constants.O_RDWR);
    try {
      for (const path of [pipe, '/dev/null']) {
        const { code, err } = await run('settings', path);
        expect(err).toContain('is a pipe or a device. Name a crawl file or a settings file.');
        expect(code).toBe(2);
      }
    } finally {
      closeSync(ends);
    }
  });

  it.each([
    [wrapped({ maxPage: 3 }), 'There is no setting “maxPage”. Did you mean “maxPages”?'],
    [wrapped({ proxy: 'http://evil.test' }), '“proxy” belongs to one site or one computer'],
    [wrapped({ maxPages: 'many' }), 'The value of “maxPages” cannot be used'],
    [fileOf('{'), 'It is not JSON.'],
    [fileOf({ crawlscope: 'views' }), 'It is not a file of crawl settings.'],
    [fileOf({ crawlscope: 'settings', version: 2, settings: {} }), 'A newer version of Crawlscope wrote it.'],
    ['/no/such/file.json', 'could not be read (ENOENT)'],
  ])('refuses %s with one line', async (path, problem) => {
    const { code, err } = await run('crawl', 'https://example.com/', '--settings', path, '--out', join(tempFolder(), 'x.crawl'));
    expect(code).toBe(2);
    expect(err).toContain(problem);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('rules that ignore robots.txt need the words on the command line', async () => {
    const path = wrapped({ siteRules: [{ pattern: 'example.com', robots: 'never' }] });
    const { code, err } = await run('crawl', 'https://example.com/', '--settings', path);
    expect(code).toBe(2);
    expect(err).toContain('add --robots never:example.com');
  });

  it('diff names what differs, between two and from the defaults', async () => {
    const path = await crawlWith({ maxPages: 7 });
    const other = wrapped({ maxPages: 8, delayMs: 0, sitemaps: false, maxAttempts: 1 });
    const { out } = await run('settings', 'diff', path, other);
    expect(out).toContain('maxPages  - 7\n          + 8');
    expect(out).not.toContain('delayMs');
    expect(JSON.parse((await run('settings', 'diff', path, other, '--json')).out)).toEqual([
      { name: 'maxPages', label: 'Page limit', before: '7', after: '8' },
    ]);
    expect((await run('settings', 'diff', other)).out).toContain('delayMs');
    expect((await run('settings', 'diff', path, path)).out).toContain('are those of');
  });
});
