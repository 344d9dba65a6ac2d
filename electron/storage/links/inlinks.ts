import type { WriteDb } from '../file/handle.ts';
import { WordTexts } from '../file/words.ts';
import { orderByTarget } from '../lists/number-order.ts';
import { type Depths, depthsOfStep } from '../tables/depths.ts';
import { InlinkCountWriter } from './inlink-count-rows.ts';
import { InlinkCounts, type InlinkRound, type Target } from './inlink-counts.ts';
import { InlinkMerge } from './inlink-merge.ts';
import { LinkKinds } from './link-kinds.ts';
import { mostIds } from './link-reads.ts';
import type { LinkRows } from './link-rows.ts';
import { type Chunk, ChunkPacker, ChunkReader, newBlock } from './packed-targets.ts';
import { LinkReader } from './page-links.ts';

/**
 * Before a block is written, the links of its pages are counted, which changes rows all over `inlink_count`. So few blocks of many pages are
 * better: of `mostPagesOfBlock` pages, or of `pagesOfBlock` with `mostLinksThatWait` links. More would take too long to scan while they are queued.
 */
const pagesOfBlock = 2_000;
const mostPagesOfBlock = 5_000;
const mostLinksThatWait = 2 ** 18;
/** A block is written once it has this many links, even with few pages. */
const linksOfBlock = 2 ** 20;

/** Minimum time between two writes of counts, in milliseconds. Writing counts takes at most a hundredth of the time. */
const countEvery = 10_000;
const countShare = 100;

/** URLs whose counts a transaction writes, and fewer if they lie far apart (`InlinkRound.step`): about 20 milliseconds. */
const urlsOfStep = 8_192;

/** Least number of links that a transaction merges, if there are blocks to merge: about two milliseconds. */
const linksOfMerge = 20_000;

/** Queued links: the pages, where the targets of each begin, and the first `size` targets. */
interface QueuedLinks {
  readonly sources: readonly number[];
  readonly starts: readonly number[];
  readonly targets: Uint32Array;
  readonly size: number;
}

/** Packs links in order of target, source and position, and reports each full chunk. */
function packLinks({ sources, starts, targets, size }: QueuedLinks, packer: ChunkPacker, write: (chunk: Chunk) => void): void {
  // Sort by source and position first. The stable sort by target then keeps that order.
  const links = new Uint32Array(size);
  const pageOf = new Uint32Array(size);
  const pages = Uint32Array.from(sources.keys()).sort((a, b) => (sources[a] as number) - (sources[b] as number));
  let filled = 0;
  for (const page of pages) {
    const start = starts[page] as number;
    const end = page + 1 < starts.length ? (starts[page + 1] as number) : size;
    pageOf.fill(page, start, end);
    for (let at = start; at < end; at++) links[filled++] = at;
  }
  const ordered = orderByTarget(links, targets);
  for (let i = 0; i < size; i++) {
    const at = ordered[i] as number;
    const page = pageOf[at] as number;
    const chunk = packer.add(targets[at] as number, sources[page] as number, at - (starts[page] as number));
    if (chunk !== null) write(chunk);
  }
  const chunk = packer.end();
  if (chunk !== null) write(chunk);
}

const greatest = (ids: readonly number[]): number => ids.reduce((most, id) => Math.max(most, id), 0);

/**
 * Links by target, in blocks (see migrations 0004 and 0007), and the number of pages that link to each URL. Both are collected in
 * memory and written for many pages at once. Blocks are merged while a crawl runs (`InlinkMerge`). The file lists the queued pages, so
 * that both can be rebuilt from it. All of it runs inside the caller's transaction.
 */
export function inlinkTable(db: WriteDb, rows: LinkRows, depths: Pick<Depths, 'waiting' | 'write'>) {
  const wait = db.prepare('INSERT OR REPLACE INTO inlink_waiting (from_id, counted) VALUES (?, 0)');
  const stateOf = db.prepare('SELECT counted FROM inlink_waiting WHERE from_id = ?').pluck();
  const waiting = db.prepare(
    `SELECT w.from_id, w.counted, p.links FROM inlink_waiting w JOIN page_links p ON p.from_id = w.from_id
     WHERE w.from_id > ? AND w.from_id < ${mostIds} ORDER BY w.from_id LIMIT 100`,
  );
  const owes = db.prepare('SELECT 1 FROM inlink_waiting WHERE counted <> 1 LIMIT 1').pluck();
  const forget = db.prepare('DELETE FROM inlink_waiting WHERE from_id = ?');
  const emptied = db.prepare('DELETE FROM inlink_waiting WHERE from_id <= ?');
  // `counted` is 0, or -x where the counts of the targets up to x are written, or 1. A page may be ahead of the others.
  const partly = (pages: string) => db.prepare(`UPDATE inlink_waiting SET counted = min(counted, -?) WHERE ${pages}`);
  const wholly = (pages: string) => db.prepare(`UPDATE inlink_waiting SET counted = 1 WHERE ${pages}`);
  // Of a long queue, the first pages are counted before the others are read.
  const [all, begun] = ['counted <= 0 AND from_id <= ?', 'counted < 0'];
  const marks = { partly: { all: partly(all), begun: partly(begun) }, wholly: { all: wholly(all), begun: wholly(begun) } };
  const countRows = new InlinkCountWriter(db);
  // Prepared late: an older file opened read-only lacks the levels.
  const prepareBlock = () => db.prepare<[]>(newBlock(0));
  let addBlock: ReturnType<typeof prepareBlock> | null = null;
  const addChunk = db.prepare('INSERT INTO inlink_chunk (block_id, first_to, last_to, packed) VALUES (?, ?, ?, ?)');
  const chunksWith = db
    .prepare(
      'SELECT c.id FROM inlink_block CROSS JOIN inlink_chunk c ON c.block_id = inlink_block.id WHERE c.first_to <= ? AND c.last_to >= ?',
    )
    .pluck();
  const readChunk = db.prepare('SELECT block_id, packed FROM inlink_chunk WHERE id = ?').raw();
  const dropChunk = db.prepare('DELETE FROM inlink_chunk WHERE id = ?');
  const kinds = new LinkKinds(db);
  const words = new WordTexts(db);
  const packer = new ChunkPacker();
  const counts = new InlinkCounts();
  /** The counts that are being written, in steps. */
  let round: InlinkRound | null = null;
  /** A round is due. In so many steps, this one included, all depths that wait are written before it. */
  let stepsBefore = 0;
  const merge = new InlinkMerge(db);
  /** Links added since blocks were merged. */
  let unmerged = 0;
  let uncounted = 0;
  /** Time of the last write of counts, and the earliest time of the next. */
  let countedAt = 0;
  let countAt = 0;
  /** Duration of the last round of counts in milliseconds. */
  let countMs = 0;
  /** Whether memory matches the queue in the file. */
  let loaded = false;
  /** Queued pages, the start of their targets in `targets`, and the targets. */
  let sources: number[] = [];
  let starts: number[] = [];
  let targets = new Uint32Array(65_536);
  let size = 0;

  /** Whether the queued pages are enough for a block. */
  const isFull = (): boolean =>
    size >= linksOfBlock || sources.length >= (size >= mostLinksThatWait ? pagesOfBlock : mostPagesOfBlock);
  const begin = (from: number, links: number): void => {
    sources.push(from);
    starts.push(size);
    if (size + links <= targets.length) return;
    const larger = new Uint32Array(2 * (size + links));
    larger.set(targets);
    targets = larger;
  };
  const clear = (): void => {
    sources = [];
    starts = [];
    size = 0;
  };

  /**
   * Writes the counts of some URLs, or of all. Returns whether none is left. What it has written and what it has not is in the
   * file with it, so that a crash between two steps counts nothing twice. A counted page no longer gives its targets their depths after a
   * crash, so these are written first.
   */
  const count = (steps: 'one' | 'all'): boolean => {
    const isNew = round === null;
    if (isNew) {
      if (uncounted === 0) {
        stepsBefore = 0;
        return true;
      }
      if (steps === 'all') stepsBefore = 1;
      else if (stepsBefore === 0) stepsBefore = Math.max(1, Math.ceil(depths.waiting / depthsOfStep));
      // Pages that come meanwhile give depths, too. They make the steps longer, not more.
      depths.write(Math.max(depthsOfStep, Math.ceil(depths.waiting / stepsBefore)));
      stepsBefore -= 1;
      if (stepsBefore > 0) return false;
      round = counts.take();
      uncounted = 0;
      countMs = 0;
    }
    const started = performance.now();
    const last = (round as InlinkRound).step(steps === 'all' ? Number.POSITIVE_INFINITY : urlsOfStep, countRows);
    const { isDone } = round as InlinkRound;
    // Pages that came since a round began belong to the next one.
    const pages = isNew ? 'all' : 'begun';
    const upTo = isNew ? [greatest(sources)] : [];
    if (isDone) marks.wholly[pages].run(...upTo);
    else marks.partly[pages].run(last, ...upTo);
    if (isDone) round = null;
    countMs += performance.now() - started;
    return isDone;
  };
  /** Writes the counts of all pages in memory. */
  const countAll = (): void => {
    if (round !== null) count('all');
    count('all');
  };

  const writeBlock = (): void => {
    const last = greatest(sources);
    countAll();
    const block = Number((addBlock ??= prepareBlock()).run().lastInsertRowid);
    packLinks({ sources, starts, targets, size }, packer, ({ first, last, packed }) => addChunk.run(block, first, last, packed));
    emptied.run(last);
    clear();
    merge.offer();
  };

  /** Loads the queue from the file, after opening it or after a rolled-back transaction. */
  const load = (): void => {
    if (loaded) return;
    loaded = true;
    rows.flush();
    clear();
    counts.clear();
    round = null;
    stepsBefore = 0;
    merge.reset();
    kinds.clear();
    uncounted = 0;
    for (let after = 0; ; ) {
      const pages = waiting.raw().all(after) as [number, number, Buffer][];
      if (pages.length === 0) break;
      for (const [from, state, links] of pages) {
        after = from;
        const isCounted = state === 1;
        const link = new LinkReader(links, words);
        begin(from, link.count);
        if (!isCounted) uncounted += 1;
        counts.nextPage();
        while (link.next()) {
          const to = Math.min(link.to, mostIds - 1);
          targets[size++] = to;
          if (!isCounted && to > -state && to !== from && kinds.isFollowed(link.kind)) counts.add(to);
        }
        if (size >= linksOfBlock) writeBlock();
      }
    }
  };

  /** Removes a page's links from their blocks. */
  const takeOut = (from: number, old: ReadonlySet<number>): void => {
    merge.reset();
    const touched = new Set<number>();
    for (const to of old) for (const id of chunksWith.all(to, to) as number[]) touched.add(id);
    for (const id of touched) {
      const [block, packed] = readChunk.get(id) as [number, Buffer];
      const link = new ChunkReader(packed);
      const kept: [number, number, number][] = [];
      while (link.next()) if (link.from !== from) kept.push([link.to, link.from, link.seq]);
      if (link.damaged) continue;
      dropChunk.run(id);
      const write = (chunk: Chunk | null) => {
        if (chunk) addChunk.run(block, chunk.first, chunk.last, chunk.packed);
      };
      for (const [to, source, seq] of kept) write(packer.add(to, source, seq));
      write(packer.end());
    }
  };

  return {
    /** Call it before replacing the links of a page (`links`, packed). */
    forget(from: number, links: Buffer): void {
      const state = stateOf.get(from) as number | undefined;
      const all = new Set<number>();
      const followed = new Set<number>();
      const link = new LinkReader(links, words);
      while (link.next()) {
        all.add(link.to);
        if (link.to !== from && kinds.isFollowed(link.kind)) followed.add(link.to);
      }
      const last = state === undefined || state === 1 ? Number.POSITIVE_INFINITY : -state;
      const counted = [...followed].filter(to => to <= last && to < mostIds);
      for (const to of Uint32Array.from(counted).sort()) countRows.add(-1, to);
      countRows.flush();
      if (state === undefined) takeOut(from, all);
      else forget.run(from);
      // Memory still contains the old links. This is rare, so everything is loaded again.
      loaded = false;
    },
    /** Call it after the links of a page were stored. */
    add(from: number, links: readonly Target[]): void {
      load();
      wait.run(from);
      begin(from, links.length);
      uncounted += 1;
      unmerged += links.length;
      counts.addPage(from, links);
      const [all, first] = [targets, size];
      for (let i = 0; i < links.length; i++) all[first + i] = (links[i] as Target).to;
      size += links.length;
    },
    /**
     * Writes counts when they are due, and a block when enough pages are queued. `pause`: counts are due. `end`: a block is due
     * as well, however small. One call writes some of the counts: while `isCounting`, call it again, in a transaction of its
     * own, because the thread must stay free. `at` is the time of the transaction. Returns whether counts were written.
     */
    settle(at: number, rest: '' | 'pause' | 'end' = ''): boolean {
      if (loaded && sources.length === 0) return false;
      load();
      const before = uncounted;
      const isDueBlock = isFull();
      const isDue = round !== null || stepsBefore > 0 || (uncounted > 0 && (rest !== '' || at >= countAt || at < countedAt));
      let isDone = !isDue || count('one');
      // A round leaves out the pages that came after it began. A block has no page that is not counted.
      if (isDone && uncounted > 0 && (rest !== '' || isDueBlock)) isDone = count('one');
      const isCounted = isDue || uncounted < before;
      if (isCounted) {
        countedAt = at;
        countAt = at + Math.max(countEvery, countShare * countMs);
      }
      if (!isDone) return true;
      // Each link is merged twice at most.
      merge.step(Math.max(linksOfMerge, 3 * unmerged));
      unmerged = 0;
      if (isDueBlock || (rest === 'end' && sources.length > 0)) writeBlock();
      return isCounted;
    },
    /** Writes the counts of all pages, however many, in this transaction. */
    countAll(): void {
      load();
      countAll();
    },
    /** Whether `settle` has begun to write counts, or the depths before them, and has some left. */
    get isCounting(): boolean {
      return round !== null || stepsBefore > 0;
    },
    /** Whether pages still have to be counted. */
    owes: (): boolean => owes.get() !== undefined,
    /** Call it when memory may no longer match the file. */
    reload(): void {
      loaded = false;
    },
  };
}
export type InlinkTable = ReturnType<typeof inlinkTable>;
