import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type CodedBody, decodeBody } from '#fetcher/decode.ts';
import { MAX_MEMBERS } from '#fetcher/limits.ts';

const limits = { maxBodyBytes: 16 * 1024 * 1024, maxDecompressionRatio: 200 };
/** Random bytes do not compress: 900 members are more than the fast path takes at once. */
const member = gzipSync(Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 2_654_435_761) & 255)));
const members = (count: number): CodedBody => ({
  wire: Buffer.concat(new Array<Buffer>(count).fill(member)),
  codings: ['gzip'],
  isWhole: true,
  limits,
});

describe('a body of many gzip members', () => {
  it('is decoded in the background up to the limit', async () => {
    const coded = members(MAX_MEMBERS);
    const decoding = decodeBody(coded);
    if ('ok' in decoding) throw new Error('decoded at once');
    expect(coded.wire.length).toBeGreaterThan(256 * 1024);
    expect(await decoding.finished).toMatchObject({ ok: true, end: 'complete', body: { length: 400 * MAX_MEMBERS } });
  });

  it('is refused above the limit', async () => {
    const decoding = decodeBody(members(MAX_MEMBERS + 1));
    if ('ok' in decoding) throw new Error('decoded at once');
    expect(await decoding.finished).toMatchObject({ ok: false, failure: { cause: 'decompression-bomb' } });
  });

  it('is not decoded further once that is stopped', async () => {
    const decoding = decodeBody(members(MAX_MEMBERS));
    if ('ok' in decoding) throw new Error('decoded at once');
    decoding.stop();
    expect((await decoding.finished).ok).toBe(false);
  });
});
