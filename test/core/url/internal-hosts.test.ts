import { expect, test } from 'vitest';
import { internalHostProblem, internalHostsOf } from '#core/url/internal-hosts.ts';

const seeds = ['https://example.com/', 'https://www.other.test/'];

test.each([
  [['shop.example.net'], 'shop.example.net', true],
  [['shop.example.net'], 'shop.example.net:8080', false],
  [['shop.example.net:8080'], 'shop.example.net:8080', true],
  [['*.example.net'], 'a.b.example.net', true],
  [['*.example.net'], 'example.net', false],
  [['*.example.net'], 'badexample.net', false],
  [['shop-*.example.net'], 'shop-de.example.net', true],
  [['shop-*.example.net'], 'blog.example.net', false],
  [['www'], 'www.example.com', true],
  [['www'], 'other.test', true],
  [['www'], 'www.www.other.test', false],
  [[], 'www.example.com', false],
])('with %j, %s is internal: %s', (internalHosts, host, expected) => {
  expect(internalHostsOf({ internalHosts, seeds })(host)).toBe(expected);
});

test.each(['*', '*.com', '*.co.uk', '*example.com', 'example.*', 'https://a.test', 'a.test/x', 'EXAMPLE.com', ''])(
  '%s is refused',
  entry => {
    expect(internalHostProblem(entry)).not.toBe('');
    expect(internalHostsOf({ internalHosts: [entry], seeds })('a.com')).toBe(false);
  },
);

test.each(['www', 'a.test', '*.example.co.uk', 'localhost:3000', '10.0.0.1', 'xn--mnchen-3ya.de'])('%s is taken', entry => {
  expect(internalHostProblem(entry)).toBe('');
});
