import { randomBytes } from 'node:crypto';
import { fail } from '#shared/rpc/errors.ts';
import type { WriteDb } from '../file/handle.ts';
import { secretBytes, UrlPrint } from './url-print.ts';

/** Prints of a run when it is written first. */
const printsOfRun = 1_024;
/** Runs of one level that are merged into one of the next, and the level that is merged no more: runs of 262,144 prints. */
const merged = 16;
const lastLevel = 2;
/** Prints of a chunk, on average: chunks of 2 KB. */
const printsOfChunk = 128;
/** Numbers of an entry: three of the print, and the id. */
const wide = 4;
/** Ids are below this. A damaged file may have greater ones, which are not in the keys. */
const mostIds = 2 ** 32;
const chunksOfRun = 65_536;
/** Ids of runs are below this, so that those of their chunks are exact numbers. A damaged file may have greater ones. */
const mostRuns = 2 ** 36;

/** Takes a print and the id of its URL. */
export type TakePrint = (one: number, two: number, three: number, id: number) => void;

const chunkOf = (one: number, chunks: number): number => Math.floor((one * chunks) / 2 ** 32);

const statementsOf = (db: WriteDb) => ({
  secret: db.prepare('SELECT secret FROM url_key_secret').pluck(),
  setSecret: db.prepare('INSERT INTO url_key_secret (id, secret) VALUES (1, ?)'),
  reach: db.prepare('SELECT coalesce(max(last_id), 0) FROM url_key_run WHERE last_id <= (SELECT max(id) FROM url)').pluck(),
  prints: db.prepare('SELECT total(prints) FROM url_key_run').pluck(),
  fileBytes: db.prepare('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size').pluck(),
  addRun: db.prepare('INSERT INTO url_key_run (level, prints, chunks, last_id) VALUES (?, ?, ?, ?)'),
  ofLevel: db.prepare(`SELECT id, last_id FROM url_key_run WHERE level = ? AND id > 0 AND id < ${mostRuns} ORDER BY id`).raw(),
  bytesOf: db.prepare('SELECT coalesce(sum(length(prints)), 0) FROM url_key WHERE id >= ? AND id < ?').pluck(),
  dropRun: db.prepare('DELETE FROM url_key_run WHERE id = ?'),
  addChunk: db.prepare('INSERT INTO url_key (id, prints) VALUES (?, ?)'),
  chunks: db.prepare('SELECT id, prints FROM url_key WHERE id >= ? AND id < ? ORDER BY id LIMIT 256').raw(),
  dropChunks: db.prepare('DELETE FROM url_key WHERE id >= ? AND id < ?'),
  rest: db.prepare(`SELECT id, url FROM url WHERE id > ? AND id < ${mostIds} ORDER BY id LIMIT 1000`).raw(),
});
type Statements = ReturnType<typeof statementsOf>;

/**
 * The prints of all URLs in the file, with their ids: `url_key`. Prints of new URLs wait in memory until they fill a run. If they are
 * lost, the rows of `url` after the last run give them again. 16 runs of one level are merged into one of the next. Writes run inside
 * the caller's transaction.
 */
export class UrlKeys {
  readonly #db: WriteDb;
  #made: Statements | null = null;
  #secret: Uint8Array | null = null;
  #print: UrlPrint | null = null;
  /** Prints that no run has, `#waits` of them. Null: not read from the file. */
  #waiting: Uint32Array | null = null;
  #waits = 0;
  /** The greatest id in memory or in a run. */
  #last = 0;

  constructor(db: WriteDb) {
    this.#db = db;
  }

  /** Makes prints under the secret of this crawl. A file without a secret gets this one with its first key. */
  get print(): UrlPrint {
    if (this.#print === null) {
      this.#secret = (this.#statements.secret.get() as Buffer | undefined) ?? randomBytes(secretBytes);
      if (this.#secret.length !== secretBytes)
        fail('refused', 'The crawl file is damaged: the secret of its URL keys has another length. Use an undamaged copy of it.');
      this.#print = new UrlPrint(this.#secret);
    }
    return this.#print;
  }

  /** How many prints the runs have. `read` reports some more. */
  get count(): number {
    // A damaged file may claim any number, but not have it.
    const most = Math.floor((this.#statements.fileBytes.get() as number) / (wide * 4));
    return Math.max(0, Math.min(this.#statements.prints.get() as number, most));
  }

  /** Reports the prints of all URLs. */
  read(take: TakePrint): void {
    for (const bytes of this.#chunksOf(0, Number.MAX_SAFE_INTEGER)) eachPrint(bytes, take);
    this.#readRest(take);
  }

  /** Call it after a URL was stored, in order of ids, with the numbers of its print. */
  add(one: number, two: number, three: number, id: number): void {
    if (id >= mostIds) return;
    this.#start();
    // Starting has read the row of this URL, too.
    if (id > this.#last) this.#put(one, two, three, id);
  }

  /** Writes runs for the URLs that no run has, except the last few. */
  fill(): void {
    if (this.#statements.rest.get(0) !== undefined) this.#start();
  }

  /** Call it when memory may no longer match the file. */
  reload(): void {
    this.#secret = null;
    this.#print = null;
    this.#waiting = null;
  }

  /** Prepared on first use: an older file opened read-only lacks the tables. */
  get #statements(): Statements {
    this.#made ??= statementsOf(this.#db);
    return this.#made;
  }

  #start(): void {
    if (this.#waiting !== null) return;
    this.#waiting = new Uint32Array(printsOfRun * wide);
    this.#waits = 0;
    this.print.of('');
    if (this.#statements.secret.get() === undefined) this.#statements.setSecret.run(this.#secret);
    this.#readRest((one, two, three, id) => this.#put(one, two, three, id));
  }

  /** Reports the URLs that no run has. */
  #readRest(take: TakePrint): void {
    const { print } = this;
    for (let after = this.#statements.reach.get() as number; ; ) {
      const rows = this.#statements.rest.all(after) as [number, string][];
      for (const [id, url] of rows) {
        print.of(url);
        take(print.one, print.two, print.three, id);
        after = id;
      }
      if (rows.length === 0) return;
    }
  }

  #put(one: number, two: number, three: number, id: number): void {
    const waiting = this.#waiting as Uint32Array<ArrayBuffer>;
    waiting.set([one, two, three, id], this.#waits * wide);
    this.#waits += 1;
    this.#last = id;
    if (this.#waits < printsOfRun) return;
    this.#waits = 0;
    this.#write(waiting, 0, id);
    for (let level = 0; level < lastLevel; level++) this.#merge(level);
  }

  /** Makes one run of the next level of the runs of this level, if there are enough. */
  #merge(level: number): void {
    const runs = this.#statements.ofLevel.all(level) as [id: number, last: number][];
    if (runs.length < merged) return;
    let size = 0;
    // By what they have: a damaged file may say another number.
    const bytes = runs.reduce(
      (sum, [run]) => sum + (this.#statements.bytesOf.get(run * chunksOfRun, (run + 1) * chunksOfRun) as number),
      0,
    );
    const entries = new Uint32Array(Math.floor(bytes / (wide * 4)) * wide);
    for (const [run] of runs)
      for (const bytes of this.#chunksOf(run * chunksOfRun, (run + 1) * chunksOfRun))
        eachPrint(bytes, (one, two, three, id) => {
          entries.set([one, two, three, id], size);
          size += wide;
        });
    this.#write(entries.subarray(0, size), level + 1, runs.at(-1)?.[1] ?? 0);
    for (const [run] of runs) {
      this.#statements.dropRun.run(run);
      this.#statements.dropChunks.run(run * chunksOfRun, (run + 1) * chunksOfRun);
    }
  }

  /** Writes a run. Each print goes to the chunk that its first number gives, so that a reader finds it in one row. */
  #write(entries: Uint32Array<ArrayBuffer>, level: number, last: number): void {
    const prints = entries.length / wide;
    const chunks = Math.min(chunksOfRun, Math.max(1, Math.floor(prints / printsOfChunk)));
    const ends = new Uint32Array(chunks);
    for (let at = 0; at < entries.length; at += wide) {
      const chunk = chunkOf(entries[at] as number, chunks);
      ends[chunk] = (ends[chunk] as number) + wide;
    }
    for (let chunk = 1; chunk < chunks; chunk++) ends[chunk] = (ends[chunk] as number) + (ends[chunk - 1] as number);
    const ordered = new Uint32Array(entries.length);
    const next = Uint32Array.from(ends, (_, chunk) => (chunk === 0 ? 0 : (ends[chunk - 1] as number)));
    for (let at = 0; at < entries.length; at += wide) {
      const chunk = chunkOf(entries[at] as number, chunks);
      const to = next[chunk] as number;
      for (let i = 0; i < wide; i++) ordered[to + i] = entries[at + i] as number;
      next[chunk] = to + wide;
    }
    const run = Number(this.#statements.addRun.run(level, prints, chunks, last).lastInsertRowid);
    for (let chunk = 0, from = 0; chunk < chunks; chunk++) {
      const end = ends[chunk] as number;
      if (end > from)
        this.#statements.addChunk.run(run * chunksOfRun + chunk, Buffer.from(ordered.buffer, from * 4, (end - from) * 4));
      from = end;
    }
  }

  /** The chunks with these ids, `from` included and `to` not. */
  *#chunksOf(from: number, to: number): Generator<Buffer> {
    for (let first = from; ; ) {
      const rows = this.#statements.chunks.all(first, to) as [number, Buffer][];
      for (const [id, prints] of rows) {
        yield prints;
        first = id + 1;
      }
      if (rows.length === 0) return;
    }
  }
}

/** Reports the prints of a chunk. Leaves out what a damaged file may have: an id of 0, bytes after the last print. */
function eachPrint(bytes: Buffer, take: TakePrint): void {
  const words = wordsOf(bytes);
  for (let at = 0; at + wide <= words.length; at += wide) {
    const id = words[at + 3] as number;
    if (id !== 0) take(words[at] as number, words[at + 1] as number, words[at + 2] as number, id);
  }
}

/** 32-bit numbers in the byte order of the machine: all that we run on put the low byte first. */
function wordsOf(bytes: Buffer): Uint32Array {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(whole.buffer, whole.byteOffset, whole.length >>> 2);
}
