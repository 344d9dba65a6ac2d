import { describe, expect, test } from 'vitest';
import { judgeExternalUrl } from '#main/external-url.ts';
import { hostileExternalUrls } from '../support/external-urls.ts';

describe('E45: what may go to the system browser', () => {
  test('at least 60 hostile addresses are tried', () => {
    expect(new Set(hostileExternalUrls).size).toBeGreaterThanOrEqual(60);
  });
  test.each(hostileExternalUrls)('%j is refused', url => {
    expect(judgeExternalUrl(url)).toMatchObject({ kind: 'refused' });
  });
  test.each([
    ['https://example.com', 'https://example.com/', 'example.com'],
    ['HTTP://EXAMPLE.com:8080/a b?q=1#f', 'http://example.com:8080/a%20b?q=1#f', 'example.com:8080'],
    ['https:\\\\example.com\\x', 'https://example.com/x', 'example.com'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC', 'xn--bcher-kva.example'],
    ['https://example.com/%E2%80%AE', 'https://example.com/%E2%80%AE', 'example.com'],
  ])('%j opens as %j and shows its host', (text, href, host) => {
    expect(judgeExternalUrl(text)).toEqual({ kind: 'web', href, host });
  });
});
