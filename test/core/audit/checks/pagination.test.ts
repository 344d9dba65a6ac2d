import { describe, expect, it } from 'vitest';
import { paginationChecks } from '#core/audit/checks/pagination.ts';
import { audited } from '#test/support/audited.ts';
import { redirect } from '#test/support/site.ts';

const page = (head: string, ...paths: readonly string[]): string =>
  `<!doctype html><html lang=en><head>${head}</head><body>${paths.map(path => `<a href="${path}">x</a>`).join('')}</body></html>`;
const next = (path: string): string => `<link rel=next href="${path}">`;
const prev = (path: string): string => `<link rel=prev href="${path}">`;

describe('pagination', () => {
  it('is judged in both directions', async () => {
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': page('', '/1', '/bad', '/turn-a', '/long', '/blocked-3', '/a1'),
        // A series as it should be.
        '/1': page(next('/2'), '/2'),
        '/2': page(prev('/1') + next('/3'), '/1', '/3'),
        '/3': page(prev('/2'), '/2'),
        // No links, and no way back.
        '/a1': page(next('/a2')),
        '/a2': page('<meta name=robots content=noindex>'),
        '/bad': page(next('/gone') + next('/moved'), '/gone', '/moved', '/a3'),
        '/gone': { status: 404, body: '' },
        '/moved': redirect('/1', 301),
        '/a3': page(next('/blocked-3') + prev('/hidden')),
        '/turn-a': page(next('/turn-b'), '/turn-b'),
        '/turn-b': page(next('/turn-a') + prev('/turn-a'), '/turn-a'),
        '/long': page(next('/turn-a'), '/turn-a', '/canonical'),
        '/canonical': page(`${prev('/1')}<link rel=canonical href="/1">`, '/1', '/n'),
        '/n': page(`<meta name=robots content=noindex>${prev('/1')}`, '/1'),
      },
      paginationChecks.map(({ id }) => id),
    );
    expect(hits('page.not_in_anchor')).toEqual(['/a1', '/a3']);
    expect(count('page.not_in_anchor')).toEqual({ hits: 2, checked: 11, notCheckable: { blocked: 1 } });
    expect(hits('page.non200')).toEqual(['/bad']);
    // Neither target of /a3 was requested, nor that of /a1.
    expect(count('page.non200')).toEqual({ hits: 1, checked: 9, notCheckable: { 'not-asked': 1, blocked: 2 } });
    expect(finding('page.non200', '/bad')?.evidence.items.map(({ value }) => value)).toEqual(['404', '301']);
    expect(hits('page.unlinked')).toEqual(['/a2', '/hidden']);
    expect(hits('page.noindex')).toEqual(['/blocked-3', '/canonical', '/n']);
    expect(finding('page.noindex', '/blocked-3')?.evidence.items).toEqual([{ value: 'blocked by robots.txt' }]);
    // /a2 was not requested: /a1 only names it.
    expect(count('page.noindex')).toEqual({ hits: 3, checked: 8, notCheckable: { 'not-asked': 1 } });
    expect(hits('page.multiple')).toEqual(['/bad']);
    expect(hits('page.loop')).toEqual(['/turn-a', '/turn-b']);
    expect(hits('page.sequence')).toEqual(['/long', '/turn-b']);
    // One page that was not read, and one that names such a page.
    expect(count('page.sequence')).toEqual({ hits: 2, checked: 6, notCheckable: { 'not-asked': 1, blocked: 2 } });
  });
});
