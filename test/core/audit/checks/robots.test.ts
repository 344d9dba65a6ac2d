import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robotsChecks } from '#core/audit/checks/robots.ts';
import { createSession } from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { openDatabase } from '#storage/file/database.ts';
import { type NewRobotsVersion, robotsTable } from '#storage/tables/robots-versions.ts';
import { type Audited, audited, auditedFile } from '#test/support/audited.ts';
import { type Answer, linksTo, page, redirect, robotsFile, startSite } from '#test/support/site.ts';
import { tempFolder } from '#test/support/temp.ts';

/** They need an earlier crawl or probes, and have separate tests. */
const elsewhere = new Set(['robots.changed', 'robots.variant_differs', 'robots.llms_missing', 'robots.llms_bad']);
const ids = robotsChecks.filter(({ id, scope }) => scope === 'site' && !elsewhere.has(id)).map(({ id }) => id);

/** Every fault of a single file. The number of a line is its index in the list. */
const faulty = [
  'Disallow: /orphan',
  'User-agent: *',
  'Disallow: /private/',
  'Frobnicate: yes',
  'this line is just some prose',
  'Disallow: /a /b',
  'Disallow: noslash',
  'Disallow: https://example.com/x',
  'Disallow: /re/.*x',
  'Disallow: /mid$dle',
  'Disallow: /star/*',
  'Disallow: /Case/',
  'Disallow: /tail # why',
  'Disallow: /priv',
  'Allow: /tie/ab',
  'Disallow: /tie/*b',
  'Disallow: /private/',
  'Noindex: /n',
  'Host: example.com',
  'Sitemap: /relative.xml',
  '',
  'User-agent: One',
  '',
  'User-agent: Two Three',
  'Disallow: /',
  '',
  'User-agent: *',
  'Disallow: /list/0',
  'Disallow: /private/',
  ...Array.from({ length: 9 }, (_, at) => `Disallow: /list/${at + 1}`),
  'Sitemap: /private/map.xml',
  '',
  'User-agent: Googlebot',
  'Crawl-delay: 5',
  'Disallow: /g',
  '',
  'User-agent: GPTBot',
  'Disallow: /',
];
const home = linksTo('/private/x', '/tie/ab', '/case/page', '/star/x', '/open', '/noslash');
const start = linksTo('/open');

/** The lines of the one finding of a check. */
const linesOf = (found: Audited, check: string): (number | undefined)[] =>
  found.finding(check, found.site.origin)?.evidence.items.map(({ line }) => line) ?? [];
const valuesOf = (found: Audited, check: string): (string | undefined)[] =>
  found.finding(check, found.site.origin)?.evidence.items.map(({ value, url }) => url ?? value) ?? [];
const checksHit = (found: Audited): string[] => ids.filter(id => found.count(id).hits > 0);

const quick = { sitemaps: false, maxAttempts: 1 } as const;

/** A response for the robots.txt of the first host; null: there was none. */
const versionOf = (body: string | null): NewRobotsVersion => ({
  originId: 1,
  access: body === null ? 'disallow-all' : 'rules',
  status: body === null ? null : 200,
  cause: body === null ? 'timeout' : null,
  detail: '',
  body: body === null ? null : Buffer.from(body),
  finalUrl: '',
  redirects: '[]',
  contentType: 'text/plain',
  etag: null,
  lastModified: null,
  fetchId: null,
});

describe('robots.txt', () => {
  it('has faults in its lines', async () => {
    const found = await audited(
      { '/robots.txt': robotsFile(faulty.join('\n')), '/': home, '/open': linksTo(), '/star/x': linksTo() },
      ids,
      { limits: { 'robots.list_all_files': { rules: 10 } }, settings: quick },
    );
    expect(Object.fromEntries(checksHit(found).map(id => [id, linesOf(found, id)]))).toEqual({
      'robots.syntax': [5],
      'robots.unknown_field': [4],
      'robots.rule_before_agent': [1],
      'robots.empty_group': [22],
      'robots.multi_path': [6],
      'robots.multi_agent_line': [24],
      'robots.no_leading_slash': [7, 8],
      'robots.full_url_rule': [8],
      'robots.regex_like': [9],
      'robots.dollar_middle': [10],
      'robots.trailing_star': [11],
      'robots.case_path': [12],
      'robots.inline_comment': [13],
      'robots.conflict': [15],
      'robots.dialect_split': [46, 3, 46, 46, 11, 46, 46],
      'robots.dead_rule': [6, 7, 8, 9, 10, 12, 13, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 43],
      'robots.shadowed_rule': [14, 16, 17, 29],
      'robots.duplicate_rule': [17, 29],
      'robots.duplicate_group': [27],
      'robots.list_all_files': [28],
      'robots.blocks_ai': [46],
      'robots.crawl_delay': [42],
      'robots.crawl_delay_ignored': [42],
      'robots.noindex_field': [18],
      'robots.host_field': [19],
      'robots.sitemap_bad': [20, 39],
    });
    expect(valuesOf(found, 'robots.no_leading_slash')).toEqual(['Disallow: noslash', 'Disallow: https://example.com/x']);
    expect(found.count('robots.syntax')).toEqual({ hits: 1, checked: 1, notCheckable: {} });
  });

  it('has no faults where it is plain', async () => {
    const found = await audited(
      { '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'), '/': home, '/open': linksTo() },
      ids,
      { settings: quick },
    );
    expect(checksHit(found)).toEqual([]);
    for (const id of ids)
      expect([id, found.count(id)]).toEqual([
        id,
        id === 'robots.sitemap_missing'
          ? { hits: 0, checked: 0, notCheckable: { 'not-asked': 1 } }
          : { hits: 0, checked: 1, notCheckable: {} },
      ]);
  });

  const cases: readonly [name: string, answer: Answer, hits: Readonly<Record<string, readonly (string | undefined)[]>>][] = [
    ['is missing', { status: 404 }, { 'robots.missing': ['404'] }],
    ['is forbidden', { status: 403 }, { 'robots.forbidden': ['403'] }],
    [
      'has a byte order mark',
      robotsFile('\ufeffUser-agent: *\nDisallow: /private/\n'),
      { 'robots.bom': ['User-agent: *'], 'robots.dialect_split': [expect.stringMatching(/\/private\/x$/)] },
    ],
    ['mixes line ends', robotsFile('User-agent: *\r\nDisallow: /private/\n'), { 'robots.line_endings': ['Disallow: /private/'] }],
    [
      'is not UTF-8',
      {
        headers: { 'Content-Type': 'text/plain' },
        body: Buffer.from('User-agent: *\n# caf\xe9\nDisallow: /private/\n', 'latin1'),
      },
      { 'robots.binary': ['2.4 %'] },
    ],
    [
      'closes the site',
      robotsFile('User-agent: other\nDisallow: /private/\n\nUser-agent: *\nDisallow: /\n'),
      { 'robots.blocks_all': ['Disallow: /'], 'robots.dead_rule': ['Disallow: /private/'] },
    ],
    [
      'has a size limit',
      robotsFile(`User-agent: *\nDisallow: /private/\n${'# filled\n'.repeat(150)}Disallow: /open\n`),
      { 'robots.too_big': ['1400 bytes', 'Disallow: /open'] },
    ],
    [
      'has a group for one of the large crawlers',
      robotsFile('User-agent: GPTBot\nDisallow: /open\n\nUser-agent: *\nDisallow: /private/\n'),
      { 'robots.dialect_split': [expect.stringMatching(/\/private\/x$/), expect.stringMatching(/\/open$/)] },
    ],
    [
      'closes all but its sitemap, which it names',
      ({ request }) => robotsFile(`User-agent: *\nDisallow: /\nSitemap: http://${request.headers.host}/private/map.xml\n`),
      { 'robots.blocks_all': ['Disallow: /'], 'robots.sitemap_blocked': [expect.stringContaining('/private/map.xml')] },
    ],
    [
      'has a whole header for a name, and a rule with signs of an expression',
      robotsFile(
        'User-agent: Mozilla/4.0 (compatible; Robot)\nDisallow: /a(b)\n\nUser-agent: *\nDisallow: /private/\nDisallow: /OPEN*\n',
      ),
      {
        'robots.multi_agent_line': ['User-agent: Mozilla/4.0 (compatible; Robot)'],
        'robots.regex_like': ['Disallow: /a(b)'],
        'robots.case_path': ['Disallow: /OPEN*'],
        'robots.dead_rule': ['Disallow: /a(b)', 'Disallow: /OPEN*'],
        'robots.trailing_star': ['Disallow: /OPEN*'],
      },
    ],
    [
      'has rules in another case that belong to no group',
      robotsFile('Disallow: /OPEN\nDisallow: /O*EN\nUser-agent: *\nDisallow: /private/\n'),
      { 'robots.rule_before_agent': ['Disallow: /OPEN', 'Disallow: /O*EN'] },
    ],
    [
      'names a sitemap that it blocks',
      ({ request }) =>
        robotsFile(`User-agent: *\nDisallow: /private/\nSitemap: http://${request.headers.host}/private/map.xml\n`),
      { 'robots.sitemap_blocked': [expect.stringContaining('/private/map.xml')] },
    ],
  ];
  it.each(cases)('%s', async (_, answer, hits) => {
    const found = await audited({ '/robots.txt': answer, '/': home, '/open': linksTo() }, ids, {
      settings: quick,
      limits: { 'robots.too_big': { bytes: 1_000 } },
    });
    const inQuestion = checksHit(found).filter(id => id !== 'robots.blocks_ai');
    expect(Object.fromEntries(inQuestion.map(id => [id, valuesOf(found, id)]))).toEqual(hits);
  });

  it('redirects', async () => {
    const rules = robotsFile('User-agent: *\nDisallow: /private/\n');
    const found = await audited({ '/robots.txt': redirect('/rules.txt'), '/rules.txt': rules, '/': home }, ids, {
      settings: quick,
    });
    expect(checksHit(found)).toEqual(['robots.redirects']);
    expect(valuesOf(found, 'robots.redirects')).toEqual([found.site.url('/rules.txt')]);
  });

  it('is a page', async () => {
    const body = '<!doctype html><html><body>Welcome</body></html>';
    const found = await audited({ '/robots.txt': { headers: { 'Content-Type': 'text/html' }, body }, '/': start }, ids, {
      settings: quick,
    });
    expect(checksHit(found)).toEqual(['robots.html']);
    expect(found.count('robots.syntax')).toEqual({ hits: 0, checked: 0, notCheckable: { 'no-body': 1 } });
  });

  it('cannot be reached', async () => {
    const found = await audited({ '/robots.txt': { status: 503 }, '/': start }, ids, { settings: quick });
    expect(checksHit(found)).toEqual(['robots.unreachable']);
    expect(valuesOf(found, 'robots.unreachable')).toEqual(['503']);
    for (const id of ['robots.syntax', 'robots.dead_rule', 'robots.blocks_all', 'robots.sitemap_missing'])
      expect([id, found.count(id)]).toEqual([id, { hits: 0, checked: 0, notCheckable: { 'no-body': 1 } }]);
  });

  it.each([
    ['alternates within a crawl', ['A', 'B', 'A'], 1],
    ['changes once within a crawl', ['A', 'B'], 0],
    ['was unreachable in between', ['A', null, 'A'], 0],
  ])('%s', async (_, bodies, hits) => {
    const path = join(tempFolder(), 'versions.crawl');
    const site = await startSite({ '/': start });
    onTestFinished(() => site.close());
    const session = createSession(path, { ...defaultSettings, ...quick, delayMs: 0, seeds: [site.url('/')] });
    await session.run();
    await session.close();
    const db = openDatabase(path);
    const versions = robotsTable(db);
    for (const [at, body] of bodies.entries()) versions.record(versionOf(body), Date.now() + at);
    db.close();
    const found = auditedFile(path, site, ['robots.unstable']);
    expect(found.count('robots.unstable')).toEqual({ hits, checked: 1, notCheckable: {} });
    if (hits > 0) expect(found.finding('robots.unstable', site.origin)?.evidence.items[0]?.value).toBe('3 versions');
  });

  it('redirects to another host', async () => {
    const path = join(tempFolder(), 'redirected.crawl');
    const site = await startSite({ '/': start });
    onTestFinished(() => site.close());
    const session = createSession(path, { ...defaultSettings, ...quick, delayMs: 0, seeds: [site.url('/')] });
    await session.run();
    await session.close();
    const db = openDatabase(path);
    const to = 'http://other.example/robots.txt';
    db.prepare('UPDATE robots_version SET redirects = ?, final_url = ?').run(JSON.stringify([site.url('/robots.txt')]), to);
    db.close();
    const found = auditedFile(path, site, ids);
    expect(checksHit(found)).toEqual(['robots.redirects', 'robots.cross_host_redirect']);
    expect(valuesOf(found, 'robots.cross_host_redirect')).toEqual([to]);
  });

  it('does not name the sitemap that there is', async () => {
    const map = (host: string | undefined) => ({
      headers: { 'Content-Type': 'application/xml' },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${host}/open</loc></url></urlset>`,
    });
    const found = await audited({ '/sitemap.xml': ({ request }) => map(request.headers.host), '/': start }, [
      'robots.sitemap_missing',
    ]);
    expect(valuesOf(found, 'robots.sitemap_missing')).toEqual([found.site.url('/sitemap.xml')]);
    expect(found.count('robots.sitemap_missing')).toEqual({ hits: 1, checked: 1, notCheckable: {} });
  });

  it('blocks URLs that have one of the highest link scores', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `/p${at}`);
    const answers = {
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /no/\n'),
      '/': linksTo(...many, '/no/seldom'),
      ...Object.fromEntries(many.map(path => [path, linksTo('/', '/no/often')])),
    };
    const found = await audited(answers, ['robots.blocked_important']);
    expect(found.hits('robots.blocked_important')).toEqual(['/no/often']);
    expect(found.finding('robots.blocked_important', '/no/often')?.evidence.items).toEqual([
      { value: 'robots.txt', line: 2 },
      { value: 'link score 100' },
    ]);
    const all = await audited(answers, ['robots.blocked_important'], {
      limits: { 'robots.blocked_important': { percentile: 50 } },
    });
    // Half of the pages have the score of the blocked one with a single link.
    expect(all.hits('robots.blocked_important')).toEqual(['/no/often']);
    const few = { '/robots.txt': answers['/robots.txt'], '/': linksTo('/a'), '/a': linksTo('/no/often') };
    expect((await audited(few, ['robots.blocked_important'])).hits('robots.blocked_important')).toEqual([]);
    const unknown = await audited(answers, ['robots.blocked_important'], { sql: 'UPDATE origin SET robots_id = NULL' });
    expect(unknown.count('robots.blocked_important')).toMatchObject({ hits: 0, notCheckable: { 'needs-robots': 2 } });
  });

  it('blocks URLs that pages and sitemaps name', async () => {
    const found = await audited(
      {
        '/robots.txt': ({ request }) =>
          robotsFile(`User-agent: *\nDisallow: /no/\nDisallow: /*.css\nSitemap: http://${request.headers.host}/map.xml\n`),
        '/map.xml': ({ request }) => ({
          headers: { 'Content-Type': 'application/xml' },
          body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${request.headers.host}/no/listed</loc></url></urlset>`,
        }),
        '/': page(
          '<link rel=canonical href="/no/canonical">',
          '<link rel=alternate hreflang=de href="/no/de">',
          '<link rel=alternate type="application/rss+xml" href="/no/feed">',
          '<link rel=stylesheet href="/a.css"><script src="/a.js"></script><script src="/no/b.js"></script>',
          '<a href="/no/linked">x</a><a href="/no/nofollow" rel=nofollow>x</a><a href="/open">x</a>',
        ),
        '/open': linksTo('/no/linked'),
      },
      ['robots.blocked_linked', 'robots.blocked_important', 'robots.blocks_resources'],
      { settings: { maxAttempts: 1 } },
    );
    expect(found.hits('robots.blocked_linked')).toEqual(['/no/linked']);
    expect(found.finding('robots.blocked_linked', '/no/linked')?.evidence.items).toEqual([
      { value: 'robots.txt', line: 2 },
      { url: found.site.url('/') },
      { url: found.site.url('/open') },
    ]);
    expect(found.count('robots.blocked_linked')).toEqual({ hits: 1, checked: 3, notCheckable: {} });
    expect(found.hits('robots.blocks_resources')).toEqual(['/a.css', '/no/b.js']);
    expect(found.count('robots.blocks_resources')).toEqual({ hits: 2, checked: 3, notCheckable: {} });
    expect(found.hits('robots.blocked_important')).toEqual(['/no/canonical', '/no/de', '/no/listed']);
  });
});
