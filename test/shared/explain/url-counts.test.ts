import { expect, test } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import { finish } from '#core/steps.ts';
import { urlCounts } from '#shared/explain/url-counts.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { addUrl, draft, newStore } from '../../storage/fixture.ts';

/** URLs of one origin in every state, all of them in one sitemap and the origin with a robots.txt. */
function crawled() {
  const { db, store } = newStore();
  const rows = [
    ['queued', 'linked', 5],
    ['leased', 'robots-allow', 3],
    ['done', 'fetched', 4],
    ['done', 'not-found', 2],
    // A site rule: robots.txt says no, and it was requested.
    ['done', 'robots-overridden', 2],
    ['failed', 'timeout', 1],
    ['disregarded', 'robots-disallow', 3],
    ['disregarded', 'robots-always-obeyed', 1],
    ['disregarded', 'scope-host', 6],
  ] as const;
  store.db.exec(
    `INSERT INTO sitemap (id, origin_id, url, source, level, state) VALUES (1, 1, 's', 'robots', 0, 'done');
    INSERT INTO robots_version (id, origin_id, first_seen_at, last_seen_at, access, final_url) VALUES (1, 1, 1, 1, 'rules', '')`.replace(
      /^/,
      'PRAGMA foreign_keys = OFF;',
    ),
  );
  let seq = 0;
  for (const [state, reason, many] of rows)
    for (let n = 0; n < many; n++) {
      const id = addUrl(store, `http://a.test/${reason}/${n}`);
      store.transaction(() => {
        const url = store.urls.byId(id) ?? expect.fail();
        const decisionId = store.urls.decide(id, draft(reason, 'access'), 1, 1);
        const mayFetch = /^robots-(disallow|always|overridden)/.test(reason) ? 'no' : 'yes';
        store.urls.change(url, { state, reason, decisionId, mayFetch });
        store.sitemaps.entry(
          { sitemapId: 1, seq: seq++, urlId: id, isCounted: false },
          { line: 1, lastmod: '', changefreq: '', priority: '' },
        );
      });
    }
  return { db, store };
}

test('every counter of URLs counts what the filter of its label lists', () => {
  const { db, store } = crawled();
  const orders = new UrlOrders(db);
  finish(orders.update());
  const listed = (filter: string): number => [...urlViews(db).stream(parseQuery(filter).terms, 1_000)].length;
  const count = Object.fromEntries(Object.entries(urlCounts).map(([name, { filter }]) => [name, listed(filter)]));
  expect(count).toEqual({ responses: 8, waiting: 5, notCrawled: 10, failed: 1, blocked: 4 });

  const { states, origins } = store.tally;
  expect(states.get('done')).toBe(count['responses']);
  expect(states.get('queued')).toBe(count['waiting']);
  expect(states.get('disregarded')).toBe(count['notCrawled']);
  expect(states.get('failed')).toBe(count['failed']);
  expect(origins.get(1)).toEqual({
    queued: count['waiting'],
    fetched: count['responses'],
    failed: count['failed'],
    blocked: count['blocked'],
  });

  const lists = robotsReads(db);
  for (const [row] of [lists.origins(), lists.origins(finish(orders.counts.byOrigin()))])
    expect(row).toMatchObject({ urls: 27, blocked: count['blocked'] });
  for (const [row] of [lists.sitemaps(), lists.sitemaps(finish(orders.counts.bySitemap()))])
    expect(row).toMatchObject({ fetched: count['responses'], blocked: count['blocked'] });
});
