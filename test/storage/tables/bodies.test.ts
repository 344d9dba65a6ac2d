import { randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyHash, packWhole } from '#storage/file/codec.ts';
import { BodyBlocks, bodyReader } from '#storage/tables/bodies.ts';
import { newStore, reopenStore } from '../fixture.ts';

const page = (n: number, length = 3_000): Buffer =>
  Buffer.from(
    `<!doctype html><title>Page ${n}</title>${`<p>Text ${n} of this page. `.repeat(Math.ceil(length / 24))}`.slice(0, length),
  );

/** Stores bodies in one transaction, as pages that arrived together. */
function storeAll(bodies: readonly Buffer[]) {
  const { db, path, store } = newStore();
  const blocks = new BodyBlocks(db);
  const add = (some: readonly Buffer[]) =>
    store.transaction(() => {
      const hashes = some.map(body => blocks.add(body));
      blocks.flush();
      return hashes;
    });
  return { db, path, store, blocks, add, hashes: add(bodies) };
}
const sizes = (db: ReturnType<typeof newStore>['db']) => db.prepare('SELECT size FROM body_block ORDER BY id').pluck().all();

describe('bodies in blocks', () => {
  it('are written 16 to a block and read one by one, byte for byte', () => {
    const bodies = Array.from({ length: 37 }, (_, n) => page(n, 1_000 + n));
    const { db, hashes } = storeAll(bodies);
    expect(sizes(db)).toHaveLength(3);
    const read = bodyReader(db);
    for (const n of [36, 0, 15, 16, 17, 5]) expect(Buffer.from(read(hashes[n] as Uint8Array) ?? [])).toEqual(bodies[n]);
    expect(hashes).toEqual(bodies.map(bodyHash));
    expect(db.prepare('SELECT count(*) FROM bodies').pluck().get()).toBe(37);
    expect(db.prepare('SELECT count(*) FROM body').pluck().get()).toBe(0);
  });

  it('can be opened by a program that knows SQLite and zstd only', () => {
    const bodies = [page(1), page(2), page(3)];
    const { db } = storeAll(bodies);
    const row = db
      .prepare('SELECT b.bytes, p.start, p.size FROM block_body p JOIN body_block b ON b.id = p.block_id WHERE p.hash = ?')
      .get(bodyHash(bodies[1] as Buffer)) as { bytes: Buffer; start: number; size: number };
    expect(zstdDecompressSync(row.bytes).subarray(row.start, row.start + row.size)).toEqual(bodies[1]);
  });

  it('are stored once, also beside bodies with rows of their own', () => {
    const { db, add, blocks } = storeAll([page(1), page(1), page(2)]);
    add([page(2), page(3), page(1)]);
    expect(db.prepare('SELECT count(*) FROM block_body').pluck().get()).toBe(3);
    const long = page(9, 200_000);
    add([long, long]);
    expect(db.prepare('SELECT size, encoding FROM body').all()).toEqual([{ size: 200_000, encoding: 'zstd' }]);
    const packed = packWhole(page(4, 600_000));
    expect(blocks.add(packed)).toEqual(packed.hash);
    expect(Buffer.from(bodyReader(db)(packed.hash) ?? []).length).toBe(600_000);
  });

  it('fill blocks of at most 512 KiB, whatever they hold', () => {
    const bodies = [...Array.from({ length: 9 }, () => randomBytes(120_000)), Buffer.from('x')];
    const { db, hashes } = storeAll(bodies);
    for (const size of sizes(db)) expect(size).toBeLessThanOrEqual(512 * 1024);
    for (const [n, body] of bodies.entries()) expect(Buffer.from(bodyReader(db)(hashes[n] as Uint8Array) ?? [])).toEqual(body);
  });

  it('are readable before the transaction that brings them ends, and gone when it is rolled back', () => {
    const { db, store, blocks } = storeAll([page(1)]);
    const hash = bodyHash(page(2));
    expect(() =>
      store.transaction(() => {
        blocks.add(page(2));
        expect(Buffer.from(blocks.read(hash) ?? [])).toEqual(page(2));
        blocks.add(page(3));
        throw new Error('rolled back');
      }),
    ).toThrow('rolled back');
    blocks.reload();
    expect(bodyReader(db)(hash)).toBe(null);
    store.transaction(() => {
      blocks.add(page(4));
      blocks.flush();
    });
    expect(Buffer.from(bodyReader(db)(bodyHash(page(4))) ?? [])).toEqual(page(4));
    expect(db.prepare('SELECT count(*) FROM block_body').pluck().get()).toBe(2);
  });

  it('of a file from elsewhere are checked: a place outside the block is damage', () => {
    for (const change of ['start = -1', 'start = 2_999', 'size = 9_000', 'block_id = 77', 'size = -5']) {
      const { db } = storeAll([page(1)]);
      db.exec(`UPDATE block_body SET ${change.replaceAll('_0', '0').replace('2_999', '2999')}`);
      expect(() => bodyReader(db)(bodyHash(page(1))), change).toThrow('The crawl file is damaged');
    }
    const { db } = storeAll([page(1)]);
    db.exec('UPDATE body_block SET size = 10');
    expect(() => bodyReader(db)(bodyHash(page(1)))).toThrow('The crawl file is damaged');
  });

  it('stay readable after the file was opened again', () => {
    const { db, path } = storeAll([page(1), page(2)]);
    db.close();
    const again = reopenStore(path);
    expect(Buffer.from(again.store.fetches.body(bodyHash(page(2))) ?? [])).toEqual(page(2));
  });
});
