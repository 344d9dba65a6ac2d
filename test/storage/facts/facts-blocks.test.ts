import { randomBytes } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BlockFacts, FactsBlocks } from '#storage/facts/facts-blocks.ts';
import type { OwnTexts } from '#storage/facts/own-texts.ts';
import { openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { decodedBlock, placesOfBlock } from '#storage/file/page-blocks.ts';
import { newStore } from '../fixture.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text);
const blocksIn = (db: WriteDb): number => db.prepare('SELECT count(*) FROM facts_block').pluck().get() as number;

const noTexts: OwnTexts = [null, null, null, null];

function readerOf(db: WriteDb) {
  const read = new BlockFacts();
  const block = db.prepare('SELECT bytes FROM facts_block WHERE id = ?').pluck();
  return (place: number): string | undefined => {
    const packed = block.get(Math.floor(place / placesOfBlock)) as Buffer | undefined;
    return (read.kept(place, noTexts) ?? (packed && read.at(place, packed, null, noTexts)))?.toString();
  };
}

describe('blocks of facts', () => {
  it('have the facts of each page, also where transactions bring one page each', () => {
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    const places: number[] = [];
    for (let page = 0; page < 100; page++) {
      places.push(blocks.add(bytesOf(`facts of page ${page}`)) ?? -1);
      blocks.flush();
      const read = readerOf(db);
      expect(read(places[page] ?? -1)).toBe(`facts of page ${page}`);
      expect(read(places[Math.floor(page / 2)] ?? -1)).toBe(`facts of page ${Math.floor(page / 2)}`);
    }
    expect(blocksIn(db)).toBeLessThan(20);
    expect(new Set(places).size).toBe(100);
  });

  it('are compressed when they are full, and their pages stay in them', () => {
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    const facts = Array.from({ length: 60 }, (_, page) => bytesOf(`${page} ${'alike '.repeat(40)}`));
    for (const each of facts) {
      blocks.add(each);
      blocks.flush();
      const open = db.prepare('SELECT bytes FROM facts_block ORDER BY id DESC').pluck().get() as Buffer;
      expect(zstdDecompressSync(open).includes(each)).toBe(true);
    }
    const full = db.prepare('SELECT bytes FROM facts_block WHERE id = 1').pluck().get() as Buffer;
    expect(full.length).toBeLessThan(1_000);
    expect(zstdDecompressSync(full).includes(facts[0] as Buffer)).toBe(true);
    expect(blocksIn(db)).toBeLessThan(5);
  });

  it('of long pages are compressed while pages are added too', () => {
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    for (let page = 0; page < 3; page++) {
      blocks.add(Buffer.alloc(10_000, `${page}`));
      blocks.flush();
    }
    expect((db.prepare('SELECT bytes FROM facts_block').pluck().get() as Buffer).length).toBeLessThan(1_000);
  });

  it('hold as many pages as a transaction brings, up to their size; long facts are for their rows', () => {
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    const places = Array.from({ length: 150 }, (_, page) => blocks.add(bytesOf(`${page} ${'x'.repeat(page * 100)}`)) ?? -1);
    expect(blocks.add(Buffer.alloc(70_000))).toBeNull();
    blocks.flush();
    expect(blocksIn(db)).toBeLessThan(10);
    const read = readerOf(db);
    for (const [page, place] of places.entries()) expect(read(place)?.split(' ')[0]).toBe(String(page));
  });

  it('after a rollback, no place is used for other facts by the same program', () => {
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    blocks.add(bytesOf('kept'));
    blocks.flush();
    const begin = db.transaction(() => {
      const place = blocks.add(bytesOf('undone')) ?? -1;
      blocks.flush();
      throw Object.assign(new Error('no'), { place });
    });
    let undone = -1;
    try {
      begin();
    } catch (error) {
      undone = (error as { readonly place: number }).place;
    }
    blocks.reload();
    const place = blocks.add(bytesOf('later')) ?? -1;
    blocks.flush();
    expect(place).not.toBe(undone);
    const read = readerOf(db);
    expect(read(place)).toBe('later');
    expect(read(placesOfBlock)).toBe('kept');
  });

  it('give facts that came later to a connection that knows the block already, however alike they are', () => {
    const { db, path } = newStore();
    const reader = openDatabase(path, { readOnly: true });
    const blocks = new FactsBlocks(db);
    const count = reader.prepare('SELECT count(*) FROM page WHERE facts IS NOT NULL').pluck();
    const addPage = db.prepare(
      'INSERT INTO page_row (url_id, fetch_id, own, words, links, links_dropped, facts_at) VALUES (?, 1, 63, 0, 0, 0, ?)',
    );
    db.pragma('foreign_keys = OFF');
    for (let page = 1; page <= 6; page++) {
      db.transaction(() => {
        addPage.run(page, blocks.add(Buffer.alloc(400, 'x')));
        blocks.flush();
      })();
      expect(count.get()).toBe(page);
    }
    reader.close();
  });

  it('are kept until others take their room, in whatever order they are read', () => {
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    const sizeOf = (page: number): number => 1_000 + ((Math.floor(page / 16) * 7_919) % 14_000);
    const facts = Array.from({ length: 16 * 50 }, (_, page) => Buffer.alloc(sizeOf(page), `${page} `));
    const places = facts.map(each => blocks.add(each) ?? -1);
    blocks.flush();
    const packed = db.prepare('SELECT bytes FROM facts_block WHERE id = ?').pluck();
    const read = new BlockFacts();
    let decoded = 0;
    for (let step = 0; step < 3_000; step++) {
      // Steps in order, and jumps.
      const page = (step % 3 === 0 ? step * 37 : step) % facts.length;
      const place = places[page] ?? -1;
      const known = read.kept(place, noTexts);
      decoded += Number(known === null);
      const found = known ?? read.at(place, packed.get(Math.floor(place / placesOfBlock)) as Buffer, null, noTexts);
      expect(found?.equals(facts[page] ?? Buffer.alloc(0)), `page ${page}, step ${step}`).toBe(true);
    }
    expect(decoded).toBeGreaterThan(100);
    expect(decoded).toBeLessThan(1_500);
    const kept = places.filter(place => read.kept(place, noTexts) !== null);
    const bytes = kept.reduce((sum, place) => sum + (facts[places.indexOf(place)]?.length ?? 0), 0);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(2 * 1024 * 1024);
  });

  it('that are damaged do not keep others in the room for ever, also where blocks fill it to the last byte', () => {
    const read = new BlockFacts();
    const sizes = [...Array<number>(8).fill(256 * 1024), 0, ...Array.from({ length: 30 }, (_, i) => 200_000 - i)];
    const facts = sizes.map((size, i) => Buffer.alloc(Math.max(0, size - 4), `${i} `));
    for (const [i, each] of facts.entries()) {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(each.length);
      read.at(
        i * placesOfBlock,
        each.length === 0 ? Buffer.from('noise') : zstdCompressSync(Buffer.concat([size, each])),
        null,
        noTexts,
      );
      for (const [known, wanted] of facts.slice(0, i + 1).entries()) {
        const kept = read.kept(known * placesOfBlock, noTexts);
        expect(kept === null || kept.equals(wanted), `block ${known} after ${i}`).toBe(true);
      }
    }
  });

  it('that are longer than any of ours give nothing, so that no page takes long', () => {
    const facts = Buffer.from('....facts');
    facts.writeUInt32LE(5);
    // Blocks of zstd that are empty, and one that is not and is the last.
    const frame = (empty: number): Buffer =>
      Buffer.concat([
        Buffer.from('28b52ffd0058', 'hex'),
        Buffer.alloc(3 * empty),
        Buffer.from([facts.length * 8 + 1, 0, 0]),
        facts,
      ]);
    const { db } = newStore();
    db.pragma('foreign_keys = OFF');
    for (const [id, empty] of [50_000, 100_000].entries()) {
      db.prepare('INSERT INTO facts_block (id, bytes) VALUES (?, ?)').run(id, frame(empty));
      db.prepare(
        'INSERT INTO page_row (url_id, fetch_id, own, words, links, links_dropped, facts_at) VALUES (?, 1, 63, 0, 0, 0, ?)',
      ).run(id, id * placesOfBlock);
      expect(decodedBlock(frame(empty)).length).toBe(id === 0 ? facts.length : 0);
    }
    expect(db.prepare('SELECT facts FROM page ORDER BY url_id').pluck().all()).toEqual([bytesOf('facts'), null]);
  });

  it('that cannot be compressed are no longer than a block may be', () => {
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    // The first byte is the form: a random one may say that texts follow.
    const facts = Array.from({ length: 4 }, () => Buffer.concat([bytesOf('f'), randomBytes(65_531)]));
    const places = facts.map(each => blocks.add(each) ?? -1);
    blocks.flush();
    expect(blocksIn(db)).toBe(1);
    const read = new BlockFacts();
    const packed = db.prepare('SELECT bytes FROM facts_block').pluck().get() as Buffer;
    expect(packed.length).toBeGreaterThan(256 * 1024);
    for (const [page, place] of places.entries())
      expect(read.at(place, packed, null, noTexts)?.equals(facts[page] ?? Buffer.alloc(0))).toBe(true);
  });

  it('that are damaged give nothing', () => {
    const read = new BlockFacts();
    expect(read.at(placesOfBlock, Buffer.from('noise'), null, noTexts)).toBeNull();
    expect(read.kept(placesOfBlock, noTexts)).toBeNull();
    expect(read.kept(placesOfBlock * 2, noTexts)).toBeNull();
    const { db } = newStore();
    const blocks = new FactsBlocks(db);
    const place = blocks.add(bytesOf('one')) ?? -1;
    blocks.flush();
    expect(readerOf(db)(place + 1)).toBeUndefined();
  });
});
