import { expect, it } from 'vitest';
import { CookieJar } from '#core/requests/cookie-jar.ts';

const jar = () => new CookieJar(text => (text === 'past' ? 1 : text === 'future' ? 9_999 : Number.NaN));

it('cookies go to their path, longer paths first (RFC 6265 section 5.4)', () => {
  const cookies = jar();
  cookies.take('/shop/login', ['a=1', 'b=2; Path=/', 'c=3; path=/shop/cart', 'd=4; Path=nonsense'], 100);
  expect(cookies.header('/shop/list', 100)).toBe('a=1; d=4; b=2');
  expect(cookies.header('/shop/cart/x', 100)).toBe('c=3; a=1; d=4; b=2');
  expect(cookies.header('/shopping', 100)).toBe('b=2');
});

it('they end when they expire or are removed; Max-Age is before Expires', () => {
  const cookies = jar();
  cookies.take('/', ['a=1; Max-Age=10', 'b=2; Expires=future', 'c=3; Expires=past; Max-Age=100', 'd=4; Expires=nonsense'], 100);
  expect(cookies.header('/', 100)).toBe('a=1; b=2; c=3; d=4');
  expect(cookies.header('/', 10_100)).toBe('c=3; d=4');
  cookies.take('/', ['d=; Max-Age=0'], 200);
  expect(cookies.header('/', 200)).toBe('a=1; b=2; c=3');
});

it('what a server sends is bounded, and control characters never reach a header', () => {
  const cookies = jar();
  cookies.take(
    '/',
    ['bad=a\nb', `long=${'x'.repeat(5_000)}`, '', '=', ...Array.from({ length: 1_000 }, (_, n) => `c${n}=${'y'.repeat(100)}`)],
    1,
  );
  expect(cookies.values()).toHaveLength(180);
  const header = cookies.header('/', 1);
  expect(header.length).toBeLessThanOrEqual(8_000);
  expect(header).not.toMatch(/bad|long/);
});
