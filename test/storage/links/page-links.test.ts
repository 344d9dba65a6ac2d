import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkKind } from '#shared/model/page.ts';
import { runSql } from '#storage/file/sql.ts';
import { noWords, type TextsByNumber } from '#storage/file/words.ts';
import { ChunkPacker, ChunkReader, findTarget } from '#storage/links/packed-targets.ts';
import { LinkReader, LinksWriter, type NewLink } from '#storage/links/page-links.ts';
import { ByteReader } from '#storage/links/varint.ts';
import { orderByTarget } from '#storage/lists/number-order.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { addUrl, newStore } from '../fixture.ts';

const text = fc.oneof(
  fc.constantFrom('', 'Read more', 'nofollow noopener', '"\\\n\u0000', 'é', '\u{1f600}', '\ud800', 'x'.repeat(200)),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const number = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 40));
const kinds: readonly LinkKind[] = ['a', 'image', 'other'];
const links = fc.array(
  fc
    .record({
      to: number,
      kind: fc.constantFrom(...kinds),
      rel: text,
      text,
      start: number,
      end: number,
      length: fc.nat(300),
      isReal: fc.boolean(),
      facts: fc.oneof(fc.constantFrom(0, 1_024, 2_049, -1, 2 ** 31 - 1), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    })
    .map(({ length, isReal, ...link }): NewLink => (isReal ? { ...link, end: link.start + length } : link)),
  { maxLength: 60 },
);

const link = (wanted: Partial<NewLink>): NewLink => ({
  to: 1,
  kind: 'a',
  rel: '',
  text: '',
  start: 0,
  end: 0,
  facts: 0,
  ...wanted,
});

/** Words as the file keeps them, without a file: each text gets a number when it is seen for the second time. */
function newWords() {
  const list: string[] = [''];
  const seen = new Set<string>();
  const find = (bytes: Uint8Array, start: number, end: number) =>
    Math.max(0, list.indexOf(Buffer.from(bytes.subarray(start, end)).toString()));
  return {
    fetch: () => undefined,
    find,
    take(bytes: Buffer, start: number, end: number) {
      const word = bytes.toString('utf8', start, end);
      if (find(bytes, start, end) === 0 && seen.has(word)) list.push(word);
      seen.add(word);
      return find(bytes, start, end);
    },
    textOf: (number: number) => list[number] ?? '',
  };
}

const none: TextsByNumber = { textOf: () => '' };
const packed = (list: readonly NewLink[], writer = new LinksWriter(noWords), base = 5): Buffer =>
  Buffer.from(writer.pack(list, kind => kinds.indexOf(kind), base));
function read(bytes: Buffer, words = none): { readonly list: NewLink[]; readonly damaged: boolean } {
  const link = new LinkReader(bytes, words);
  const list: NewLink[] = [];
  while (link.next()) {
    const { to, kind, rel, text, start, end, facts } = link;
    list.push({ to, kind: kinds[kind] as LinkKind, rel, text, start, end, facts });
  }
  return { list, damaged: link.damaged };
}

describe('links of a page', () => {
  it('are the same when read again, page after page, with texts by number and without', () => {
    fc.assert(
      fc.property(fc.array(links, { maxLength: 4 }), number, (pages, base) => {
        const words = newWords();
        const [plain, numbered] = [new LinksWriter(noWords), new LinksWriter(words)];
        for (const list of pages) {
          expect(read(packed(list, plain, base))).toEqual({ list, damaged: false });
          expect(read(packed(list, numbered), words)).toEqual({ list, damaged: false });
        }
      }),
    );
  });

  it('of a long page are the same, also where UTF-8 cannot hold one of the texts', () => {
    const texts = Array.from({ length: 200 }, (_, i) => (i === 70 ? 'half \ud83d' : `Page ${i % 90} — “${i}”`));
    const list = texts.map((text, i) => link({ to: i, text, rel: i === 150 ? 'nofollow' : '' }));
    const words = newWords();
    const writer = new LinksWriter(words);
    expect(read(packed(list), none)).toEqual({ list, damaged: false });
    for (let i = 0; i < 3; i++) expect(read(packed(list, writer), words)).toEqual({ list, damaged: false });
  });

  it('give their texts in any order, and twice', () => {
    const list: NewLink[] = ['Prices', 'Contact us', 'Prices'].map((text, i) => link({ to: i, text, rel: 'nofollow' }));
    const reader = new LinkReader(packed(list), none);
    const found: string[] = [];
    while (reader.next()) found.push(reader.rel, reader.text, reader.rel, reader.text);
    expect(found).toEqual(list.flatMap(({ rel, text }) => [rel, text, rel, text]));
  });

  it('are the bytes that docs/crawl-file.md describes', () => {
    const list: NewLink[] = [
      link({ to: 12, kind: 'image', text: 'Prices', start: 340, end: 371 }),
      link({ to: 7, kind: 'image', start: 380, end: 402 }),
      link({ to: 7, kind: 'a', rel: 'nofollow', start: 410, end: 412, facts: 1_032 }),
    ];
    const prices = [24, ...Buffer.from('Prices')];
    const nofollow = [32, ...Buffer.from('nofollow')];
    expect([...packed(list.slice(0, 2))]).toEqual([
      ...[2, 4, 5, 3, 2, 3, 2],
      ...[248, 1, 0],
      ...[12, 7],
      ...[0xa8, 5, 18],
      ...[32, 23],
      ...[0, ...prices, 0],
    ]);
    expect([...packed(list)]).toEqual([
      ...[2, 7, 5, 8, 3, 4, 3],
      ...[248, 1, 0, 0, 248, 0, 0x88, 8],
      ...[12, 7, 7],
      ...[0xa8, 5, 18, 16],
      ...[32, 23, 3],
      ...[0, ...prices, 0, ...nofollow, 0],
    ]);
  });

  it('of files before version 30 are read from rows', () => {
    const prices = [24, ...Buffer.from('Prices')];
    const nofollow = [32, ...Buffer.from('nofollow')];
    const bytes = [1, 7, 0, 1, 0, 0, 24, 0xa8, 5, 32, ...prices, 0, 9, 18, 23, 0, 1, 0, 0x88, 8, ...nofollow, 0, 16, 3, 0];
    expect(read(Buffer.from(bytes))).toEqual({
      list: [
        link({ to: 12, kind: 'image', text: 'Prices', start: 340, end: 371 }),
        link({ to: 7, kind: 'image', start: 380, end: 402 }),
        link({ to: 7, kind: 'a', rel: 'nofollow', start: 410, end: 412, facts: 1_032 }),
      ],
      damaged: false,
    });
    for (let length = 0; length < bytes.length; length++) expect(read(Buffer.from(bytes.slice(0, length))).damaged).toBe(true);
  });

  it('count targets from zero, from the page or from the link before, whichever is shorter', () => {
    const list = [70_000, 70_010, 69_990, 3, 900_000, 900_001].map(to => link({ to, start: 1, end: 2 }));
    const bytes = packed(list, new LinksWriter(noWords), 70_000);
    expect(read(bytes).list).toEqual(list);
    const [forms, targets] = [bytes[5] as number, bytes[6] as number];
    expect([forms, targets]).toEqual([6 + 1, 1 + 1 + 1 + 1 + 3 + 1]);
  });

  it('say whether any has facts', () => {
    expect(new LinkReader(packed([link({ facts: 0 })]), none).hasFacts).toBe(false);
    const reader = new LinkReader(packed([link({ facts: 0 }), link({ facts: -1 })]), none);
    expect(reader.hasFacts).toBe(true);
    expect([reader.next(), reader.facts, reader.next(), reader.facts]).toEqual([true, 0, true, -1]);
  });

  it('may have more combinations than are remembered, and take the room they need', () => {
    const many = Array.from({ length: 9_000 }, (_, i) => link({ to: i, text: 'é'.repeat(50), rel: `r${i % 3_000}`, facts: i }));
    const other = [link({ to: 1, start: 2, end: 3 })];
    const writer = new LinksWriter(noWords);
    for (const list of [many, other, [...many, ...other], []])
      expect(read(packed(list, writer))).toEqual({ list, damaged: false });
  });

  it('never throw, whatever the bytes, and give what stands before the damage', () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 127, 128, 255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 80 }), bytes => {
        for (const form of [1, 2]) void read(Buffer.from([form, ...bytes]));
      }),
    );
    const list = Array.from({ length: 5 }, (_, i) => link({ to: 10 + i, text: `Text ${i}`, start: i * 10, end: i * 10 + 5 }));
    const whole = packed(list);
    for (let length = 0; length < whole.length; length++) {
      const { list: found, damaged } = read(whole.subarray(0, length));
      expect([damaged, found]).toEqual([true, list.slice(0, found.length)]);
    }
    expect(read(Buffer.from([2, 0])).damaged).toBe(true);
    expect(read(Buffer.from([3, 0])).damaged).toBe(true);
    expect(read(Buffer.from([1, 255, 255, 255, 255, 15])).damaged).toBe(true);
    expect(new LinkReader(Buffer.from([1, 255, 255, 255, 255, 15]), none).count).toBe(0);
    // A target below zero, and a combination that was not introduced.
    expect(read(Buffer.from([1, 2, 0, 0, 0, 1, 0, 1, 0]))).toEqual({ list: [], damaged: true });
    expect(read(Buffer.from([1, 2, 3, 0, 0, 2, 0, 1, 0]))).toEqual({ list: [], damaged: true });
    expect(read(Buffer.from([2, 2, 0, 2, 1, 1, 1, 250, 1, 1, 0, 1, 0, 0]))).toEqual({ list: [], damaged: true });
    expect(read(Buffer.from([2, 2, 0, 1, 1, 1, 1, 4, 1, 0, 1, 0, 0]))).toEqual({ list: [], damaged: true });
  });

  it('are rows of our connections, and damaged bytes are the rows before the damage', () => {
    const { db, store } = newStore();
    const ids = ['1', '2', '3'].map(path => addUrl(store, `http://a.test/${path}`)) as [number, number, number];
    const list = [
      link({ to: ids[1], kind: 'image', rel: 'nofollow', text: 'A "é"', start: 3, end: 9 }),
      link({ to: ids[2], start: 10, end: 12 }),
      link({ to: ids[2], text: 'Read more', start: 20, end: 22 }),
    ];
    store.transaction(() => {
      for (const id of ids) store.fetches.links(id, list);
    });
    const insert = db.prepare('INSERT INTO links_row (from_id, count, links) VALUES (?, ?, ?)');
    insert.run(90, 5, Buffer.from([1, 10, 0]));
    insert.run(91, 5, Buffer.alloc(0));
    const [image, a] = ['image', 'a'].map(name => db.prepare('SELECT id FROM link_kind WHERE name = ?').pluck().get(name));
    const rows = (from: number) => [
      { from_id: from, seq: 0, to_id: ids[1], kind: image, rel: 'nofollow', text: 'A "é"', start: 3, end: 9, type: 'integer' },
      { from_id: from, seq: 1, to_id: ids[2], kind: a, rel: '', text: '', start: 10, end: 12, type: 'integer' },
      { from_id: from, seq: 2, to_id: ids[2], kind: a, rel: '', text: 'Read more', start: 20, end: 22, type: 'integer' },
    ];
    expect(db.prepare("SELECT text FROM word WHERE text = 'Read more'").pluck().all()).toEqual(['Read more']);
    const ask = 'SELECT *, typeof(to_id) AS type FROM link';
    expect(db.prepare(ask).all()).toEqual(ids.flatMap(rows));
    expect(db.prepare(`${ask} WHERE from_id = ? AND seq >= 0`).all(ids[2])).toEqual(rows(ids[2]));
    expect(db.prepare('SELECT * FROM link_targets WHERE to_id = ? AND from_id = ?').all(ids[1], ids[0])).toEqual([
      { to_id: ids[1], from_id: ids[0], seq: 0 },
    ]);
    expect(db.prepare('SELECT from_url, to_url, kind FROM links LIMIT 1').all()).toEqual([
      { from_url: 'http://a.test/1', to_url: 'http://a.test/2', kind: 'image' },
    ]);
    expect(db.prepare('EXPLAIN QUERY PLAN SELECT * FROM link WHERE from_id = 1').all()).toContainEqual(
      expect.objectContaining({ detail: expect.stringMatching(/^SEARCH r USING INTEGER PRIMARY KEY/) }),
    );
    const statement = runSql(db.name, 'SELECT seq, text, rel, "end" FROM link WHERE from_id = 3', { timeMs: 5_000, maxRows: 9 });
    expect([...statement.rows]).toEqual([
      [0, 'A "é"', 'nofollow', 9],
      [1, '', '', 12],
      [2, 'Read more', '', 22],
    ]);
    statement.close();
  });

  it('are written again after a rolled-back transaction that gave texts their numbers', () => {
    const { store } = newStore();
    const ids = [1, 2, 3].map(n => addUrl(store, `http://a.test/${n}`)) as [number, number, number];
    const write = () => {
      for (const id of ids) store.fetches.links(id, [link({ to: ids[0], text: `Read more ${id % 2}`, rel: 'nofollow' })]);
    };
    expect(() =>
      store.transaction(() => {
        write();
        throw new Error('rolled back');
      }),
    ).toThrow('rolled back');
    store.transaction(write);
    const { links: rows } = lookup(store.db);
    for (const id of ids)
      expect(rows(id, 'out', 0, 9).rows).toMatchObject([{ text: `Read more ${id % 2}`, rel: 'nofollow', seq: 0 }]);
  });
});

describe('chunks of targets', () => {
  const entries = fc
    .array(fc.tuple(fc.nat(50_000), fc.nat(2 ** 32 - 1), fc.nat(50_000)), { maxLength: 3_000 })
    // Sources do not always ascend: a page may have been read again.
    .map(list => list.sort((a, b) => a[0] - b[0] || (a[0] % 7 > 0 ? a[1] - b[1] || a[2] - b[2] : 0)));

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

  /** Links as those of a site: 3,000 pages with 40 links each to 10,000 URLs. */
  function linksOfSite(): (readonly [to: number, from: number, seq: number])[] {
    let seed = 11;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const list = Array.from({ length: 120_000 }, (_, at) => [1 + random(10_000), 1 + Math.floor(at / 40), at % 40] as const);
    return list.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  }

  it('are compressed, and four of them fill a page of the file', () => {
    const packer = new ChunkPacker();
    const chunks: Uint8Array[] = [];
    const found: number[][] = [];
    const keep = (chunk: ReturnType<ChunkPacker['end']>) => {
      if (!chunk) return;
      chunks.push(new Uint8Array(chunk.packed));
    };
    const list = linksOfSite();
    for (const link of list) keep(packer.add(...link));
    keep(packer.end());
    const readers = chunks.map(packed => new ChunkReader(packed));
    // All are open at once, as in a merge.
    for (const link of readers) while (link.next()) found.push([link.to, link.from, link.seq]);
    expect(found).toEqual(list);
    const full = chunks.slice(1, -1).map(packed => packed.length);
    expect(full.length).toBeGreaterThan(50);
    expect(Math.max(...full)).toBeLessThan(2_040);
    expect(full.reduce((sum, size) => sum + size, 0) / full.length).toBeGreaterThan(1_900);
    for (const packed of chunks) expect(Buffer.from(packed.subarray(0, 4)).toString('hex')).toBe('28b52ffd');
    const bytes = (all: readonly Uint8Array[]): number => all.reduce((sum, { length }) => sum + length, 0);
    expect(bytes(chunks) / bytes(chunks.map(packed => zstdDecompressSync(packed)))).toBeLessThan(0.9);
  });

  it('are damaged where a frame cannot be read, or is longer than any chunk', () => {
    const packer = new ChunkPacker();
    for (const link of linksOfSite().slice(0, 200)) packer.add(...link);
    const packed = Buffer.from(packer.end()?.packed ?? expect.fail());
    const read = (bytes: Uint8Array): readonly [links: number, damaged: boolean] => {
      const link = new ChunkReader(bytes);
      let links = 0;
      while (link.next()) links += 1;
      findTarget(bytes, 1, 9, () => (links += 1));
      return [links, link.damaged];
    };
    expect(read(packed)).toEqual([200 + Math.min(9, linksOfSite().filter(([to]) => to === 1).length), false]);
    const whole = zstdDecompressSync(packed);
    expect(read(packed.subarray(0, -5))).toEqual([0, true]);
    expect(read(Buffer.concat([packed.subarray(0, 9), Buffer.alloc(30, 255)]))).toEqual([0, true]);
    expect(read(zstdCompressSync(Buffer.concat([whole, Buffer.alloc(100_000, 1)])))).toEqual([0, true]);
    expect(read(Buffer.of(0x28))).toEqual([0, true]);
    // A window of 128 MB and one block of it, and a frame whose size is told nowhere.
    expect(read(Buffer.from('28b52ffd0088fbff0f00', 'hex'))).toEqual([0, true]);
    expect(read(zstdCompressSync(whole, { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } }))).toEqual([0, true]);
    // The next one is read as always.
    expect(read(zstdCompressSync(whole))).toEqual(read(packed));
    expect(read(whole)).toEqual(read(packed));
  });

  it('never throw and always end, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        for (const [form, least] of [
          [0x28, 1],
          [1, 3],
          [2, 2],
        ] as const) {
          const link = new ChunkReader(Buffer.concat([Buffer.of(form), bytes]));
          let count = 0;
          while (link.next()) count += 1;
          expect(count).toBeLessThanOrEqual(bytes.length / least);
        }
      }),
    );
  });
});

describe('packed numbers', () => {
  it('are 0 behind what cannot be read', () => {
    const bytes = new ByteReader(Uint8Array.of(7, ...Array.from({ length: 8 }, () => 255), 5, 5, 5));
    expect([bytes.number(), bytes.broken, bytes.number(), bytes.broken, bytes.number(), bytes.signed()]).toEqual([
      7,
      false,
      0,
      true,
      0,
      0,
    ]);
  });
});

describe('the links of a chunk to one target', () => {
  const told = (packed: Uint8Array, target: number, most: number) => {
    const found: number[][] = [];
    findTarget(packed, target, most, (from, seq) => found.push([from, seq]));
    return found;
  };
  const read = (packed: Uint8Array, target: number) => {
    const found: number[][] = [];
    const link = new ChunkReader(packed);
    while (link.next() && link.to <= target) if (link.to === target) found.push([link.from, link.seq]);
    return found;
  };
  const large = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constantFrom(2 ** 21, 2 ** 28, 2 ** 31, 2 ** 32 - 1, 2 ** 40));

  it('are the very ones that are read one by one, or the first of them', () => {
    const packer = new ChunkPacker();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4), large, large), { minLength: 1, maxLength: 40 }), list => {
        for (const entry of list.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])) packer.add(...entry);
        const packed = Buffer.from(packer.end()?.packed ?? expect.fail());
        for (let target = 0; target < 6; target++) {
          const all = list.filter(([to]) => to === target).map(([, from, seq]) => [from, seq]);
          expect(told(packed, target, Number.POSITIVE_INFINITY)).toEqual(all);
          expect(told(packed, target, 2)).toEqual(all.slice(0, 2));
        }
      }),
    );
  });

  it('end with the first damage, whatever the bytes', () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 127, 128, 255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 60 }), fc.nat(300), (bytes, target) => {
        const packed = Uint8Array.of(1, ...bytes);
        expect(told(packed, target, Number.POSITIVE_INFINITY)).toEqual(read(packed, target));
      }),
      { numRuns: 2_000 },
    );
    expect(told(Uint8Array.of(3, 1, 2, 0), 1, 9)).toEqual([]);
  });

  it('in groups begin with those before the first damage, whatever the bytes', () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 4, 127, 128, 255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 60 }), fc.nat(300), (bytes, target) => {
        const packed = Uint8Array.of(2, ...bytes);
        const sound = read(packed, target);
        expect(told(packed, target, Number.POSITIVE_INFINITY).slice(0, sound.length)).toEqual(sound);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of files before version 30 have their target each', () => {
    const packed = Uint8Array.of(1, 3, 8, 1, 0, 2, 7, 2, 1, 5);
    expect([3, 5].map(target => told(packed, target, 9))).toEqual([
      [
        [4, 1],
        [5, 7],
      ],
      [[4, 5]],
    ]);
    expect([3, 5].map(target => read(packed, target))).toEqual([3, 5].map(target => told(packed, target, 9)));
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
