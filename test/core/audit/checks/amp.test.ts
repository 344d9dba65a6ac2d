import { describe, expect, it } from 'vitest';
import { ampChecks } from '#core/audit/checks/amp.ts';
import { audited } from '#test/support/audited.ts';

const page = (head: string, ...paths: readonly string[]): string =>
  `<!doctype html><html lang=en><head>${head}</head><body>${paths.map(path => `<a href="${path}">x</a>`).join('')}</body></html>`;
const version = (path: string): string => `<link rel=amphtml href="${path}">`;
const boilerplate = '<style amp-boilerplate>body{}</style><script async src="https://cdn.ampproject.org/v0.js"></script>';
const amp = (head: string, body = ''): string =>
  `<!doctype html><html ⚡ lang=en><head><meta charset=utf-8><meta name=viewport content="width=device-width">${boilerplate}${head}</head><body>${body}</body></html>`;
const canonical = (path: string): string => `<link rel=canonical href="${path}">`;

describe('AMP', () => {
  it('is judged on the page and on its AMP version', async () => {
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': page('', '/good', '/gone-amp', '/alone', '/hidden', '/no-tag', '/closed', '/bare', '/scripts'),
        '/good': page(version('/good.amp'), '/good.amp'),
        '/good.amp': amp(canonical('/good')),
        '/gone-amp': page(version('/gone'), '/gone'),
        '/gone': { status: 404, body: '' },
        '/alone': page(version('/alone.amp'), '/alone.amp'),
        '/alone.amp': amp('<meta name=robots content=noindex>'),
        '/hidden': page(version('/hidden.amp')),
        '/no-tag': page(version('/no-tag.amp'), '/no-tag.amp'),
        '/no-tag.amp': page(canonical('/no-tag')),
        '/closed': page(version('/blocked.amp'), '/blocked.amp'),
        '/bare': `<html amp><head>${canonical('/bare')}</head></html>`,
        '/scripts': amp(canonical('/scripts'), '<script>x()</script><object data=x></object>'),
      },
      ampChecks.map(({ id }) => id),
    );
    expect(hits('amp.non200')).toEqual(['/gone-amp']);
    expect(count('amp.non200')).toEqual({ hits: 1, checked: 4, notCheckable: { 'not-asked': 1, blocked: 2 } });
    expect(hits('amp.no_return')).toEqual(['/alone.amp']);
    expect(count('amp.no_return')).toEqual({ hits: 1, checked: 3, notCheckable: { 'not-asked': 1, blocked: 1 } });
    expect(hits('amp.no_canonical')).toEqual(['/alone.amp']);
    expect(count('amp.no_canonical')).toEqual({ hits: 1, checked: 4, notCheckable: { blocked: 1 } });
    expect(hits('amp.noindex')).toEqual(['/alone.amp', '/blocked.amp']);
    expect(finding('amp.noindex', '/blocked.amp')?.evidence.items).toEqual([{ value: 'robots.txt line 2' }]);
    expect(hits('amp.html_tag')).toEqual(['/no-tag.amp']);
    expect(hits('amp.boilerplate')).toEqual(['/bare']);
    expect(finding('amp.boilerplate', '/bare')?.evidence.items.map(({ value }) => value)).toEqual([
      '<!doctype html>',
      '<meta charset="utf-8">',
      '<meta name=viewport>',
      'AMP script or boilerplate style',
    ]);
    expect(hits('amp.disallowed')).toEqual(['/scripts']);
    expect(finding('amp.disallowed', '/scripts')?.evidence.items.map(({ value }) => value)).toEqual(['script', 'object']);
  });
});
