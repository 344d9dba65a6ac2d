import { describe, expect, it } from 'vitest';
import { requestText } from '#fetcher/http1-request.ts';
import type { WireRequest } from '#fetcher/lane.ts';

const get: WireRequest = { method: 'GET', path: '/a?b', headers: ['accept', '*/*'] };

describe('the text of a request', () => {
  it('names the host, says whether the connection stays, and has the lines in their order', () => {
    expect(requestText('a.example:8080', get, false)).toBe(
      'GET /a?b HTTP/1.1\r\nhost: a.example:8080\r\nconnection: keep-alive\r\naccept: */*\r\n\r\n',
    );
    expect(requestText('a.example', { ...get, method: 'HEAD', headers: [] }, true)).toBe(
      'HEAD /a?b HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n',
    );
  });

  it('has the length of its body in bytes', () => {
    const post: WireRequest = { ...get, method: 'POST', headers: [], body: 'é' };
    expect(Buffer.from(requestText('a', post, false), 'latin1').toString()).toMatch(/\r\ncontent-length: 2\r\n\r\né$/);
    expect(requestText('a', { ...get, method: 'POST', headers: [] }, false)).toMatch(/\r\ncontent-length: 0\r\n\r\n$/);
  });

  it.each([
    ['/a b', []],
    ['/a\r\nX: 1', []],
    ['/\u0100', []],
    ['/', ['x y', '1']],
    ['/', ['', '1']],
    ['/', ['x', '1\r\nY: 2']],
    ['/', ['x', '\u0100']],
  ])('is refused with bytes that would end it or cannot be sent: %j %j', (path, headers) => {
    expect(() => requestText('a', { method: 'GET', path, headers }, false)).toThrow(/invalid/);
  });
});
