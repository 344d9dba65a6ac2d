import { expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';

const page = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const described = (...texts: readonly string[]): string =>
  texts.map(text => `<meta name=description content="${text}">`).join('');
const linked = (...paths: readonly string[]): string => paths.map(path => `<a href="${path}">x</a>`).join('');
const fits = 'A description of the harbour that is long enough to fill the line and short enough to be shown.';

it('meta descriptions', async () => {
  const paths = [
    '/none',
    '/blank',
    '/same',
    '/same-too',
    '/long',
    '/short',
    '/wide',
    '/narrow',
    '/two',
    '/late',
    '/title',
    '/keywords',
  ];
  const expected: Readonly<Record<string, readonly string[]>> = {
    'desc.missing': ['/blank', '/none'],
    'desc.duplicate': ['/same', '/same-too'],
    'desc.over_chars': ['/long'],
    'desc.under_chars': ['/short', '/title', '/two'],
    'desc.over_px': ['/long', '/wide'],
    'desc.under_px': ['/narrow', '/short', '/title', '/two'],
    'desc.multiple': ['/two'],
    'desc.outside_head': ['/late'],
    'desc.same_as_title': ['/title'],
    'kw.multiple': ['/keywords'],
  };
  const { hits, count, finding } = await audited(
    {
      '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
      '/': page(described(`${fits} Start.`), linked(...paths, '/blocked', '/noindex', '/gone')),
      '/none': page('<title>t</title>'),
      '/blank': page(described(' ')),
      '/same': page(described(`${fits} Same.`)),
      '/same-too': page(described(`${fits.toUpperCase()}  same. `)),
      '/long': page(described('many words '.repeat(15).trim())),
      '/short': page(described('Short.')),
      '/wide': page(described('W'.repeat(80))),
      '/narrow': page(described('i'.repeat(80))),
      '/two': page(described('One.', 'Two.')),
      '/late': page('', described(`${fits} Late.`)),
      '/title': page(`<title>The same text</title>${described('the  same text')}`),
      '/keywords': page(`${described(`${fits} Keywords.`)}<meta name=keywords content=a><meta name=keywords content=b>`),
      '/noindex': page('<meta name=robots content=noindex>'),
      '/blocked': page(''),
    },
    Object.keys(expected),
  );
  const found = Object.fromEntries(Object.keys(expected).map(id => [id, hits(id)]));
  expect(found).toEqual(expected);
  for (const id of Object.keys(expected))
    expect(count(id)).toEqual({ hits: found[id]?.length, checked: 13, notCheckable: { blocked: 1 } });
  expect(finding('desc.multiple', '/two')?.evidence.items.map(({ value }) => value)).toEqual(['One.', 'Two.']);
  expect(finding('desc.duplicate', '/same')?.evidence.group).toBe(finding('desc.duplicate', '/same-too')?.evidence.group);
});
