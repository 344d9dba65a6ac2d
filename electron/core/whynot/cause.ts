import { isEndingLimit, pageLimitsOfParts, reasonOf } from '#shared/explain/reasons.ts';
import type { WhyNotCause, WhyNotTestId } from '#shared/explain/why-not.ts';
import { testDetails } from '#shared/explain/why-not-words.ts';
import { append } from '#shared/lists.ts';
import type { CrawlState } from '#shared/model/crawl.ts';
import type { DecisionDraft, TraceStep, UrlState } from '#shared/model/decision.ts';
import type { WhyNotTest } from '#shared/model/why-not.ts';

/** A decision as this module needs it: recorded or simulated. */
export type Judged = Pick<DecisionDraft, 'stage' | 'verdict' | 'reason' | 'rule' | 'trace'> & { readonly sentence: string };

/** What was recorded about a URL, and the clocks it waits for. Times are epoch milliseconds. */
export interface SeenFacts {
  readonly seen: true;
  readonly state: UrlState;
  /** Of the current decision. */
  readonly reason: string;
  /** Oldest first. */
  readonly decisions: readonly Judged[];
  readonly crawl: CrawlState;
  readonly now: number;
  readonly dueAt: number;
  readonly host: {
    readonly pausedReason: string;
    readonly robotsKnown: boolean;
    readonly nextAt: number;
    readonly backoffUntil: number;
  } | null;
  /** '' or what makes the path look endless. */
  readonly endless: string;
}

/** What the simulation and related URLs say about a URL that the crawl has not seen. */
export interface UnseenFacts {
  readonly seen: false;
  readonly valid: boolean;
  /** As if an ordinary link on a page one step from a seed led there. */
  readonly admission: Judged;
  /** Null where no robots.txt of its host is stored. */
  readonly access: Judged | null;
  readonly pageLimitReached: boolean;
  readonly endless: string;
  /** A stored URL for which most servers return the same, null for none. */
  readonly spelling: string | null;
  /** A stored URL that differs by a slip of the keys. */
  readonly isMisspelt: boolean;
  /** The nearest stored page about a folder of the URL. */
  readonly parent: {
    readonly url: string;
    readonly read: boolean;
    readonly dropped: number;
    readonly depth: number;
    readonly reason: string;
  } | null;
  /** Sitemap files of its host that could not be read, and those not read yet. */
  readonly sitemapsUnread: number;
  readonly sitemapsAsked: boolean;
  /** URLs waiting to be fetched. */
  readonly waiting: number;
  readonly maxDepth: number;
}

/** Limits that are tried after the admission of a URL, each by a rule of its name. */
const isPageLimit = (rule: string): boolean => isEndingLimit(rule) || pageLimitsOfParts.some(each => each === rule);

/** The heading that a reason names for itself; a file of a newer version may give a reason that this one does not know. */
const causeOfReason = (code: string): WhyNotCause => reasonOf(code)?.cause ?? 'unknown-reason';

/**
 * Why a URL was not fetched, from stored data. For a URL that was never seen: what would block it first, otherwise
 * why no link led to it.
 */
export function causeOf(facts: SeenFacts | UnseenFacts): WhyNotCause {
  return facts.seen ? seenCause(facts) : unseenCause(facts);
}

function seenCause(facts: SeenFacts): WhyNotCause {
  const { state, decisions, reason } = facts;
  const fetch = decisions.findLast(each => each.stage === 'fetch');
  switch (state) {
    case 'done': {
      const ended = fetch && fetch.reason !== 'fetched' ? causeOfReason(fetch.reason) : null;
      const listing = decisions.findLast(each => each.stage === 'listing');
      return ended ?? (listing?.verdict === 'reject' ? 'not-listed' : 'fetched');
    }
    case 'failed':
      return causeOfReason(fetch?.reason ?? reason);
    case 'leased':
      return facts.crawl === 'running' || facts.crawl === 'paused' ? 'being-fetched' : 'crawl-ended';
    case 'queued':
      return waitingCause(facts);
    case 'disregarded': {
      const found = causeOfReason(reason);
      return facts.endless !== '' && (found === 'depth-limit' || found === 'url-length') ? 'endless-path' : found;
    }
  }
}

function waitingCause({ reason, host, crawl, now, dueAt }: SeenFacts): WhyNotCause {
  if (isEndingLimit(reason)) return causeOfReason(reason);
  const paused = host?.pausedReason === '' ? undefined : causeOfReason(host?.pausedReason ?? reason);
  if (paused === 'robots-unreachable' || paused === 'delay-too-long') return paused;
  if (crawl === 'paused') return 'crawl-paused';
  if (crawl !== 'running') return 'crawl-ended';
  if (dueAt > now) return 'waiting-retry';
  if (host === null || (!host.robotsKnown && host.backoffUntil <= now)) return 'waiting-robots';
  if (host.backoffUntil > now) return 'waiting-back-off';
  return host.nextAt > now ? 'waiting-delay' : 'waiting-turn';
}

function unseenCause(facts: UnseenFacts): WhyNotCause {
  const { admission, access, parent } = facts;
  if (!facts.valid) return 'invalid-url';
  if (admission.verdict !== 'accept') return causeOfReason(admission.reason);
  if (access !== null && access.verdict !== 'accept') return causeOfReason(access.reason);
  if (facts.endless !== '') return 'endless-path';
  if (facts.spelling !== null) return 'other-spelling';
  if (facts.isMisspelt) return 'misspelt';
  if (facts.pageLimitReached && facts.waiting > 0) return 'page-limit';
  if (parent && !parent.read) return 'parent-unread';
  if (parent && parent.dropped > 0) return 'links-cut';
  return facts.waiting > 0 ? 'unfinished' : 'never-linked';
}

/** Rules of admission by the question they decide. */
const admissionTests: readonly (readonly [WhyNotTestId, readonly string[]])[] = [
  ['valid', ['valid-url', 'scheme']],
  ['length', ['url-length']],
  ['address', ['address']],
  ['redirects', ['redirect-limit']],
  ['kind', ['link-kind']],
  ['scope', ['scope']],
  ['patterns', ['exclude', 'include']],
  ['nofollow', ['link-nofollow', 'link-ugc', 'link-sponsored', 'page-nofollow']],
  ['depth', ['depth']],
];

const test = (id: WhyNotTestId, answer: WhyNotTest['answer'], detail = ''): WhyNotTest => ({ id, answer, detail });

function answerIn(trace: readonly TraceStep[], rules: readonly string[]): WhyNotTest['answer'] {
  const asked = trace.filter(step => rules.includes(step.rule));
  if (asked.some(step => step.answer !== '')) return 'stop';
  return asked.length > 0 ? 'pass' : 'skipped';
}

function testsOfAdmission(admission: Judged | undefined): WhyNotTest[] {
  const isSeed = admission?.rule === 'seed';
  return admissionTests.map(([id, rules]) => {
    const answer = answerIn(admission?.trace ?? [], rules);
    return test(
      id,
      answer,
      answer === 'stop' ? (admission?.sentence ?? '') : answer === 'skipped' && isSeed ? testDetails.seed : '',
    );
  });
}

function testsOfAccess(access: Judged | null | undefined, unknown: string): WhyNotTest[] {
  if (!access) return [test('robots', 'unknown', unknown), test('delay', 'skipped')];
  const stopped = access.verdict !== 'accept';
  const byDelay = access.rule === 'delay-ceiling';
  return [
    test('robots', stopped && !byDelay ? 'stop' : 'pass', byDelay ? '' : access.sentence),
    test('delay', byDelay ? 'stop' : stopped ? 'skipped' : 'pass', byDelay ? access.sentence : ''),
  ];
}

/**
 * The questions in the order in which they are evaluated for a URL, each with its result. Those after a stop were not
 * evaluated.
 */
export function testsOf(facts: SeenFacts | UnseenFacts, sentence: string): WhyNotTest[] {
  return facts.seen ? seenTests(facts, sentence) : unseenTests(facts);
}

function seenTests(facts: SeenFacts, sentence: string): WhyNotTest[] {
  const { decisions, state } = facts;
  const admission = decisions.findLast(each => each.stage === 'admission' && !isPageLimit(each.rule));
  const limit = isPageLimit(decisions.at(-1)?.rule ?? '');
  const access = decisions.findLast(each => each.stage === 'access');
  const fetch = decisions.findLast(each => each.stage === 'fetch');
  const admitted = admission?.verdict === 'accept';
  const skippedAfter = (id: WhyNotTestId): WhyNotTest => test(id, 'skipped');
  const reachedRobots = admitted && access !== undefined;
  const stoppedByRobots = access !== undefined && access.verdict !== 'accept';
  const isDone = state === 'done' || state === 'failed';
  return [
    test('seen', 'pass'),
    ...testsOfAdmission(admission),
    !admitted ? skippedAfter('pages') : limit ? test('pages', 'stop', decisions.at(-1)?.sentence) : test('pages', 'pass'),
    ...(reachedRobots
      ? testsOfAccess(access, '')
      : admitted
        ? [test('robots', 'unknown', testDetails.robotsLater), skippedAfter('delay')]
        : [skippedAfter('robots'), skippedAfter('delay')]),
    !admitted || stoppedByRobots || limit
      ? skippedAfter('turn')
      : isDone || state === 'leased'
        ? test('turn', 'pass')
        : test('turn', 'stop', sentence),
    isDone
      ? test('answer', fetch && fetch.verdict !== 'accept' ? 'stop' : 'pass', fetch?.sentence ?? '')
      : test('answer', 'skipped'),
  ];
}

function unseenTests(facts: UnseenFacts): WhyNotTest[] {
  const { admission, access } = facts;
  const tests: WhyNotTest[] = [test('seen', 'stop', testDetails.unseen)];
  const admissionAnswers = testsOfAdmission(
    facts.valid ? admission : { ...admission, trace: [{ rule: 'valid-url', answer: 'reject' }] },
  );
  append(
    tests,
    admissionAnswers
      // How it would be linked is not known: an ordinary link is taken for granted.
      .filter(({ id }) => id !== 'redirects' && id !== 'kind' && id !== 'nofollow')
      .map(each => (each.id === 'depth' && each.answer === 'pass' ? depthTest(facts) : each)),
  );
  if (!facts.valid || admission.verdict !== 'accept') return [...tests, test('robots', 'skipped')];
  append(tests, testsOfAccess(access, testDetails.robotsUnknown));
  tests.push(
    facts.pageLimitReached ? test('pages', 'stop', testDetails.pageLimit) : test('pages', 'pass'),
    facts.endless === '' ? test('trap', 'pass') : test('trap', 'stop', testDetails.endless(facts.endless)),
    facts.spelling === null ? test('spelling', 'pass') : test('spelling', 'stop', facts.spelling),
    sitemapTest(facts),
    parentTest(facts),
  );
  return tests;
}

function sitemapTest({ sitemapsUnread, sitemapsAsked }: UnseenFacts): WhyNotTest {
  if (sitemapsUnread > 0) return test('sitemaps', 'unknown', testDetails.sitemapsUnread(sitemapsUnread));
  return sitemapsAsked ? test('sitemaps', 'pass') : test('sitemaps', 'unknown', testDetails.sitemapsOff);
}

function parentTest({ parent }: UnseenFacts): WhyNotTest {
  if (parent === null) return test('parent', 'unknown', testDetails.parentUnknown);
  if (!parent.read) return test('parent', 'stop', parent.url);
  return parent.dropped > 0
    ? test('parent', 'unknown', testDetails.parentCut(parent.url, parent.dropped))
    : test('parent', 'pass', testDetails.parentRead(parent.url));
}

/** The depth at which an unseen URL would be found is known only where a page would lead there. */
function depthTest({ parent, maxDepth }: UnseenFacts): WhyNotTest {
  if (parent === null) return test('depth', 'unknown', testDetails.depthUnknown);
  const depth = parent.depth + 1;
  return depth > maxDepth
    ? test('depth', 'unknown', testDetails.depthOver(parent.url, depth, maxDepth))
    : test('depth', 'pass', testDetails.depth(parent.url, depth));
}
