import { expect, it } from 'vitest';
import { readPatterns } from '#core/url/url-pattern.ts';
import { loginExcludes } from '#shared/model/login-excludes.ts';

const { patterns } = readPatterns(loginExcludes);
const isOut = (url: string): boolean => patterns.some(pattern => pattern.test(url));

it.each([
  'https://a.test/logout',
  'https://a.test/user/sign-out?x=1',
  'https://a.test/index.php?action=LogOff',
  'https://a.test/post/12/delete',
  'https://a.test/cart/',
  'https://a.test/shop?add-to-cart=12',
])('%s is left out', url => expect(isOut(url)).toBe(true));

it.each([
  'https://cart.example.com/list',
  'https://www.checkout.example.com/',
  'https://a.test/cartoons',
  'https://a.test/deleted-scenes',
  'https://a.test/login',
])('%s is crawled', url => expect(isOut(url)).toBe(false));
