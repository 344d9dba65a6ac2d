import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { checkSettings } from '#engine/crawl/scope.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';

const problems = (change: Partial<typeof defaultSettings>): Record<string, string> =>
  checkSettings({ ...defaultSettings, seeds: ['https://a.test/'], ...change });

describe('include and exclude patterns', () => {
  it('do not hold the crawl, whatever they are and whatever a page links to', async () => {
    const hostile = `/${'a'.repeat(60)}!`;
    const server = await site({ '/': linksTo(hostile, '/ok'), '/ok': 'OK' });
    const session = newSession([server.url('/')], { exclude: ['/(a+)+$'] });
    expect(await session.run()).toBe('finished');
    expect(server.paths()).toContain('/ok');
    expect(server.paths()).toContain(hostile);
  });

  it('that RE2 cannot read are named on the form, with the reason', () => {
    expect(problems({ exclude: ['ok', '(a)\\1'] })).toEqual({
      exclude: '“(a)\\1” cannot be used as a pattern: it uses a backreference, which RE2 does not support.',
    });
    expect(problems({ include: ['(?!x)'] })['include']).toContain('look-ahead');
    expect(problems({ include: [`(?:\\pL{0,900})\\d{900}`] })['include']).toContain('too large');
    expect(problems({ include: Array.from({ length: 51 }, () => 'a') })['include']).toContain('50 are allowed');
    expect(problems({ include: ['a'], exclude: ['\\.pdf$', '/(a+)+$'] })).toEqual({});
  });

  it('of a stored crawl that RE2 cannot read let the file open, and a crawl of it refuse until they are changed', async () => {
    const server = await site({ '/': linksTo('/a'), '/a': 'A' });
    const path = newPath();
    const first = newSession([server.url('/')], { exclude: ['/drop'], maxPages: 1 }, { path });
    await first.run();
    await first.close();
    const db = new Database(path);
    db.prepare(`UPDATE settings SET json = replace(json, '"/drop"', '"/(?!x)drop"')`).run();
    db.close();

    const session = reopen(path);
    expect(session.status().settings.exclude).toEqual(['/(?!x)drop']);
    const { headline } = await session.handlers['url.explain']({ url: server.url('/never-seen') });
    expect(headline).toContain('“/(?!x)drop” cannot be used as a pattern: it uses look-ahead');
    await expect(session.run()).rejects.toThrow(/exclude patterns of this file must be changed first.*look-ahead/);
    expect(server.paths()).toEqual(['/robots.txt', '/']);

    session.changeSettings({ exclude: ['/drop'], maxPages: 10 });
    expect(await session.run()).toBe('finished');
    expect(server.paths()).toContain('/a');
  });

  it('are matched against URLs of bounded length only', () => {
    expect(problems({ maxUrlLength: 9_000 })['maxUrlLength']).toContain('8192');
  });
});
