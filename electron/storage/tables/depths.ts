import type { WriteDb } from '../file/handle.ts';
import { LinkReader } from '../links/page-links.ts';

/** In memory: no link leads there. */
const none = 0xffff;
/** The greatest depth that is told from a greater one. */
export const deepest = none - 1;
const idsOfBlock = 4_096;
/** Ids up to this are kept in arrays. No crawl has more; a damaged file may say so. */
const mostIds = 2 ** 24;

/** A page whose depth changed after its links were stored. */
export interface ShortenedPage {
  readonly id: number;
  readonly depth: number;
  readonly links: LinkReader;
}

const statementsOf = (db: WriteDb) => ({
  block: db.prepare<unknown[]>('SELECT id, depth FROM url WHERE id >= ? AND id < ? AND depth IS NOT NULL').raw(),
  set: db.prepare<unknown[]>('UPDATE url SET depth = ?, depth_from = ? WHERE id = ? RETURNING outlinks').pluck(),
  wait: db.prepare<unknown[]>('INSERT OR IGNORE INTO depth_todo (url_id) VALUES (?)'),
  forget: db.prepare<unknown[]>('DELETE FROM depth_todo WHERE url_id = ?'),
  waiting: db.prepare<unknown[]>('SELECT t.url_id, u.depth FROM depth_todo t JOIN url u ON u.id = t.url_id').raw(),
  links: db.prepare<unknown[]>('SELECT links FROM page_links WHERE from_id = ?').pluck(),
});
type Statements = ReturnType<typeof statementsOf>;

/**
 * Clicks from a seed to each URL: two bytes a URL in memory, read from the file a block of ids at a time. When a shorter way to a page
 * is found, the page waits in `depth_todo` until its links are looked through (`takeShortened`), the nearest page first, so that each is
 * looked through once. All of it runs inside the caller's transaction.
 */
export class Depths {
  readonly #db: WriteDb;
  #made: Statements | null = null;
  readonly #blocks: (Uint16Array | undefined)[] = [];
  /** Ids of waiting pages by their depth; an id may stand at a greater depth too, where it is stale. */
  #todo: (number[] | undefined)[] | null = null;

  constructor(db: WriteDb) {
    this.#db = db;
  }

  /** Made when first needed: an older file that is only read has neither the columns nor the table. */
  get #statements(): Statements {
    this.#made ??= statementsOf(this.#db);
    return this.#made;
  }

  /** Null where no followed link leads to it. */
  of(id: number): number | null {
    const depth = this.#get(id);
    return depth === none ? null : depth;
  }

  /** A URL was written with this depth. */
  written(id: number, depth: number | null): void {
    const block = id < mostIds ? this.#blocks[Math.floor(id / idsOfBlock)] : undefined;
    if (block) block[id % idsOfBlock] = depth === null ? none : Math.min(depth, deepest);
  }

  /** A page at some depth links to a URL: whether that is a shorter way to it than was known. */
  offer(to: number, depth: number, from: number): boolean {
    if (to >= mostIds || this.#get(to) <= depth || depth > deepest) return false;
    const outlinks = this.#statements.set.get(depth, from, to) as number | null | undefined;
    this.written(to, depth);
    if (outlinks) {
      this.#statements.wait.run(to);
      this.#add(this.#load(), to, depth);
    }
    return true;
  }

  /** Whether pages wait for their links to be looked through. */
  get isSettled(): boolean {
    return this.#load().every(ids => ids === undefined || ids.length === 0);
  }

  /** The nearest page whose links are to be looked through, null when none waits. */
  takeShortened(): ShortenedPage | null {
    const todo = this.#load();
    for (const [depth, ids] of todo.entries())
      for (let id = ids?.pop(); id !== undefined; id = ids?.pop()) {
        if (this.#get(id) !== depth) continue;
        this.#statements.forget.run(id);
        const links = this.#statements.links.get(id) as string | undefined;
        if (links !== undefined) return { id, depth, links: new LinkReader(links) };
      }
    return null;
  }

  /** Reads all afresh when next asked. */
  reload(): void {
    this.#blocks.length = 0;
    this.#todo = null;
  }

  #get(id: number): number {
    if (id >= mostIds || id < 0) return none;
    const at = Math.floor(id / idsOfBlock);
    const block = this.#blocks[at] ?? this.#read(at);
    return block[id % idsOfBlock] as number;
  }

  #read(at: number): Uint16Array {
    const block = new Uint16Array(idsOfBlock).fill(none);
    const first = at * idsOfBlock;
    for (const [id, depth] of this.#statements.block.all(first, first + idsOfBlock) as [number, number][])
      block[id - first] = Math.min(Math.max(depth, 0), deepest);
    this.#blocks[at] = block;
    return block;
  }

  #load(): (number[] | undefined)[] {
    if (this.#todo) return this.#todo;
    this.#todo = [];
    for (const [id, depth] of this.#statements.waiting.all() as [number, number | null][])
      if (depth !== null && id < mostIds) this.#add(this.#todo, id, Math.min(Math.max(depth, 0), deepest));
    return this.#todo;
  }

  #add(todo: (number[] | undefined)[], id: number, depth: number): void {
    const ids = todo[depth];
    if (ids) ids.push(id);
    else todo[depth] = [id];
  }
}
