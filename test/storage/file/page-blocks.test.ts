import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { BlockReader, BlockWriter, placesOfBlock } from '#storage/file/page-blocks.ts';
import { newStore } from '../fixture.ts';

const common = 'What all pages of a site have in common, as their menus and the words of their forms. '.repeat(4);

/** The bytes of a page: `length` random ones, as text, among those that all pages have. */
const page = (number: number, length: number) => Buffer.from(`${number} ${common} ${randomBytes(length).toString('hex')}`);

function factsWriter(db: WriteDb, fail: () => void = () => undefined): BlockWriter {
  const write = db.prepare('INSERT OR REPLACE INTO facts_block (id, bytes, signatures) VALUES (?, ?, ?)');
  return new BlockWriter(db, 'facts_block', (id, packed, apart) => {
    fail();
    write.run(id, packed, apart);
  });
}

function linksWriter(db: WriteDb): BlockWriter {
  const write = db.prepare('INSERT OR REPLACE INTO links_block (id, bytes) VALUES (?, ?)');
  return new BlockWriter(db, 'links_block', (id, packed) => void write.run(id, packed));
}

/** How much of the pages of a table holds rows, 0 to 1. */
const filled = (db: WriteDb, table: string) =>
  db.prepare('SELECT 1 - sum(unused) * 1.0 / sum(pgsize) FROM dbstat WHERE name = ?').pluck().get(table);

/** Reads the page at a place, with a reader that keeps nothing. */
function textAt(db: WriteDb, place: number): string | undefined {
  const { bytes, signatures } = db
    .prepare<[number], { bytes: Buffer; signatures: Buffer | null }>('SELECT bytes, signatures FROM facts_block WHERE id = ?')
    .get(Math.floor(place / placesOfBlock)) ?? { bytes: Buffer.alloc(0), signatures: null };
  return new BlockReader(1_000_000).at(place, bytes, signatures)?.bytes.toString();
}

describe('blocks fill the pages of the file', () => {
  const cases = [30, 60, 250, 400, 700, 1_500].flatMap(length =>
    [1, 10, 24].flatMap(pages => [0, 128].map(apart => [length, apart, pages] as const)),
  );

  it.each(cases)('with %i random bytes a page, %i bytes apart and %i pages a transaction', (length, apart, ofTransaction) => {
    const { db } = newStore();
    const blocks = factsWriter(db);
    for (let number = 0; number < 2_400; number++) {
      blocks.add(page(number, length), apart === 0 ? null : randomBytes(apart));
      if (number % ofTransaction === 0) blocks.flush();
    }
    blocks.flush();
    expect(filled(db, 'facts_block')).toBeGreaterThan(0.9);
  });

  it('also those of links', () => {
    const { db } = newStore();
    const blocks = linksWriter(db);
    for (let number = 0; number < 2_400; number++) {
      blocks.add(page(number, 60));
      blocks.flush();
    }
    expect(filled(db, 'links_block')).toBeGreaterThan(0.9);
  });
});

describe('a full block that is longer than a page of the file', () => {
  const long = 1_000;

  /** Writes pages in transactions of one page until two blocks are full, and gives their texts by place. */
  function twoBlocks(db: WriteDb, blocks: BlockWriter): Map<number, string> {
    const texts = new Map<number, string>();
    for (let number = 0; new Set([...texts.keys()].map(place => Math.floor(place / placesOfBlock))).size < 3; number++) {
      db.transaction(() => {
        const bytes = page(number, long);
        texts.set(blocks.add(bytes) ?? -1, bytes.toString());
        blocks.flush();
      })();
    }
    return texts;
  }

  function expectAll(db: WriteDb, texts: ReadonlyMap<number, string>): void {
    for (const [place, text] of texts) expect(textAt(db, place), `place ${place}`).toBe(text);
  }

  it('is read by connections that have it open, before and after it is placed anew', () => {
    const { db, path } = newStore();
    const reader = openDatabase(path, { readOnly: true });
    const blocks = factsWriter(db);
    const texts = twoBlocks(db, blocks);
    reader.exec('BEGIN');
    expectAll(reader, texts);
    const more = twoBlocks(db, blocks);
    expectAll(reader, texts);
    reader.exec('COMMIT');
    expectAll(reader, more);
    reader.close();
  });

  it.each([0, 1])('is as it was after a rollback behind the removal of its row, with %i later writes', writes => {
    const { db } = newStore();
    let left = Number.POSITIVE_INFINITY;
    const blocks = factsWriter(db, () => {
      if (left-- <= 0) throw new Error('The disk is full.');
    });
    const texts = twoBlocks(db, blocks);
    left = writes;
    expect(
      db.transaction(() => {
        for (let number = 0; number < 100; number++) blocks.add(page(number, long));
      }),
    ).toThrow('The disk is full.');
    left = Number.POSITIVE_INFINITY;
    blocks.reload();
    expectAll(db, texts);
    const more = twoBlocks(db, blocks);
    expect([...more.keys()].filter(place => texts.has(place))).toEqual([]);
    expectAll(db, new Map([...texts, ...more]));
  });
});
