import type { Population } from '#shared/model/audit.ts';
import type { Steps } from '../steps.ts';
import type { LikenessState } from './alike.ts';
import { Blocks, type BlockTurns } from './blocks.ts';
import { isOfOneThread } from './check.ts';
import type { InlinkState } from './inlinks.ts';
import { limitsOf, type PagePass } from './page-pass.ts';
import type { RelationState } from './relations.ts';
import { CheckTally, type TallyState } from './tally.ts';
import { UrlPass } from './url-pass.ts';

/** What a thread that has read pages needs to help with the rest; it can be posted. */
export interface SharedRest {
  /** What all threads found. */
  readonly inlinks: InlinkState;
  readonly relations: RelationState;
  readonly turns: BlockTurns;
  /** The checks whose similar pages this thread looks for, before it takes URLs. */
  readonly alike: readonly string[];
}

/** What such a thread found; it can be posted. */
export interface RestState {
  readonly tallies: Readonly<Record<string, TallyState>>;
  readonly pending: readonly (readonly [Population, number])[];
  readonly likenesses: Readonly<Record<string, LikenessState>>;
}

/** Looks for similar pages and checks URLs in another thread, after it has read pages. */
export function* helpWithRest(pass: PagePass, { inlinks, relations, turns, alike }: SharedRest): Steps<RestState> {
  const { table, checks: all, limits, counted, site, readers } = pass.adopt({ inlinks, relations });
  const checks = all.filter(check => !isOfOneThread(check));
  const likenesses: Record<string, LikenessState> = {};
  for (const [check, pages] of pass.alike) {
    if (!alike.includes(check.id)) continue;
    const steps = pages.find(check.similarity(limitsOf(check, limits)));
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) yield 0;
    likenesses[check.id] = step.value.state;
  }
  const tallies = new Map(checks.map(check => [check, new CheckTally()]));
  const urls = new UrlPass({ table, site, checks, counted, readers, tallies, limitsOf: check => limitsOf(check, limits) });
  yield* urls.run(new Blocks(table.size, turns));
  return {
    tallies: Object.fromEntries([...tallies].map(([{ id }, tally]) => [id, tally.state])),
    pending: urls.pending.sizes,
    likenesses,
  };
}
