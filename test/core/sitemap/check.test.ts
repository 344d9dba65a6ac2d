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
    ['url of another namespace', `<x:url xmlns:x="urn:x">z</x:url>${loc('/')}<lastmod>2026-01-01</lastmod>`, []],
    ['url of another default namespace', `<url xmlns="urn:x">z</url>${loc('/')}`, []],
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

  test('an element that stands often is counted as far as it is kept', () => {
    const message = (count: number): string | undefined => check(urlset(loc('/').repeat(count))).findings[0]?.message;
    expect(message(63)).toBe('<loc> stands 63 times in one entry.');
    expect(message(100)).toBe('<loc> stands at least 64 times in one entry.');
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

const extended = `<urlset ${core} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`;
/** One entry from line 2 on. */
const withIn = (inner: string): string => `${extended}\n<url>${loc('/')}\n${inner}</url></urlset>`;

describe('images', () => {
  test.each<[string, string, string[]]>([
    ['as documented', '<image:image><image:loc>https://cdn.com/a.png</image:loc></image:image>', []],
    ['no loc', '<image:image></image:image>', ['image-missing 3']],
    ['an empty loc', '<image:image>\n<image:loc/></image:image>', ['image-missing 4']],
    ['a path', '<image:image><image:loc>/a.png</image:loc></image:image>', ['image-loc 3']],
    [
      'a plain &',
      '<image:image><image:loc>https://e.com/?a=1&b=2</image:loc></image:image>',
      ['bad-escape 3', 'not-well-formed 3'],
    ],
    [
      'a caption',
      '<image:image><image:loc>https://e.com/a</image:loc><image:caption>x</image:caption></image:image>',
      ['image-unused 3'],
    ],
    [
      'an unknown element',
      '<image:image><image:loc>https://e.com/a</image:loc><image:size>1</image:size></image:image>',
      ['unknown-element 3'],
    ],
    ['a loc alone', '<image:loc>https://e.com/a</image:loc>', ['misplaced 3']],
    ['an image in a CDATA section', '<image:image><image:loc><![CDATA[https://e.com/?a&b]]></image:loc></image:image>', []],
  ])('%s', (_, inner, expected) => {
    expect(found(check(withIn(inner)))).toEqual(expected);
  });

  test('more than 1,000 of a page', () => {
    const image = '<image:image><image:loc>https://e.com/a</image:loc></image:image>';
    expect(found(check(withIn(image.repeat(1_000))))).toEqual([]);
    const checked = check(withIn(image.repeat(1_001)));
    expect(found(checked)).toEqual(['too-many-images 2']);
    expect(checked.totals.images).toBe(1_001);
  });
});

describe('namespaces of extensions', () => {
  const image = '<image:image><image:loc>/a</image:loc></image:image>';
  test.each<[string, string, string[]]>([
    [
      'declared on the element',
      `<i:image xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><i:loc>/a</i:loc></i:image>`,
      ['image-loc'],
    ],
    ['not declared: one finding, still read', image + image, ['bad-namespace', 'image-loc', 'image-loc']],
    [
      'written wrong: one finding, still read',
      `<image:image xmlns:image="https://www.google.com/schemas/sitemap-image/1.1/"><image:loc>/a</image:loc></image:image>`,
      ['bad-namespace', 'image-loc'],
    ],
    [
      'another namespace under the usual prefix',
      `<image:image xmlns:image="urn:other"><image:loc>/a</image:loc></image:image>`,
      [],
    ],
  ])('%s', (_, inner, expected) => {
    expect(check(urlset(`${loc('/')}${inner}`)).findings.map(({ code }) => code)).toEqual(expected);
  });
});

describe('videos', () => {
  const fields = {
    thumbnail_loc: 'https://e.com/t.jpg',
    title: 'T',
    description: 'D',
    content_loc: 'https://e.com/v.mp4',
  };
  const video = (more: Readonly<Record<string, string | null>>): string =>
    `<video:video>\n${Object.entries({ ...fields, ...more })
      .map(([name, text]) => (text === null ? '' : `<video:${name}>${text}</video:${name}>\n`))
      .join('')}</video:video>`;
  test.each<[string, Readonly<Record<string, string | null>>, string[]]>([
    ['as documented', {}, []],
    [
      'with every good value',
      {
        duration: '600',
        rating: '4.2',
        view_count: '5',
        family_friendly: 'yes',
        live: 'NO',
        publication_date: '2007-11-05T19:20:30+08:00',
      },
      [],
    ],
    ['no title', { title: null }, ['video-missing 3']],
    ['neither content nor player', { content_loc: null }, ['video-missing 3']],
    ['a player alone', { content_loc: null, player_loc: 'https://e.com/p' }, []],
    ['an empty description', { description: '' }, ['video-missing 6']],
    ['a thumbnail path', { thumbnail_loc: 't.jpg' }, ['video-loc 4']],
    ['the page itself as content', { content_loc: 'https://e.com/' }, ['video-loc 7']],
    ['duration 0', { duration: '0' }, ['video-value 8']],
    ['duration 28,801', { duration: '28801' }, ['video-value 8']],
    ['a fraction', { duration: '12.5' }, ['video-value 8']],
    ['rating 6', { rating: '6' }, ['video-value 8']],
    ['live: maybe', { live: 'maybe' }, ['video-value 8']],
    ['a long description', { description: 'd'.repeat(2_049) }, ['video-value 6']],
    ['a bad date', { publication_date: '5 Nov 2007' }, ['video-date 8']],
    ['expired', { expiration_date: '2026-11-22' }, ['video-expired 8']],
    ['not expired', { expiration_date: '2026-11-24' }, []],
    ['a category', { category: 'x' }, ['video-unused 8']],
    ['something else', { colour: 'x' }, ['unknown-element 8']],
  ])('%s', (_, more, expected) => {
    expect(found(check(withIn(video(more))))).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ['countries', '<video:restriction relationship="allow">IE GB US</video:restriction>', []],
    ['no relationship', '<video:restriction>IE</video:restriction>', ['video-value']],
    ['an unknown country', '<video:restriction relationship="deny">UK</video:restriction>', ['video-value']],
    ['platforms', '<video:platform relationship="allow">web tv</video:platform>', []],
    ['an unknown platform', '<video:platform relationship="allow">watch</video:platform>', ['video-value']],
    ['33 tags', '<video:tag>a</video:tag>'.repeat(33), ['video-value']],
  ])('%s', (_, inner, expected) => {
    const text = withIn(video({}).replace('</video:video>', `${inner}</video:video>`));
    expect(check(text).findings.map(({ code }) => code)).toEqual(expected);
  });
});

describe('news', () => {
  const publication = '<news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>';
  const article = (date: string, more = publication): string =>
    `<news:news>${more}\n<news:publication_date>${date}</news:publication_date><news:title>T</news:title></news:news>`;
  test.each<[string, string, string[]]>([
    ['as documented', article('2026-11-22'), []],
    ['nothing', '<news:news/>', ['news-missing 3', 'news-missing 3', 'news-missing 3']],
    [
      'a publication without language',
      article('2026-11-22', '<news:publication><news:name>N</news:name></news:publication>'),
      ['news-missing 3'],
    ],
    ['Chinese', article('2026-11-22', publication.replace('en', 'zh-tw')), []],
    ['a region', article('2026-11-22', publication.replace('en', 'en-US')), ['news-language 3']],
    ['a bad date', article('yesterday'), ['news-date 4']],
    ['three days ago: a note', article('2026-11-20'), ['news-old 4']],
    ['keywords', article('2026-11-22', `${publication}<news:keywords>a</news:keywords>`), ['news-unused 3']],
    ['two in an entry', article('2026-11-22').repeat(2), ['news-twice 2']],
  ])('%s', (_, inner, expected) => {
    expect(found(check(withIn(inner)))).toEqual(expected);
  });

  test('more than 1,000 articles in a file', () => {
    const entries = Array.from({ length: 1_001 }, (_, at) => `<url>${loc(`/${at}`)}${article('2026-11-22')}</url>`);
    expect(found(check(`${extended}${entries.join('')}</urlset>`))).toEqual(['too-many-articles 0']);
  });
});

describe('hreflang', () => {
  const link = (lang: string, path: string): string =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="https://e.com${path}"/>`;
  const entries = (...list: readonly (readonly [string, string])[]): string =>
    `${extended}\n${list.map(([path, links]) => `<url>${loc(path)}${links}</url>\n`).join('')}</urlset>`;
  const both = link('en', '/en') + link('de', '/de');

  test('a whole set, with x-default, has no problems', () => {
    const checked = check(entries(['/en', both + link('x-default', '/')], ['/de', both + link('x-default', '/')]));
    expect(checked.findings).toEqual([]);
    expect(checked.totals).toMatchObject({ alternates: 6, pairs: 2 });
  });

  test.each<[string, string, string[]]>([
    ['a code that does not exist', both + link('en-UK', '/uk'), ['hreflang-code 2']],
    ['an underscore', both + link('en_US', '/us'), ['hreflang-code 2']],
    ['no code', `${both}<xhtml:link rel="alternate" href="https://e.com/x"/>`, ['hreflang-form 2']],
    ['no rel', `${both}<xhtml:link hreflang="fr" href="https://e.com/x"/>`, ['hreflang-form 2']],
    ['a path', `${both}<xhtml:link rel="alternate" hreflang="fr" href="/x"/>`, ['hreflang-href 2']],
    ['one code for two pages', both + link('de', '/at'), ['hreflang-twice 2']],
    ['not itself', link('de', '/de'), ['hreflang-self 2']],
  ])('%s', (_, links, expected) => {
    expect(found(check(entries(['/en', links])))).toEqual(expected);
  });

  test('an entry that does not link back is named at the link, among the links that can be checked', () => {
    const { findings, counts } = check(entries(['/en', both + link('fr', '/fr')], ['/de', link('de', '/de')]));
    expect(findings).toMatchObject([
      { code: 'hreflang-return', line: 2, message: expect.stringContaining('https://e.com/de has no') },
    ]);
    expect(counts).toEqual([{ code: 'hreflang-return', severity: 'W', problems: 1, affected: 1, of: 1, unit: 'pairs' }]);
  });
});
