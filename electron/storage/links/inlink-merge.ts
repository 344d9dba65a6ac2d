import type { WriteDb } from '../file/handle.ts';
import { type Chunk, ChunkPacker, ChunkReader, mostOfBlocks, newBlock } from './packed-targets.ts';

/** Blocks that are merged into one: the links of 16,000 pages. */
const blocksOfMerge = 16;
/** `inlink_block.level`: as written first, merged, and being merged. */
const [written, merged, unfinished] = [0, 1, -1];
const chunksOfQuery = 8;

const statementsOf = (db: WriteDb) => ({
  blocks: db
    .prepare(`SELECT id FROM inlink_block WHERE level = ${written} AND id < ${mostOfBlocks} ORDER BY id LIMIT ${blocksOfMerge}`)
    .pluck(),
  unfinished: db.prepare(`SELECT id FROM inlink_block WHERE level = ${unfinished}`).pluck(),
  addBlock: db.prepare(newBlock(unfinished)),
  finish: db.prepare(`UPDATE inlink_block SET level = ${merged} WHERE id = ?`),
  dropBlock: db.prepare('DELETE FROM inlink_block WHERE id = ?'),
  chunks: db
    .prepare(
      `SELECT id, first_to, last_to, packed FROM inlink_chunk WHERE block_id = ? AND (first_to, last_to, id) > (?, ?, ?) AND max(first_to, last_to, id) < ${mostOfBlocks}
       ORDER BY first_to, last_to, id LIMIT ${chunksOfQuery}`,
    )
    .raw(),
  addChunk: db.prepare('INSERT INTO inlink_chunk (block_id, first_to, last_to, packed) VALUES (?, ?, ?, ?)'),
  moveChunk: db.prepare('UPDATE inlink_chunk SET block_id = ? WHERE id = ?'),
  dropChunks: db.prepare('DELETE FROM inlink_chunk WHERE block_id = ?'),
});
type Statements = ReturnType<typeof statementsOf>;
type ChunkRow = readonly [id: number, first: number, last: number, packed: Buffer];

/** A block that is being merged: its next link, and the chunks after that. */
class Source {
  readonly #block: number;
  readonly #chunks: Statements['chunks'];
  #rows: ChunkRow[] = [];
  #row: ChunkRow = [0, -1, -1, Buffer.alloc(0)];
  link = new ChunkReader(this.#row[3]);
  /** Chunks that cannot be read to their end. */
  readonly damaged: number[] = [];

  constructor(block: number, chunks: Statements['chunks']) {
    this.#block = block;
    this.#chunks = chunks;
  }

  /** Whether there is a next link. */
  next(): boolean {
    while (!this.link.next()) {
      const [id, first, last] = this.#row;
      if (this.link.damaged && id !== 0) this.damaged.push(id);
      if (this.#rows.length === 0) this.#rows = (this.#chunks.all(this.#block, first, last, id) as ChunkRow[]).reverse();
      const row = this.#rows.pop();
      if (row === undefined) return false;
      this.#row = row;
      this.link = new ChunkReader(row[3]);
    }
    return true;
  }
}

interface Merge {
  readonly into: number;
  readonly blocks: readonly number[];
  /** Those that have links left. */
  open: readonly Source[];
  /** For each block that was read to its end, its damaged chunks. A list may be empty. */
  readonly damaged: number[][];
}

/**
 * Merges blocks of links by target, 16 into one, so that a question reads few blocks. It works in steps, each inside the caller's
 * transaction. The old blocks stay until the new one is finished: meanwhile a link may be in two blocks, and readers leave out what they
 * find twice. A merge that was interrupted begins again.
 */
export class InlinkMerge {
  readonly #db: WriteDb;
  #made: Statements | null = null;
  #merge: Merge | null = null;
  #mayBegin = true;
  readonly #packer = new ChunkPacker();

  constructor(db: WriteDb) {
    this.#db = db;
  }

  /** Prepared on first use: an older file opened read-only lacks the levels. */
  get #statements(): Statements {
    this.#made ??= statementsOf(this.#db);
    return this.#made;
  }

  /** Call it after a block was added. */
  offer(): void {
    this.#mayBegin = true;
  }

  /** Call it after chunks were changed elsewhere, or when memory may no longer match the file. */
  reset(): void {
    this.#merge = null;
    this.#mayBegin = true;
  }

  /** Merges about this many links, if there is something to merge. */
  step(links: number): void {
    this.#merge ??= this.#begin();
    const merge = this.#merge;
    if (merge === null) return;
    const packer = this.#packer;
    packer.clear();
    const write = (chunk: Chunk | null): void => {
      if (chunk !== null) this.#statements.addChunk.run(merge.into, chunk.first, chunk.last, chunk.packed);
    };
    let lastTo = 0;
    let lastFrom = 0;
    let lastSeq = 0;
    for (let left = links; left > 0 && merge.open.length > 0; ) {
      const source = leastOf(merge.open);
      const to = source.link.to;
      const from = source.link.from;
      // The links to a target ascend within a chunk. After a page was read again, they may not ascend within a block.
      if (to < lastTo || (to === lastTo && from < lastFrom)) write(packer.end());
      let isOpen = true;
      while (isOpen && source.link.to === to && source.link.from === from) {
        const { seq } = source.link;
        if (to === lastTo && from === lastFrom && seq < lastSeq) write(packer.end());
        write(packer.add(to, from, seq));
        lastTo = to;
        lastFrom = from;
        lastSeq = seq;
        left -= 1;
        isOpen = source.next();
      }
      if (!isOpen) this.#close(merge, source);
    }
    write(packer.end());
    if (merge.open.length === 0) this.#finish(merge);
  }

  #begin(): Merge | null {
    if (!this.#mayBegin) return null;
    for (const block of this.#statements.unfinished.all() as number[]) this.#drop(block);
    const blocks = this.#statements.blocks.all() as number[];
    this.#mayBegin = blocks.length === blocksOfMerge;
    if (!this.#mayBegin) return null;
    const merge: Merge = { into: Number(this.#statements.addBlock.run().lastInsertRowid), blocks, open: [], damaged: [] };
    for (const block of blocks) {
      const source = new Source(block, this.#statements.chunks);
      if (source.next()) merge.open = [...merge.open, source];
      else merge.damaged.push(source.damaged);
    }
    return merge;
  }

  #close(merge: Merge, source: Source): void {
    merge.open = merge.open.filter(each => each !== source);
    merge.damaged.push(source.damaged);
  }

  #finish(merge: Merge): void {
    // Damaged chunks stay unchanged, in a block of their own for each old block. Readers expect the chunks of a block to be in order, so that a
    // damaged one among them would hide links.
    for (const chunks of merge.damaged) {
      if (chunks.length === 0) continue;
      const block = this.#statements.addBlock.run().lastInsertRowid;
      for (const chunk of chunks) this.#statements.moveChunk.run(block, chunk);
      this.#statements.finish.run(block);
    }
    for (const block of merge.blocks) this.#drop(block);
    this.#statements.finish.run(merge.into);
    this.#merge = null;
  }

  #drop(block: number): void {
    this.#statements.dropChunks.run(block);
    this.#statements.dropBlock.run(block);
  }
}

/** The source whose next link comes first, by target and page. */
function leastOf(sources: readonly Source[]): Source {
  let least = sources[0] as Source;
  let to = least.link.to;
  for (let i = 1; i < sources.length; i++) {
    const source = sources[i] as Source;
    const other = source.link.to;
    if (other > to || (other === to && source.link.from >= least.link.from)) continue;
    least = source;
    to = other;
  }
  return least;
}
