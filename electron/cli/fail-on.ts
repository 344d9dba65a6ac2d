import { didYouMean } from '#core/query/near.ts';
import type { CheckPriority } from '#shared/model/audit.ts';
import { openHits } from '#shared/model/audit.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';
import type { PrintedAudit } from './text/issues.ts';

/** Thresholds of `--fail-on`, for CI. Ignored hits never fail. */

type Counted = 'hits' | 'new';

export type Threshold =
  /** Any (new) hits of this priority or a higher one. */
  | { readonly kind: 'priority'; readonly text: string; readonly what: Counted; readonly priority: CheckPriority }
  /** More than so many (new) hits of a check. */
  | { readonly kind: 'check'; readonly text: string; readonly what: Counted; readonly check: string; readonly most: number }
  /** A health score below this one. */
  | { readonly kind: 'score'; readonly text: string; readonly least: number };

const priorities: readonly CheckPriority[] = ['H', 'M', 'L'];

export const failOnHelp =
  'exit 1 at hits of this priority or a higher one, "hits:ID>N", "score<N", or new ones ("new:H", "new:ID>N"); repeatable';

/** Reads `--fail-on`. `checks`: ids that are run. Refuses what it cannot read, and what the other options make meaningless. */
export function failOnOptions(args: Arguments, checks: readonly string[]): readonly Threshold[] {
  return args.all('fail-on').map(text => {
    const read = thresholdOf(text) ?? usage(`--fail-on takes H, M, L, new:H, hits:ID>N, new:ID>N or score<N, not “${text}”.`);
    if (read.kind !== 'score' && read.what === 'new' && args.one('baseline') === undefined)
      return usage(`--fail-on ${text} needs --baseline OLD.crawl.`);
    if (read.kind === 'score' && args.has('check'))
      return usage(`--fail-on ${text} needs all checks, because the score is made of all. Leave --check out.`);
    if (read.kind === 'check' && !read.check.startsWith('own.') && !checks.includes(read.check))
      return usage(`--fail-on ${text}: the check ${read.check} is not run.${didYouMean(read.check, checks)}`);
    return read;
  });
}

function thresholdOf(text: string): Threshold | null {
  const [, isNew, priority] = /^(new:)?([HML])$/.exec(text) ?? [];
  if (priority !== undefined)
    return { kind: 'priority', text, what: isNew ? 'new' : 'hits', priority: priority as CheckPriority };
  const [, what, check, most] = /^(hits|new):([a-z0-9_.-]+)>(\d{1,9})$/i.exec(text) ?? [];
  if (what !== undefined && check !== undefined)
    return { kind: 'check', text, what: what.toLowerCase() as Counted, check, most: Number(most) };
  const [, least] = /^score<(\d{1,3}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  return least === undefined || Number(least) > 100 ? null : { kind: 'score', text, least: Number(least) };
}

/** Why a threshold fails, as a sentence; null: it does not. What could not be measured fails. */
export function failureOf(printed: PrintedAudit, threshold: Threshold): string | null {
  switch (threshold.kind) {
    case 'score': {
      const { score } = printed;
      if (score === null) return 'there is no health score, because no check that counts could check anything';
      return score.value < threshold.least ? `the health score is ${score.value.toFixed(2)}` : null;
    }
    case 'priority': {
      const { what, priority } = threshold;
      const hit = printed.audit.results.filter(
        ({ check }) => priorities.indexOf(check.priority) <= priorities.indexOf(priority) && hitsOf(printed, check.id, what) > 0,
      );
      const sum = hit.reduce((total, { check }) => total + hitsOf(printed, check.id, what), 0);
      return sum === 0 ? null : `${hit.length === 1 ? '1 check has' : `${hit.length} checks have`} ${hitWords(sum, what)}`;
    }
    case 'check': {
      const { what, check, most } = threshold;
      const result = printed.audit.results.find(each => each.check.id === check);
      if (!result) return `the check ${check} was not run`;
      const sum = hitsOf(printed, check, what);
      return sum > most ? `${hitWords(sum, what)} of ${result.count.checked} checked` : null;
    }
  }
}

const hitWords = (sum: number, what: Counted): string => `${sum} ${what === 'new' ? 'new ' : ''}${sum === 1 ? 'hit' : 'hits'}`;

/** Hits, or new hits, that no ignore rule sets aside. */
function hitsOf({ audit, ignored, trends }: PrintedAudit, id: string, what: Counted): number {
  if (what === 'new') return [...(trends?.get(id)?.newUrls ?? [])].filter(url => ignored.ruleOf(id, url) === null).length;
  const result = audit.results.find(({ check }) => check.id === id);
  return result ? openHits(ignored.countOf(result)) : 0;
}
