import { describe, expect, it } from 'vitest';
import { crawlHealthChecks } from '#core/audit/checks/crawl-health.ts';
import { audited } from '#test/support/audited.ts';

const checks = crawlHealthChecks.map(({ id }) => id);
const links = (...hrefs: readonly string[]): string => hrefs.map(href => `<a href="${href}">x</a>`).join('');
const challenge = { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: 'Just a moment...' };

describe('health of the crawl', () => {
  it('passes where nothing held the crawl up', async () => {
    const { count, hits } = await audited({ '/': links('/a'), '/a': 'x' }, checks);
    const fine = { hits: 0, checked: 1, notCheckable: {} };
    for (const id of ['crawl.partial', 'crawl.limited', 'crawl.robots_ignored', 'crawl.delay_slow', 'crawl.challenge_rate'])
      expect({ id, ...count(id) }).toEqual({ id, ...fine });
    expect(hits('crawl.single_host_variant')).toEqual([]);
    expect(count('crawl.trap')).toEqual(fine);
  });

  it('names limits, ignored robots.txt and what is left', async () => {
    const { hits, finding, site, audit } = await audited(
      { '/': links('/a', '/b', '/c'), '/a': links('/deep'), '/deep': links('/deeper'), '/b': 'x', '/c': 'x' },
      checks,
      { settings: origin => ({ maxPages: 3, siteRules: [{ pattern: origin, robots: 'never' }] }) },
    );
    expect(hits('crawl.partial')).toEqual([site.origin]);
    expect(finding('crawl.partial', site.origin)?.evidence.items[0]?.value).toBe('queued URLs');
    expect(hits('crawl.limited')).toEqual([site.origin]);
    expect(finding('crawl.limited', site.origin)?.evidence.items[0]?.value).toBe('page-limit');
    expect(hits('crawl.robots_ignored')).toEqual([site.origin]);
    expect(audit.results.length).toBe(checks.length);
  });

  it('names what trap guards stopped; without guards there is nothing to check', async () => {
    const pages = { '/': links('/cal/2026/12'), '/cal/2026/12': links('/cal/9998/12', '/cal/9999/12'), '/cal/9998/12': 'x' };
    const { finding, site, count, hits } = await audited(pages, ['crawl.trap', 'crawl.limited']);
    expect(hits('crawl.trap')).toEqual([site.origin]);
    expect(finding('crawl.trap', site.origin)?.evidence.items).toEqual([
      { value: 'trap-calendar', url: site.url('/cal/9998/12'), count: 2 },
    ]);
    expect(count('crawl.limited').hits).toBe(0);
    const off = await audited(pages, ['crawl.trap'], { settings: { trapGuards: false } });
    expect(off.count('crawl.trap')).toEqual({ hits: 0, checked: 0, notCheckable: { 'guards-off': 1 } });
  });

  it('names slow and challenging hosts', async () => {
    const { hits, finding, site } = await audited(
      { '/robots.txt': 'User-agent: *\nCrawl-delay: 30\n', '/': links('/a'), '/a': challenge },
      checks,
      { settings: { delayMs: 1, maxAttempts: 1 } },
    );
    expect(hits('crawl.challenge_rate')).toEqual([site.origin]);
    expect(hits('crawl.delay_slow')).toEqual([site.origin]);
    expect(finding('crawl.delay_slow', site.origin)?.evidence.items).toEqual([{ value: '30000 ms', line: 2 }]);
  });

  it('sees that the site lives at another address', async () => {
    const { hits, finding, site } = await audited(
      {
        '/': ({ request }) => {
          const twin = `https://${request.headers.host ?? ''}`;
          return links(...Array.from({ length: 10 }, (_, i) => `${twin}/${i}`));
        },
      },
      ['crawl.single_host_variant'],
      { settings: { scope: 'prefix' } },
    );
    expect(hits('crawl.single_host_variant')).toEqual([site.origin]);
    expect(finding('crawl.single_host_variant', site.origin)?.evidence.items[0]?.count).toBe(10);
  });
});
