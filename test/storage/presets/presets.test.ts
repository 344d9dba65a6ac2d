import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { type ExportPresetId, exportPresets } from '#shared/model/export-presets.ts';
import { newPath, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo, page, redirect, robotsFile } from '../../support/site.ts';

let file: Buffer;
let origin = '';

beforeAll(async () => {
  const server = await site({
    '/': page(
      '<a href=/gone rel=nofollow>Gone</a>',
      '<a href=/gone>Again</a>',
      '<img src=/gone.png alt="A picture">',
      '<img src=/ok.png>',
      '<a href=/r1>r</a><a href=/loop-a>l</a><a href=/private/x>p</a><a href=/noindex>n</a><a href=/elsewhere>c</a>',
      '<a href="http://other.invalid/page">other</a>',
    ),
    '/r1': redirect('/r2'),
    '/r2': redirect('/end'),
    '/end': page('<title>End</title>'),
    '/loop-a': redirect('/loop-b'),
    '/loop-b': redirect('/loop-a'),
    '/noindex': page('<meta name=robots content="noindex, follow"><link rel=canonical href=/end>'),
    '/header-noindex': { headers: { 'Content-Type': 'text/html', 'X-Robots-Tag': 'noindex' }, body: '<p>x' },
    '/elsewhere': page('<link rel=canonical href=/end>', '<a href=/header-noindex>h</a>'),
    '/ok.png': { headers: { 'Content-Type': 'image/png', 'Set-Cookie': 'id=secret; Path=/' }, body: 'png' },
    '/only-here': linksTo('/'),
  });
  ({ origin } = server);
  server.set('/robots.txt', robotsFile(`User-agent: *\nDisallow: /private/\nSitemap: ${origin}/sitemap.xml\n`));
  server.set('/sitemap.xml', {
    headers: { 'Content-Type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${origin}/end</loc><lastmod>2026-01-02</lastmod></url>
<url><loc>${origin}/only-here</loc></url></urlset>`,
  });
  const session = newSession([`${origin}/`], { sitemaps: true });
  await session.run();
  await session.close();
  file = readFileSync(session.path);
});

const short = (value: unknown): unknown => (typeof value === 'string' ? value.replace(origin, '') : value);
const read = (session: Session, id: ExportPresetId): unknown[][] =>
  [...session.preset(id)].flatMap(part => part.rows.map(row => row.map(short)));
const open = (): Session => {
  const path = newPath();
  writeFileSync(path, file);
  return reopen(path, { readOnly: true });
};

/** The same links by the documented views: another way to the rows. */
const byView = (session: Session, condition: string): unknown[][] =>
  rows(
    session,
    `SELECT l.from_url, l.to_url, l.kind, l.rel, l.text, t.status, t.reason, l.seq, l.start, l.end
     FROM links l JOIN urls t ON t.url = l.to_url JOIN urls f ON f.url = l.from_url WHERE ${condition} ORDER BY f.id, l.seq`,
  ).map(row => row.map(short));

const noindex = `t.url LIKE '%noindex'`;
const choices: readonly (readonly [ExportPresetId, string, number])[] = [
  ['links-to-4xx', 't.status BETWEEN 400 AND 499', 2],
  ['links-to-redirects', 't.redirect_to IS NOT NULL', 5],
  ['links-to-blocked', `t.may_fetch = 'no'`, 1],
  ['links-to-noindex', noindex, 2],
  ['external-links', 't.origin IS NOT f.origin', 1],
  ['images', `l.kind = 'image'`, 2],
  ['all-links', 'true', 20],
];

describe('links', () => {
  test.each(choices)('%s has exactly the links that SQL finds (%s)', (id, condition, least) => {
    const session = open();
    const wanted = byView(session, condition);
    expect(wanted.length).toBeGreaterThanOrEqual(id === 'all-links' ? 15 : least);
    expect(read(session, id)).toEqual(wanted);
  });

  test('a link keeps its rel, its text and its place', () => {
    expect(read(open(), 'links-to-4xx')[0]?.slice(0, 8)).toEqual(['/', '/gone', 'a', 'nofollow', 'Gone', 404, 'not-found', 0]);
  });
});

test('images without alt: those with an alt, also an empty one, are left out', () => {
  const session = open();
  const found = read(session, 'images-missing-alt');
  expect(found).toMatchObject([['/', '/ok.png', expect.any(Number), expect.any(Number), null, false, false, false]]);
  const [[, , start, end] = []] = found as [unknown[]];
  expect(Number(end)).toBeGreaterThan(Number(start));
});

test('chains: each hop, with length, end and loops', () => {
  expect(read(open(), 'redirect-chains').sort()).toEqual(
    [
      ['/r1', 2, false, '/end', 200, 1, '/r1', 302, '/r2'],
      ['/r1', 2, false, '/end', 200, 2, '/r2', 302, '/end'],
      ['/r2', 1, false, '/end', 200, 1, '/r2', 302, '/end'],
      ['/loop-a', 2, true, '/loop-a', 302, 1, '/loop-a', 302, '/loop-b'],
      ['/loop-a', 2, true, '/loop-a', 302, 2, '/loop-b', 302, '/loop-a'],
      ['/loop-b', 2, true, '/loop-b', 302, 1, '/loop-b', 302, '/loop-a'],
      ['/loop-b', 2, true, '/loop-b', 302, 2, '/loop-a', 302, '/loop-b'],
    ].sort(),
  );
});

test('sitemap entries come with what is known of their URL', () => {
  const found = read(open(), 'sitemap-entries').map(row => row.slice(0, 9));
  expect(found).toEqual([
    ['/sitemap.xml', 2, '/end', '2026-01-02', '', '', 200, 'done', 'fetched'],
    ['/sitemap.xml', 3, '/only-here', '', '', '', 200, 'done', 'fetched'],
  ]);
});

test('canonicals to other pages, and noindex in meta elements and headers', () => {
  const session = open();
  expect(read(session, 'canonicals-elsewhere').map(row => [row[0], row[5], row[6], row[7]])).toEqual([
    ['/noindex', 'Page', '/end', 200],
    ['/elsewhere', 'Page', '/end', 200],
  ]);
  expect(read(session, 'noindex-pages').map(row => [row[0], row[3], row[4]])).toEqual([
    ['/noindex', 'robots: noindex, follow', null],
    ['/header-noindex', null, 'noindex'],
  ]);
});

test('headers come one a row, without secrets', () => {
  const found = read(open(), 'response-headers');
  expect(found.filter(([url, , , name]) => url === '/header-noindex' && name === 'X-Robots-Tag')).toHaveLength(1);
  expect(JSON.stringify(found)).not.toContain('secret');
});

test('every part has as many cells a row as the preset has columns, and none goes back', () => {
  const session = open();
  for (const { id, columns } of exportPresets) {
    let done = 0;
    for (const part of session.preset(id)) {
      expect(part.done, id).toBeGreaterThanOrEqual(done);
      expect(part.done, id).toBeLessThanOrEqual(part.total);
      done = part.done;
      for (const row of part.rows) expect(row, id).toHaveLength(columns.length);
    }
  }
});
