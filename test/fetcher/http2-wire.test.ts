import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { FetchLimits, FetchOutcome } from '#shared/model/fetch.ts';
import { type Http2Id, http2Behaviours } from '../support/http2-behaviours.ts';
import { type Http2Server, startHttp2Server } from '../support/http2-wire.ts';

const limits: FetchLimits = { ...defaultFetchLimits, maxBodyBytes: 1024 * 1024 };
/** One deadline scaled down, so that its test ends soon. The others stay: on a busy machine they would pass first. */
const headersSoon: FetchLimits = { ...limits, headersTimeoutMs: 300 };
const bodySoon: FetchLimits = { ...limits, bodyTimeoutMs: 300 };
const head16KiB: FetchLimits = { ...limits, maxHeaderBytes: 16 * 1024 };

/** Outcome in short: `200 complete 9` or `!cause`, with the status if a head had come. */
function short(outcome: FetchOutcome): string {
  if (outcome.kind === 'response') return `${outcome.status} ${outcome.bodyEnd} ${outcome.body.length}`;
  return outcome.status === null ? `!${outcome.cause}` : `${outcome.status} !${outcome.cause}`;
}

/** `200? ` in what is expected: head and flood may be read at once, and then the head is not told. */
type Case = readonly [id: Http2Id, expected: string, detail?: RegExp | undefined, limits?: FetchLimits];

const table: readonly Case[] = [
  ['h2-ok', '200 complete 9'],
  ['h2-lines-in-order', '200 complete 1'],
  ['h2-latin1', '200 complete 1'],
  ['h2-padded', '200 complete 4'],
  ['h2-no-body', '204 complete 0'],
  ['h2-304', '304 complete 0'],
  ['h2-head-60KiB', '200 complete 1'],
  ['h2-100-headers-of-600', '200 complete 1'],
  ['h2-100-headers-of-600', '!header-too-large', /larger than 16384 bytes/, head16KiB],
  ['h2-1000-short-headers', '200 complete 1'],
  ['h2-1001-short-headers', '!header-too-large', /1,000 header lines/],
  ['h2-head-1MiB', '!header-too-large', /a line is too long|larger than 65536 bytes/],
  ['h2-hpack-bomb', '!header-too-large', /at most 65536 are read/],
  ['h2-hpack-corrupt', '!http-malformed', /not valid HTTP\/2/],
  ['h2-upper-case-name', '!http-malformed', /PROTOCOL_ERROR/],
  ['h2-value-with-newline', '200 complete 1'],
  ['h2-value-with-spaces', '200 complete 1'],
  ['h2-connection-header', '!http-malformed', /PROTOCOL_ERROR/],
  ['h2-no-status', '!http-malformed', /PROTOCOL_ERROR/],
  ['h2-status-101', '!http-malformed', /PROTOCOL_ERROR/],
  ['h2-status-999', '999 complete 0'],
  ['h2-103-once', '200 complete 4'],
  ['h2-103-flood', '!http-malformed', /More than 16 interim/],
  ['h2-103-drip', '!timeout-headers', undefined, headersSoon],
  ['h2-continuation-empty-flood', '!header-too-large', /more than 8 CONTINUATION/],
  ['h2-continuation-flood', '!header-too-large', /larger than 65536 bytes/],
  ['h2-continuation-alone', '!http-malformed', /not valid HTTP\/2/],
  ['h2-settings-flood', '!header-too-large', /1,000 frames/],
  ['h2-settings-acknowledged-flood', '!header-too-large', /1,000 frames/],
  ['h2-ping-flood', '!header-too-large', /1,000 frames/],
  ['h2-pings-then-answer', '200 complete 4'],
  ['h2-window-update-flood', '!header-too-large', /1,000 frames/],
  ['h2-window-update-overflow', '!http-malformed', /not valid HTTP\/2/],
  ['h2-window-update-zero', '!http-malformed', /not valid HTTP\/2/],
  ['h2-priority-flood', '!header-too-large', /1,000 frames/],
  ['h2-unknown-frames-flood', '!header-too-large', /1,000 frames/],
  ['h2-unknown-frame', '200 complete 4'],
  ['h2-push', '!http-malformed', /not valid HTTP\/2/],
  ['h2-headers-on-unknown-stream', '!http-malformed', /not valid HTTP\/2/],
  ['h2-data-on-idle-stream', '!http-malformed', /not valid HTTP\/2/],
  ['h2-data-before-headers', '!http-malformed', /not valid HTTP\/2/],
  ['h2-oversized-frame', '!http-malformed', /not valid HTTP\/2/],
  ['h2-short-settings', '!http-malformed', /not valid HTTP\/2/],
  ['h2-infinite-body', '200 too-large 1048576'],
  ['h2-empty-data-flood', '200? !header-too-large', /1,000 frames/],
  ['h2-padding-flood', '200? !header-too-large', /head of the response|Frames around the body/],
  ['h2-single-bytes', '200 complete 5000'],
  ['h2-control-frames-in-body', '200? !header-too-large', /1,000 frames/],
  ['h2-trailers', '200 complete 1'],
  ['h2-trailers-large', '200? !header-too-large', /a line is too long|larger than 65536 bytes/],
  ['h2-trailers-flood', '200? !header-too-large', /Frames around the body, or trailers/],
  ['h2-two-heads', '200 !http-malformed', /PROTOCOL_ERROR/],
  ['h2-longer-than-length', '200 !http-malformed', /not valid HTTP\/2/],
  ['h2-shorter-than-length', '200 !http-malformed', /PROTOCOL_ERROR/],
  ['h2-silent', '!timeout-headers', /within 300 ms/, headersSoon],
  ['h2-head-then-silence', '200 !timeout-body', /silent for 300 ms after 0 bytes/, bodySoon],
  ['h2-fin-no-bytes', '!connection-lost', /closed the connection before responding/],
  ['h2-rst-no-bytes', '!connection-lost', /before responding|before the response was complete/],
  ['h2-fin-in-body', '200 truncated 4'],
  ['h2-fin-after-head', '200 !connection-lost', /before any of the body/],
  ['h2-refused', '!connection-lost', /before processing it \(REFUSED_STREAM\)/],
  ['h2-reset-internal', '!connection-lost', /\(INTERNAL_ERROR\)/],
  ['h2-reset-cancel', '!connection-lost', /\(CANCEL\)/],
  ['h2-reset-calm', '!connection-lost', /\(ENHANCE_YOUR_CALM\)/],
  ['h2-reset-unknown-code', '!connection-lost', /\(error 4000\)/],
  ['h2-reset-without-error', '!connection-lost', /\(NO_ERROR\)/],
  ['h2-http1-required', '!connection-lost', /requires HTTP\/1\.1/],
  ['h2-reset-in-body', '200 truncated 4'],
  ['h2-cancel-in-body', '200 truncated 4'],
  ['h2-reset-without-error-in-body', '200 truncated 4'],
  ['h2-reset-after-answer', '200 complete 4'],
  ['h2-goaway-not-processed', '!connection-lost', /before processing the request \(GOAWAY, NO_ERROR\)/],
  ['h2-goaway-calm', '!connection-lost', /before processing the request \(GOAWAY, ENHANCE_YOUR_CALM: too_many_pings\)/],
  ['h2-goaway-error-while-open', '!connection-lost', /response was complete \(GOAWAY, INTERNAL_ERROR: disk on fire\)/],
  ['h2-goaway-then-answer', '200 complete 4'],
  ['h2-goaway-in-body', '200 truncated 4'],
  ['h2-goaway-flood', '!header-too-large', /1,000 frames/],
  ['h2-unasked-stream-after', '200 complete 5'],
  ['h2-data-after-end', '200 complete 5'],
  ['h2-gzip', '200 complete 600'],
  ['h2-gzip-bomb', '200 !decompression-bomb', /to 1\)/],
  ['h2-transfer-encoding', '!http-malformed', /PROTOCOL_ERROR/],
  ['h2-redirect', '301 complete 0'],
  ['h2-redirect-infinite', '302 too-large 0'],
];

const open = () => {
  const fetcher = createHttpFetcher({
    connectionsPerOrigin: 2,
    http2: true,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    // Certificates are the subject of http2.test.ts; without them, no fetcher reads all root certificates.
    untrustedHosts: ['site.test'],
  });
  fetcher.trustHosts(['site.test']);
  return fetcher;
};

describe('every behaviour over HTTP/2 has one outcome, leaves nothing open and does not touch the next fetch', () => {
  let server: Http2Server;
  beforeAll(async () => {
    server = await startHttp2Server({ ALPNProtocols: ['h2', 'http/1.1'] });
  });
  afterAll(() => server.close());

  it.each(table.map((each, index) => ({ index, id: each[0], expected: each[1], each })))(
    '$id is $expected',
    async ({ id, expected, each }) => {
      const [, , detail, special] = each;
      const fetcher = open();
      const { signal } = new AbortController();
      const fetch = (within: FetchLimits) =>
        fetcher.fetch({ url: `https://site.test:${server.port}/page`, userAgent: 'test', accept: '*/*' }, within, signal);
      server.next(http2Behaviours[id]);
      const outcome = await fetch(special ?? limits);
      const wanted = expected.startsWith('200? ') && outcome.status === null ? expected.slice(5) : expected.replace('?', '');
      expect(short(outcome), JSON.stringify(outcome).slice(0, 300)).toBe(wanted);
      if (outcome.kind === 'failure') expect(outcome.detail).toMatch(detail ?? /^[A-Z].*\.$/);
      if (outcome.kind === 'failure') expect(outcome.detail).toMatch(/^[A-Z].*\.$/);
      expect(outcome.remoteAddress).toBe('127.0.0.1');
      expect(outcome.network?.httpVersion).toBe(outcome.status === null ? null : '2');
      const next = await fetch(limits);
      expect(
        id === 'h2-http1-required' || (next.kind === 'response' && Buffer.from(next.body).toString()),
        JSON.stringify(next).slice(0, 300),
      ).toBe(id === 'h2-http1-required' || 'all right');
      await fetcher.close();
      await server.idle();
      expect(server.open()).toBe(0);
    },
  );

  it('a flood of pings closes a connection that is idle', async () => {
    const fetcher = open();
    const { signal } = new AbortController();
    const fetch = () =>
      fetcher.fetch({ url: `https://site.test:${server.port}/page`, userAgent: 'test', accept: '*/*' }, limits, signal);
    server.next(http2Behaviours['h2-pings-while-idle']);
    expect(short(await fetch())).toBe('200 complete 5');
    await server.idle();
    const next = await fetch();
    expect(short(next)).toBe('200 complete 9');
    expect(next.reusedConnection).toBe(false);
    await fetcher.close();
    await server.idle();
  });

  it('a server that answers in HTTP/1.1 after choosing HTTP/2 is told by the start of its answer', async () => {
    server.greeting = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi');
    const fetcher = open();
    const request = { url: `https://site.test:${server.port}/page`, userAgent: 'test', accept: '*/*' };
    const outcome = await fetcher.fetch(request, limits, new AbortController().signal);
    expect(short(outcome)).toBe('!http-malformed');
    expect(outcome.kind === 'failure' && outcome.detail).toMatch(/starts with "HTTP\/1\.1 200 OK.*http2: no/);
    await fetcher.close();
    await server.idle();
  });

  it('covers at least seventy behaviours', () => {
    expect(new Set(table.map(([id]) => id)).size).toBeGreaterThanOrEqual(70);
  });
});
