import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackHeld } from '#engine/crawl/unpack-held.ts';
import { BodyHold, HELD_FROM_BYTES, piecesOf, startOf, wholeOf } from '#fetcher/body-hold.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { FetchResponse } from '#shared/model/fetch.ts';
import { site } from '../support/crawling.ts';

const mebibyte = 1024 * 1024;
const text = (bytes: number): Buffer =>
  Buffer.from('Some words <b>of a page</b> that is long.\n'.repeat(Math.ceil(bytes / 42)).slice(0, bytes));
const holdOf = (...pieces: Uint8Array[]) => {
  const hold = new BodyHold();
  for (const piece of pieces) hold.add(piece);
  return hold.finish();
};

describe('a held body', () => {
  it.each([
    ['empty', Buffer.alloc(0)],
    ['one byte', Buffer.from('a')],
    ['text', text(3 * mebibyte + 17)],
    ['random bytes', randomBytes(mebibyte + 3)],
    ['a block and a byte', text(256 * 1024 + 1)],
  ])('is what came: %s', (_, body) => {
    for (const size of [body.length || 1, 65_536, 1_000_003]) {
      const pieces = [];
      for (let at = 0; at < body.length; at += size) pieces.push(body.subarray(at, at + size));
      const held = holdOf(...pieces);
      expect(held.size).toBe(body.length);
      expect(Buffer.compare(wholeOf(held), body)).toBe(0);
      expect(Buffer.compare(startOf(held), body.subarray(0, 65_536))).toBe(0);
      // The rest of the first block does not stay.
      expect(startOf(held).buffer.byteLength).toBe(startOf(held).length);
      // It can be read again.
      expect([...piecesOf(held)].reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(body.length);
      expect(Buffer.compare(wholeOf(held), body)).toBe(0);
    }
  });

  it('takes no more memory than it has bytes, and text a fifth of that at most', () => {
    const stored = (body: Buffer) => holdOf(body).blocks.reduce((sum, { bytes }) => sum + bytes.buffer.byteLength, 0);
    expect(stored(randomBytes(mebibyte))).toBeLessThanOrEqual(mebibyte);
    expect(stored(text(mebibyte))).toBeLessThan(mebibyte / 5);
  });
});

describe('the fetcher', () => {
  const long = text(HELD_FROM_BYTES + 1);
  const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };
  const fetched = async (answer: object, { mayHold = true, maxBodyBytes = 16 * mebibyte, path = '/' } = {}) => {
    const server = await site({ [path]: answer });
    const fetcher = createHttpFetcher();
    fetcher.trustHosts(['127.0.0.1']);
    const limits = { ...defaultFetchLimits, maxBodyBytes, maxDecompressionRatio: 1_000_000 };
    const request = { url: server.url(path), userAgent: 'x', accept: '*/*', mayHold };
    const outcome = await fetcher.fetch(request, limits, new AbortController().signal);
    await fetcher.close();
    return outcome as FetchResponse;
  };

  it('holds a long body, and gives a shorter one as it is', async () => {
    const { held, body, bodyEnd, wireBytes } = await fetched({ body: long });
    expect(Buffer.compare(held ? wholeOf(held) : Buffer.alloc(0), long)).toBe(0);
    expect(Buffer.compare(body, long.subarray(0, 65_536))).toBe(0);
    expect({ bodyEnd, wireBytes }).toEqual({ bodyEnd: 'complete', wireBytes: long.length });
    const shorter = await fetched({ body: long.subarray(1) });
    expect(shorter.held).toBeUndefined();
    expect(Buffer.compare(shorter.body, long.subarray(1))).toBe(0);
  });

  it('holds none that nobody can read so', async () => {
    const { held, body } = await fetched({ body: long }, { mayHold: false });
    expect(held).toBeUndefined();
    expect(Buffer.compare(body, long)).toBe(0);
  });

  it.each(Object.entries(codings))('holds a long body that %s has packed', async (coding, pack) => {
    const whole = text(6 * mebibyte);
    const answer = { headers: { 'Content-Encoding': coding }, body: pack(whole) };
    const { held, bodyEnd } = await fetched(answer);
    expect(held?.size).toBe(whole.length);
    expect(Buffer.compare(held ? wholeOf(held) : Buffer.alloc(0), whole)).toBe(0);
    expect(bodyEnd).toBe('complete');
    const cut = await fetched(answer, { maxBodyBytes: 5 * mebibyte });
    expect(cut.held?.size).toBe(5 * mebibyte);
    expect(cut.bodyEnd).toBe('too-large');
  });

  it('cuts a held body at the limit', async () => {
    const { held, bodyEnd } = await fetched({ body: text(4 * mebibyte) }, { maxBodyBytes: 3 * mebibyte });
    expect(held?.size).toBe(3 * mebibyte);
    expect(bodyEnd).toBe('too-large');
  });
});

function wholeAtOnce(bytes: Buffer): Buffer | 'bad-gzip' {
  try {
    return gunzipSync(bytes);
  } catch {
    // It throws for what is damaged.
    return 'bad-gzip';
  }
}

describe('a held file that gzip has packed', () => {
  const packed = gzipSync(text(mebibyte));
  const rest = gzipSync('the rest');
  it.each([
    ['one member', packed],
    ['two members', Buffer.concat([packed, rest])],
    ['zeros after it', Buffer.concat([packed, Buffer.alloc(600_000)])],
    ['zeros and a member after it', Buffer.concat([packed, Buffer.alloc(600_000), rest])],
    ['other bytes after it', Buffer.concat([packed, Buffer.from('no gzip')])],
    ['an end that is missing', packed.subarray(0, packed.length - 9)],
    ['a damaged middle', Buffer.concat([packed.subarray(0, 900), Buffer.alloc(100, 7), packed.subarray(1_000)])],
    ['only a beginning', packed.subarray(0, 3)],
  ])('is read as at once: %s', async (_, bytes) => {
    const whole = wholeAtOnce(bytes);
    const read = await unpackHeld(holdOf(bytes), 2 * mebibyte);
    if (typeof read === 'string') expect(read).toBe(whole);
    else expect(typeof whole === 'string' ? whole : Buffer.compare(wholeOf(read), whole)).toBe(0);
  });

  it('is too large where it gives more than the limit', async () => {
    expect(await unpackHeld(holdOf(packed), mebibyte - 1)).toBe('too-large');
    expect(await unpackHeld(holdOf(packed), mebibyte)).toMatchObject({ size: mebibyte });
    expect(await unpackHeld(holdOf(gzipSync(Buffer.alloc(60 * mebibyte))), mebibyte)).toBe('too-large');
  });
});
