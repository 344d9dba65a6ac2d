import { describe, expect, it } from 'vitest';
import { blockedListing, type FollowFacts, type ListingFacts, mayFollow, mayList } from '#core/decision/listing.ts';
import type { Directive, DirectiveSource, EffectiveDirectives, HtmlFacts } from '#shared/model/page.ts';

const meta: DirectiveSource = { kind: 'meta', name: 'robots', at: { start: 10, end: 20 }, text: '' };
const header: DirectiveSource = { kind: 'header', name: 'X-Robots-Tag', index: 3, text: '' };
const word = (name: string, source: DirectiveSource): Directive => ({ word: name, value: '', agent: '', source });
const none: EffectiveDirectives = { noindex: null, nofollow: null, unavailable: null };
const html = (change: Partial<HtmlFacts> = {}): HtmlFacts => ({
  charset: 'utf-8',
  charsetSource: 'header',
  lang: '',
  title: null,
  description: null,
  h1: null,
  h1Count: 0,
  base: null,
  metaRobots: [],
  canonicals: [],
  refresh: null,
  links: [],
  linksDropped: 0,
  words: 100,
  excerpt: '',
  facts: null,
  ...change,
});
const list = (change: Partial<ListingFacts> = {}) =>
  mayList({
    fetch: 5,
    status: 200,
    redirected: false,
    challenged: false,
    html: html(),
    bodyEnd: 'complete',
    directives: none,
    canonical: { kind: 'none' },
    ...change,
  });
const titled = (value: string) => ({ title: { value, at: { start: 0, end: 1 } } });

describe('listing', () => {
  const noindex = (source: DirectiveSource) => ({ directives: { ...none, noindex: word('noindex', source) } });
  for (const [name, change, rule, reason, verdict, evidence] of [
    ['a redirect', { redirected: true, status: 301 }, 'redirect', 'redirect-not-listed', 'reject', { kind: 'fetch', fetch: 5 }],
    [
      'a bot challenge',
      { challenged: true, html: null },
      'challenge',
      'challenge-not-listed',
      'unknown',
      { kind: 'fetch', fetch: 5 },
    ],
    ['an error', { status: 404 }, 'status', 'error-not-listed', 'reject', { kind: 'fetch', fetch: 5 }],
    ['noindex in a tag', noindex(meta), 'noindex', 'meta-noindex', 'reject', { kind: 'bytes', fetch: 5, start: 10, end: 20 }],
    ['noindex in a header', noindex(header), 'noindex', 'header-noindex', 'reject', { kind: 'header', fetch: 5, index: 3 }],
    [
      'a date that has passed',
      { directives: { ...none, unavailable: word('unavailable_after', header) } },
      'unavailable-after',
      'unavailable-after',
      'reject',
      { kind: 'fetch', fetch: 5 },
    ],
    [
      'canonicals that differ',
      { canonical: { kind: 'conflict' } },
      'canonical',
      'canonical-conflict',
      'unknown',
      { kind: 'fetch', fetch: 5 },
    ],
    [
      'a canonical elsewhere',
      { canonical: { kind: 'elsewhere', url: 8, source: meta } },
      'canonical',
      'canonical-elsewhere',
      'reject',
      { kind: 'url', url: 8 },
    ],
    [
      'a page that says it is missing',
      { html: html(titled('Page not found')) },
      'soft-404',
      'soft-404',
      'reject',
      { kind: 'fetch', fetch: 5 },
    ],
    ['half a page', { bodyEnd: 'truncated' }, 'whole-body', 'body-incomplete', 'unknown', { kind: 'fetch', fetch: 5 }],
  ] as const)
    it(`${name}: ${reason}, decided by ${rule}`, () => {
      const decision = list(change);
      expect(decision).toMatchObject({ stage: 'listing', verdict, reason, rule });
      expect(decision.evidence[0]).toEqual(evidence);
      const order = ['redirect', 'challenge', 'status', 'noindex', 'unavailable-after', 'canonical', 'soft-404', 'whole-body'];
      expect(decision.trace.map(step => step.rule)).toEqual(order.slice(0, order.indexOf(rule) + 1));
    });

  it('the first rule that speaks decides', () => {
    const everything: Partial<ListingFacts> = {
      ...noindex(meta),
      canonical: { kind: 'conflict' },
      bodyEnd: 'truncated',
      status: 500,
      redirected: true,
    };
    expect(list(everything).reason).toBe('redirect-not-listed');
    expect(list({ ...everything, redirected: false }).reason).toBe('error-not-listed');
    expect(list({ ...everything, redirected: false, status: 200 }).reason).toBe('meta-noindex');
    expect(list({ canonical: { kind: 'conflict' }, bodyEnd: 'truncated' }).reason).toBe('canonical-conflict');
  });

  it('a canonical to itself, an unusable one and none change nothing', () => {
    for (const kind of ['self', 'invalid', 'none'] as const)
      expect(list({ canonical: { kind } })).toMatchObject({ verdict: 'accept', reason: 'listable', rule: 'otherwise' });
  });

  it('a long page, or one that only mentions 404, is not taken for missing', () => {
    expect(list({ html: html({ ...titled('Page not found'), words: 250 }) }).verdict).toBe('accept');
    for (const title of ['Highway 404', 'How we found the lost page', 'Not found wanting'])
      expect(list({ html: html(titled(title)) }).verdict, title).toBe('accept');
    for (const title of ['404', 'Error 404 – Shop', 'Seite nicht gefunden', 'This document does not exist'])
      expect(list({ html: html(titled(title)) }).reason, title).toBe('soft-404');
  });

  it('something that is no page may be cut', () => {
    expect(list({ html: null, bodyEnd: 'too-large' }).verdict).toBe('accept');
  });

  it('a blocked URL can still be listed bare: unknown, with the line', () => {
    expect(blockedListing(2, 6)).toMatchObject({
      stage: 'listing',
      verdict: 'unknown',
      reason: 'blocked-but-listable',
      evidence: [{ kind: 'robots-line', robots: 2, line: 6 }],
    });
  });
});

describe('following', () => {
  const follow = (change: Partial<FollowFacts> = {}) =>
    mayFollow({ fetch: 5, isHtml: true, links: 3, directives: none, ...change });
  const nofollow = (source: DirectiveSource) => ({ ...none, nofollow: word('nofollow', source) });

  it('asks: a page? links? nofollow?', () => {
    expect(follow({ isHtml: false, links: 0 })).toMatchObject({ verdict: 'unknown', reason: 'not-html', rule: 'html' });
    expect(follow({ links: 0, directives: nofollow(meta) })).toMatchObject({
      verdict: 'accept',
      reason: 'no-links',
      rule: 'links',
    });
    expect(follow({ directives: nofollow(meta) })).toMatchObject({
      verdict: 'reject',
      reason: 'meta-nofollow',
      evidence: [{ kind: 'bytes', fetch: 5, start: 10, end: 20 }],
    });
    expect(follow({ directives: nofollow(header) })).toMatchObject({
      verdict: 'reject',
      reason: 'header-nofollow',
      evidence: [{ kind: 'header', fetch: 5, index: 3 }],
    });
    expect(follow({ directives: { ...none, nofollow: word('noindex', meta) } })).toMatchObject({
      verdict: 'reject',
      reason: 'nofollow-implied',
      evidence: [{ kind: 'fetch', fetch: 5 }, { kind: 'bytes' }],
    });
    expect(follow()).toMatchObject({ stage: 'follow', verdict: 'accept', reason: 'links-followed', rule: 'otherwise' });
    expect(follow().trace.map(step => step.rule)).toEqual(['html', 'links', 'nofollow']);
  });
});
