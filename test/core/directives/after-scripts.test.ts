import { describe, expect, it } from 'vitest';
import { engineById } from '#core/directives/engines.ts';
import { pageVerdict } from '#core/directives/page-verdict.ts';
import type { StoredPage } from '#core/directives/verdict-facts.ts';
import type { PageVerdict } from '#shared/model/directives.ts';
import { comparedPages, pageUrl } from '#test/support/rendered-page.ts';

const page = (head: string, body = ''): string => `<html><head>${head}</head><body>${body}</body></html>`;
const canonical = (url: string): string => page(`<link rel=canonical href="${url}">`);

/** The verdict of an engine on a page that was rendered. */
function verdict(engine: string, raw: string, rendered: string, declared: StoredPage['canonicals'] = []): PageVerdict {
  const scripts = comparedPages(raw, rendered);
  const stored: StoredPage = {
    ...{ url: pageUrl, status: 200, redirectTo: '', contentType: 'text/html', isHtml: true, whole: true },
    ...{ inputs: { metas: [], headers: [] }, rendered: { metas: scripts.metas, headers: [] }, scripts },
    ...{ canonicals: declared, baseUrl: pageUrl, refresh: null, headEndedBy: null, links: { total: 0, nofollow: 0 } },
  };
  const robots = { known: true, allowed: true, reason: 'no-match', line: 0, rule: '' } as const;
  return pageVerdict(engineById(engine), [], { robots, page: stored, readable: stored, linked: true });
}
const reason = ({ reasons }: PageVerdict, wanted: string) => reasons.find(({ id }) => id === wanted);
const declared = (href: string): StoredPage['canonicals'] => [
  { href, source: { kind: 'link-element', at: { start: 1, end: 9 }, inHead: true, text: '' } },
];

describe('a canonical that scripts change', () => {
  const after = canonical('/other');

  it('counts where only the rendered page has one, for an engine that renders', () => {
    const found = verdict('google', page(''), after);
    expect(found.canonical).toEqual({ kind: 'elsewhere', url: 'https://shop.test/other' });
    expect(reason(found, 'script-canonical')).toMatchObject({ about: 'canonical', input: 5, text: 'https://shop.test/other' });
    expect(reason(found, 'script-canonical')?.rule).toContain('runs scripts: yes');
  });

  it('contradicts the delivered one for an engine that renders, and is unseen by one that does not', () => {
    expect(verdict('google', canonical(pageUrl), after, declared(pageUrl)).canonical?.kind).toBe('conflict');
    expect(verdict('yioop', canonical(pageUrl), after, declared(pageUrl)).canonical?.kind).toBe('self');
    expect(verdict('bing', canonical(pageUrl), after, declared(pageUrl)).canonical?.kind).toBe('self');
  });

  it('is no reason where both pages name the same', () => {
    expect(reason(verdict('google', after, after, declared('/other')), 'script-canonical')).toBeUndefined();
  });
});

describe('links that only the rendered page has', () => {
  it('are found by engines that render', () => {
    const links = (engine: string) =>
      reason(verdict(engine, page(''), page('', '<a href=/a>A</a><a href=/b>B</a>')), 'script-links');
    expect(links('google')?.sentence).toBe(
      'Links to 2 URLs exist only after scripts ran; this engine finds them once it renders the page.',
    );
    expect(links('yioop')?.sentence).toContain('this engine runs no scripts');
    expect(links('bing')?.sentence).toContain('is not documented');
  });

  it('are not followed on a page that says nofollow', () => {
    const stored = verdict('google', page(''), page('', ''));
    expect(reason(stored, 'script-links')).toBeUndefined();
  });
});
