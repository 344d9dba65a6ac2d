import { urlKey } from './codec.ts';
import type { ReadDb } from './database.ts';
import { ChunkReader } from './packed-targets.ts';
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

/** Links read without making rows of them. Between two calls no statement is open. */
export function linkReads(db: ReadDb) {
  const linksOf = db.prepare('SELECT links FROM page_links WHERE from_id = ?').pluck();
  const span = db.prepare('SELECT from_id, links FROM page_links WHERE from_id > ? AND from_id <= ? ORDER BY from_id').raw();
  const nextUrl = db.prepare(`SELECT id FROM url WHERE id > ? AND id < ${mostIds} ORDER BY id LIMIT 1`).pluck();
  const idOf = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
  const targets = hasPageLinks(db) ? packedTargets(db) : rowTargets(db);

  /** Where the links to a URL stand, in order of their sources; each is a place, see `sourceOf` and `seqOf`. */
  const linksTo = (to: number): Float64Array => {
    const found = Float64Array.from(targets(to)).sort();
    // A page that left the waiting ones between two statements was found twice.
    let count = 0;
    for (const at of found) if (count === 0 || found[count - 1] !== at) found[count++] = at;
    return found.subarray(0, count);
  };
  return {
    /** The links of a page, null when it has none. */
    of(from: number): LinkReader | null {
      const links = linksOf.get(from) as string | undefined;
      return links === undefined ? null : new LinkReader(links);
    },
    linksTo,
    /** Ids of the pages that link to a URL, in rising order. */
    sourcesOf(url: string): readonly number[] {
      const to = idOf.get(urlKey(url), url) as number | undefined;
      return to === undefined ? [] : [...new Set(Array.from(linksTo(to), sourceOf))];
    },
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
function packedTargets(db: ReadDb): (to: number) => number[] {
  const waiting = db.prepare(
    `SELECT p.from_id, p.links FROM inlink_waiting w CROSS JOIN page_links p ON p.from_id = w.from_id
     WHERE w.from_id > ? AND w.from_id < ${mostIds} AND instr(p.links, ?) > 0 ORDER BY w.from_id LIMIT 100`,
  );
  const chunks = db.prepare(
    'SELECT c.packed FROM inlink_block CROSS JOIN inlink_chunk c ON c.block_id = inlink_block.id WHERE c.first_to <= ? AND c.last_to >= ?',
  );
  return to => {
    const found: number[] = [];
    const add = (from: number, seq: number) => {
      if (from < mostIds && seq < places) found.push(place(from, seq));
    };
    // Most pages that wait do not name the target, and their links are not taken apart.
    for (let after = 0; ; ) {
      const pages = waiting.raw().all(after, `[${to},`) as [number, string][];
      for (const [from, links] of pages) {
        after = from;
        const link = new LinkReader(links);
        while (link.next()) if (link.to === to) add(from, link.seq);
      }
      if (pages.length < 100) break;
    }
    for (const packed of chunks.pluck().all(to, to) as Buffer[]) {
      const link = new ChunkReader(packed);
      while (link.next() && link.to <= to) if (link.to === to) add(link.from, link.seq);
    }
    return found;
  };
}

/** A file from before a page's links were one row, open for reading only. */
function rowTargets(db: ReadDb): (to: number) => number[] {
  const rows = db.prepare('SELECT from_id, seq FROM link_targets WHERE to_id = ?').raw();
  return to => (rows.all(to) as [number, number][]).map(([from, seq]) => place(from, seq));
}
