import { finish, type Steps } from '#core/steps.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { type TextsByNumber, WordTexts } from '../file/words.ts';
import { findTarget, mostOfBlocks } from './packed-targets.ts';
import { LinkReader } from './page-links.ts';

/** Encodes a link's place (source id and position) as one number. Numbers sort by source, then position. */
const places = 2 ** 20;
/** Ids of URLs are below this, as in `UrlIds`. A damaged file may have larger ids, which doubles cannot represent exactly. */
export const mostIds = 2 ** 32;
const place = (from: number, seq: number): number => from * places + seq;
export const sourceOf = (at: number): number => Math.floor(at / places);
export const seqOf = (at: number): number => at % places;

/** Since this file version, one row contains all links of a page. */
const pageLinksSince = 7;
const hasPageLinks = (db: ReadDb): boolean => (db.pragma('user_version', { simple: true }) as number) >= pageLinksSince;

/** Pages whose links are read per step. */
const idsOfSpan = 200;

/** Blocks read per step: a few milliseconds even if every page links to the same target. */
const blocksOfStep = 128;
/** Chunks read per step. A block has one or two with a target, and more if every page links to it. */
const chunksOfStep = 256;

/** Collects places in the order they are found, which is often already sorted. */
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

  /** All places in ascending order without duplicates. A page that left the queue between two statements was found twice. */
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
/** Reports the links to a URL: all, or enough to include the first `most`. May report a link twice. Yields blocks read. */
type Targets = (to: number, most: number, found: Found) => Steps<void>;

/** Reads links without creating a row object per link. No statement stays open between two calls. */
export function linkReads(db: ReadDb) {
  const linksOf = db.prepare('SELECT links FROM page_links WHERE from_id = ?').pluck();
  const span = db.prepare('SELECT from_id, links FROM page_links WHERE from_id > ? AND from_id <= ? ORDER BY from_id').raw();
  const nextUrl = db.prepare(`SELECT id FROM url WHERE id > ? AND id < ${mostIds} ORDER BY id LIMIT 1`).pluck();
  const idOf = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
  const words = new WordTexts(db);
  const targets = hasPageLinks(db) ? packedTargets(db, words) : rowTargets(db);

  function* placesOf(to: number, most: number): Steps<Float64Array> {
    const found = new Places();
    yield* targets(to, most, (from, seq) => found.add(from, seq));
    return found.sorted();
  }
  /** Reports the ids of the pages that link to a URL, in any order and with duplicates. */
  function* eachSource(url: string, found: (from: number) => void): Steps<void> {
    const to = idOf.get(urlKey(url), url) as number | undefined;
    if (to !== undefined) yield* targets(to, Number.POSITIVE_INFINITY, found);
  }
  /** Ids of the pages that link to a URL, ascending. */
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
    /** The links of a page, or null if it has none. */
    of(from: number): LinkReader | null {
      const links = linksOf.get(from) as Buffer | undefined;
      return links === undefined ? null : new LinkReader(links, words);
    },
    /** Places of the links to a URL, ordered by source: all, or the first `most`. Decode each with `sourceOf` and `seqOf`. */
    linksTo: (to: number, most = Number.POSITIVE_INFINITY): Float64Array => finish(placesOf(to, most)).subarray(0, most),
    /** The links at these places with their pages, in order. A place without a link is skipped. Use each link before the next one. */
    *linksAt(places: Float64Array): Generator<readonly [from: number, link: LinkReader]> {
      let from = 0;
      let link: LinkReader | null = null;
      for (const at of places) {
        if (from !== sourceOf(at)) {
          from = sourceOf(at);
          const links = linksOf.get(from) as Buffer | undefined;
          link = links === undefined ? null : new LinkReader(links, words);
        }
        while (link && link.seq < seqOf(at) && link.next());
        if (link?.seq === seqOf(at)) yield [from, link];
      }
    },
    sourcesOf,
    eachSource,
    /** All pages with links, in blocks, in order of id. */
    *spans(): Generator<readonly (readonly [from: number, links: LinkReader])[]> {
      // A foreign file may have large gaps between ids.
      for (let next = nextUrl.get(0) as number | undefined; next !== undefined; ) {
        const after = next - 1;
        next = nextUrl.get(after + idsOfSpan) as number | undefined;
        const rows = span.all(after, after + idsOfSpan) as [number, Buffer][];
        yield rows.map(([from, links]) => [from, new LinkReader(links, words)] as const);
      }
    },
  };
}
export type LinkReads = ReturnType<typeof linkReads>;

/** Scans the queued pages, and reads from each block the chunks that can contain the target. */
function packedTargets(db: ReadDb, words: TextsByNumber): Targets {
  const waiting = db
    .prepare(
      `SELECT p.from_id, p.links FROM inlink_waiting w CROSS JOIN page_links p ON p.from_id = w.from_id
       WHERE w.from_id > ? AND w.from_id < ${mostIds} ORDER BY w.from_id LIMIT 100`,
    )
    .raw();
  const blocks = db
    .prepare(`SELECT id FROM inlink_block WHERE id > ? AND id < ${mostOfBlocks} ORDER BY id LIMIT ${blocksOfStep}`)
    .pluck();
  // Chunks of a block are runs of its links ordered by target. Reads those that start with the target, and the last that starts
  // before it.
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
    for (let after = 0; ; ) {
      const pages = waiting.all(after) as [number, Buffer][];
      for (const [from, links] of pages) {
        after = from;
        const link = new LinkReader(links, words);
        while (link.next()) if (link.to === to) found(from, link.seq);
      }
      if (pages.length < 100) break;
    }
    // Blocks come after the queue: a page that leaves the queue from now on was already seen there. A crawl that merges blocks moves
    // links to a block with a greater id, so that none is missed, and some may be found twice.
    for (let after = 0, read = 0; ; ) {
      const some = blocks.all(after) as number[];
      if (some.length === 0) return;
      after = some.at(-1) as number;
      read += some.length;
      // Within a chunk, links to one target are ordered by source.
      for (const [at, packed] of (chunks.all({ to, first: some[0], last: after }) as Buffer[]).entries()) {
        findTarget(packed, to, most, found);
        // A URL that every page links to has many chunks in a block.
        if (at % chunksOfStep === chunksOfStep - 1) yield read;
      }
      yield read;
    }
  };
}

/** For a file opened read-only from before one row contained all links of a page. */
function rowTargets(db: ReadDb): Targets {
  const rows = db.prepare('SELECT from_id, seq FROM link_targets WHERE to_id = ?').raw();
  // biome-ignore lint/correctness/useYield: one question
  return function* (to, _most, found) {
    for (const [from, seq] of rows.all(to) as [number, number][]) found(from, seq);
  };
}
