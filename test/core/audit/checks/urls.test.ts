import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';
import { linksTo, page, robotsFile } from '#test/support/site.ts';

const blocked = { '/robots.txt': robotsFile('User-agent: *\nDisallow: /blocked\n') };
const all = (paths: readonly string[]) => Object.fromEntries(paths.map(path => [path, page(path)]));

describe('the form of URLs', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'url.non_ascii': ['/caf%C3%A9', '/x?q2=%E4%B8%AD'],
    'url.underscore': ['/a_b'],
    'url.uppercase': ['/Shop'],
    'url.multi_slash': ['/a//b'],
    'url.repetitive_path': ['/en/shop/en'],
    'url.space': ['/two%20words'],
    'url.parameters': ['/x?q2=%E4%B8%AD', '/x?a=1&b=2&c=3&d=4', '/y?PHPSESSID=abcdefghij0123456789', '/z?q=shoes'],
    'url.many_parameters': ['/x?a=1&b=2&c=3&d=4'],
    'url.long': [`/${'l'.repeat(120)}`],
    'url.session_id': ['/s;jsessionid=0123456789abcdef0', '/y?PHPSESSID=abcdefghij0123456789'],
    'url.internal_search': ['/search/shoes', '/z?q=shoes'],
    'url.double_encoded': ['/100%2525'],
  };
  const clean = ['/plain', '/y2?residence=abcdefghij0123456789', '/research'];

  it('is looked at for pages', async () => {
    const paths = [...new Set([...Object.values(cases).flat(), ...clean])];
    const answers = { ...blocked, ...all(paths), '/': linksTo('/blocked', '/gone_', ...paths) };
    const { hits, count } = await audited(answers, Object.keys(cases));
    expect(Object.fromEntries(Object.keys(cases).map(id => [id, hits(id)]))).toEqual(
      Object.fromEntries(
        Object.entries(cases).map(([id, paths]) => [
          id,
          id === 'url.parameters' ? [...paths, clean[1]].sort() : [...paths].sort(),
        ]),
      ),
    );
    expect(count('url.underscore')).toEqual({ hits: 1, checked: paths.length + 1, notCheckable: { blocked: 1 } });
    expect(count('url.parameters')).toEqual({ hits: 5, checked: paths.length + 1, notCheckable: { blocked: 1 } });
  });
});

describe('duplicates by spelling', () => {
  it('are groups of pages with the same text', async () => {
    const ids = ['url.case_duplicate', 'url.trailing_slash_dup', 'url.index_dup'];
    const same = (path: string, head = '') =>
      `<html><head><title>${path}</title>${head}</head><body>The very same text.</body></html>`;
    const canonical = '<link rel=canonical href="/c/">';
    const answers = {
      ...blocked,
      ...{ '/Shop': same('a'), '/shop': same('b'), '/Other': page('one'), '/other': page('two') },
      ...{ '/s': same('c'), '/s/': same('d'), '/c': same('e', canonical), '/c/': same('f', canonical) },
      ...{ '/d/?a=1': same('g'), '/d/index.html?a=1': same('h') },
    };
    const links = linksTo('/blocked', ...Object.keys(answers).slice(1));
    const { hits, count, finding } = await audited({ ...answers, '/': links }, ids);
    expect(ids.map(hits)).toEqual([
      ['/Shop', '/shop'],
      ['/s', '/s/'],
      ['/d/?a=1', '/d/index.html?a=1'],
    ]);
    expect(count('url.case_duplicate')).toEqual({ hits: 2, checked: 11, notCheckable: { blocked: 1 } });
    expect(finding('url.case_duplicate', '/Shop')?.evidence.group).toBe(finding('url.case_duplicate', '/shop')?.evidence.group);
  });
});

describe('addresses in links', () => {
  it('track, lead to no place or cannot be parsed', async () => {
    const ids = ['url.tracking', 'url.broken_fragment', 'url.malformed_href', 'url.fragment_only_content'];
    const { hits, count, finding } = await audited(
      {
        ...blocked,
        '/': page(
          ...['/track', '/marks', '/unknown', '/odd', '/bang', '/clean', '/blocked'].map(path => `<a href="${path}">x</a>`),
        ),
        '/track': page('<a href="/clean?utm_source=x">x</a><a href="http://other.test/?gclid=1">x</a>'),
        '/marks': page(
          '<a href="#here">x</a><a href="#gone">x</a><a href="/clean#part">x</a><a href="/clean#missing">x</a><a href="#top">x</a><p id=here>',
        ),
        '/unknown': page('<a href="/blocked#x">x</a>'),
        '/odd': page('<a href="htps://other.test/">x</a><a href="http://[bad/">x</a>'),
        '/bang': page('<a href="#!/page">x</a>'),
        '/clean': page('<a name=part href="#part">x</a><a href="javascript:void(0)">x</a>'),
        '/clean?utm_source=x': page('x'),
      },
      ids,
    );
    expect(ids.map(hits)).toEqual([['/track'], ['/marks'], ['/odd'], ['/bang']]);
    expect(finding('url.broken_fragment', '/marks')?.evidence.items.map(({ value }) => value)).toEqual(['#gone', '#missing']);
    expect(count('url.tracking')).toEqual({ hits: 1, checked: 8, notCheckable: { blocked: 1 } });
    expect(count('url.broken_fragment')).toEqual({ hits: 1, checked: 7, notCheckable: { blocked: 2 } });
    expect(finding('url.malformed_href', '/odd')?.evidence.items).toHaveLength(2);
  });
});
