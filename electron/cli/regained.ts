import { regainedByDraft } from '#core/rendering/blocked-cost.ts';
import type { Judge } from '#core/replay/judge.ts';
import { decideAs } from '#core/robots/choose/speaker.ts';
import { originOf } from '#core/url/authority.ts';
import type { RegainedByDraft } from '#shared/model/blocked-cost.ts';
import type { Io } from './io.ts';
import { runSteps } from './run-steps.ts';

/** What a draft of an origin's robots.txt brings back to pages that were rendered; null: no page with blocked resources was. */
export async function regainedBy(io: Io, path: string, origin: string, judge: Judge): Promise<RegainedByDraft | null> {
  const { openCosts } = await import('#engine/rendering/cost-file.ts');
  const file = openCosts(path);
  try {
    const cost = await runSteps(io, file.cost('all'), done => `${path}: ${done} rendered pages read`);
    if (cost.withBlocked === 0) return null;
    const { speaker, access, file: parsed, dialect } = judge;
    return regainedByDraft(
      cost,
      url => originOf(url)?.key === origin && decideAs(speaker, access, parsed, dialect, url)?.allowed === true,
    );
  } finally {
    file.close();
  }
}
