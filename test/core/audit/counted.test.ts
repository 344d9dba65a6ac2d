import { expect, test } from 'vitest';
import { allChecks } from '#core/audit/checks.ts';
import { audited } from '../../support/audited.ts';

const home = `<!doctype html><html lang=en><title>Home</title><body>
<a href=/a>click here</a> <a href=a>A page</a> <a href="?utm_source=x">tracked</a> <a rel=nofollow href=/a>the page</a> <a href=/a></a>
<a href=/missing>gone</a> <a href=/moved>moved</a> <a href=/noindex>hidden</a> <a href=/other>other</a> <a href=/blocked/>blocked</a>
<a href=/photo.png>photo</a> <a href=http://other.invalid/ target=_blank>other site</a> <a rel=nofollow href=http://other.invalid/x>x</a>
<a href=http://10.0.0.1/>private</a> <img src=//other.invalid/a.png><a href="/${'long/'.repeat(500)}">long</a><script src=/a.js></script>`;

test('a hit that is only counted has evidence when that is asked for, and nothing else has', async () => {
  const { audit } = await audited(
    {
      '/': home,
      '/a': '<!doctype html><title>A</title><a href=/>Home</a><a href=/missing>gone</a>',
      '/moved': { status: 301, headers: { location: '/a' } },
      '/noindex': '<!doctype html><meta name=robots content=noindex><title>N</title><a href=/>Home</a>',
      '/other': '<!doctype html><link rel=canonical href=/a><title>O</title><p>no link',
      '/robots.txt': 'User-agent: *\nDisallow: /blocked/',
    },
    allChecks.map(({ id }) => id),
  );
  const urls = [...audit.site.urls()];
  const hitOnce = new Set<string>();
  for (const { check, ids, ...rest } of audit.results) {
    const { id, scope } = check;
    if (scope !== 'page' && scope !== 'response') continue;
    const shown = urls.filter(url => audit.finding({ check, ids, ...rest }, url.id) !== null).map(url => url.id);
    const isOfLinks = id.startsWith('link.');
    // Other checks may see something in pages that are no part of their population.
    expect([id, isOfLinks ? shown : shown.filter(each => ids.includes(each))]).toEqual([id, [...ids]]);
    if (ids.length > 0) hitOnce.add(id);
  }
  const expected =
    'external_nofollow generic_anchor localhost no_anchor no_outlinks nofollow_internal path_relative resource_as_page to_blocked to_broken to_canonicalised to_noindex to_redirect too_long';
  expect([...hitOnce].filter(id => id.startsWith('link.')).sort()).toEqual(expected.split(' ').map(id => `link.${id}`));
  for (const id of ['sec.blank_no_noopener', 'sec.private_links', 'sec.protocol_relative', 'url.tracking'])
    expect(hitOnce).toContain(id);
});
