import type { WriteDb } from '../file/handle.ts';
import { BlockWriter } from '../file/page-blocks.ts';

/** The links of a page, which are in the open block or, if they are too long for one, here. */
interface PlacedLinks {
  readonly count: number;
  readonly at: number | null;
  readonly packed: Buffer | null;
}

/** Writes the packed links of pages: a row a page in `links_row`, and the bytes in blocks. */
export class LinkRows {
  readonly #blocks: BlockWriter;
  readonly #has;
  readonly #insert;
  readonly #read;
  readonly #drop;

  constructor(db: WriteDb) {
    const write = db.prepare('INSERT OR REPLACE INTO links_block (id, bytes) VALUES (?, ?)');
    this.#blocks = new BlockWriter(db, 'links_block', (id, packed) => void write.run(id, packed));
    this.#has = db.prepare('SELECT 1 FROM links_row WHERE from_id = ?');
    this.#insert = db.prepare('INSERT OR IGNORE INTO links_row (from_id, count, links_at, links) VALUES (?, ?, ?, ?)');
    this.#read = db.prepare('SELECT links FROM page_links WHERE from_id = ?').pluck();
    this.#drop = db.prepare('DELETE FROM links_row WHERE from_id = ?');
  }

  /** The links of a page, packed; undefined if it has none. */
  of(from: number): Buffer | undefined {
    if (this.#has.get(from) === undefined) return undefined;
    this.flush();
    return this.#read.get(from) as Buffer | undefined;
  }

  /** Takes the links of a page into a block. Call `put` in the same transaction. */
  placed(count: number, packed: Uint8Array): PlacedLinks {
    const at = this.#blocks.add(packed);
    return { count, at, packed: at === null ? Buffer.from(packed) : null };
  }

  /** Stores the links of a page; null: it has none. `replace` gets those that it had. */
  put(from: number, links: PlacedLinks | null, replace: (old: Buffer) => void): void {
    const add = () => links && this.#insert.run(from, links.count, links.at, links.packed).changes > 0;
    if (add()) return;
    const old = this.of(from);
    if (old === undefined) return;
    replace(old);
    this.#drop.run(from);
    add();
  }

  /** Call it before a transaction ends, and before a statement reads links that this transaction wrote. */
  flush(): void {
    this.#blocks.flush();
  }

  /** Call it after a rollback, or when another program wrote to the file. */
  reload(): void {
    this.#blocks.reload();
  }
}
