import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';

const page = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const titled = (title: string, body = '', head = ''): string => page(`<title>${title}</title>${head}`, body);
const linked = (...paths: readonly string[]): string => paths.map(path => `<a href="${path}">x</a>`).join('');

describe('titles', () => {
  it('are missing, several or outside the head', async () => {
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': page('<title>Start</title>', linked('/none', '/blank', '/two', '/late', '/noindex', '/blocked', '/gone')),
        '/none': page(''),
        '/blank': page('<title> </title>'),
        '/two': page('<title>One</title><title>Two</title>'),
        '/late': page('<title>Early</title>', '<title>Late</title>'),
        '/noindex': page('<meta name=robots content=noindex>'),
        '/blocked': page(''),
      },
      ['title.missing', 'title.multiple', 'title.outside_head'],
    );
    expect(hits('title.missing')).toEqual(['/blank', '/none']);
    // The noindex page and the missing one are outside the population; the blocked one is unknown.
    expect(count('title.missing')).toEqual({ hits: 2, checked: 5, notCheckable: { blocked: 1 } });
    expect(finding('title.missing', '/none')?.evidence).toEqual({ items: [] });
    expect(hits('title.multiple')).toEqual(['/two']);
    expect(finding('title.multiple', '/two')?.evidence.items.map(({ value }) => value)).toEqual(['One', 'Two']);
    expect(hits('title.outside_head')).toEqual(['/late']);
  });

  it('are duplicate, too long, too short, or say nothing', async () => {
    const fits = 'A title that is neither too short nor too long';
    const expected: Readonly<Record<string, readonly string[]>> = {
      'title.duplicate': ['/same', '/shout'],
      'title.over_chars': ['/emoji-61', '/long', '/narrow-61'],
      'title.under_chars': ['/h1', '/host', '/label', '/og', '/placeholder', '/same', '/shout'],
      'title.over_px': ['/emoji-61', '/long', '/wide'],
      'title.under_px': ['/h1', '/host', '/label', '/og', '/placeholder', '/same', '/shout'],
      'title.same_as_h1': ['/h1'],
      'title.not_useful': ['/placeholder'],
      'title.site_name_only': ['/host', '/og'],
    };
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': titled(
          fits,
          linked(
            ...[
              'same',
              'shout',
              'elsewhere',
              'long',
              'emoji-60',
              'emoji-61',
              'narrow-61',
              'wide',
              'h1',
              'placeholder',
              'og',
              'host',
              'label',
            ].map(path => `/${path}`),
            '/none',
            '/blocked',
          ),
        ),
        '/same': titled('Straße und Weg'),
        '/shout': titled('  STRASSE   und weg '),
        // A page whose canonical is elsewhere is no indexable page, so its title is no duplicate.
        '/elsewhere': titled('Straße und Weg', '', '<link rel=canonical href=/same>'),
        '/long': titled('A long title with many words that no search result shows to the end'),
        '/emoji-60': titled(`${'i'.repeat(59)}👩‍👩‍👧‍👦`),
        '/emoji-61': titled('👩‍👩‍👧‍👦'.repeat(61)),
        '/narrow-61': titled('i'.repeat(61)),
        '/wide': titled('W'.repeat(30)),
        '/h1': titled('Boats &amp; nets', '<h1>Boats &amp; Nets</h1>'),
        '/placeholder': titled('Untitled'),
        '/og': titled('Harbour News', '', '<meta property="og:site_name" content="harbour news">'),
        '/host': titled('127.0.0.1'),
        '/label': titled('Harbour'),
        '/none': page(''),
        '/blocked': titled('x'),
      },
      Object.keys(expected),
    );
    const found = Object.fromEntries(Object.keys(expected).map(id => [id, hits(id)]));
    expect(found).toEqual(expected);
    for (const id of Object.keys(expected)) {
      expect(count(id)).toEqual({ hits: found[id]?.length, checked: 14, notCheckable: { blocked: 1 } });
    }
    const group = finding('title.duplicate', '/same')?.evidence.group;
    expect(group).toBeTruthy();
    expect(finding('title.duplicate', '/shout')?.evidence).toMatchObject({ group, items: [{ value: 'STRASSE und weg' }] });
    expect(finding('title.same_as_h1', '/h1')?.evidence.items).toHaveLength(2);
  });

  it('have limits that can be changed', async () => {
    const { count } = await audited({ '/': titled('Eleven char') }, ['title.over_chars', 'title.under_chars'], {
      limits: { 'title.over_chars': { most: 10 }, 'title.under_chars': { least: 11 } },
    });
    expect(count('title.over_chars')).toEqual({ hits: 1, checked: 1, notCheckable: {} });
    expect(count('title.under_chars')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
  });
});
