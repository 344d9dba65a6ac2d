import type { Steps } from '#core/steps.ts';
import type { BlockedCost } from '#shared/model/blocked-cost.ts';
import { blockedCostReads, type CostWish } from '#storage/reads/blocked-cost.ts';
import { opened } from '../audit/audit-file.ts';
import { blockedCost } from './blocked-cost.ts';

/** A crawl file opened for the costs of its blocked resources, on its own read-only connection. */
export interface CostFile {
  /** The first start URL; undefined: there is none. */
  startUrl(): string | undefined;
  isSeen(url: string): boolean;
  /** Templates of rendered pages, those of the most pages first. */
  templates(most: number): readonly string[];
  /** Yields pages read. */
  cost(wish: CostWish): Steps<BlockedCost>;
  close(): void;
}

/** Throws an RpcError: missing, not a crawl, damaged, of a newer version. */
export function openCosts(path: string): CostFile {
  const { made, close } = opened(path, db => blockedCostReads(db));
  const { startUrl, isSeen, templates } = made;
  return { startUrl, isSeen, templates, cost: wish => blockedCost(made, wish), close };
}
