import { describe, expect, it } from 'vitest';
import { newSession, rows, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

describe('the network facts of a crawl', () => {
  it('are stored with every attempt: a connection has its cost once, and the explanation shows it', async () => {
    const main = await site({ '/': linksTo('/next'), '/next': page('Next') });
    const session = newSession([main.url('/')], { connections: 1 });
    await session.run();
    const found = rows(
      session,
      'SELECT purpose, http_version, tcp_ms, tls_ms, wait_ms, download_ms, tls_id FROM fetches ORDER BY id',
    );
    const time = expect.any(Number);
    expect(found).toEqual([
      ['robots', '1.1', time, null, time, time, null],
      ['page', '1.1', null, null, time, time, null],
      ['page', '1.1', null, null, time, time, null],
    ]);
    const { facts } = await session.handlers['url.explain']({ url: main.url('/next') });
    expect(facts?.network).toEqual({
      httpVersion: '1.1',
      dnsMs: null,
      tcpMs: null,
      tlsMs: null,
      waitMs: time,
      downloadMs: time,
      tls: null,
    });
    expect(facts?.check).toBeNull();
  });

  it('the explanation of a checked URL has its check', async () => {
    const main = await site({
      '/': page('<img src="/a.png">'),
      '/a.png': { headers: { 'Content-Type': 'image/png', 'Content-Length': '3' }, body: 'abc' },
    });
    const session = newSession([main.url('/')], { checkResources: true });
    await session.run();
    const { facts, decisions } = await session.handlers['url.explain']({ url: main.url('/a.png') });
    expect(facts?.check).toMatchObject({
      subject: 'resource',
      result: 'check-ok',
      status: 200,
      contentType: 'image/png',
      contentLength: 3,
    });
    expect(facts).toMatchObject({ state: 'disregarded', status: null });
    expect(decisions.find(({ current }) => current)?.reason).toBe('resource-not-crawled');
    expect(session.status().checks).toEqual([{ state: 'done', result: 'check-ok', urls: 1 }]);
    const listed = rows(session, "SELECT check_result, check_status FROM urls WHERE url LIKE '%png'");
    expect(listed).toEqual([['check-ok', 200]]);
  });
});
