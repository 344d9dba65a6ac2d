import { expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';
import { linksTo, page } from '#test/support/site.ts';
import { wholeFetches } from '../../../support/whole-rows.ts';

const answers = { '/': linksTo('https://shop.test/a', 'http://plain.test/'), '/a': page() };
const id = 'perf.http1';

it('an https host that chose HTTP/1.1 is a hit; one that spoke HTTP/2 passes; without the offer nobody knows', async () => {
  const options = {
    seeds: ['https://shop.test/', 'http://plain.test/'],
    routes: { 'https://shop.test': '', 'http://plain.test': '' },
  };
  const offered = { ...options, settings: { http2: 'auto' as const } };
  const old = await audited(answers, [id], offered);
  expect([old.hits(id), old.count(id)]).toEqual([['https://shop.test'], { hits: 1, checked: 1, notCheckable: {} }]);
  const all = await audited(answers, [id], { ...offered, sql: `${wholeFetches} UPDATE fetch_row SET http_version = '2'` });
  expect(all.count(id)).toEqual({ hits: 0, checked: 1, notCheckable: {} });
  const later = await audited(answers, [id], {
    ...offered,
    sql: `${wholeFetches} UPDATE fetch_row SET http_version = '2' WHERE url_id = (SELECT id FROM url WHERE url = 'https://shop.test/a')`,
  });
  expect(later.count(id)).toEqual({ hits: 0, checked: 1, notCheckable: {} });
  const unknown = await audited(answers, [id], { ...offered, sql: `${wholeFetches} UPDATE fetch_row SET http_version = NULL` });
  expect(unknown.count(id)).toEqual({ hits: 0, checked: 0, notCheckable: { 'no-response': 1 } });
  const unasked = await audited(answers, [id], options);
  expect(unasked.count(id)).toEqual({ hits: 0, checked: 0, notCheckable: { 'needs-http2': 1 } });
});
