import { describe, expect, it } from 'vitest';
import { storedLimitSentence } from '#shared/explain/stored-limit.ts';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

const pages = Array.from({ length: 6 }, (_, n) => `/p${n}`);
const textOf = (n: number): string =>
  page(`<meta name=robots content=noindex><p>${`text ${n} `.repeat(50)}</p>`, `<a href="/deep${n}">d</a>`);
const served = () =>
  site({
    '/': linksTo(...pages),
    ...Object.fromEntries(
      pages.flatMap((path, n) => [
        [path, textOf(n)],
        [`/deep${n}`, page(`deep ${n}`)],
      ]),
    ),
  });
const stored =
  'SELECT count(*) FROM url JOIN fetch ON fetch.id = url.fetch_id LEFT JOIN block_body b ON b.hash = fetch.body_hash WHERE b.hash IS NOT NULL';
const facts = 'SELECT url, state, reason, status, bytes, may_list, words, depth, outlinks FROM urls ORDER BY url';

describe('a limit for stored pages', () => {
  it('leaves out the text of later pages, and keeps verdicts, facts, links, hashes and sizes', async () => {
    const server = await served();
    const whole = newSession([server.url('/')]);
    await whole.run();
    const limited = newSession([server.url('/')], { maxStoredBytes: 1 }, { path: newPath() });
    expect(await limited.run()).toBe('finished');
    expect(rows(limited, facts)).toEqual(rows(whole, facts));
    expect(column(whole, stored)).toEqual([13]);
    const [kept] = column(limited, stored) as number[];
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(13);
    const hashes = "SELECT target, hex(body_hash) FROM fetches WHERE purpose = 'page' ORDER BY target";
    expect(rows(limited, hashes)).toEqual(rows(whole, hashes));
    expect(faults(limited)).toEqual([]);
    expect(limited.status().storedLimit).toBe(1);
    expect(storedLimitSentence(1, 1)).toContain('The limit of 1 B for stored pages is reached');
    expect(storedLimitSentence(1, 0)).toMatch(/1 B for stored pages was reached\. There is no limit now/);
    expect(storedLimitSentence(1, 2048)).toContain('It is 2.0 KB now');
    const source = await limited.handlers['url.source']({ url: server.url('/deep5'), start: 0, end: 0 });
    expect(source.unavailable).toContain('does not contain the body');
    await limited.close();
    expect(reopen(limited.path).status().storedLimit).toBe(1);
  });

  it('says nothing where it is not reached, and a crawl again without it has every text', async () => {
    const server = await served();
    const limited = newSession([server.url('/')], { maxStoredBytes: 1 });
    await limited.run();
    await limited.close();
    const again = newSession([server.url('/')], { maxStoredBytes: 1_000_000 }, { earlier: limited.path });
    await again.run();
    expect(column(again, stored)).toEqual([13]);
    expect(again.status().storedLimit).toBeUndefined();
  });
});
