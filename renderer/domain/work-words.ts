import type { WorkProgress } from '#shared/model/replay.ts';
import { countWords } from '../ui/text/format.ts';

/** '120,000 of 400,000 URLs, about 3 s left'. */
export function workWords({ done, total, etaMs }: Pick<WorkProgress, 'done' | 'total' | 'etaMs'>): string {
  const counted = `${countWords(Math.min(done, total))} of ${countWords(total)} steps`;
  return etaMs === null ? counted : `${counted}, about ${Math.max(1, Math.round(etaMs / 1_000))} s left`;
}
