import type { BlockedCost } from '#shared/model/blocked-cost.ts';
import { renderedDifference, renderedSource, screenshotOf, urlRenderings } from '../explain/rendering-view.ts';
import { blockedCost } from '../rendering/blocked-cost.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import type { ReaderHandlers, Reads } from './reads.ts';

/** Pages as a browser rendered them. */
export function renderingHandlers(reads: Reads) {
  const { lookup, renderings: rows, snapshot } = reads;
  const parts = { lookup, rows };
  /** A newer count for the whole crawl cancels a running one. */
  let running: Job<BlockedCost> | null = null;
  return {
    'rendering.ofUrl': ({ url }) =>
      snapshot(() => urlRenderings({ ...parts, settings: reads.settings(), hasEnded: reads.endedAt() !== null }, url)),
    'rendering.requests': ({ rendering, only, from, limit }) => snapshot(() => rows.requests(rendering, only, from, limit)),
    'rendering.cost': ({ url }) => {
      const job = runInSlices(blockedCost(reads.blockedCost, url === undefined ? 'all' : { url }), 0);
      if (url === undefined) {
        running?.cancel();
        running = job;
      }
      return job.finished;
    },
    'rendering.counts': () => rows.counts(),
    'rendering.log': ({ rendering }) => rows.log(rendering),
    'rendering.source': wanted => renderedSource(parts, wanted),
    'rendering.difference': ({ rendering }) => renderedDifference(parts, rendering),
    'rendering.screenshot': ({ rendering, kind }) => screenshotOf(parts, rendering, kind),
  } satisfies ReaderHandlers;
}
