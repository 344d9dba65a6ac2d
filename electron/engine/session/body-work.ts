import type { BodiesWish, BodiesWork, BodyCount, DroppedBodies, DropReport } from '#shared/model/bodies.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { countBodies, dropBodies } from './drop-bodies.ts';
import type { CrawlFile } from './file.ts';
import type { CrawlRun } from './run.ts';

/** The stored bodies of the open file: counted, and dropped for the command line or step by step for the window. */
export interface BodyDesk {
  count(wish: BodiesWish): BodyCount;
  /** Drops bodies (`dropBodies`). `report` may end it. */
  drop(wish: BodiesWish, report: DropReport): Promise<DroppedBodies>;
  /** Starts to drop bodies and returns. Throws while another drop or the crawl runs. */
  start(wish: BodiesWish): void;
  readonly work: BodiesWork;
  cancel(): void;
  /** Cancels, and waits until the file is not used any more. */
  close(): Promise<void>;
}

const none: BodiesWork = { state: 'none', phase: 'drop', done: 0, total: 0, etaMs: null, dropped: null, problem: '' };

export function bodyWork({
  file,
  run,
  urls,
}: {
  readonly file: CrawlFile;
  readonly run: Pick<CrawlRun, 'active'>;
  /** The URLs that a filter finds. */
  readonly urls: (filter: string) => Iterable<string>;
}): BodyDesk {
  let work = none;
  let isCancelled = false;
  let finished = Promise.resolve();
  const wishOf = ({ before, filter, keep }: BodiesWish) => ({
    before,
    urls: filter === null ? null : urls(filter),
    keep: keep ?? null,
  });
  const refuseCrawl = (): void => {
    if (run.active) fail('refused', 'The crawl is running or paused. Stop it first; bodies are dropped in a file at rest.');
  };
  return {
    count: wish => countBodies(file, wishOf(wish)),
    async drop(wish, report) {
      refuseCrawl();
      return dropBodies(file, wishOf(wish), report, true);
    },
    start(wish) {
      refuseCrawl();
      file.mayWrite();
      if (work.state === 'running') fail('refused', 'Stored pages are being dropped. Wait until it is done, or cancel it.');
      let began = performance.now();
      isCancelled = false;
      work = { ...none, state: 'running' };
      const report: DropReport = (done, total, phase) => {
        if (phase !== work.phase) began = performance.now();
        const gone = performance.now() - began;
        work = { ...work, phase, done, total, etaMs: done > 0 && gone > 1_000 ? (gone / done) * (total - done) : null };
        return isCancelled ? 'cancel' : 'go-on';
      };
      finished = dropBodies(file, wishOf(wish), report, false).then(
        dropped => {
          work = { ...work, state: 'done', etaMs: null, dropped };
        },
        (error: unknown) => {
          if (!(error instanceof RpcError)) console.error(error);
          const failed =
            work.phase === 'shrink'
              ? 'The stored pages are dropped, but the file could not be made smaller: there is no room, or another program uses it.'
              : 'The stored pages could not be dropped.';
          const problem = error instanceof RpcError ? error.message : failed;
          work = { ...work, state: 'failed', etaMs: null, problem };
        },
      );
    },
    get work() {
      return work;
    },
    cancel() {
      isCancelled = true;
    },
    close() {
      isCancelled = true;
      return finished;
    },
  };
}
