import { finish, type Steps } from '#core/steps.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { findTarget } from './packed-targets.ts';
import { LinkReader } from './page-links.ts';

/** Places of links as one number each: source and position, in the order of both. */
const places = 2 ** 20;
/** Ids of URLs are below this, as in `UrlIds`; of a damaged file they may not be, and numbers of JavaScript could not tell much greater ones apart. */
export const mostIds = 2 ** 32;
const place = (from: number, seq: number): number => from * places + seq;
export const sourceOf = (at: number): number => Math.floor(at / places);
export const seqOf = (at: number): number => at % places;

/** Version of the file from which on the links of a page are one row. */
const pageLinksSince = 7;
const hasPageLinks = (db: ReadDb): boolean => (db.pragma('user_version', { simple: true }) as number) >= pageLinksSince;

/** Pages whose links are read at once. */
const idsOfSpan = 200;

/** Blocks asked at once: some milliseconds where every page links to the same one. */
const blocksOfStep = 128;

/** Places found, in the order they come, which is often theirs already. */
class Places {
  #at = new Float64Array(64);
  #count = 0;
  #rising = true;

  add(from: number, seq: number): void {
    if (from >= mostIds || seq >= places) return;
    if (this.#count === this.#at.length) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#at);
      this.#at = larger;
    }
    const at = place(from, seq);
    if (this.#count > 0 && at <= (this.#at[this.#count - 1] as number)) this.#rising = false;
    this.#at[this.#count++] = at;
  }

  /** All of them, rising, each once: a page that left the waiting ones between two statements was found twice. */
  sorted(): Float64Array {
    const found = this.#at.subarray(0, this.#count);
    if (this.#rising) return found;
    found.sort();
    let count = 0;
    for (const at of found) if (count === 0 || found[count - 1] !== at) found[count++] = at;
    return found.subarray(0, count);
  }
}

type Found = (from: number, seq: number) => void;
/** Tells of the links to a URL: of all, or of so many that the first `most` are among them; some of them twice. Yields blocks looked at. */
type Targets = (to: number, most: number, found: Found) => Steps<void>;

/** Links read without making rows of them. Between two calls no statement is open. */
export function linkReads(db: ReadDb) {
  const linksOf = db.prepare('SELECT links FROM page_links WHERE from_id = ?').pluck();
  const span = db.prepare('SELECT from_id, links FROM page_links WHERE from_id > ? AND from_id <= ? ORDER BY from_id').raw();
  const nextUrl = db.prepare(`SELECT id FROM url WHERE id > ? AND id < ${mostIds} ORDER BY id LIMIT 1`).pluck();
  const idOf = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
  const targets = hasPageLinks(db) ? packedTargets(db) : rowTargets(db);

  function* placesOf(to: number, most: number): Steps<Float64Array> {
    const found = new Places();
    yield* targets(to, most, (from, seq) => found.add(from, seq));
    return found.sorted();
  }
  /** Tells the ids of the pages that link to a URL, in any order, some more than once. */
  function* eachSource(url: string, found: (from: number) => void): Steps<void> {
    const to = idOf.get(urlKey(url), url) as number | undefined;
    if (to !== undefined) yield* targets(to, Number.POSITIVE_INFINITY, found);
  }
  /** Ids of the pages that link to a URL, rising. */
  function* sourcesOf(url: string): Steps<Uint32Array> {
    const to = idOf.get(urlKey(url), url) as number | undefined;
    const found = to === undefined ? [] : yield* placesOf(to, Number.POSITIVE_INFINITY);
    const sources = new Uint32Array(found.length);
    let count = 0;
    for (const at of found) {
      const from = sourceOf(at);
      if (count === 0 || sources[count - 1] !== from) sources[count++] = from;
    }
    return sources.slice(0, count);
  }
  return {
    /** The links of a page, null when it has none. */
    of(from: number): LinkReader | null {
      const links = linksOf.get(from) as string | undefined;
      return links === undefined ? null : new LinkReader(links);
    },
    /** Where the links to a URL stand, in order of their sources: all, or the first ones. Each is a place, see `sourceOf` and `seqOf`. */
    linksTo: (to: number, most = Number.POSITIVE_INFINITY): Float64Array => finish(placesOf(to, most)).subarray(0, most),
    sourcesOf,
    eachSource,
    /** All pages with links, some at a time, in order of their ids. */
    *spans(): Generator<readonly (readonly [from: number, links: LinkReader])[]> {
      // Ids may lie far apart in a file that is not ours.
      for (let next = nextUrl.get(0) as number | undefined; next !== undefined; ) {
        const after = next - 1;
        next = nextUrl.get(after + idsOfSpan) as number | undefined;
        const rows = span.all(after, after + idsOfSpan) as [number, string][];
        yield rows.map(([from, links]) => [from, new LinkReader(links)] as const);
      }
    },
  };
}
export type LinkReads = ReturnType<typeof linkReads>;

/** Pages that wait are looked through, blocks are asked for the chunks that can hold the target. */
function packedTargets(db: ReadDb): Targets {
  const waiting = db
    .prepare(
      `SELECT p.from_id, p.links FROM inlink_waiting w CROSS JOIN page_links p ON p.from_id = w.from_id
       WHERE w.from_id > ? AND w.from_id < ${mostIds} AND instr(p.links, ?) > 0 ORDER BY w.from_id LIMIT 100`,
    )
    .raw();
  const blocks = db.prepare('SELECT id FROM inlink_block ORDER BY id').pluck();
  // Chunks of a block are runs of its links in order of targets: those that begin with the target, and the last that begins before it.
  const chunks = db
    .prepare(
      `SELECT c.packed FROM inlink_block b CROSS JOIN inlink_chunk c ON c.id =
         (SELECT id FROM inlink_chunk WHERE block_id = b.id AND first_to < @to ORDER BY first_to DESC, last_to DESC LIMIT 1)
       WHERE b.id >= @first AND b.id <= @last AND c.last_to >= @to
       UNION ALL
       SELECT c.packed FROM inlink_block b CROSS JOIN inlink_chunk c ON c.block_id = b.id
       WHERE b.id >= @first AND b.id <= @last AND c.first_to = @to`,
    )
    .pluck();
  return function* (to, most, found) {
    // Most pages that wait do not name the target, and their links are not taken apart.
    for (let after = 0; ; ) {
      const pages = waiting.all(after, `[${to},`) as [number, string][];
      for (const [from, links] of pages) {
        after = from;
        const link = new LinkReader(links);
        while (link.next()) if (link.to === to) found(from, link.seq);
      }
      if (pages.length < 100) break;
    }
    // After the waiting pages: one that leaves them from now on was seen there.
    const all = blocks.all() as number[];
    for (let at = 0; at < all.length; at += blocksOfStep) {
      const some = all.slice(at, at + blocksOfStep);
      // In a chunk they come in order of their sources.
      for (const packed of chunks.all({ to, first: some[0], last: some.at(-1) }) as Buffer[]) findTarget(packed, to, most, found);
      yield at + some.length;
    }
  };
}

/** A file from before a page's links were one row, open for reading only. */
function rowTargets(db: ReadDb): Targets {
  const rows = db.prepare('SELECT from_id, seq FROM link_targets WHERE to_id = ?').raw();
  // biome-ignore lint/correctness/useYield: one question
  return function* (to, _most, found) {
    for (const [from, seq] of rows.all(to) as [number, number][]) found(from, seq);
  };
}
