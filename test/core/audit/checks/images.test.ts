import { expect, it, onTestFinished } from 'vitest';
import { imageChecks } from '#core/audit/checks/images.ts';
import { audited } from '#test/support/audited.ts';
import { type Answer, page, redirect, robotsFile, startSite } from '#test/support/site.ts';

const ids = imageChecks.map(({ id }) => id);
const file = (bytes: number, type = 'image/jpeg'): Answer => ({
  headers: { 'Content-Type': type, 'Content-Length': String(bytes) },
  body: Buffer.alloc(bytes),
});
const good = '<img src="/small.webp" alt="A cat" width=1 height=1>';
const site: Readonly<Record<string, Answer>> = {
  '/robots.txt': robotsFile('User-agent: *\nDisallow: /no/\n'),
  '/': page(
    '<img src="/large.jpg" width=1 height=1>',
    '<a href="/good"><img src="/gone.png" alt="" width=1 height=1></a>',
    '<img src="/moved.png" alt="" width=1 height=1>',
    `<img src="/no/blocked.png" alt="${'long '.repeat(30)}">`,
    '<picture><source srcset="/a.webp"></picture><video src="/a.mp4"></video>',
    '<div style="background-image: url(/plain.webp)">Text</div><div aria-label="A tree" style="background-image: url(/small.webp)"></div>',
  ),
  '/good': page(good, good, good),
  '/large.jpg': file(110_000),
  '/small.webp': file(10, 'image/webp'),
  '/moved.png': redirect('/small.webp', 301),
  '/a.webp': file(10, 'image/webp'),
};

it('images have faults in the page and in their files', async () => {
  const { hits, count, finding } = await audited(site, ids, { settings: { checkResources: true, sitemaps: false } });
  expect(Object.fromEntries(ids.map(id => [id, hits(id)]))).toEqual({
    'img.over_kb': ['/large.jpg'],
    'img.alt_missing_attr': ['/'],
    'img.alt_empty_linked': ['/'],
    'img.alt_empty': ['/'],
    'img.alt_long': ['/'],
    'img.no_size': ['/'],
    'img.broken': ['/gone.png'],
    'img.ext_broken': [],
    'img.redirect': ['/moved.png'],
    'img.no_lazy': ['/'],
    'img.old_format': ['/'],
    'img.picture_no_img': ['/'],
    'img.background': ['/'],
    'img.blocked': ['/no/blocked.png'],
    'video.no_poster': ['/'],
  });
  expect(count('img.broken').notCheckable).toEqual({ blocked: 1 });
  expect(count('img.broken').hits).toBe(1);
  expect(count('img.alt_empty')).toEqual({ hits: 1, checked: 2, notCheckable: {} });
  expect(finding('img.alt_empty', '/')?.evidence.items.map(({ value }) => value)).toEqual(['/moved.png']);
  expect(finding('img.old_format', '/')?.evidence.items.map(({ value }) => value)).toEqual(['110000 bytes']);
});

it('images that were not asked for are not checkable', async () => {
  const { hits, count } = await audited(site, ids, { settings: { checkResources: false, sitemaps: false } });
  for (const id of ['img.over_kb', 'img.broken', 'img.redirect']) {
    expect([id, count(id).hits, count(id).checked]).toEqual([id, 0, 0]);
    expect(count(id).notCheckable['not-asked']).toBeGreaterThan(0);
  }
  // The first page has only such images, the other one only modern ones.
  expect(count('img.old_format')).toEqual({ hits: 0, checked: 1, notCheckable: { 'not-asked': 1 } });
  expect(hits('img.blocked')).toEqual(['/no/blocked.png']);
});

it.each([
  ['are broken', true, { hits: 1, checked: 1, notCheckable: {} }],
  ['are not requested', false, { hits: 0, checked: 0, notCheckable: { 'not-asked': 1 } }],
])('images on other hosts %s', async (_, checkResources, expected) => {
  const other = await startSite();
  onTestFinished(() => other.close());
  const { count, hits } = await audited(
    { '/': page(`<img src="${other.url('/gone.png')}" alt=x>`) },
    ['img.broken', 'img.ext_broken'],
    { settings: { checkResources, checkDelayMs: 0, sitemaps: false } },
  );
  expect(count('img.broken')).toEqual({ hits: 0, checked: 0, notCheckable: {} });
  expect(count('img.ext_broken')).toEqual(expected);
  expect(hits('img.ext_broken')).toEqual(expected.hits === 0 ? [] : [other.url('/gone.png')]);
});

it('images that links lead to as well are images too', async () => {
  const other = await startSite();
  onTestFinished(() => other.close());
  const far = other.url('/gone.png');
  const { hits, count } = await audited(
    {
      '/': page(...['/gone.png', '/large.jpg', far].map(url => `<a href="${url}"><img src="${url}" alt=x></a>`)),
      '/large.jpg': file(110_000),
    },
    ['img.over_kb', 'img.broken', 'img.ext_broken'],
    { settings: { checkResources: true, checkExternal: true, checkDelayMs: 0, sitemaps: false } },
  );
  expect(hits('img.over_kb')).toEqual(['/large.jpg']);
  expect(hits('img.broken')).toEqual(['/gone.png']);
  expect(hits('img.ext_broken')).toEqual([far]);
  expect(count('img.broken')).toEqual({ hits: 1, checked: 2, notCheckable: {} });
});
