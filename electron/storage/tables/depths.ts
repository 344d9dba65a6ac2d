import type { WriteDb } from '../file/handle.ts';
import { WordTexts } from '../file/words.ts';
import type { LinkRows } from '../links/link-rows.ts';
import { LinkReader } from '../links/page-links.ts';
import { IdBits } from '../lists/id-bits.ts';

/** Marks, in memory, a URL that no link leads to. */
const none = 0x7fff;
/** In memory, beside the depth: the page's links are stored. */
const linked = 0x8000;
/** The greatest depth stored. Greater depths count as this one. */
export const deepest = none - 1;
const idsOfBlock = 4_096;
/** Arrays store ids up to this one. No real crawl has more, but a damaged file may claim so. */
const mostIds = 2 ** 24;

/** A page whose depth changed after its links were stored. */
export interface ShortenedPage {
  readonly id: number;
  readonly depth: number;
  readonly links: LinkReader;
}

const statementsOf = (db: WriteDb) => ({
  block: db
    .prepare<unknown[]>('SELECT id, depth, outlinks FROM url WHERE id >= ? AND id < ? AND (depth IS NOT NULL OR outlinks > 0)')
    .raw(),
  set: db.prepare<unknown[]>('UPDATE url SET depth = ?, depth_from = ? WHERE id = ?'),
  wait: db.prepare<unknown[]>('INSERT OR IGNORE INTO depth_todo (url_id) VALUES (?)'),
  adopt: db.prepare<unknown[]>('INSERT OR IGNORE INTO depth_todo (url_id) SELECT from_id FROM inlink_waiting WHERE counted <> 1'),
  forget: db.prepare<unknown[]>('DELETE FROM depth_todo'),
  todo: db.prepare<unknown[]>('SELECT url_id FROM depth_todo').pluck(),
  words: new WordTexts(db),
});
type Statements = ReturnType<typeof statementsOf>;

/** Depths that a transaction writes: about 20 milliseconds. */
export const depthsOfStep = 4_096;
/** With more waiting depths, some are written although no count is due. */
export const mostDepthsThatWait = 2 ** 16;

/**
 * Clicks from a seed to each URL. Memory contains two bytes per URL, read from the file in blocks of ids. When a link
 * gives a page a smaller depth, the page is queued until its links are processed (`takeShortened`).
 * The page with the smallest depth comes first, so that each is processed once. All of it runs inside the caller's
 * transaction.
 *
 * Depths that links give wait in memory until `write`: at the latest, they are written before the inlinks of the page are counted. If they
 * are lost, the pages that no finished count includes give them again (`adopt`). When the depth of a queued page is written, the page enters
 * `depth_todo`. It stays there until no depth waits. After a crash, it gives its targets their depths again.
 */
export class Depths {
  readonly #db: WriteDb;
  readonly #links: LinkRows;
  #made: Statements | null = null;
  readonly #blocks: (Uint16Array | undefined)[] = [];
  /** Ids of queued pages by depth. An id may also be listed at a greater depth, where it is stale. */
  #todo: (number[] | undefined)[] | null = null;
  /** The depth whose ids are in order, the smallest last. */
  #sorted = -1;
  /** Pages that were queued, until no page is queued and no depth waits. */
  readonly #queued = new IdBits();
  /** `depth_todo` may have rows. */
  #hasRows = false;
  /** URLs whose rows do not have their depth yet, and the page whose link gives it. */
  readonly #waiting = new Map<number, number>();
  #hasAdopted = false;

  constructor(db: WriteDb, links: LinkRows) {
    this.#db = db;
    this.#links = links;
  }

  /** Prepared on first use: an older file opened read-only lacks the columns and the table. */
  get #statements(): Statements {
    this.#made ??= statementsOf(this.#db);
    return this.#made;
  }

  /** Null if no followed link leads to the URL. */
  of(id: number): number | null {
    const depth = this.#get(id) & none;
    return depth === none ? null : depth;
  }

  /** Call it after a URL was stored with this depth. */
  written(id: number, depth: number | null): void {
    const block = id < mostIds ? this.#blocks[Math.floor(id / idsOfBlock)] : undefined;
    if (block) block[id % idsOfBlock] = depth === null ? none : Math.min(depth, deepest);
  }

  /** Call it before the links of a page are stored. The page counts as linked from now on. */
  linking(from: number): void {
    this.adopt();
    const code = this.#get(from);
    // Links that are replaced may be counted before the next `write`.
    if ((code & linked) !== 0) this.write();
    else if (from < mostIds && from >= 0) this.#set(from, code | linked);
  }

  /** Records that the page `from` links to `to`, which gives `to` this depth. Returns whether its known depth was greater. */
  offer(to: number, depth: number, from: number): boolean {
    const code = this.#get(to);
    if ((code & none) <= depth || depth > deepest || to >= mostIds) return false;
    this.#set(to, (code & linked) | depth);
    this.#waiting.set(to, from);
    if ((code & linked) !== 0) {
      this.#add(this.#load(), to, depth);
      this.#queued.add(to);
    }
    return true;
  }

  /** Depths that wait to be written. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Writes depths that wait, the oldest first. */
  write(most = Number.POSITIVE_INFINITY): void {
    if (this.#waiting.size === 0) return;
    const { set, wait } = this.#statements;
    const ids: number[] = [];
    for (const id of this.#waiting.keys()) {
      if (ids.length >= most) break;
      ids.push(id);
    }
    for (const id of Uint32Array.from(ids).sort()) {
      set.run(this.#get(id) & none, this.#waiting.get(id), id);
      this.#waiting.delete(id);
      if (!this.#queued.has(id)) continue;
      wait.run(id);
      this.#hasRows = true;
    }
  }

  /** Writes some of the depths that wait, if there are too many to wait for the next count. */
  relieve(): void {
    if (this.#waiting.size > mostDepthsThatWait) this.write(depthsOfStep);
  }

  /** Empties `depth_todo` if no page is queued and no depth waits. */
  tidy(): void {
    if (this.#waiting.size > 0 || !this.isSettled) return;
    this.#queued.clear();
    if (this.#hasRows) this.#statements.forget.run();
    this.#hasRows = false;
  }

  /**
   * Queues the pages of an earlier process, or of a rolled-back transaction, whose depths may be lost: those that no finished count of inlinks
   * includes. Call it before inlinks are counted.
   */
  adopt(): void {
    if (this.#hasAdopted) return;
    this.#hasAdopted = true;
    this.#statements.adopt.run();
  }

  /** Whether no pages are queued. */
  get isSettled(): boolean {
    return this.#load().every(ids => ids === undefined || ids.length === 0);
  }

  /** Returns the queued page with the smallest depth, or null if none is queued. Those of one depth come in order of id, as their links are stored. */
  takeShortened(): ShortenedPage | null {
    const todo = this.#load();
    for (const [depth, ids] of todo.entries()) {
      if (ids === undefined || ids.length === 0) continue;
      if (depth !== this.#sorted) ids.sort((a, b) => b - a);
      this.#sorted = depth;
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        if ((this.#get(id) & none) !== depth) continue;
        const links = this.#links.of(id);
        if (links !== undefined) return { id, depth, links: new LinkReader(links, this.#statements.words) };
      }
    }
    return null;
  }

  /** Discards the memory. The next call reads it from the file again. */
  reload(): void {
    this.#blocks.length = 0;
    this.#todo = null;
    this.#sorted = -1;
    this.#queued.clear();
    this.#hasRows = false;
    this.#waiting.clear();
    this.#hasAdopted = false;
    // Numbers of texts may have gone with the transaction.
    this.#made = null;
  }

  #get(id: number): number {
    if (id >= mostIds || id < 0) return none;
    const at = Math.floor(id / idsOfBlock);
    const block = this.#blocks[at] ?? this.#read(at);
    return block[id % idsOfBlock] as number;
  }

  /** `id`: as `#get` returned its code before. */
  #set(id: number, code: number): void {
    const block = this.#blocks[Math.floor(id / idsOfBlock)];
    if (block) block[id % idsOfBlock] = code;
  }

  #read(at: number): Uint16Array {
    const block = new Uint16Array(idsOfBlock).fill(none);
    const first = at * idsOfBlock;
    const rows = this.#statements.block.all(first, first + idsOfBlock) as [number, number | null, number | null][];
    for (const [id, depth, outlinks] of rows)
      block[id - first] = (depth === null ? none : Math.min(Math.max(depth, 0), deepest)) | (outlinks ? linked : 0);
    this.#blocks[at] = block;
    return block;
  }

  #load(): (number[] | undefined)[] {
    if (this.#todo) return this.#todo;
    this.adopt();
    this.#todo = [];
    const ids = this.#statements.todo.all() as number[];
    this.#hasRows = ids.length > 0;
    for (const id of ids) {
      const depth = this.#get(id) & none;
      if (depth !== none) this.#add(this.#todo, id, depth);
    }
    return this.#todo;
  }

  #add(todo: (number[] | undefined)[], id: number, depth: number): void {
    if (depth === this.#sorted) this.#sorted = -1;
    const ids = todo[depth];
    if (ids) ids.push(id);
    else todo[depth] = [id];
  }
}
