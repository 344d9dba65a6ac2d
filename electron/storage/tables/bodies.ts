import { RpcError } from '#shared/rpc/errors.ts';
import { bodyHash, longestBody, type PackedBody, packBody, packZstd, unpackBody } from '../file/codec.ts';
import type { ReadDb, WriteDb } from '../file/handle.ts';

/** Bodies of one block, and their bytes together. Reading one body decodes its whole block, in less than 2 ms. */
const mostBodies = 16;
const longestBlock = 512 * 1024;
/** A longer body gets a row of its own: little is gained by compressing it with others. */
const longestInBlock = 128 * 1024;
/** New ids are not counted from greater ones, which only a damaged file has. */
const mostBlocks = 2 ** 52;

interface Row {
  readonly encoding: 'raw' | 'zstd';
  readonly bytes: Uint8Array;
  readonly size: number;
}

interface Place {
  readonly blockId: number;
  readonly start: number;
  readonly size: number;
}

/**
 * A body that was dropped, or lost and repaired, leaves a row without bytes in `body`: its hash and size stay facts, and it can be told from
 * a body that is missing.
 */
export const isDropped = ({ bytes, size }: Pick<Row, 'bytes' | 'size'>): boolean => bytes.length === 0 && size > 0;

const damaged = (): never => {
  throw new RpcError('refused', 'The crawl file is damaged: a block of bodies does not hold what it should.');
};

/** 1 for a stored body, 0 for one whose bytes were dropped. */
const hasBytes = '(length(bytes) > 0 OR size = 0)';
/** A dropped body gets its bytes back. */
const insertBody = `INSERT INTO body (hash, size, encoding, bytes) VALUES (?, ?, ?, ?)
  ON CONFLICT (hash) DO UPDATE SET size = excluded.size, encoding = excluded.encoding, bytes = excluded.bytes`;

/** Reads a stored body, or null if the file does not contain it or its bytes were dropped. Throws "damaged" if it is longer than `most` bytes. */
export function bodyReader(db: ReadDb, most = longestBody) {
  const read = db.prepare('SELECT encoding, bytes, size FROM body WHERE hash = ?');
  const find = db.prepare('SELECT block_id AS blockId, start, size FROM block_body WHERE hash = ?');
  const block = db.prepare("SELECT 'zstd' AS encoding, bytes, size FROM body_block WHERE id = ?");
  // Whoever reads many bodies mostly reads those of one block after each other.
  let last: { readonly id: number; readonly bytes: Uint8Array } | null = null;
  const open = (id: number): Uint8Array => {
    if (last?.id === id) return last.bytes;
    const row = (block.get(id) as Row | undefined) ?? damaged();
    last = { id, bytes: unpackBody(row, Math.min(row.size, longestBlock)) };
    return last.bytes;
  };
  return (hash: Uint8Array | null): Uint8Array | null => {
    if (hash === null) return null;
    const place = find.get(hash) as Place | undefined;
    if (place) {
      const bytes = open(place.blockId);
      if (place.start < 0 || place.size < 0 || place.size > most || place.start + place.size > bytes.length) damaged();
      return bytes.subarray(place.start, place.start + place.size);
    }
    const row = read.get(hash) as Row | undefined;
    return row && !isDropped(row) ? unpackBody(row, Math.min(row.size, most)) : null;
  };
}

/** Stores each distinct body once, by its hash, in a row of its own, and returns the hash. */
export function bodyWriter(db: WriteDb) {
  const has = db.prepare(`SELECT ${hasBytes} FROM body WHERE hash = ?`).pluck();
  const insert = db.prepare(insertBody);
  return (body: Uint8Array): Buffer => {
    const hash = bodyHash(body);
    if (has.get(hash) !== 1) {
      const { encoding, bytes } = packBody(body);
      insert.run(hash, body.length, encoding, bytes);
    }
    return hash;
  };
}

/** How many compressed bytes of bodies a file gets, about, and who is told when the first body is left out. */
export interface BodyLimit {
  readonly most: number;
  onReached(): void;
}

/**
 * Stores bodies of pages, each distinct one once. Those that one transaction brings are compressed together: pages of one site are alike, and
 * one long frame costs less than many short ones. Call `flush` before the transaction ends, and `reload` after a rollback.
 */
export class BodyBlocks {
  readonly #has;
  readonly #insert;
  readonly #forget;
  readonly #insertBlock;
  readonly #insertPlace;
  readonly #read;
  readonly #lastBlock;
  /** The bytes of the open block; made with the first body. */
  #bytes: Uint8Array | null = null;
  #used = 0;
  #bodies = 0;
  #nextBlock: number | null = null;
  /** Compressed bytes that are stored; counted where there is a limit. */
  #stored = 0;
  #limit: BodyLimit | null = null;
  #isTold = false;
  readonly #count;

  constructor(db: WriteDb) {
    this.#has = db
      .prepare(`SELECT 1 FROM block_body WHERE hash = ? UNION ALL SELECT ${hasBytes} FROM body WHERE hash = ?`)
      .pluck();
    this.#insert = db.prepare(insertBody);
    this.#forget = db.prepare('DELETE FROM body WHERE hash = ?');
    this.#insertBlock = db.prepare('INSERT INTO body_block (id, size, bytes) VALUES (?, ?, ?)');
    this.#insertPlace = db.prepare('INSERT INTO block_body (hash, block_id, start, size) VALUES (?, ?, ?, ?)');
    this.#lastBlock = db.prepare(`SELECT max(id) FROM body_block WHERE id < ${mostBlocks}`).pluck();
    this.#read = bodyReader(db);
    this.#count = db
      .prepare(
        `SELECT (SELECT coalesce(sum(length(bytes)), 0) FROM body_block) + (SELECT coalesce(sum(length(bytes)), 0) FROM body)`,
      )
      .pluck();
  }

  /** From now on `addLimited` keeps to a limit; null: to none. Counts what is stored. */
  limit(limit: BodyLimit | null): void {
    this.#limit = limit;
    this.#isTold = false;
    if (limit !== null) this.#stored = this.#count.get() as number;
  }

  /** The same as `add`, but where the stored bodies have reached the limit, of a new body only hash and size are stored. */
  addLimited(body: Uint8Array | PackedBody): Uint8Array {
    const limit = this.#limit;
    if (limit === null || this.#stored < limit.most) return this.add(body);
    if (!this.#isTold) limit.onReached();
    this.#isTold = true;
    const { hash, size } = 'hash' in body ? body : { hash: bodyHash(body), size: body.length };
    if (this.#has.get(hash, hash) === undefined) this.#insert.run(hash, size, 'raw', new Uint8Array());
    return hash;
  }

  /** Takes a body as it is, or one that another thread has packed already. Returns its hash. */
  add(body: Uint8Array | PackedBody): Uint8Array {
    if ('hash' in body) {
      if (this.#has.get(body.hash, body.hash) === 1) return body.hash;
      this.#insert.run(body.hash, body.size, body.encoding, body.bytes);
      this.#stored += body.bytes.length;
      return body.hash;
    }
    const hash = bodyHash(body);
    const known = this.#has.get(hash, hash);
    if (known === 1) return hash;
    if (body.length > longestInBlock) {
      const { encoding, bytes } = packBody(body);
      this.#insert.run(hash, body.length, encoding, bytes);
      this.#stored += bytes.length;
      return hash;
    }
    if (this.#bodies === mostBodies || this.#used + body.length > longestBlock) this.flush();
    // Its bytes were dropped, and are there again.
    if (known === 0) this.#forget.run(hash);
    this.#bytes ??= new Uint8Array(longestBlock);
    this.#bytes.set(body, this.#used);
    this.#nextBlock ??= ((this.#lastBlock.get() as number | null) ?? 0) + 1;
    this.#insertPlace.run(hash, this.#nextBlock, this.#used, body.length);
    this.#used += body.length;
    this.#bodies += 1;
    return hash;
  }

  /** Writes the open block. */
  flush(): void {
    if (this.#bodies === 0 || this.#bytes === null || this.#nextBlock === null) return;
    const packed = packZstd(this.#bytes.subarray(0, this.#used));
    this.#insertBlock.run(this.#nextBlock, this.#used, packed);
    this.#stored += packed.length;
    this.#nextBlock += 1;
    this.#used = 0;
    this.#bodies = 0;
  }

  /** Reads a body, also one of the open block. */
  read(hash: Uint8Array | null): Uint8Array | null {
    this.flush();
    return this.#read(hash);
  }

  reload(): void {
    this.#used = 0;
    this.#bodies = 0;
    this.#nextBlock = null;
    this.#isTold = false;
  }
}
