import { describe, expect, it } from 'vitest';
import { faults, newSession, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

describe('a higher limit of single requests in a finished crawl', () => {
  it('requests no redirect again whose body was not read: another limit cut it', async () => {
    const served = await site({
      '/': linksTo('/moved'),
      '/moved': { status: 302, headers: { Location: '/new' }, body: 'x'.repeat(100_000) },
      '/new': page('Here'),
    });
    const session = newSession([served.url('/')], { delayMs: 0, sitemaps: false });
    expect(await session.run()).toBe('finished');
    const asked = served.log.length;
    session.changeSettings({ maxBodyBytes: 64 * 1_024 * 1_024 });
    expect(await session.run()).toBe('finished');
    expect(served.log).toHaveLength(asked);
    expect(faults(session)).toEqual([]);
  });

  it('requests again all that failed so often, however far apart they lie, and nothing that has had its attempts', async () => {
    const paths = Array.from({ length: 60 }, (_, n) => `/${n}`);
    const served = await site({
      '/': linksTo(...paths),
      ...Object.fromEntries(paths.map((path, n) => [path, n % 20 === 7 ? { status: 500 } : page(path)])),
    });
    const session = newSession([served.url('/')], { delayMs: 0, sitemaps: false, maxAttempts: 1 });
    expect(await session.run()).toBe('finished');
    const asked = served.log.length;
    session.changeSettings({ maxAttempts: 2 });
    expect(await session.run()).toBe('finished');
    expect(
      served
        .paths()
        .slice(asked)
        .filter(path => path !== '/robots.txt')
        .sort(),
    ).toEqual(['/27', '/47', '/7']);
    const again = served.log.length;
    expect(await session.run()).toBe('finished');
    expect(served.log).toHaveLength(again);
    expect(faults(session)).toEqual([]);
  });
});
