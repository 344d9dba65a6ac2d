import { describe, expect, it } from 'vitest';
import { canonicalDeclarationChecks } from '#core/audit/checks/canonical-declarations.ts';
import { canonicalRelationChecks } from '#core/audit/checks/canonical-relations.ts';
import { canonicalTargetChecks } from '#core/audit/checks/canonical-targets.ts';
import { audited } from '#test/support/audited.ts';
import { type Answer, redirect } from '#test/support/site.ts';

const page = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const canonical = (href: string, more = ''): string => `<link rel=canonical href="${href}"${more}>`;
const links = (...paths: readonly string[]): string => paths.map(path => `<a href="${path}">x</a>`).join('');
const linked = (answers: Readonly<Record<string, Answer>>, start = ''): Record<string, Answer> => ({
  '/': page(start, links(...Object.keys(answers).filter(path => path !== '/robots.txt' && !path.startsWith('/hidden')))),
  ...answers,
});
const blocked = { '/robots.txt': 'User-agent: *\nDisallow: /blocked\n', '/blocked': page('') };

describe('declarations of canonicals', () => {
  it('are judged one by one, from elements and headers', async () => {
    const { hits, count, finding } = await audited(
      linked({
        ...blocked,
        '/none': page(''),
        '/empty': page(canonical('')),
        '/self': page(canonical('/self')),
        '/header': { headers: { Link: '</header>; rel="canonical"' }, body: page('') },
        '/twice': page(canonical('/twice') + canonical('/twice')),
        '/differ': page(canonical('/differ') + canonical('/self')),
        '/against': { headers: { Link: '</self>; rel=canonical' }, body: page(canonical('/against')) },
        '/elsewhere': page(canonical('/self#top')),
        '/attribute': page(canonical('/attribute', ' hreflang=en')),
        '/late': page('', canonical('/late')),
        '/noindex': page('<meta name=robots content=noindex>'),
      }),
      canonicalDeclarationChecks.map(({ id }) => id),
    );
    expect(hits('canon.missing')).toEqual(['/', '/empty', '/none']);
    // Indexable: all but /elsewhere and /noindex.
    expect(count('canon.missing')).toEqual({ hits: 3, checked: 10, notCheckable: { blocked: 1 } });
    expect(hits('canon.canonicalised')).toEqual(['/elsewhere']);
    // Pages with a canonical: not /, /none and /noindex.
    expect(count('canon.canonicalised')).toEqual({ hits: 1, checked: 9, notCheckable: { blocked: 1 } });
    expect(hits('canon.multiple')).toEqual(['/against', '/differ', '/twice']);
    expect(hits('canon.conflict')).toEqual(['/against', '/differ']);
    expect(hits('canon.header_html_differ')).toEqual(['/against']);
    expect(finding('canon.header_html_differ', '/against')?.evidence.items).toEqual([
      { value: '/self', header: expect.any(Number) },
      { value: '/against', bytes: expect.any(Array) },
    ]);
    expect(hits('canon.relative')).toEqual(
      ['/against', '/attribute', '/differ', '/elsewhere', '/header', '/late', '/self', '/twice'].sort(),
    );
    expect(hits('canon.fragment')).toEqual(['/elsewhere']);
    expect(finding('canon.bad_attribute', '/attribute')?.evidence.items[0]?.value).toBe('hreflang');
    expect(hits('canon.bad_attribute')).toEqual(['/attribute']);
    expect(hits('canon.outside_head')).toEqual(['/late']);
  });
});

describe('targets of canonicals', () => {
  it('are judged by what the crawl knows of them', async () => {
    const { hits, count, finding } = await audited(
      linked({
        ...blocked,
        '/self': page(canonical('/self')),
        '/good': page(canonical('/self')),
        '/to-gone': page(canonical('/gone')),
        '/gone': { status: 410, body: 'gone' },
        '/to-moved': page(canonical('/moved')),
        '/moved': redirect('/self', 301),
        '/to-noindex': page(canonical('/noindex')),
        '/noindex': page('<meta name=robots content=noindex>'),
        '/to-blocked': page(canonical('/blocked')),
        '/chain': page(canonical('/good')),
        '/loop-a': page(canonical('/loop-b')),
        '/loop-b': page(canonical('/loop-a')),
        '/to-hidden': page(canonical('/hidden')),
        '/hidden': page(''),
        '/to-closed': page(canonical('/blocked-unseen')),
        '/to-outside': page(canonical('https://example.com/')),
      }),
      canonicalTargetChecks.map(({ id }) => id),
    );
    const known = { 'not-asked': 3, blocked: 2 };
    // Pages with one usable canonical: 11. Three of them name URLs that were not requested, one a blocked one.
    expect(hits('canon.to_4xx')).toEqual(['/to-gone']);
    expect(count('canon.to_4xx')).toEqual({ hits: 1, checked: 8, notCheckable: known });
    expect(finding('canon.to_4xx', '/to-gone')?.evidence.items[0]?.value).toBe('410');
    expect(hits('canon.to_redirect')).toEqual(['/to-moved']);
    expect(hits('canon.to_noindex')).toEqual(['/to-noindex']);
    expect(hits('canon.to_blocked')).toEqual(['/to-blocked', '/to-closed']);
    // robots.txt of the site decides about a URL that was not requested; that of example.com was not requested.
    expect(count('canon.to_blocked')).toEqual({ hits: 2, checked: 11, notCheckable: { 'needs-robots': 1, blocked: 1 } });
    expect(finding('canon.to_blocked', '/to-closed')?.evidence.items[0]?.value).toBe('robots.txt line 2');
    expect(hits('canon.chain')).toEqual(['/chain', '/loop-a', '/loop-b']);
    expect(hits('canon.loop')).toEqual(['/loop-a', '/loop-b']);
    expect(hits('canon.unlinked')).toEqual(['/blocked-unseen', '/hidden']);
  });
});

describe('canonicals beside other signals', () => {
  it('say where they lead and what contradicts them', async () => {
    const og = (url: string): string => `<meta property="og:url" content="${url}">`;
    const to = (href: string): string => page(canonical(href));
    const answers = linked(
      {
        ...blocked,
        '/self': page(canonical('/self') + og('/self')),
        '/secure': to('https://example.com/'),
        '/list?page=2': page(canonical('/list')),
        '/list': page('<link rel=next href="/list?page=2">'),
        '/list/page/3/': page(canonical('/list/')),
        '/second': page('<link rel=prev href="/self"><link rel=canonical href="/self">'),
        '/noindex': page(`<meta name=robots content=noindex>${canonical('/self')}`),
        '/slashes': page(canonical('//example.com/')),
        '/shared': page(canonical('/shared') + og('/self')),
        '/popular': page(canonical('/self')),
        '/one': page('', links('/popular', '/popular')),
        '/two': page('', links('/popular')),
      },
      '',
    );
    const { hits, count, finding } = await audited(
      answers,
      canonicalRelationChecks.map(({ id }) => id),
      {
        limits: { 'canon.inlinks_to_non_canonical': { pages: 3 } },
      },
    );
    expect(hits('canon.http_to_https')).toEqual(['/secure']);
    expect(hits('canon.cross_domain')).toEqual(['/secure', '/slashes']);
    expect(count('canon.cross_domain')).toEqual({ hits: 2, checked: 9, notCheckable: { blocked: 1 } });
    expect(hits('canon.https_to_http')).toEqual([]);
    expect(hits('canon.to_first_page')).toEqual(['/list/page/3/', '/list?page=2']);
    expect(hits('canon.noindex_and_canonical')).toEqual(['/noindex']);
    expect(hits('canon.protocol_relative')).toEqual(['/slashes']);
    expect(hits('canon.og_url_differs')).toEqual(['/shared']);
    expect(hits('canon.inlinks_to_non_canonical')).toEqual(['/popular']);
    expect(finding('canon.inlinks_to_non_canonical', '/popular')?.evidence.items[0]).toEqual({
      value: 'linking pages',
      count: 3,
    });
  });
});
