import type { Headers } from '#shared/model/fetch.ts';
import type { WriteDb } from '../file/handle.ts';

/** More sets than this stay in the rows of their attempts. Pages, files and checks of a crawl send a few. */
const mostSets = 200;

/** Request headers, each set stored once. Nearly all attempts send identical ones. */
export class SentHeaders {
  readonly #db: WriteDb;
  #ids: Map<string, number> | null = null;
  #last: Headers | null = null;
  #lastId = 0;

  constructor(db: WriteDb) {
    this.#db = db;
  }

  /** What the row of an attempt has: the number of the set, or the headers as JSON. */
  stored(headers: Headers): readonly [sentId: number | null, json: string | null] {
    if (headers === this.#last) return [this.#lastId, null];
    const json = JSON.stringify(headers);
    const id = this.#idOf(headers, json);
    if (id === null) return [null, json];
    this.#last = headers;
    this.#lastId = id;
    return [id, null];
  }

  /** Call it after a rolled-back transaction: sets may be gone. */
  reload(): void {
    this.#ids = null;
    this.#last = null;
  }

  #idOf(headers: Headers, json: string): number | null {
    this.#ids ??= new Map(this.#db.prepare('SELECT headers, id FROM sent_headers').raw().all() as unknown as [string, number][]);
    const known = this.#ids.get(json);
    if (known !== undefined) return known;
    // What depends on an earlier response does not repeat.
    const isOwn = headers.some(([name]) => /^if-/i.test(name));
    if (isOwn || this.#ids.size >= mostSets) return null;
    const id = Number(this.#db.prepare('INSERT INTO sent_headers (headers) VALUES (?)').run(json).lastInsertRowid);
    this.#ids.set(json, id);
    return id;
  }
}
