import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainOctets } from '#core/html/octets.ts';
import { openPage } from '#core/html/page-text.ts';
import { nodeOctets } from '#engine/crawl/node-octets.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const part = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('a', 'plain ', 'é', 'naïve', '–', '日', '\ufeff', '\u07ff', '\u0800', '\uffff', '😀')
      .map(text => encoder.encode(text)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom([0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xc1, 0xbf], [0xc3], [0xe2, 0x80], [0xf0, 0x9f], [0xff])
      .map(bytes => Uint8Array.from(bytes)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }) },
);
const bytes = fc.array(part, { maxLength: 12 }).map(parts => Uint8Array.from(parts.flatMap(each => [...each])));

it.each([
  ['Node', nodeOctets],
  ['TextDecoder', plainOctets],
])('a slice of UTF-8 is what the decoder makes of its bytes, with the octets of %s', (_name, octets) => {
  fc.assert(
    fc.property(bytes, fc.boolean(), fc.nat(30), fc.nat(30), (given, marked, a, b) => {
      const whole = marked ? Uint8Array.of(0xef, 0xbb, 0xbf, 0x2e, ...given) : Uint8Array.of(0x2e, ...given);
      const skip = marked ? 3 : 0;
      const length = whole.length - skip;
      const [start, end] = [Math.min(a, b, length), Math.min(Math.max(a, b), length)];
      expect(openPage(whole, 'utf-8', octets).slice(start, end)).toBe(decoder.decode(whole.subarray(start + skip, end + skip)));
    }),
    { numRuns: 4000 },
  );
});
