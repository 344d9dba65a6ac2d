import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';

const page = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const links = ['/none', '/blank', '/two', '/late', '/noindex', '/blocked', '/gone']
  .map(path => `<a href="${path}">x</a>`)
  .join('');

describe('titles', () => {
  it('are missing, several or outside the head', async () => {
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': page('<title>Start</title>', links),
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
    // The noindex page and the one that is gone are outside the population; nobody knows what the blocked one is.
    expect(count('title.missing')).toEqual({ hits: 2, checked: 5, notCheckable: { blocked: 1 } });
    expect(finding('title.missing', '/none')?.evidence).toEqual({ items: [] });
    expect(hits('title.multiple')).toEqual(['/two']);
    expect(finding('title.multiple', '/two')?.evidence.items.map(({ value }) => value)).toEqual(['One', 'Two']);
    expect(hits('title.outside_head')).toEqual(['/late']);
  });
});
