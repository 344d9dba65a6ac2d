import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { BodiesKept, BodyCount, DroppedBodies, DropReport } from '#shared/model/bodies.ts';
import { fail } from '#shared/rpc/errors.ts';
import { roomIn } from '#storage/file/disk-room.ts';
import { canShrink, fileBytes, freePages, shrink, writeAgain } from '#storage/file/free-pages.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { chooseBodies, dropChosen } from '#storage/tables/drop-bodies.ts';
import type { CrawlFile } from './file.ts';

/** Which bodies: all, those of requests before a time (epoch milliseconds), those of URLs; without the newest of them (`keep`). */
export interface DropWish {
  readonly before: number | null;
  /** URLs, as they are stored; null for all. */
  readonly urls: Iterable<string> | null;
  readonly keep: BodiesKept | null;
}

function* idsOf(file: CrawlFile, urls: Iterable<string>): Generator<number> {
  for (const url of urls) {
    const id = file.store.urls.idOf(url);
    if (id > 0) yield id;
  }
}

/** How many bodies a wish means, and their bytes. Changes nothing. */
export const countBodies = (file: CrawlFile, { before, urls, keep }: DropWish): BodyCount => {
  file.mayWrite();
  return chooseBodies(file.db, { before, urls: urls && [...idsOf(file, urls)], keep });
};

/**
 * Drops stored bodies and keeps their hashes and sizes, all verdicts, facts, links and findings. Then makes
 * the file smaller. `report` is called between steps and may end the work: what is done by then stays done. Refuses a file of a running crawl.
 * `mayHold`: rewrites a file of an earlier build, which cannot shrink in steps, in one long statement, if the disk has room for that.
 */
export async function dropBodies(file: CrawlFile, wish: DropWish, report: DropReport, mayHold: boolean): Promise<DroppedBodies> {
  const { row, store, db, path } = { row: file.row(), store: file.store, db: file.db, path: file.path };
  if (row.state === 'running' || row.state === 'paused')
    fail('refused', 'The crawl is running or paused. Stop it first; bodies are dropped in a file at rest.');
  const before = fileBytes(db);
  const { bodies, bytes } = countBodies(file, wish);
  let done = 0;
  let isCancelled = false;
  if (bodies > 0) {
    const steps = dropChosen(db, work => store.transaction(work));
    try {
      for (let step = steps.next(); step.done !== true; step = steps.next()) {
        done = step.value;
        isCancelled = report(done, bodies, 'drop') === 'cancel';
        if (isCancelled) break;
        await turn();
      }
    } finally {
      steps.return();
      store.reload();
    }
    store.transaction(() =>
      store.crawl.event(
        Date.now(),
        'bodies-dropped',
        JSON.stringify({
          bodies: done,
          before: wish.before,
          isFiltered: wish.urls !== null,
          ...(wish.keep && { keep: wish.keep }),
        }),
      ),
    );
  }
  const free = freePages(db);
  if (!isCancelled && free > 0) {
    if (canShrink(db)) isCancelled = !(await shrinkInSteps(db, report));
    else if (mayHold && bodies > 0 && roomIn(dirname(path)) > before * 2) writeAgain(db);
    if (freePages(db) < free) db.pragma('wal_checkpoint(TRUNCATE)');
  }
  file.changed();
  return {
    bodies: done,
    bytes: done < bodies ? 0 : bytes,
    isCancelled,
    fileBytes: { before, after: fileBytes(db) },
    isSmaller: freePages(db) === 0,
  };
}

/** False: `report` ended it. */
async function shrinkInSteps(db: WriteDb, report: DropReport): Promise<boolean> {
  const pages = freePages(db);
  for (const gone of shrink(db)) {
    if (report(gone, pages, 'shrink') === 'cancel') return false;
    await turn();
  }
  return true;
}
