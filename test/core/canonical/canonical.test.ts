import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCanonical } from '#core/canonical/choose.ts';
import { collectCanonicals } from '#core/canonical/collect.ts';
import { parseLinkHeader } from '#core/canonical/link-header.ts';
import { documentBaseUrl } from '#core/html/href.ts';
import { read } from '../html/read.ts';

describe('Link header', () => {
  const shown = (value: string): string[] => parseLinkHeader([['Link', value]]).map(link => `${link.href} ${link.rel}`);

  it.each<[string, string, string[]]>([
    ['one link', '<http://a/>; rel="canonical"', ['http://a/ canonical']],
    ['unquoted', '<a>;rel=next', ['a next']],
    ['case and several relations', '<a>; REL="Next  CANONICAL next"', ['a next canonical']],
    ['several links', '<a>; rel=x, <b>;rel=y ,<c>', ['a x', 'b y', 'c ']],
    ['commas inside <> and quotes', '<a,b>; title="x, <y>; rel=z"; rel=r', ['a,b r']],
    ['escaped quotes', '<a>; title="\\", "; rel=r', ['a r']],
    ['an escape at the very end', '<a>; rel="x\\', ['a x\\']],
    ['the first rel counts', '<a>; rel=x; rel=y', ['a x']],
    ['parameters without a value', '<a>; crossorigin; rel=x', ['a x']],
    ['white space everywhere', ' < a > ; rel = "x" ', ['a x']],
    ['an empty target', '<>; rel=x', [' x']],
    ['an unterminated quote takes the rest', '<a>; rel="x, <b>; rel=y', ['a x, <b>; rel=y']],
    ['an unterminated target is none', '<a>; rel=x, <b; rel=y', ['a x']],
    ['junk is skipped to the next comma', 'junk; rel=x, <a>; rel=y', ['a y']],
    ['junk after a target', '<a> junk; rel=x, <b>; rel=y', ['a x', 'b y']],
    ['nothing', '', []],
    ['commas only', ' , ,, ', []],
    ['UTF-8 bytes are put together', '</\xc3\xa4>; rel=x', ['/ä x']],
    ['other bytes stay', '</\xe4>; rel=x', ['/ä x']],
  ])('%s', (_rule, value, expected) => {
    expect(shown(value)).toEqual(expected);
  });

  it('keeps parameters, the place and the text of each link', () => {
    const [, second] = parseLinkHeader([
      ['server', 'x'],
      ['link', '<a>; rel=x, <b>; rel=alternate; Hreflang="de"; title*=UTF-8\'\'x'],
    ]);
    expect(second).toMatchObject({ index: 1, text: '<b>; rel=alternate; Hreflang="de"; title*=UTF-8\'\'x' });
    expect([...(second?.params ?? [])]).toEqual([
      ['rel', 'alternate'],
      ['hreflang', 'de'],
      ['title*', "UTF-8''x"],
    ]);
  });

  it('reads a thousand links and no more', () => {
    expect(parseLinkHeader([['link', '<a>;rel=x,'.repeat(5000)]])).toHaveLength(1000);
    const numbers = Array.from({ length: 5000 }, (_, index) => index);
    const [link, next] = parseLinkHeader([
      ['link', `<a>;rel="${numbers.map(n => `r${n}`).join(' ')}"${numbers.map(n => `;p${n}=1`).join('')},<b>;rel=x`],
    ]);
    expect(link?.rel.split(' ')).toHaveLength(1000);
    expect(link?.params.size).toBe(1000);
    expect(next).toMatchObject({ href: 'b', rel: 'x' });
  });

  it('never throws', () => {
    const value = fc
      .array(fc.constantFrom('<', '>', '"', '\\', ';', ',', '=', ' ', 'rel', 'canonical', '\xc3', 'a'))
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(value, text => {
        for (const link of parseLinkHeader([['link', text]])) expect(text).toContain(link.text);
      }),
    );
  });
});

describe('choosing the canonical address', () => {
  const PAGE = 'https://h/dir/page?x=1';
  const choose = (html: string, ...headers: string[]): string => {
    const facts = read(html);
    const declarations = collectCanonicals(
      facts,
      headers.map(value => ['link', value] as const),
    );
    const choice = chooseCanonical(declarations, PAGE, documentBaseUrl(facts.base?.value ?? null, PAGE));
    if (choice.kind === 'conflict') return `conflict ${choice.urls.join(' ')}`;
    if (choice.kind === 'invalid') return `invalid ${choice.why}`;
    return choice.kind === 'none' ? 'none' : `${choice.kind} ${choice.url}`;
  };
  const element = (href: string): string => `<link rel=canonical href="${href}">`;
  const HEADER = '<https://h/other>; rel="canonical"';

  it.each<[string, string, string[], string]>([
    ['none', '<p>', [], 'none'],
    ['itself', element(PAGE), [], `self ${PAGE}`],
    ['itself with a fragment', element('#top'), [], `self ${PAGE}`],
    ['itself in another spelling', element('HTTPS://H:443/dir/./page?x=1'), [], `self ${PAGE}`],
    ['without the query it is another page', element('page'), [], 'elsewhere https://h/dir/page'],
    ['relative to the base', `<base href=//evil/x/>${element('p')}`, [], 'elsewhere https://evil/x/p'],
    ['a header is relative to the page', '<base href=//evil/x/>', ['<p>; rel=canonical'], 'elsewhere https://h/dir/p'],
    ['a header', '<p>', [HEADER], 'elsewhere https://h/other'],
    ['header and element agree', element('/other'), [HEADER], 'elsewhere https://h/other'],
    ['header and element disagree', element('/a'), [HEADER], 'conflict https://h/other https://h/a'],
    ['two elements disagree', element('/a') + element('/b'), [], 'conflict https://h/a https://h/b'],
    ['differing in the fragment only is no conflict', element('/a#1') + element('/a#2'), [], 'elsewhere https://h/a'],
    ['in the body', `<body>${element('/a')}`, [], 'invalid in-body'],
    ['one in the body does not disturb', `${element('/a')}<body>${element('/b')}`, [], 'elsewhere https://h/a'],
    ['a script address', element('javascript:alert(1)'), [], 'invalid not-http'],
    ['no address', element('http://[x'), [], 'invalid not-a-url'],
    ['an empty address', element(' '), [], 'invalid empty'],
    ['another relation', '<p>', ['</a>; rel=next'], 'none'],
    ['a header about another page', '<p>', ['</a>; rel=canonical; anchor="/b"'], 'none'],
  ])('%s', (_rule, html, headers, expected) => {
    expect(choose(html, ...headers)).toBe(expected);
  });

  it('without a page, headers still count', () => {
    expect(collectCanonicals(null, [['Link', HEADER]])).toEqual([
      { href: 'https://h/other', source: { kind: 'header', name: 'Link', index: 0, text: HEADER } },
    ]);
  });

  it('a page without a valid address has no self', () => {
    const [declaration] = collectCanonicals(null, [['link', HEADER]]);
    expect(chooseCanonical(declaration ? [declaration] : [], 'nonsense', 'nonsense').kind).toBe('invalid');
  });
});
