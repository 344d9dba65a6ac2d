import { expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';

const page = (body: string): string => `<!doctype html><html lang=en><head><title>t</title></head><body>${body}</body></html>`;
const linked = (...paths: readonly string[]): string => paths.map(path => `<a href="${path}">x</a>`).join('');
const long = 'word '.repeat(15).trim();

it('headings', async () => {
  const pages: Readonly<Record<string, string>> = {
    '/none': '<p>no heading',
    '/blank': '<h1> </h1><h2></h2>',
    '/same': '<h1>Boats</h1><h2>Nets</h2>',
    '/same-too': '<h1> BOATS </h1><h2>nets</h2>',
    '/long': `<h1>${long}</h1><h2>${long}</h2>`,
    '/two': '<h1>One</h1><h1>Two</h1><h2>Three</h2><h2>Four</h2>',
    '/alt': '<h1><img src=/a.png alt="The harbour"></h1><h2>After the image</h2>',
    '/late': '<h2>Before</h2><h1>Title of late</h1>',
    '/skip': '<h1>Title of skip</h1><h3>Third</h3><h2>Second</h2>',
    '/fine': '<h1>Title of fine</h1><h2>Second of fine</h2><h3>Third</h3><h2>Again</h2>',
  };
  const expected: Readonly<Record<string, readonly string[]>> = {
    'h1.missing': ['/', '/blank', '/none'],
    'h1.duplicate': ['/same', '/same-too'],
    'h1.long': ['/long'],
    'h1.multiple': ['/two'],
    'h1.alt_only': ['/alt'],
    'h1.not_first': ['/late'],
    'h2.missing': ['/', '/blank', '/none'],
    'h2.duplicate': ['/same', '/same-too'],
    'h2.long': ['/long'],
    'h2.multiple': ['/fine', '/two'],
    'h2.not_second': ['/late', '/skip'],
    'head.skip': ['/skip'],
    'head.empty': ['/blank'],
  };
  const { hits, count, finding } = await audited(
    {
      '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
      '/': page(linked(...Object.keys(pages), '/blocked', '/gone')),
      ...Object.fromEntries(Object.entries(pages).map(([path, body]) => [path, page(body)])),
      '/blocked': page(''),
    },
    Object.keys(expected),
  );
  const found = Object.fromEntries(Object.keys(expected).map(id => [id, hits(id)]));
  expect(found).toEqual(expected);
  for (const id of Object.keys(expected))
    expect(count(id)).toEqual({ hits: found[id]?.length, checked: 11, notCheckable: { blocked: 1 } });
  expect(finding('head.skip', '/skip')?.evidence.items.map(({ value }) => value)).toEqual(['Third']);
  expect(finding('head.empty', '/blank')?.evidence.items.map(({ value }) => value)).toEqual(['h1', 'h2']);
  expect(finding('h1.duplicate', '/same')?.evidence.group).toBe(finding('h1.duplicate', '/same-too')?.evidence.group);
});

it('are not known to be missing where the page was cut', async () => {
  const { count } = await audited(
    {
      '/': { headers: { 'Content-Type': 'text/html' }, body: page(`${linked('/next')}${'text '.repeat(1_000)}<h1>Late</h1>`) },
      '/next': page('<h1>Next</h1>'),
    },
    ['h1.missing', 'h2.missing'],
    { settings: { maxBodyBytes: 2_000 } },
  );
  expect(count('h1.missing')).toEqual({ hits: 0, checked: 1, notCheckable: { cut: 1 } });
  expect(count('h2.missing')).toEqual({ hits: 1, checked: 1, notCheckable: { cut: 1 } });
});
