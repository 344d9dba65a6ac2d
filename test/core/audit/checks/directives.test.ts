import { describe, expect, it } from 'vitest';
import { directiveConflictChecks, directiveEffectChecks } from '#core/audit/checks/directives.ts';
import { directiveWordChecks } from '#core/audit/checks/directives-present.ts';
import { audited } from '#test/support/audited.ts';
import { type Answer, redirect } from '#test/support/site.ts';

const page = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const robots = (content: string, name = 'robots'): string => `<meta name="${name}" content="${content}">`;
const header = (value: string, head = ''): Answer => ({ headers: { 'X-Robots-Tag': value }, body: page(head) });
const blocked = { '/robots.txt': 'User-agent: *\nDisallow: /blocked\n', '/blocked': page('') };
const linked = (answers: Readonly<Record<string, Answer>>): Record<string, Answer> => ({
  ...blocked,
  '/': page('', [...Object.keys(answers), '/blocked'].map(path => `<a href="${path}">x</a>`).join('')),
  ...answers,
});

describe('words of robots directives', () => {
  it('are found in elements and headers, for any crawler', async () => {
    const { hits, count, finding } = await audited(
      linked({
        '/plain': page(robots('index, follow, max-snippet:-1, max-image-preview:large')),
        '/none': page(robots('NONE')),
        '/archive': page(robots('noarchive', 'googlebot')),
        '/snippet': header('googlebot: nosnippet'),
        '/images': page(robots('noimageindex, max-image-preview:none')),
        '/translate': page(robots('notranslate,max-video-preview:0,max-snippet:0')),
        '/past': page(robots('unavailable_after: 25 Jun 2010 15:00:00 PST')),
        '/future': header('unavailable_after: Wed, 01 Jan 2200 00:00:00 GMT'),
        '/date': page(robots('unavailable_after: soon')),
        '/old': page(robots('noodp,noydir')),
        '/misspelt': page(robots('no-index; follow')),
      }),
      directiveWordChecks.map(({ id }) => id),
    );
    expect(hits('dir.none')).toEqual(['/none']);
    expect(count('dir.none')).toEqual({ hits: 1, checked: 12, notCheckable: { blocked: 1 } });
    expect(hits('dir.noarchive')).toEqual(['/archive']);
    expect(hits('dir.nosnippet')).toEqual(['/snippet']);
    expect(finding('dir.nosnippet', '/snippet')?.evidence.items).toEqual([
      { value: 'googlebot: nosnippet', header: expect.any(Number) },
    ]);
    expect(hits('dir.noimageindex')).toEqual(['/images']);
    expect(hits('dir.max_image_none')).toEqual(['/images']);
    expect(hits('dir.notranslate')).toEqual(['/translate']);
    expect(hits('dir.max_video0')).toEqual(['/translate']);
    expect(hits('dir.max_snippet0')).toEqual(['/translate']);
    expect(hits('dir.unavailable_past')).toEqual(['/past']);
    expect(hits('dir.unavailable_bad')).toEqual(['/date']);
    expect(hits('dir.obsolete')).toEqual(['/old']);
    expect(hits('dir.unknown')).toEqual(['/misspelt']);
    expect(finding('dir.unknown', '/misspelt')?.evidence.items).toEqual([
      { value: 'robots: no-index; follow', bytes: expect.any(Array) },
    ]);
  });
});

describe('what robots directives amount to', () => {
  const checks = [...directiveEffectChecks, ...directiveConflictChecks].map(({ id }) => id);

  it('is judged for the crawler of the crawl and for those that are named', async () => {
    const { hits, count, finding } = await audited(
      linked({
        '/plain': page(robots('index, follow')),
        '/no': page(robots('noindex')),
        '/none': header('none'),
        '/nofollow': page(robots('nofollow'), '<a href="/only-nofollow">x</a>'),
        '/other': page(robots('noindex', 'googlebot')),
        '/same': page(robots('noindex') + robots('noindex', 'bingbot')),
        '/twice': page(robots('index') + robots('noarchive')),
        '/both': header('noarchive', robots('follow')),
        '/contrary': page(robots('index, noindex')),
        '/differ': header('noindex', robots('index, follow')),
        '/late': page('', robots('noindex')),
        '/error': { status: 404, headers: { 'Content-Type': 'text/html' }, body: page(robots('noindex')) },
        '/moved': { ...(redirect('/plain') as object), headers: { Location: '/plain', 'X-Robots-Tag': 'noindex' } },
        '/lost': { status: 500, body: 'none' },
        '/linking': page('', '<a rel=nofollow href="/weak">x</a><a href="/no">x</a>'),
        '/linking-2': page('', '<a rel=nofollow href="/weak">x</a><a href="/no">x</a>'),
        '/linking-3': page('', '<a href="/no">x</a>'),
      }),
      checks,
      { settings: { maxAttempts: 1 } },
    );
    const noindex = ['/contrary', '/differ', '/late', '/no', '/none', '/same'];
    expect(hits('dir.noindex')).toEqual(noindex);
    expect(finding('dir.noindex', '/no')?.evidence.items).toEqual([{ value: 'robots: noindex', bytes: expect.any(Array) }]);
    expect(count('dir.noindex')).toEqual({ hits: 6, checked: 15, notCheckable: { blocked: 1, 'not-asked': 2 } });
    expect(hits('dir.nofollow')).toEqual(['/nofollow', '/none']);
    expect(hits('dir.multiple')).toEqual(['/both', '/differ', '/twice']);
    expect(hits('dir.conflict')).toEqual(['/contrary', '/differ']);
    expect(hits('dir.outside_head')).toEqual(['/late']);
    expect(hits('dir.header_and_meta_differ')).toEqual(['/differ']);
    expect(hits('dir.bot_specific')).toEqual(['/other']);
    expect(hits('dir.noindex_linked')).toEqual(['/no']);
    expect(finding('dir.noindex_linked', '/no')?.evidence.items).toEqual([{ value: 'linking pages', count: 4 }]);
    expect(hits('dir.nofollow_only_inlinks')).toEqual(['/only-nofollow', '/weak']);
    expect(hits('dir.noindex_http_error')).toEqual(['/error', '/moved']);
    expect(count('dir.noindex_http_error')).toEqual({ hits: 2, checked: 3, notCheckable: { blocked: 1, 'not-asked': 2 } });
  });
});
