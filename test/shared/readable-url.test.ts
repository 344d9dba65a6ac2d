import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableUrl, unicodeHost } from '#shared/readable-url.ts';

describe('a URL as people read it', () => {
  test.each([
    ['https://xn--bcher-kva.example/caf%C3%A9?q=%E6%9D%B1', 'https://bücher.example/café?q=東'],
    ['https://u@xn--bcher-kva.example:8080/', 'https://u@bücher.example:8080/'],
    ['https://a.example/caf%E9', 'https://a.example/caf%E9'],
    ['https://a.example/a%20b%2Fc%23', 'https://a.example/a%20b%2Fc%23'],
    ['https://a.example/%E2%80%AEgpj%C2%A0x%C3%A4', 'https://a.example/%E2%80%AEgpj%C2%A0xä'],
    ['https://a.example/xn--bcher-kva', 'https://a.example/xn--bcher-kva'],
    ['https://xn--a-/', 'https://xn--a-/'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
  ])('%s', (url, words) => expect(readableUrl(url)).toBe(words));
});

test('hosts are decoded as Node decodes them', () => {
  const letters = fc.stringMatching(/^[a-zäöüßéñ東京россия]{1,12}$/u);
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 3 }), labels => {
      const ascii = domainToASCII(`${labels.join('.')}.example`);
      fc.pre(ascii !== '');
      expect(unicodeHost(ascii)).toBe(domainToUnicode(ascii));
    }),
  );
});

test('any text is shown without a fault, and stays a text of about its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(unicodeHost(`xn--${text}`).length).toBeLessThanOrEqual(text.length + 4);
      expect(readableUrl(`https://xn--${text}`).length).toBeLessThanOrEqual(text.length + 12);
    }),
  );
});
