import { durationWords } from '#shared/explain/duration.ts';
import type { PolitenessReport } from '#shared/model/politeness.ts';

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

/** Whether the rules were kept, and the sentence that says so: made of the figures, never assumed. */
export function verdictSentence(figures: Omit<PolitenessReport, 'kept' | 'verdict'>): Pick<PolitenessReport, 'kept' | 'verdict'> {
  const { requests, gaps, shortGaps, disallowedRequests, overriddenRequests, retryAfterBroken, beforeRobots, loginBeforeRobots } =
    figures;
  if (requests === 0) return { kept: true, verdict: 'No request was sent to this host.' };
  const wrong = [
    ...(shortGaps > 0 ? [`${many(shortGaps, 'gap')} short of the required delay`] : []),
    ...(disallowedRequests > 0 ? [`${many(disallowedRequests, 'request')} to paths robots.txt forbade`] : []),
    ...(retryAfterBroken > 0 ? [`${many(retryAfterBroken, 'Retry-After', 'Retry-After headers')} not waited for`] : []),
    ...(beforeRobots > 0 ? [`${many(beforeRobots, 'request')} before robots.txt was requested`] : []),
  ];
  const overridden =
    overriddenRequests > 0
      ? ` ${many(overriddenRequests, 'request')} to forbidden paths went out by the user’s own word and ${overriddenRequests === 1 ? 'is' : 'are'} listed.`
      : '';
  const login =
    loginBeforeRobots > 0
      ? ` ${many(loginBeforeRobots, 'request')} of the login, which the user named, went out before robots.txt was requested.`
      : '';
  if (wrong.length > 0) return { kept: false, verdict: `Not kept: ${wrong.join('; ')}.${overridden}${login}` };
  const measured =
    gaps > 0
      ? `${gaps === 1 ? 'the one gap' : `all ${gaps} gaps`} between requests ${gaps === 1 ? 'was' : 'were'} at least as long as required (shortest ${figures.shortestMs} ms, smallest margin ${durationWords(figures.marginMs ?? 0)})`
      : 'no gap between requests had to be kept';
  return {
    kept: true,
    verdict: `Kept: ${measured}; ${disallowed(overriddenRequests)}, no Retry-After was cut short, robots.txt came ${login === '' ? 'first' : 'before all but the login'}.${overridden}${login}`,
  };
}

const disallowed = (overridden: number): string =>
  overridden > 0 ? 'no other request to a forbidden path' : 'no request to a forbidden path';
