import { expect, it } from 'vitest';
import { type CanonicalTarget, diagnoseCanonical } from '#core/canonical/diagnose.ts';

const page = 'https://e.com/a';
const good: CanonicalTarget = { status: 200, redirectTo: null, blocked: false, noindex: false, canonical: null };
const found = (canonical: string, known: Readonly<Record<string, Partial<CanonicalTarget>>>, from = page): string[] =>
  diagnoseCanonical(from, canonical, url => (known[url] ? { ...good, ...known[url] } : null)).map(({ code }) => code);

const b = 'https://e.com/b';
const c = 'https://e.com/c';

it.each<[string, string[], string[]]>([
  ['itself', found(page, {}), ['self']],
  ['a good target', found(b, { [b]: {} }), []],
  ['a target that names itself', found(b, { [b]: { canonical: b } }), []],
  ['never seen', found(b, {}), ['target-unknown']],
  ['seen, not fetched', found(b, { [b]: { status: null, noindex: null } }), ['target-unknown']],
  ['blocked', found(b, { [b]: { status: null, blocked: true } }), ['target-blocked']],
  ['noindex', found(b, { [b]: { noindex: true } }), ['target-noindex']],
  ['an error', found(b, { [b]: { status: 404 } }), ['target-not-200']],
  ['a redirect', found(b, { [b]: { status: 301, redirectTo: c }, [c]: {} }), ['target-redirects', 'chain']],
  ['a redirect back', found(b, { [b]: { status: 301, redirectTo: page } }), ['target-redirects', 'loop']],
  ['a chain', found(b, { [b]: { canonical: c }, [c]: { noindex: true } }), ['chain', 'target-noindex']],
  ['a loop', found(b, { [b]: { canonical: page } }), ['loop']],
  ['another host', found('https://www.e.com/a', { 'https://www.e.com/a': {} }), ['other-host']],
  ['http for https', found('http://e.com/a', { 'http://e.com/a': {} }), ['scheme-mix']],
  ['page two names page one', found(b, { [b]: {} }, 'https://e.com/b?page=2'), ['paginated']],
])('%s', (_name, codes, expected) => {
  expect(codes).toEqual(expected);
});

it('a chain without end is given up after ten hops', () => {
  const codes = diagnoseCanonical(page, 'https://e.com/0', url => ({
    ...good,
    canonical: `https://e.com/${Number(url.slice(14)) + 1}`,
  }));
  expect(codes.length).toBeLessThanOrEqual(10);
});
