import { describe, expect, it } from 'vitest';
import { engineById } from '#core/directives/engines.ts';
import { isHtml, readPage } from '#engine/crawl/read-page.ts';
import type { FetchResponse, Headers } from '#shared/model/fetch.ts';

const response = (headers: Headers, body: string): FetchResponse => ({
  kind: 'response',
  status: 200,
  statusText: 'OK',
  headers,
  body: new TextEncoder().encode(body),
  bodyEnd: 'complete',
  wireBytes: body.length,
  remoteAddress: null,
  timings: { startedAt: 0, endedAt: 1, firstByteMs: 1, totalMs: 1 },
});

describe('a page with two Content-Types', () => {
  const twice = (first: string, second: string): Headers => [
    ['Content-Type', first],
    ['Content-Type', second],
  ];

  it('is what the last one says', () => {
    expect(isHtml(response(twice('text/plain', 'text/html'), '<a href=/hidden>x</a>'))).toBe(true);
    expect(isHtml(response(twice('text/html', 'text/plain'), '<a href=/hidden>x</a>'))).toBe(false);
  });

  it('has links where the last one is HTML', () => {
    const { html } = readPage('http://a.test/', response(twice('text/plain', 'text/html'), '<a href=/hidden>x</a>'), {
      agents: [],
      engine: engineById('google'),
    });
    expect(html?.links.map(each => each.href)).toEqual(['/hidden']);
  });
});
