import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { reopen, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, page, robotsFile } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const run = (...argv: string[]) => runInProcess(argv, { engine });

const own = '\ufeffUser-agent: *\nDisallow: /open/\n';

async function served() {
  const server = await site({
    '/': linksTo('/private/a', '/open/b'),
    '/private/a': page(),
    '/open/b': page(),
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
  });
  const folder = tempFolder();
  const file = join(folder, 'robots.txt');
  writeFileSync(file, own);
  const crawl = (out: string, ...more: string[]) =>
    run('crawl', server.url('/'), '--delay', '0', '--out', join(folder, out), ...more);
  return { server, folder, file, crawl };
}

describe('crawl --robots-file', () => {
  it('decides by the text of the file, keeps it in the settings, and names it in every explanation', async () => {
    const { server, folder, file, crawl } = await served();
    expect((await crawl('a.crawl', '--robots-file', `${server.origin}=${file}`)).code).toBe(0);
    const out = join(folder, 'a.crawl');
    const { out: words } = await run('info', out, server.url('/open/b'));
    expect(words).toContain(`Line 2 (“Disallow: /open/”) of your own robots.txt for ${server.origin} forbids this URL.`);
    expect(JSON.parse((await run('settings', out)).out).settings.ownRobots).toEqual([
      { origin: server.origin, text: own.slice(1) },
    ]);
    const issues = await run('issues', out, '--check', 'crawl.robots_ignored', '--format', 'jsonl');
    expect(issues.out).toContain('your own robots.txt');
  });

  it('needs the consent for every host, and to be named again with the settings of another crawl', async () => {
    const { server, folder, file, crawl } = await served();
    const all = await crawl('b.crawl', '--robots-file', `*=${file}`);
    expect(all).toMatchObject({ code: 2 });
    expect(all.err).toContain('--consent');
    expect((await crawl('b.crawl', '--robots-file', `*=${file}`, '--consent')).code).toBe(0);
    const settings = ['--settings', join(folder, 'b.crawl')];
    const unnamed = await crawl('c.crawl', ...settings);
    expect(unnamed).toMatchObject({ code: 2 });
    expect(unnamed.err).toContain('--robots-file');
    expect((await crawl('c.crawl', ...settings, '--robots-file', '')).code).toBe(0);
    expect(reopen(join(folder, 'c.crawl')).status().settings.ownRobots).toEqual([]);
    expect((await crawl('d.crawl', ...settings, '--robots-file', `*=${file}`, '--consent')).code).toBe(0);
    expect(server.log.length).toBeGreaterThan(0);
  });

  it('refuses what cannot be meant, with one sentence', async () => {
    const { folder, file, crawl } = await served();
    const refused = async (value: string, words: string, ...more: string[]) => {
      const { code, err } = await crawl('x.crawl', '--robots-file', value, ...more);
      expect([value, code]).toEqual([value, 2]);
      expect(err).toContain(words);
    };
    await refused(file, 'write ORIGIN=FILE');
    await refused(`https://a.test/path=${file}`, 'is not an origin');
    await refused(`https://a.test=${file}`, 'twice', '--robots-file', `https://A.test/=${file}`);
    const long = join(folder, 'long.txt');
    writeFileSync(long, 'a'.repeat(520 * 1024));
    await refused(`https://a.test=${long}`, 'at most');
    expect((await crawl('x.crawl', '--robots-file', `https://a.test=${join(folder, 'none.txt')}`)).code).not.toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(own);
  });
});
