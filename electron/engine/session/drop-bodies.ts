import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { BodiesKept, BodyCount, DroppedBodies } from '#shared/model/bodies.ts';
import { fail } from '#shared/rpc/errors.ts';
import { roomIn } from '#storage/file/disk-room.ts';
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
 * Drops stored bodies and keeps their hashes and sizes, all verdicts, facts, links and findings. Then writes the file again without the free
 * pages, if the disk has room for that. `report` is called between steps and may end the work: what is dropped by then stays dropped. Refuses a
 * file that is crawled.
 */
export async function dropBodies(
  file: CrawlFile,
  wish: DropWish,
  report: (done: number, total: number) => 'go-on' | 'cancel',
): Promise<DroppedBodies> {
  const { row, store, db, path } = { row: file.row(), store: file.store, db: file.db, path: file.path };
  if (row.state === 'running' || row.state === 'paused')
    fail('refused', 'The crawl is running or paused. Stop it first; bodies are dropped in a file at rest.');
  const size = (): number =>
    (db.pragma('page_count', { simple: true }) as number) * (db.pragma('page_size', { simple: true }) as number);
  const before = size();
  const { bodies, bytes } = countBodies(file, wish);
  let done = 0;
  let isCancelled = false;
  if (bodies > 0) {
    const steps = dropChosen(db, work => store.transaction(work));
    try {
      for (let step = steps.next(); step.done !== true; step = steps.next()) {
        done = step.value;
        isCancelled = report(done, bodies) === 'cancel';
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
  const hasRoom = roomIn(dirname(path)) > before * 2;
  const isSmaller = !isCancelled && bodies > 0 && hasRoom;
  if (isSmaller) {
    db.exec('VACUUM');
    db.pragma('wal_checkpoint(TRUNCATE)');
  }
  file.changed();
  return {
    bodies: done,
    bytes: isCancelled ? 0 : bytes,
    isCancelled,
    fileBytes: { before, after: size() },
    isSmaller,
  };
}
