import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { LinkKind } from '#shared/model/page.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { ChunkPacker, ChunkReader, findTarget } from '#storage/links/packed-targets.ts';
import { LinkReader, LinksWriter, type NewLink } from '#storage/links/page-links.ts';
import { ByteReader } from '#storage/links/varint.ts';
import { orderByTarget } from '#storage/lists/number-order.ts';
import { newPath } from '../../support/crawling.ts';
import { addUrl, newStore, reopenStore } from '../fixture.ts';

const text = fc.oneof(
  fc.constantFrom('', 'Read more', 'nofollow noopener', '"\\\n\u0000', 'é', '\u{1f600}', '\ud800', 'x'.repeat(200)),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const number = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 40));
const kinds: readonly LinkKind[] = ['a', 'image', 'other'];
const links = fc.array(
  fc
    .record({ to: number, kind: fc.constantFrom(...kinds), rel: text, text, start: number, length: number })
    .map(({ length, ...link }): NewLink => ({ ...link, end: link.start + length })),
  { maxLength: 60 },
);

const writer = new LinksWriter();
const written = (list: readonly NewLink[]): string => Buffer.from(writer.json(list, kind => kinds.indexOf(kind))).toString();
function read(json: string): { readonly list: NewLink[]; readonly damaged: boolean } {
  const link = new LinkReader(json);
  const list: NewLink[] = [];
  while (link.next()) {
    const { to, kind, rel, text, start, end } = link;
    list.push({ to, kind: kinds[kind] as LinkKind, rel, text, start, end });
  }
  return { list, damaged: link.damaged };
}

describe('links of a page', () => {
  it('are the same when read again', () => {
    fc.assert(fc.property(links, list => void expect(read(written(list))).toEqual({ list, damaged: false })));
  });

  it('are the JSON that docs/crawl-file.md describes', () => {
    const list: NewLink[] = [
      { to: 12, kind: 'image', rel: '', text: 'Prices', start: 340, end: 371 },
      { to: 7, kind: 'image', rel: '', text: '', start: 380, end: 402 },
      { to: 7, kind: 'a', rel: 'nofollow', text: '', start: 410, end: 412 },
    ];
    expect(written(list)).toBe('[[12,1,340,371,"Prices"],[7,1,380,402],[7,0,410,412,"","nofollow"]]');
  });

  it('are what JSON.stringify gives, whatever the numbers and the texts', () => {
    const number = fc.oneof(fc.nat(12), fc.nat(), fc.maxSafeInteger(), fc.constantFrom(-1, 999_999_999, 1_000_000_000, 2 ** 32));
    const units = fc.array(fc.nat(0xffff), { maxLength: 30 }).map(codes => String.fromCharCode(...codes));
    const any = fc.oneof(units, fc.string(), fc.constantFrom('', '\u2028', '\ud800', '"\\\u007f'));
    fc.assert(
      fc.property(
        fc.array(fc.record({ to: number, kind: fc.constantFrom(...kinds), rel: any, text: any, start: number, end: number })),
        list => {
          const entries = list.map(({ to, kind, rel, text, start, end }) => {
            const texts = rel !== '' ? [text, rel] : text !== '' ? [text] : [];
            return [to, kinds.indexOf(kind), start, end, ...texts];
          });
          expect(written(list)).toBe(JSON.stringify(entries));
        },
      ),
    );
  });

  it('take the room they need, and the next page is written from the start', () => {
    const many = Array.from(
      { length: 9_000 },
      (_, i): NewLink => ({ to: i, kind: 'a', rel: '', text: '\u0001'.repeat(50), start: i, end: i }),
    );
    const other: NewLink[] = [{ to: 1, kind: 'a', rel: '', text: '', start: 2, end: 3 }];
    for (const list of [many, other, [...many, ...other], []]) expect(read(written(list))).toEqual({ list, damaged: false });
  });

  it('are read again from a file that another program made anew in UTF-16', () => {
    const path = newPath();
    const other = new BetterSqlite3(path);
    other.pragma(`encoding = 'UTF-16le'`);
    const made = newStore().db.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'");
    for (const sql of made.pluck().all()) other.exec(sql as string);
    other.pragma(`application_id = ${applicationId}`);
    other.pragma(`user_version = ${schemaVersion}`);
    other.close();
    const { db, store } = reopenStore(path);
    expect(db.pragma('encoding', { simple: true })).toBe('UTF-16le');
    store.transaction(() => store.crawl.create(1, 'test', { ...defaultSettings, seeds: ['http://a.test/'] }));
    const id = addUrl(store, 'http://a.test/1');
    store.transaction(() => store.fetches.links(id, [{ to: id, kind: 'a', rel: '', text: 'Ä', start: 2, end: 3 }]));
    expect(db.prepare('SELECT links FROM page_links').pluck().get()).toBe('[[1,1,2,3,"Ä"]]');
  });

  it('never throw, whatever the text, and give what stands before the damage', () => {
    fc.assert(fc.property(fc.string(), fc.json(), (any, json) => void [read(any), read(json)]));
    for (const json of ['', 'null', '{}', '7', '[[1,0,2,3],']) expect(read(json), json).toEqual({ list: [], damaged: true });
    for (const bad of ['5', 'null', '[]', '[1,0,2]', '[-1,0,2,3]', '[1.5,0,2,3]', '["1",0,2,3]', '[1,0,2,9007199254740993]'])
      expect(read(`[[1,0,2,3],${bad},[1,0,2,3]]`), bad).toEqual({
        list: [{ to: 1, kind: 'a', rel: '', text: '', start: 2, end: 3 }],
        damaged: true,
      });
    expect(read('[[1,0,2,3,7,{}]]').list).toEqual([{ to: 1, kind: 'a', rel: '', text: '', start: 2, end: 3 }]);
  });

  it('are rows to any client of SQLite, and text that is no JSON is no rows', () => {
    const { db } = newStore();
    const insert = db.prepare('INSERT INTO page_links (from_id, count, links) VALUES (?, ?, ?)');
    insert.run(
      1,
      2,
      written([
        { to: 7, kind: 'image', rel: 'nofollow', text: 'A "é"', start: 3, end: 9 },
        { to: 8, kind: 'a', rel: '', text: '', start: 10, end: 12 },
      ]),
    );
    insert.run(2, 5, '[[1,0,');
    insert.run(3, 5, '');
    insert.run(4, 5, '["abc", 7, {}]');
    const plain = new BetterSqlite3(db.name, { readonly: true });
    plain.pragma('trusted_schema = OFF');
    expect(plain.prepare('SELECT *, typeof(to_id) AS type FROM link').all()).toEqual([
      { from_id: 1, seq: 0, to_id: 7, kind: 1, rel: 'nofollow', text: 'A "é"', start: 3, end: 9, type: 'integer' },
      { from_id: 1, seq: 1, to_id: 8, kind: 0, rel: '', text: '', start: 10, end: 12, type: 'integer' },
    ]);
    expect(plain.prepare('SELECT * FROM link_targets WHERE to_id = 8').all()).toEqual([{ to_id: 8, from_id: 1, seq: 1 }]);
    expect(plain.prepare('EXPLAIN QUERY PLAN SELECT * FROM link WHERE from_id = 1').all()).toContainEqual(
      expect.objectContaining({ detail: expect.stringMatching(/^SEARCH p USING INTEGER PRIMARY KEY/) }),
    );
    plain.close();
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
    expect(told(Uint8Array.of(2, 1, 2, 0), 1, 9)).toEqual([]);
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
