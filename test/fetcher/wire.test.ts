import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { FetchLimits, FetchOutcome } from '#shared/model/fetch.ts';
import { behaviours, PROSE, prepareBombs } from '../support/wire-behaviours.ts';
import { type Behaviour, startWireServer, type WireServer } from '../support/wire-server.ts';

const limits: FetchLimits = { ...defaultFetchLimits, maxBodyBytes: 1024 * 1024 };
const large: FetchLimits = defaultFetchLimits;
/** One deadline scaled down, so that its test ends soon. The others stay: on a busy machine they would pass first. */
const headersSoon: FetchLimits = { ...limits, headersTimeoutMs: 300 };
const bodySoon: FetchLimits = { ...limits, bodyTimeoutMs: 300 };
const proseBytes = PROSE.length;

/** Outcome in short: `200 complete 9` or `!cause`, with the status if a head had come. */
function short(outcome: FetchOutcome): string {
  if (outcome.kind === 'response') return `${outcome.status} ${outcome.bodyEnd} ${outcome.body.length}`;
  return outcome.status === null ? `!${outcome.cause}` : `${outcome.status} !${outcome.cause}`;
}

type Case = readonly [id: string, expected: string, detail?: RegExp | undefined, limits?: FetchLimits];

const table: readonly Case[] = [
  ['ok', '200 complete 9'],
  ['rst-on-accept', '!connection-lost', /reset/],
  ['fin-no-bytes', '!connection-lost', /closed the connection before responding/],
  ['accept-silent', '!timeout-headers', /within 300 ms/, headersSoon],
  ['rst-mid-headers', '!connection-lost', /reset/],
  ['rst-mid-body', '200 truncated 400'],
  ['fin-mid-body-cl', '200 truncated 400'],
  ['fin-mid-body-close', '200 truncated 400'],
  ['fin-after-head', '200 !connection-lost', /before any of the body/],
  ['fin-mid-chunk', '200 truncated 7'],
  ['fin-before-last-chunk', '200 truncated 5'],
  ['fin-before-last-chunk-close', '200 truncated 5'],
  ['no-length-close-delimited', '200 complete 4'],
  ['slow-status-byte', '!timeout-headers', undefined, headersSoon],
  ['slow-header-forever', '!timeout-headers', undefined, headersSoon],
  ['headers-then-silence', '200 !timeout-body', /silent for 300 ms after 0 bytes/, bodySoon],
  ['drip-chunk-ext', '200 !timeout-body', /silent/, bodySoon],
  ['100-continue-once', '!http-malformed', /100 Continue/],
  ['100-continue-flood', '!http-malformed', /100 Continue/],
  ['103-early-hints-flood', '!http-malformed', /More than 16 interim/],
  ['103-drip', '!timeout-headers', undefined, headersSoon],
  ['103-once', '200 complete 4'],
  ['102-forty', '!http-malformed', /interim/],
  ['101-unasked', '!http-malformed', /switched protocols/],
  ['101-without-upgrade', '!http-malformed', /switched protocols/],
  ['infinite-chunked', '200 too-large 1048576'],
  ['infinite-close-delimited', '200 too-large 1048576'],
  ['cl-9PB', '200 too-large 1048576'],
  ['hdr-one-1MiB', '!header-too-large'],
  ['hdr-60KiB-total', '200 complete 1'],
  ['hdr-10000-lines', '!header-too-large'],
  ['hdr-2500-lines-15KiB', '!header-too-large', /2501 header lines/],
  ['hdr-900-lines', '200 complete 1'],
  ['hdr-500-set-cookie', '200 complete 1'],
  ['hdr-nul-in-value', '!http-malformed'],
  ['hdr-bare-cr', '!http-malformed'],
  ['hdr-bare-lf-lines', '!http-malformed'],
  ['hdr-obs-fold', '!http-malformed'],
  ['hdr-no-colon', '!http-malformed'],
  ['hdr-space-before-colon', '!http-malformed'],
  ['hdr-latin1-bytes', '200 complete 1'],
  ['hdr-utf8-location', '301 complete 0'],
  ['hdr-two-locations', '301 complete 0'],
  ['hdr-two-content-types', '200 complete 1'],
  ['hdr-duplicate-xrobots', '200 complete 1'],
  ['http09', '!http-malformed', /<html>/],
  ['status-000', '!http-malformed', /000/],
  ['status-999', '999 complete 1'],
  ['status-1000', '!http-malformed'],
  ['status-no-reason', '200 complete 1'],
  ['status-128KiB-reason', '!header-too-large'],
  ['http10', '200 complete 3'],
  ['http2-version-text', '200 complete 1'],
  ['icy', '!http-malformed', /starts with "ICY 200/],
  ['rtsp', '!http-malformed', /starts with "RTSP\/1\.0 200 OK/],
  // The first byte is enough; a busy machine may read some more with it.
  ['rtsp-byte-by-byte', '!http-malformed', /starts with "RT?S?P?/],
  ['empty-line-first', '200 complete 1'],
  ['ssh-banner', '!http-malformed', /SSH-2\.0/],
  ['204-with-body', '204 complete 0'],
  ['304-unasked', '304 complete 0'],
  ['206-unasked', '206 complete 1'],
  ['429-retry-after-date', '429 complete 0'],
  ['429-retry-after-huge', '429 complete 0'],
  ['503-retry-after-negative', '503 complete 0'],
  ['407-from-origin', '407 complete 0'],
  ['401-negotiate', '401 complete 0'],
  ['cl-twice-same', '!http-malformed', /contradictory/],
  ['cl-twice-differ', '!http-malformed', /contradictory/],
  ['cl-list', '!http-malformed'],
  ['cl-negative', '!http-malformed'],
  ['cl-plus', '!http-malformed'],
  ['cl-2pow64', '!http-malformed'],
  ['cl-and-te', '!http-malformed'],
  ['te-chunked-in-10', '200 complete 1'],
  ['te-gzip-chunked', '200 !http-malformed', /"gzip, chunked"/],
  ['te-unknown', '200 !http-malformed', /"banana"/],
  ['te-upper-chunked', '200 complete 1'],
  ['chunk-bad-hex', '200 !http-malformed'],
  ['chunk-0x', '200 !http-malformed'],
  ['chunk-overflow', '200 !http-malformed'],
  ['chunk-lf-only', '200 !http-malformed'],
  ['chunk-trailer-xrobots', '200 complete 1'],
  ['chunk-trailer-1MiB', '200 !header-too-large'],
  ['chunk-ext-1MiB', '200 !header-too-large'],
  ['chunk-single-bytes', '200 complete 20000'],
  ['junk-after-keepalive', '200 complete 5'],
  ['body-longer-than-cl', '200 complete 3'],
  ['gzip', `200 complete ${proseBytes}`],
  ['x-gzip', `200 complete ${proseBytes}`],
  ['br', `200 complete ${proseBytes}`],
  ['zstd', `200 complete ${proseBytes}`],
  ['deflate', `200 complete ${proseBytes}`],
  ['ce-deflate-raw', `200 complete ${proseBytes}`],
  ['ce-identity', `200 complete ${proseBytes}`],
  ['ce-empty-body', '200 complete 0'],
  ['ce-two-layers', `200 complete ${proseBytes}`],
  ['ce-gzip-large', `200 complete ${6 * 1024 * 1024}`, undefined, large],
  ['ce-gzip-over-limit', '200 too-large 500000', undefined, { ...limits, maxBodyBytes: 500_000 }],
  ['gzip-bomb', '200 !decompression-bomb', /to 1\)/],
  ['gzip-bomb', '200 !decompression-bomb', /to 1\)/, large],
  ['deflate-bomb', '200 !decompression-bomb', /to 1\)/, large],
  ['br-bomb', '200 !decompression-bomb', /to 1\)/, large],
  ['zstd-bomb', '200 !decompression-bomb', /to 1\)/, large],
  ['gzip-in-gzip-bomb', '200 !decompression-bomb', /to 1\)/, large],
  ['ce-6-layers', '200 !encoding-unsupported', /6 content codings/],
  ['ce-2000-tokens', '200 !encoding-unsupported', /2000 content codings/],
  ['ce-lie-gzip', '200 !encoding-corrupt', /gzip/],
  ['ce-lie-br', '200 !encoding-corrupt', /br/],
  ['ce-truncated-header', '200 !encoding-corrupt'],
  ['ce-gzip-bad-crc', '200 !encoding-corrupt', /checksum/],
  ['ce-gzip-trailing-junk', `200 complete ${proseBytes}`],
  ['ce-deflate-trailing-junk', `200 complete ${proseBytes}`],
  ['ce-br-trailing-junk', `200 complete ${proseBytes}`],
  ['ce-gzip-multi-member', '200 complete 11'],
  ['ce-gzip-multi-member-junk', '200 complete 11'],
  ['ce-zstd-two-frames', '200 complete 11'],
  ['ce-gzip-member-flood', '200 !decompression-bomb', /more than 1,000 members/, large],
  ['ce-zstd-frame-flood', '200 !decompression-bomb', /more than 1,000 frames/, large],
  ['ce-unknown', '200 !encoding-unsupported', /sdch/],
  ['ce-identity-star', '200 !encoding-unsupported', /\*/],
  ['redir-self', '302 complete 0'],
  ['redir-file', '302 complete 0'],
  ['redir-javascript', '302 complete 0'],
  ['redir-data', '302 complete 0'],
  ['redir-metadata-ip', '302 complete 0'],
  ['redir-decimal-ip', '302 complete 0'],
  ['redir-userinfo', '302 complete 0'],
  ['redir-200KB-url', '!header-too-large'],
  ['redir-no-location', '302 complete 4'],
  ['redir-empty-location', '302 complete 0'],
  ['redir-with-infinite-body', '302 too-large 0'],
  ['redir-with-silent-body', '302 truncated 0', undefined, bodySoon],
  ['redir-with-unknown-coding', '302 truncated 0'],
  ['redir-with-corrupt-gzip', '302 truncated 0'],
];

describe('every misbehaviour on the wire has one outcome, leaves nothing open and does not touch the next fetch', () => {
  let server: WireServer;
  beforeAll(async () => {
    await prepareBombs();
    server = await startWireServer(behaviours);
  });
  afterAll(() => server.close());

  it.each(table.map((each, index) => ({ index, id: each[0], expected: each[1], each })))(
    '$id is $expected',
    async ({ id, expected, each }) => {
      const [, , detail, special] = each;
      const fetcher = createHttpFetcher({ connectionsPerOrigin: 2 });
      fetcher.trustHosts(['127.0.0.1']);
      const { signal } = new AbortController();
      const fetch = (what: string) =>
        fetcher.fetch({ url: server.url(what), userAgent: 'test', accept: '*/*' }, special ?? limits, signal);
      const outcome = await fetch(id);
      expect(short(outcome)).toBe(expected);
      if (outcome.kind === 'failure') {
        expect(outcome.detail).toMatch(detail ?? /^[A-Z].*\.$/);
        expect(outcome.detail).toMatch(/\.$/);
      }
      expect(outcome.remoteAddress).toBe('127.0.0.1');
      expect(outcome.timings.endedAt).toBeGreaterThanOrEqual(outcome.timings.startedAt);
      const next = await fetch('ok');
      expect(next.kind === 'response' && Buffer.from(next.body).toString()).toBe('all right');
      await fetcher.close();
      await server.idle();
      expect(server.open()).toBe(0);
    },
  );

  it('a body that never ends is cut at the limit of a whole fetch, and not before', async () => {
    let bytes = 0;
    const drip: Behaviour = wire => {
      wire.send('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      wire.repeat(2, () => {
        bytes += 1;
        return 'x';
      });
    };
    const dripping = await startWireServer({ drip });
    const fetcher = createHttpFetcher();
    fetcher.trustHosts(['127.0.0.1']);
    // The time of deadlines stands still until some of the body came, then passes at once.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      let isSettled = false;
      const whole = { ...limits, bodyTimeoutMs: 500, totalTimeoutMs: 700 };
      const request = { url: dripping.url('drip'), userAgent: 'test', accept: '*/*' };
      const pending = fetcher.fetch(request, whole, new AbortController().signal).finally(() => (isSettled = true));
      for (let step = 0; step < 2; step += 1) {
        // Server and client share this thread: what was sent three bytes ago was read.
        const wanted = bytes + 4;
        while (bytes < wanted) await new Promise(resolve => setImmediate(resolve));
        await vi.advanceTimersByTimeAsync(340);
        expect(isSettled).toBe(false);
      }
      await vi.advanceTimersByTimeAsync(20);
      const outcome = await pending;
      expect(short(outcome)).toBe('200 !timeout-body');
      expect(outcome.kind === 'failure' && outcome.detail).toMatch(
        /not complete within 700 ms, the limit for a whole fetch \([1-9]/,
      );
    } finally {
      vi.useRealTimers();
    }
    await fetcher.close();
    await dripping.idle();
    await dripping.close();
  });

  it('covers at least seventy behaviours', () => {
    expect(new Set(table.map(([id]) => id)).size).toBeGreaterThanOrEqual(70);
  });
});

describe('what is kept of an answer', () => {
  let server: WireServer;
  const fetcher = createHttpFetcher();
  beforeAll(async () => {
    server = await startWireServer(behaviours);
    fetcher.trustHosts(['127.0.0.1']);
  });
  afterAll(async () => {
    await fetcher.close();
    await server.close();
  });
  const get = async (id: string): Promise<FetchOutcome> =>
    fetcher.fetch({ url: server.url(id), userAgent: 'test', accept: '*/*' }, limits, new AbortController().signal);
  const valuesOf = (outcome: FetchOutcome, name: string): string[] =>
    outcome.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);

  it('keeps header lines in wire order, with their spelling and their repetitions', async () => {
    const outcome = await get('hdr-two-locations');
    expect(outcome.headers).toEqual([
      ['Content-Length', '0'],
      ['Location', '/a'],
      ['Location', '/b'],
    ]);
    expect(valuesOf(await get('hdr-duplicate-xrobots'), 'x-robots-tag')).toEqual(['otherbot: noindex', 'nofollow']);
    expect(valuesOf(await get('hdr-500-set-cookie'), 'set-cookie')).toHaveLength(500);
  });

  it('decodes header values as latin-1, so that every byte can be had back', async () => {
    expect(valuesOf(await get('hdr-latin1-bytes'), 'x-name')).toEqual(['café ÿ']);
    const [location] = valuesOf(await get('hdr-utf8-location'), 'location');
    expect(Buffer.from(location!, 'latin1').toString('utf8')).toBe('/café');
  });

  it('never applies trailers', async () => {
    expect(valuesOf(await get('chunk-trailer-xrobots'), 'x-robots-tag')).toEqual([]);
  });

  it('reports the size on the wire beside the decoded body', async () => {
    const outcome = await get('gzip');
    expect(outcome.kind === 'response' && Buffer.from(outcome.body).toString()).toBe(PROSE);
    expect(outcome.wireBytes).toBeGreaterThan(100);
    expect(outcome.wireBytes).toBeLessThan(PROSE.length);
    expect(outcome.timings.firstByteMs).toBeGreaterThan(0);
  });

  it('keeps what could be decoded of a coded body that stops early, and says so', async () => {
    for (const id of ['ce-truncated-gzip', 'ce-truncated-br', 'ce-gzip-cut-by-fin']) {
      const outcome = await get(id);
      expect(outcome.kind === 'response' && outcome.bodyEnd, id).toBe('truncated');
      const text = outcome.kind === 'response' ? Buffer.from(outcome.body).toString() : '';
      expect(text.length, id).toBeGreaterThan(100);
      expect(PROSE.startsWith(text), id).toBe(true);
    }
  });

  it('gives bodies that own their memory', async () => {
    const outcome = await get('ok');
    expect(outcome.kind === 'response' && outcome.body.buffer.byteLength).toBe(9);
  });
});
