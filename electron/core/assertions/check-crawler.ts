import { reasonSentences } from '#shared/explain/matrix.ts';
import type { AssertionFinding } from '#shared/model/assertions.ts';
import type { RobotsSpecial, RobotsVerdict } from '#shared/model/robots.ts';
import { octetString } from '../url/percent.ts';
import type { AccessAssertion, DelayAssertion, Operator, Pin } from './assertion.ts';
import { type Check, type Checked, verdictOf } from './check.ts';
import type { AssertedCrawler } from './crawlers.ts';
import { lineText, type Reading } from './target.ts';

const specials: Readonly<Record<RobotsSpecial, string>> = {
  'parse-error': 'the file is rejected because of a line',
  html: 'the answer is a page, not a robots.txt',
  'too-large': 'the file is larger than this crawler reads',
  'any-record': 'several groups apply to this crawler, and it may use any of them',
  'landing-page': 'the home page may be fetched all the same',
};

const verdictWords = (allowed: boolean | null): string =>
  allowed === null ? 'free to choose' : allowed ? 'allowed' : 'disallowed';

const gotWords = (allowed: boolean | null, line: number): string =>
  line > 0 ? `${verdictWords(allowed)} by line ${line}` : `${verdictWords(allowed)}, no line decides`;

const pinWords = (pin: Pin | null): string =>
  pin === null
    ? ''
    : pin.kind === 'nothing'
      ? ' by no line'
      : pin.kind === 'line'
        ? ` by line ${pin.line}`
        : ` by ${pin.pattern}`;

/** Why a file that could not be read cannot be checked: no line of it allows or forbids anything. */
export const unreadable = (reading: Reading): string | null =>
  reading.access.kind === 'disallow-all' ? `robots.txt could not be read (${reading.access.why}).` : null;

/** `allow` and `deny`. */
export function checkAccess(assertion: AccessAssertion, about: Check): Checked {
  const wanted = assertion.verb === 'allow';
  const expected = `${verdictWords(wanted)}${pinWords(assertion.by)}`;
  const url = assertion.target.startsWith('/') ? about.origin + assertion.target : assertion.target;
  return verdictOf(assertion.crawlers, expected, about, (crawler, reading) => {
    const why = unreadable(reading);
    if (why !== null) return { status: 'unchecked', why };
    const { allowed, line } = reading.quick(url);
    const got = gotWords(allowed, line);
    if (allowed === wanted && (assertion.by === null || isPinned(assertion.by, line, reading, url)))
      return { status: 'met', got };
    return { status: 'unmet', got, finding: accessFinding(crawler, reading, url, expected, got) };
  });
}

function accessFinding(crawler: AssertedCrawler, reading: Reading, url: string, expected: string, got: string): AssertionFinding {
  const verdict = reading.decide(url);
  return {
    crawler: crawler.label,
    expected,
    got,
    robots: reading.robots.label,
    robotsLine: verdict.line,
    robotsText: lineText(reading.robots, reading.file, verdict.line),
    why: whyWords(verdict),
    examples: [],
    concerned: 0,
  };
}

const mostLosers = 3;

/** The evidence of a verdict: the deciding rule, the group, and the rules that matched and lost. */
function whyWords(verdict: RobotsVerdict): string {
  const ending = verdict.special ? specials[verdict.special] : verdict.line > 0 ? '' : reasonSentences[verdict.reason];
  const losers = verdict.matching
    .filter(each => !each.won)
    .slice(0, mostLosers)
    .map(
      ({ rule, lost }) =>
        `line ${rule.line} (${rule.allow ? 'Allow' : 'Disallow'}: ${rule.pattern}) matches but loses: ${lost || 'outranked'}`,
    );
  return [ending, ...verdict.choice, ...losers].filter(part => part !== '').join('; ');
}

function isPinned(pin: Pin, line: number, reading: Reading, url: string): boolean {
  if (pin.kind === 'nothing') return line === 0;
  if (pin.kind === 'line') return line === pin.line;
  const winner = line > 0 ? reading.decide(url).matching.find(each => each.won) : undefined;
  return winner !== undefined && winner.rule.line === line && isPattern(winner.rule.pattern, pin.pattern);
}

const encoder = new TextEncoder();
/** Patterns are kept as the octets of the file. */
const isPattern = (pattern: string, written: string): boolean =>
  pattern === written || pattern === octetString(encoder.encode(written));

export function holds(got: number, operator: Operator, limit: number): boolean {
  switch (operator) {
    case '<':
      return got < limit;
    case '<=':
      return got <= limit;
    case '=':
      return got === limit;
    case '>=':
      return got >= limit;
    default:
      return got > limit;
  }
}

/** `delay`. No delay counts as 0 seconds. */
export function checkDelay(assertion: DelayAssertion, about: Check): Checked {
  const { limit } = assertion;
  const expected = limit === null ? 'no delay' : `delay ${limit.operator} ${limit.seconds} s`;
  return verdictOf(assertion.crawlers, expected, about, (crawler, reading) => {
    const unread = unreadable(reading);
    if (unread !== null) return { status: 'unchecked', why: unread };
    const { delay } = reading;
    const got = delay === null ? 'no delay' : `${delay.seconds} s by line ${delay.line}`;
    const isMet = limit === null ? delay === null : holds(delay?.seconds ?? 0, limit.operator, limit.seconds);
    if (isMet) return { status: 'met', got };
    const line = delay?.line ?? 0;
    const ignores = reading.dialect.crawlDelay.value.use === 'ignored';
    const finding = {
      crawler: crawler.label,
      expected,
      got,
      robots: reading.robots.label,
      robotsLine: line,
      robotsText: lineText(reading.robots, reading.file, line),
      why: ignores
        ? `${crawler.label} does not read Crawl-delay (dialect ${reading.dialect.id})`
        : delay === null
          ? 'its group has no Crawl-delay'
          : '',
      examples: [],
      concerned: 0,
    };
    return { status: 'unmet', got, finding };
  });
}
