import type { ReasonCode } from '#shared/explain/reasons.ts';
import type { Obedience } from '#shared/model/crawl.ts';
import type { DecisionDraft, Evidence, MayFetch } from '#shared/model/decision.ts';
import type { CrawlDelay, RobotsVerdict } from '#shared/model/robots.ts';
import type { SiteObedience } from '../robots/site-rules.ts';
import { type DecisionRule, decide } from './sequence.ts';

export interface AccessFacts {
  /** As the crawl's profile interprets robots.txt. */
  readonly verdict: RobotsVerdict;
  /** As RFC 9309 interprets it for the same name; null if only the profile counts. */
  readonly strict: RobotsVerdict | null;
  readonly obedience: SiteObedience;
  /** Id of the robots.txt version that was read. */
  readonly robots: number;
  /** Id of the settings version in force. */
  readonly settings: number;
  readonly delay: CrawlDelay | null;
  /** Id of the robots.txt version that has the delay. */
  readonly delayRobots: number;
  readonly maxDelayMs: number;
}

/** The line that decided, else the response for /robots.txt as a whole. */
const deciding = (robots: number, { line }: RobotsVerdict): Evidence =>
  line > 0 ? { kind: 'robots-line', robots, line } : { kind: 'robots-fetch', robots };

const theSetting = ({ obedience, settings }: AccessFacts): Evidence => ({
  kind: 'setting',
  name: 'siteRules',
  value: obedience.setting,
  version: settings,
});

type Rule = DecisionRule<AccessFacts>;

const robotsTxt: Rule = {
  id: 'robots.txt',
  judge: ({ verdict, robots, obedience }) => {
    if (verdict.allowed || obedience.robots === 'never') return undefined;
    const evidence = [deciding(robots, verdict)];
    return verdict.reason === 'unreachable'
      ? { verdict: 'defer', reason: 'robots-unreachable', evidence }
      : { verdict: 'reject', reason: 'robots-disallow', evidence };
  },
};

const alwaysObey: Rule = {
  id: 'always-obey',
  judge: facts => {
    const { strict, robots } = facts;
    if (!strict || strict.allowed) return undefined;
    const evidence = [deciding(robots, strict), theSetting(facts)];
    return strict.reason === 'unreachable'
      ? { verdict: 'defer', reason: 'robots-unreachable', evidence }
      : { verdict: 'reject', reason: 'robots-always-obeyed', evidence };
  },
};

const delayCeiling: Rule = {
  id: 'delay-ceiling',
  judge: ({ delay, maxDelayMs, delayRobots }) =>
    delay && delay.seconds * 1000 > maxDelayMs
      ? {
          verdict: 'defer',
          reason: 'delay-too-long',
          evidence: [
            { kind: 'robots-line', robots: delayRobots, line: delay.line },
            { kind: 'limit', name: 'maxDelayMs', limit: maxDelayMs, actual: delay.seconds * 1000 },
          ],
        }
      : undefined,
};

const neverObey: Rule = {
  id: 'never-obey',
  judge: facts => {
    const { verdict, robots } = facts;
    if (verdict.allowed) return undefined;
    return {
      verdict: 'accept',
      reason: verdict.reason === 'unreachable' ? 'robots-unreachable-overridden' : 'robots-overridden',
      evidence: [deciding(robots, verdict), theSetting(facts)],
    };
  },
};

const rules: Readonly<Record<Obedience, readonly Rule[]>> = {
  inherit: [robotsTxt, delayCeiling],
  always: [robotsTxt, alwaysObey, delayCeiling],
  never: [robotsTxt, delayCeiling, neverObey],
};

const allowed: Record<RobotsVerdict['reason'], ReasonCode> = {
  rule: 'robots-allow',
  'no-match': 'robots-no-rule',
  'no-group': 'robots-no-group',
  'robots-txt': 'robots-txt-itself',
  'no-file': 'robots-missing',
  unreachable: 'robots-unreachable',
};

/**
 * Whether the URL may be fetched now. A Disallow line rejects; an unreachable file or a delay that is too long defers. No delay is
 * shortened. A site that is `always` obeyed must also allow the URL by RFC 9309. One that is `never` obeyed is fetched despite
 * robots.txt, with the Disallow line and the setting as evidence. Delays apply in both cases.
 */
export function mayAccess(facts: AccessFacts): DecisionDraft {
  const { verdict, robots } = facts;
  const evidence: readonly Evidence[] = verdict.line === 0 && verdict.reason === 'robots-txt' ? [] : [deciding(robots, verdict)];
  const draft = decide('access', rules[facts.obedience.robots], facts, {
    verdict: 'accept',
    reason: allowed[verdict.reason],
    evidence,
  });
  // robots.txt is switched off for every host: each decision says so, also where no line forbids anything.
  if (facts.obedience.isForAll && draft.verdict === 'accept' && draft.rule !== 'never-obey')
    return { ...draft, evidence: [...draft.evidence, theSetting(facts)] };
  if (draft.rule !== 'never-obey') return draft;
  // The verdict of robots.txt itself is recorded too.
  const said = verdict.reason === 'unreachable' ? 'defer' : 'reject';
  return { ...draft, trace: draft.trace.map(step => (step.rule === 'robots.txt' ? { ...step, answer: said } : step)) };
}

/** The verdict of robots.txt, whatever the user decided: `no` also for URLs that are fetched despite it. */
export const mayFetchBy = ({ verdict, strict }: Pick<AccessFacts, 'verdict' | 'strict'>): MayFetch =>
  verdict.allowed && strict?.allowed !== false ? 'yes' : 'no';
