import { describe, expect, test } from 'vitest';
import { type CheckedSitemap, checkSitemap, type SitemapInput } from '#core/sitemap/check/check-sitemap.ts';
import { parseSitemap } from '#core/sitemap/parse.ts';

const now = Date.parse('2026-11-23T00:00:00Z');
const encoder = new TextEncoder();
const core = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const check = (text: string | Uint8Array, more: Partial<SitemapInput> = {}): CheckedSitemap =>
  checkSitemap({ bytes: typeof text === 'string' ? encoder.encode(text) : text, url: '', isNamed: null, now, ...more });
const urlset = (...entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${core}>\n${entries.map(each => `<url>${each}</url>`).join('\n')}\n</urlset>`;
const found = (checked: CheckedSitemap): string[] => checked.findings.map(({ code, line }) => `${code} ${line}`);
const loc = (path: string): string => `<loc>https://e.com${path}</loc>`;

test('a sitemap as the protocol shows it has no problems', () => {
  const checked = check(
    urlset(
      `${loc('/')}<lastmod>2005-01-01</lastmod><changefreq>monthly</changefreq><priority>0.8</priority>`,
      loc('/a?b=1&amp;c=2'),
    ),
  );
  expect(checked).toMatchObject({ kind: 'urlset', entries: 2, findings: [], counts: [], listed: [] });
  expect(checked.totals).toMatchObject({ files: 1, entries: 2, dates: 1 });
});

test('an index lists its files with lines; an index within an index is an error', () => {
  const text = `<sitemapindex ${core}>\n<sitemap><loc>https://e.com/a.xml</loc>\n<lastmod>2026-01-01</lastmod></sitemap>\n</sitemapindex>`;
  expect(check(text)).toMatchObject({
    kind: 'index',
    listed: [{ url: 'https://e.com/a.xml', line: 2, lastmod: '2026-01-01' }],
    findings: [],
  });
  expect(found(check(text, { isListed: true }))).toEqual(['index-in-index 0']);
});

describe('the file as a whole', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ['nothing', '', ['empty 0']],
    ['white space', ' \n\t', ['empty 0']],
    ['prose', 'Hello\nworld', ['not-xml 1']],
    ['a comment', '<!-- a -->', ['not-xml 1']],
    ['a page', '<!DOCTYPE html><html><body>Not found</body></html>', ['is-html 1']],
    ['other XML', '\n<kml></kml>', ['unknown-root 2']],
    ['still packed', new Uint8Array([0x1f, 0x8b, 8, 0]), ['bad-gzip 0']],
    ['no entries', `<urlset ${core}></urlset>`, ['no-entries 0']],
    ['no namespace', `<urlset>\n<url>${loc('/')}</url></urlset>`, ['bad-namespace 1']],
    [
      'another namespace',
      `<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9"><url>${loc('/')}</url></urlset>`,
      ['bad-namespace 1'],
    ],
    [
      'a prefix',
      `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>https://e.com/</s:loc></s:url></s:urlset>`,
      [],
    ],
    ['cut', `<urlset ${core}>\n<url>${loc('/')}</url>\n<url><lo`, ['truncated 3']],
    ['not closed', `<urlset ${core}>\n<url>${loc('/')}</url>`, ['truncated 2']],
    ['not well-formed', urlset(loc('/')).replace('<url>', '<url a=1>'), ['not-well-formed 3']],
    ['a DOCTYPE with entities', `<!DOCTYPE x [<!ENTITY a "b">]>${urlset(loc('/')).slice(39)}`, ['doctype 1']],
    ['a declared encoding', urlset(loc('/')).replace('UTF-8', 'ISO-8859-1'), ['other-encoding 1']],
    ['a byte order mark', `\ufeff${urlset(loc('/'))}`, ['bom 1']],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(urlset(loc('/'))), Buffer.from('<!--\xe9-->', 'latin1')]),
      ['bad-bytes 4'],
    ],
  ])('%s', (_, text, expected) => {
    expect(found(check(text))).toEqual(expected);
  });

  test('more than 50,000 entries: the rest is counted, not checked', () => {
    const checked = check(urlset(...Array.from({ length: 50_003 }, (_, at) => loc(`/${at}`)), '<loc>bad</loc>'));
    expect(checked.entries).toBe(50_004);
    expect(checked.totals.entries).toBe(50_000);
    expect(found(checked)).toEqual(['too-many-entries 50003']);
  });

  test('UTF-16 is read and named', () => {
    const bytes = Buffer.from(`\ufeff${urlset(loc('/')).replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect(found(check(bytes))).toEqual(['other-encoding 0']);
  });
});

describe('entries', () => {
  test.each<[string, string, string[]]>([
    ['no loc', '<lastmod>2020-01-01</lastmod>', ['no-loc 3']],
    ['an empty loc', '<loc> </loc>', ['bad-loc 3']],
    ['a path', '<loc>/a</loc>', ['bad-loc 3']],
    ['another scheme', '<loc>ftp://e.com/</loc>', ['bad-loc 3']],
    ['2,048 characters', loc(`/${'a'.repeat(2_034)}`), ['bad-loc 3']],
    ['2,047 characters', loc(`/${'a'.repeat(2_033)}`), []],
    ['a space', loc('/a b'), ['bad-loc 3']],
    ['a letter that is not ASCII', loc('/é'), ['loc-unescaped 3']],
    ['a fragment', loc('/a#b'), ['loc-fragment 3']],
    ['a plain &', loc('/?a=1&b=2'), ['bad-escape 3', 'not-well-formed 3']],
    ['a plain & in CDATA', '<loc><![CDATA[https://e.com/?a=1&b=2]]></loc>', []],
    ['two locs', `${loc('/')}\n${loc('/b')}`, ['element-twice 4']],
    ['an unknown element', `${loc('/')}<title>x</title>`, ['unknown-element 3']],
    ['an element of another namespace', `${loc('/')}<x:y xmlns:x="urn:x">z</x:y>`, []],
    ['capitals', `<Loc>https://e.com/</Loc>`, ['unknown-element 3']],
    ['an element inside a text', `<loc>https://e.com/<b>x</b></loc>`, ['misplaced 3']],
    ['a bad date', `${loc('/')}<lastmod>01.02.2024</lastmod>`, ['bad-lastmod 3']],
    ['a day that does not exist', `${loc('/')}<lastmod>2023-02-29</lastmod>`, ['bad-lastmod 3']],
    ['a date in the future', `${loc('/')}<lastmod>2026-11-24T00:00:01Z</lastmod>`, ['future-lastmod 3']],
    ['tomorrow, for time zones', `${loc('/')}<lastmod>2026-11-24</lastmod>`, []],
    ['a year', `${loc('/')}<lastmod>2027</lastmod>`, ['future-lastmod 3']],
    ['a priority', `${loc('/')}<priority>1.5</priority>`, ['bad-priority 3']],
    ['a changefreq', `${loc('/')}<changefreq>Daily</changefreq>`, ['bad-changefreq 3']],
  ])('%s', (_, entry, expected) => {
    expect(found(check(urlset(entry)))).toEqual(expected);
  });

  test('duplicates are those that normalise to the same URL, with the line of the first', () => {
    const { findings, counts } = check(urlset(loc('/a'), '<loc>https://E.com:443/%61</loc>', loc('/b')));
    expect(findings).toMatchObject([{ code: 'duplicate', line: 4, message: expect.stringContaining('in line 3 too') }]);
    expect(counts).toEqual([{ code: 'duplicate', severity: 'W', problems: 1, affected: 1, of: 3, unit: 'entries' }]);
  });

  test('host, scheme and folder are compared with the address of the file; robots.txt may name it for other folders', () => {
    const text = urlset(loc('/maps/a'), loc('/b'), '<loc>https://f.com/</loc>', '<loc>http://e.com/maps/c</loc>');
    const url = 'https://e.com/maps/sitemap.xml';
    expect(found(check(text, { url }))).toEqual(['other-folder 4', 'other-host 5', 'other-scheme 6']);
    expect(found(check(text, { url, isNamed: true }))).toEqual(['other-host 5', 'other-scheme 6']);
    expect(found(check(text))).toEqual(['other-host 5', 'other-scheme 6']);
  });

  test('one lastmod for all entries is a note from 100 entries on', () => {
    const same = (count: number): string =>
      urlset(...Array.from({ length: count }, (_, at) => `${loc(`/${at}`)}<lastmod>2026-01-01</lastmod>`));
    expect(found(check(same(99)))).toEqual([]);
    expect(check(same(100)).findings).toMatchObject([{ code: 'same-lastmod', severity: 'I', line: 0 }]);
  });

  test('of a kind, the first hundred are listed and all are counted', () => {
    const checked = check(urlset(...Array.from({ length: 150 }, () => '<loc>/a</loc>')));
    expect(checked.findings).toHaveLength(100);
    expect(checked.counts).toMatchObject([{ code: 'bad-loc', problems: 150, affected: 150, of: 150 }]);
  });

  test('what stands in the wrong place is named', () => {
    expect(found(check(`<urlset ${core}>\n<sitemap>${loc('/a.xml')}</sitemap>\n${loc('/b')}\n</urlset>`))).toEqual([
      'misplaced 2',
      'misplaced 3',
    ]);
  });
});

test('text files: addresses by line, with the same rules', () => {
  const checked = check('https://e.com/\r\n\r\nhttps://e.com/a b\rhttps://f.com/\n/c\n');
  expect(checked).toMatchObject({ kind: 'text', entries: 4 });
  expect(found(checked)).toEqual(['bad-loc 3', 'other-host 4', 'bad-loc 5']);
});

test('feeds are read as the crawl reads them', () => {
  const item = '<item><title>A</title><link>https://e.com/a</link></item>';
  expect(check(`<rss version="2.0"><channel>${item}</channel></rss>`)).toMatchObject({ kind: 'feed', entries: 1, findings: [] });
  expect(found(check('<feed xmlns="http://www.w3.org/2005/Atom"></feed>'))).toEqual(['no-entries 0']);
});

describe('hostile files end in sentences', () => {
  test.each<[string, string, string[]]>([
    [
      'entities',
      `<!DOCTYPE x [${'<!ENTITY a "&b;&b;">'.repeat(1_000)}]><urlset ${core}><url><loc>https://e.com/&a;</loc></url></urlset>`,
      ['bad-escape', 'doctype'],
    ],
    ['depth', `<urlset ${core}>${'<a>'.repeat(200_000)}`, ['misplaced', 'no-entries', 'truncated']],
    ['many tags', `<urlset ${core}>${'<a/>'.repeat(200_000)}</urlset>`, ['misplaced', 'no-entries']],
    ['one large attribute', `<urlset ${core} a="${'b'.repeat(2_000_000)}"><url>${loc('/')}</url></urlset>`, []],
    ['many attributes', `<urlset ${core} ${'b '.repeat(500_000)}><url>${loc('/')}</url></urlset>`, ['not-well-formed']],
    ['a name without end', `<urlset ${core}><${'a'.repeat(1_000_000)}`, ['no-entries', 'truncated']],
    [
      'prefixes without end',
      `<urlset ${core}>${`<A${'b'.repeat(300)}/>`.repeat(5_000)}</urlset>`,
      ['misplaced', 'no-entries', 'unknown-element'],
    ],
    ['a large text', `<urlset ${core}><url><loc>https://e.com/${'a&amp;'.repeat(300_000)}</loc></url></urlset>`, ['bad-loc']],
  ])('%s', (_, text, codes) => {
    const { findings } = check(text);
    expect([...new Set(findings.map(({ code }) => code))].sort()).toEqual(codes);
    for (const { message } of findings) expect(message.length).toBeLessThanOrEqual(300);
  });
});

test('the same entries as the crawl reads', () => {
  const text = urlset(loc('/a'), `${loc('/b')}<url>${loc('/c')}`, '<LOC>https://e.com/d</LOC>', '<x:loc>https://e.com/e</x:loc>');
  const crawled = parseSitemap(encoder.encode(text), { url: '' });
  expect(crawled.entries.map(entry => entry.loc.slice(13))).toEqual(['/a', '/b', '/c', '/d', '/e']);
  expect(check(text).entries).toBe(5);
});
