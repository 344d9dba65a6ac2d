import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderByTarget } from '#storage/number-order.ts';
import { LinkPacker, LinkReader } from '#storage/packed-links.ts';
import { ChunkPacker, ChunkReader } from '#storage/packed-targets.ts';
import { newStore } from './fixture.ts';

interface Link {
  readonly to: number;
  readonly kind: number;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const text = fc.oneof(
  fc.constantFrom('', 'Read more', 'nofollow noopener', 'é', '\u{1f600}', 'x'.repeat(63), 'x'.repeat(64), 'ß'.repeat(200)),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const number = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 40));
const links = fc.array(
  fc
    .record({ to: number, kind: fc.nat(300), rel: text, text, start: number, length: number })
    .map(({ length, ...link }): Link => ({ ...link, end: link.start + length })),
  { maxLength: 60 },
);

const packer = new LinkPacker();
function pack(list: readonly Link[]): Buffer {
  packer.start();
  for (const { to, kind, rel, text, start, end } of list) packer.add(to, kind, rel, text, start, end);
  return Buffer.from(packer.take());
}
function unpack(packed: Uint8Array): { readonly list: Link[]; readonly damaged: boolean } {
  const link = new LinkReader(packed);
  const list: Link[] = [];
  while (link.next()) {
    const { to, kind, rel, text, start, end } = link;
    list.push({ to, kind, rel, text, start, end });
  }
  return { list, damaged: link.damaged };
}

describe('packed links', () => {
  it('are the same when read again', () => {
    fc.assert(fc.property(links, list => void expect(unpack(pack(list))).toEqual({ list, damaged: false })));
  });

  it('are the bytes that docs/crawl-file.md describes', () => {
    const packed = pack([
      { to: 300, kind: 1, rel: '', text: 'é', start: 10, end: 40 },
      { to: 299, kind: 2, rel: 'é', text: 'ab', start: 40, end: 41 },
    ]);
    expect([...packed]).toEqual([...[1, 0xd8, 0x04, 1, 0, 4, 0xc3, 0xa9, 20, 30], ...[1, 2, 1, 4, 0x61, 0x62, 0, 1]]);
  });

  it('keep texts of many kinds apart when there are more than are looked for again', () => {
    const list = Array.from({ length: 10_000 }, (_, n): Link => {
      const text = `text ${n % 5_000}`;
      return { to: n, kind: 1, rel: '', text, start: n, end: n };
    });
    expect(unpack(pack(list))).toEqual({ list, damaged: false });
  });

  it('keep texts apart that look alike where they are told apart first', () => {
    const list = Array.from({ length: 400 }, (_, n): Link => {
      const text = `like ${String.fromCharCode(200 + (n % 90))} all the others`;
      return { to: 1, kind: 1, rel: n % 3 ? '' : text, text, start: n, end: n };
    });
    expect(unpack(pack(list))).toEqual({ list, damaged: false });
  });

  it('never throw and always end, whatever the bytes, and give what can be read before the damage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        unpack(bytes);
        unpack(Buffer.concat([Buffer.of(1), bytes]));
      }),
    );
    fc.assert(
      fc.property(links, fc.nat(), fc.nat(255), fc.boolean(), (list, place, value, cut) => {
        const packed = pack(list);
        const at = place % packed.length;
        if (!cut) packed[at] = value;
        const found = unpack(cut ? packed.subarray(0, at) : packed);
        expect(found.list.length).toBeLessThanOrEqual(packed.length / 6);
        if (cut && found.list.length < list.length) expect(found.list).toEqual(list.slice(0, found.list.length));
      }),
    );
    expect(unpack(Buffer.of(2, 2, 1, 0, 0, 0, 0))).toEqual({ list: [], damaged: true });
    expect(unpack(Buffer.of(1, 255, 255, 255, 255, 255, 255, 255, 255, 255))).toEqual({ list: [], damaged: true });
    // A negative target, a text that does not exist, one that is longer than the bytes.
    for (const bytes of [
      [1, 1, 1, 0, 0, 0, 0],
      [1, 2, 1, 1, 0, 0, 0],
      [1, 2, 1, 0, 200, 1, 0, 0],
    ])
      expect(unpack(Buffer.from(bytes))).toEqual({ list: [], damaged: true });
  });

  it('are rows to statements, and bytes that are no links are no rows', () => {
    const { db } = newStore();
    const insert = db.prepare('INSERT INTO page_links (from_id, count, packed) VALUES (?, ?, ?)');
    insert.run(1, 1, pack([{ to: 7, kind: 1, rel: 'nofollow', text: 'A', start: 3, end: 9 }]));
    insert.run(2, 5, Buffer.of(1, 1));
    insert.run(3, 5, Buffer.alloc(0));
    expect(db.prepare('SELECT *, typeof(to_id) AS type FROM link').all()).toEqual([
      { from_id: 1, seq: 0, to_id: 7, kind: 1, rel: 'nofollow', text: 'A', start: 3, end: 9, type: 'integer' },
    ]);
  });
});

describe('chunks of targets', () => {
  const entries = fc
    .array(fc.tuple(fc.nat(50_000), fc.nat(2 ** 32 - 1), fc.nat(50_000)), { maxLength: 3_000 })
    .map(list => list.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]));

  it('give the same links in the same order, in rows that name their first and last target', () => {
    const packer = new ChunkPacker();
    fc.assert(
      fc.property(entries, list => {
        const found: number[][] = [];
        const read = (chunk: ReturnType<ChunkPacker['end']>) => {
          if (!chunk) return;
          expect(chunk.packed.length).toBeLessThan(4_000);
          const link = new ChunkReader(chunk.packed);
          const before = found.length;
          while (link.next()) found.push([link.to, link.from, link.seq]);
          expect([found[before]?.[0], found.at(-1)?.[0], link.damaged]).toEqual([chunk.first, chunk.last, false]);
        };
        for (const [to, from, seq] of list) read(packer.add(to, from, seq));
        read(packer.end());
        expect(found).toEqual(list);
      }),
    );
  });

  it('never throw and always end, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        const link = new ChunkReader(Buffer.concat([Buffer.of(1), bytes]));
        let count = 0;
        while (link.next()) count += 1;
        expect(count).toBeLessThanOrEqual(bytes.length / 3);
      }),
    );
  });
});

describe('orderByTarget', () => {
  it('sorts indexes by their numbers and keeps the order of equal ones', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(9), fc.nat(70_000), fc.nat(2 ** 32 - 1))), list => {
        const numbers = Uint32Array.from(list);
        const indexes = Uint32Array.from(list.keys()).reverse();
        const expected = [...indexes].sort((a, b) => (numbers[a] as number) - (numbers[b] as number) || b - a);
        expect([...orderByTarget(indexes, numbers)]).toEqual(expected);
      }),
    );
  });
});
