import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standardOperators } from '#core/query/operators.ts';
import { interpret, parseQuery } from '#core/query/query.ts';
import type { Term } from '#core/query/term.ts';
import { ruleOperators } from '#core/rules/rule-operators.ts';
import { RuleInput } from '#shared/rules-file.ts';

const term = (text: string): Term => {
  const { terms, problem } = parseQuery(text);
  expect(problem).toBe('');
  expect(terms).toHaveLength(1);
  return terms[0] as Term;
};
const number = (field: string, from: number | null, to: number | null = from) => ({
  kind: 'number',
  field,
  ranges: [{ from, to }],
  missing: false,
  negated: false,
});

const time = (field: string, written: string, from: number | null, to: number | null) => ({
  ...{ kind: 'time', field, ranges: [{ from, to }], missing: false, written, negated: false },
});

const response = (field: string, patterns: readonly object[], missing = false) => ({
  ...{ kind: 'response', field, patterns, missing, negated: false },
});

test.each(['ip:192.0.2', 'ip:192.0.2.256', 'ip:192.0.2.0/24', 'ip:example.com', 'ip:*', 'ip:1:2', 'ip:19*'])(
  '%s is no address, and the problem says how to write one',
  text => {
    expect(parseQuery(text).problem).toContain('is not an IP address. Write it like ip:192.0.2.1');
  },
);

describe('one operator, one term', () => {
  test.each<[string, object]>([
    ['status:404', number('status', 404)],
    ['STATUS:404', number('status', 404)],
    ['status:4xx', number('status', 400, 499)],
    ['status:40x', number('status', 400, 409)],
    ['status:>=400', number('status', 400, null)],
    ['status>=400', number('status', 400, null)],
    ['status=404', number('status', 404)],
    ['depth:2..4', number('depth', 2, 4)],
    ['depth:..4', number('depth', null, 4)],
    ['depth:<3', number('depth', null, 2)],
    ['bytes:>100k', number('bytes', 100_001, null)],
    ['bytes:1.5m', number('bytes', 1_500_000)],
    ['inlinks:0', number('inlinks', 0)],
    ['ms:<=250', number('totalMs', null, 250)],
    ['line:12', number('robotsLine', 12)],
    ['code:404', number('status', 404)],
    ['numlinks:>100', number('outlinks', 101, null)],
    ['size:>100k', number('bytes', 100_001, null)],
    ['follow:none', { kind: 'words', field: 'linksFollowed', values: ['none'], negated: false }],
    ['fetched:2026-11-23T14', time('fetchedAt', '2026-11-23T14', 1_795_442_400_000, 1_795_445_999_999)],
    ['fetched:2026-11-23T14:05', time('fetchedAt', '2026-11-23T14:05', 1_795_442_700_000, 1_795_442_759_999)],
    ['fetched:2026-11-23T14:05:09', time('fetchedAt', '2026-11-23T14:05:09', 1_795_442_709_000, 1_795_442_709_999)],
    ['modified:2026-11-23', time('modified', '2026-11-23', 1_795_392_000_000, 1_795_478_399_999)],
    ['modified:2024-02', time('modified', '2024-02', 1_706_745_600_000, 1_709_251_199_999)],
    ['modified:2025..2026-01', time('modified', '2025..2026-01', 1_735_689_600_000, 1_769_903_999_999)],
    ['ip:192.0.2.1', response('ip', [{ match: 'exact', value: '192.0.2.1' }])],
    ['ip:192.0.2.*,NONE', response('ip', [{ match: 'prefix', value: '192.0.2.' }], true)],
    ['ip:2001:DB8:0:0::1', response('ip', [{ match: 'exact', value: '2001:db8::1' }])],
    [
      'ip:[2001:db8::1],2001:db8:*',
      response('ip', [
        { match: 'exact', value: '2001:db8::1' },
        { match: 'prefix', value: '2001:db8:' },
      ]),
    ],
    ['server:nginx', response('server', [{ match: 'contains', value: 'nginx' }])],
    ['server:Apache,none', response('server', [{ match: 'contains', value: 'Apache' }], true)],
    ['server:"a, b"', response('server', [{ match: 'contains', value: 'a, b' }])],
    ['server:"none"', response('server', [{ match: 'contains', value: 'none' }])],
    ['fetched:>=2026', time('fetchedAt', '>=2026', 1_767_225_600_000, null)],
    ['fetched_at<2026', time('fetchedAt', '<2026', null, 1_767_225_599_999)],
    ['fetched:>2026-01-01', time('fetchedAt', '>2026-01-01', 1_767_312_000_000, null)],
    ['fetched:none', { kind: 'time', field: 'fetchedAt', ranges: [], missing: true, written: 'none', negated: false }],
    ['robots:12', number('robotsLine', 12)],
    ['in_sitemaps:>1', number('inSitemaps', 2, null)],
    ['status:none', { kind: 'number', field: 'status', ranges: [], missing: true, negated: false }],
    ['robots:blocked', { kind: 'robots', verdicts: ['blocked'], negated: false }],
    ['robots:allowed,blocked', { kind: 'robots', verdicts: ['blocked', 'allowed'], negated: false }],
    ['reason:not-found', { kind: 'words', field: 'reason', values: ['not-found'], negated: false }],
    ['state:queued,failed', { kind: 'words', field: 'state', values: ['queued', 'failed'], negated: false }],
    ['may_list:url-only', { kind: 'words', field: 'mayList', values: ['url-only'], negated: false }],
    ['lang:pt_BR,none', { kind: 'words', field: 'lang', values: ['pt-br', ''], negated: false }],
    ['inurl:a,b', { kind: 'text', field: 'url', value: 'a,b', negated: false }],
    ['intitle:"winter sale"', { kind: 'text', field: 'title', value: 'winter sale', negated: false }],
    ['description:"winter sale"', { kind: 'text', field: 'description', value: 'winter sale', negated: false }],
    ['heading:sale,more', { kind: 'text', field: 'h1', value: 'sale,more', negated: false }],
    ['-intitle:“winter sale”', { kind: 'text', field: 'title', value: 'winter sale', negated: true }],
    ['shoes', { kind: 'text', field: 'any', value: 'shoes', negated: false }],
    ['-shoes', { kind: 'text', field: 'any', value: 'shoes', negated: true }],
    ['"status:404"', { kind: 'text', field: 'any', value: 'status:404', negated: false }],
    ['"a \\"b\\""', { kind: 'text', field: 'any', value: 'a "b"', negated: false }],
    ['id=5', { kind: 'text', field: 'any', value: 'id=5', negated: false }],
    ['-', { kind: 'text', field: 'any', value: '-', negated: false }],
    ['site:Example.COM', { kind: 'site', sites: [{ scheme: '', host: 'example.com', port: '', path: '' }], negated: false }],
    [
      'site:https://example.com:8443/shop/',
      { kind: 'site', sites: [{ scheme: 'https', host: 'example.com', port: '8443', path: '/shop/' }], negated: false },
    ],
    [
      'site:bücher.example',
      { kind: 'site', sites: [{ scheme: '', host: 'xn--bcher-kva.example', port: '', path: '' }], negated: false },
    ],
    ['type:image', { kind: 'type', patterns: [{ match: 'prefix', value: 'image/' }], missing: false, negated: false }],
    [
      'type:application/zip',
      { kind: 'type', patterns: [{ match: 'exact', value: 'application/zip' }], missing: false, negated: false },
    ],
    ['type:zip,none', { kind: 'type', patterns: [{ match: 'contains', value: 'zip' }], missing: true, negated: false }],
    ['link:https://example.com/a#b', { kind: 'link', url: 'https://example.com/a', negated: false }],
    ['noindex:yes', { kind: 'noindex', where: 'any', negated: false }],
    ['noindex:', { kind: 'noindex', where: 'any', negated: false }],
    ['noindex:no', { kind: 'noindex', where: 'any', negated: true }],
    ['-noindex:no', { kind: 'noindex', where: 'any', negated: false }],
    ['noindex:header', { kind: 'noindex', where: 'header', negated: false }],
    ['canonical:other', { kind: 'canonical', value: 'other', negated: false }],
    ['canonical:https://e.com', { kind: 'canonical', value: 'url', url: 'https://e.com/', negated: false }],
    ['-in:sitemap', { kind: 'sitemap', negated: true }],
    ['in:https://e.com/sitemap.xml', { kind: 'sitemap', url: 'https://e.com/sitemap.xml', negated: false }],
    ['title:none', { kind: 'text-state', field: 'title', state: 'none', negated: false }],
    ['-h1:Duplicate', { kind: 'text-state', field: 'h1', state: 'duplicate', negated: true }],
    ['title:"none"', { kind: 'text', field: 'title', value: 'none', negated: false }],
    ['schema:duplicate', { kind: 'text', field: 'structuredTypes', value: 'duplicate', negated: false }],
    ['title_length>60', number('titleLength', 61, null)],
    ['h1_count:>1', number('h1Count', 2, null)],
    ['node1:8080', { kind: 'text', field: 'any', value: 'node1:8080', negated: false }],
    ['indexable:yes', { kind: 'words', field: 'indexability', values: ['indexable'], negated: false }],
    ['indexable:noindex,none', { kind: 'words', field: 'indexability', values: ['noindex', ''], negated: false }],
    ['check:check-not-found', { kind: 'words', field: 'checkResult', values: ['check-not-found'], negated: false }],
    ['http_version:1.1', { kind: 'words', field: 'httpVersion', values: ['1.1'], negated: false }],
  ])('%s', (text, expected) => {
    expect(term(text)).toEqual(expected);
  });

  test('a reason may end in * and stands for every code that begins so', () => {
    const found = term('reason:scope-*');
    expect(found).toMatchObject({ values: ['scope-page', 'scope-prefix', 'scope-host', 'scope-domain'] });
  });

  test('lists hold alternatives, ranges and none together', () => {
    expect(term('status:404,5xx,none')).toMatchObject({
      ranges: [
        { from: 404, to: 404 },
        { from: 500, to: 599 },
      ],
      missing: true,
    });
  });
});

test('several conditions all hold; AND is allowed and says nothing', () => {
  const { terms } = parseQuery('status:404 AND site:example.com  "big shoes" -in:sitemap');
  expect(terms.map(t => t.kind)).toEqual(['number', 'site', 'text', 'sitemap']);
});

test('an empty query is every URL', () => {
  expect(parseQuery('  ')).toEqual({ terms: [], problem: '' });
});

describe('a problem names the bad part and the fix', () => {
  test.each<[string, string[]]>([
    ['statsu:404', ['“statsu:”', 'status:', '"statsu:404"']],
    ['modified:2026-11-23T24:00', ['“2026-11-23T24:00”', 'modified:2026-11-23']],
    ['modified:yesterday', ['“yesterday”', 'modified:2026-11-23']],
    ['fetched:2026-02-30', ['“2026-02-30”', 'fetched:']],
    ['fetched:2026-13', ['not a day']],
    ['fetched:2026..2025', ['not a day']],
    ['status:abc', ['“abc”', 'status:404']],
    ['status:404,', ['empty part', 'comma']],
    ['status:', ['status: needs a value', '404']],
    ['depth:4..2', ['“4..2”', 'depth:2']],
    ['reason:robots-dissallow', ['robots-disallow']],
    ['reason:zzzzzzz', ['“zzzzzzz”', 'reason:']],
    ['state:quued', ['quued', 'queued']],
    ['robots:maybe', ['maybe', 'robots:blocked']],
    ['in:menu', ['in:sitemap']],
    ['link:/a', ['whole URL', '/a']],
    ['canonical:x', ['canonical:self']],
    ['site:/', ['site:example.com']],
    ['type:*', ['type:html']],
    ['lang:???', ['lang:de']],
    ['"open', ['not closed']],
    ['line:x', ['“x”']],
    ['indexable:maybe', ['“maybe”', 'yes, no, indexable']],
  ])('%s', (text, parts) => {
    const { terms, problem } = parseQuery(text);
    expect(terms).toEqual([]);
    for (const part of parts) expect(problem).toContain(part);
    expect(problem).not.toContain('\n');
  });
});

describe('interpret', () => {
  test.each<[string, string]>([
    ['info:https://example.com/a#b', 'https://example.com/a'],
    ['INFO: example.com/a', 'https://example.com/a'],
    [' https://example.com/a ', 'https://example.com/a'],
    ['HTTP://Example.com', 'http://example.com/'],
    ['info:ftp://example.com/', 'ftp://example.com/'],
    ['info:mailto:a@example.com', 'mailto:a@example.com'],
  ])('%s asks for a URL', (text, url) => {
    expect(interpret(text)).toEqual({ kind: 'info', url });
  });

  test.each(['info:', 'statsu:1'])('%s is a problem', text => {
    expect(interpret(text).kind).toBe('problem');
  });

  test.each<[string, string]>([
    ['', 'All URLs'],
    ['status:404,410 site:example.com -robots:blocked', 'Status 404 or 410, on example.com, not (blocked by robots.txt)'],
    ['shoes depth:>=2', '“shoes” in the URL or title, depth at least 2'],
    ['title:none -h1:duplicate', 'No title, not (the same h1 as another indexable page)'],
    ['noindex:meta canonical:none in:sitemap', 'Noindex in the page, no canonical, in a sitemap'],
    ['-modified:>=2025,none fetched:2026-11', 'Not (last modified >=2025 or none), fetched at 2026-11'],
    ['reason:robots-disallow', 'Reason Blocked by robots.txt'],
    ['ip:192.0.2.1,192.0.3.* -server:nginx', 'IP address 192.0.2.1 or 192.0.3.*, not (“nginx” in the header Server)'],
  ])('%s is described', (text, description) => {
    expect(interpret(text)).toEqual({ kind: 'filter', filter: text, description });
  });
});

const pieces = fc.oneof(
  fc.constantFrom(
    ...[...standardOperators.keys()].map(name => `${name}:`),
    '-',
    '"',
    ',',
    '..',
    '>=',
    'xx',
    '404',
    'none',
    '\\',
    'https://',
    'info:',
    '\u0000',
    '“',
    ' ',
    ' OR ',
    'NOT ',
    '|',
    '(',
    ')',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

test('any text gives terms or one-line problem, never both, and never throws', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
      const text = parts.join('');
      const { terms, problem } = parseQuery(text);
      expect(problem === '' || terms.length === 0).toBe(true);
      interpret(text);
      for (const each of terms)
        if (each.kind === 'number')
          for (const { from, to } of each.ranges) {
            expect(from === null || Number.isSafeInteger(from)).toBe(true);
            expect(to === null || Number.isSafeInteger(to)).toBe(true);
          }
    }),
    { numRuns: 3_000 },
  );
});

describe('the number in what an extraction found', () => {
  const operators = ruleOperators([RuleInput.parse({ kind: 'extraction', name: 'price', by: 'css', expression: '.price' })]);
  const read = (text: string) => parseQuery(text, operators);
  const field = 'extract.price';

  test.each([
    ['extract.price:>0', '>', 0],
    ['extract.price<=-3.5', '<=', -3.5],
    ['extract.price:=0', '=', 0],
  ])('%s compares', (text, sign, value) => {
    expect(read(text)).toEqual({ terms: [{ kind: 'compared', field, sign, value, negated: false }], problem: '' });
  });

  test.each(['>1,000', '>.5', '>1e5', '>=1,5', '>99999999999999999', '<', '=1,000'])('%s is a problem, not a text', value => {
    expect(read(`extract.price:${value}`).problem).toContain('is not a number');
  });

  test.each(['eur', '"> 5"', '">1,000"', '<b>'])('%s is searched', value => {
    const text = value.replaceAll('"', '');
    expect(read(`extract.price:${value}`)).toEqual({
      terms: [{ kind: 'text', field, value: text, negated: false }],
      problem: '',
    });
  });
});

test('quoted text comes back as it was written', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20 }), value => {
      fc.pre(!/[“”„]/.test(value));
      const quoted = `"${value.replace(/["\\]/g, c => `\\${c}`)}"`;
      expect(parseQuery(quoted).terms).toEqual([{ kind: 'text', field: 'any', value, negated: false }]);
    }),
  );
});
