import type { AssertionFinding } from '#shared/model/assertions.ts';
import { quickVerdict } from '../robots/decide.ts';
import type { Dialect } from '../robots/dialect.ts';
import { dialectById } from '../robots/dialects/registry.ts';
import { parseRobots } from '../robots/parse/parse.ts';
import type { Steps } from '../steps.ts';
import type { SameAssertion } from './assertion.ts';
import { type Check, type Checked, unchecked } from './check.ts';
import { unreadable } from './check-crawler.ts';
import type { AssertedCrawler } from './crawlers.ts';
import { lineText, type Reading } from './target.ts';

const mostExamples = 20;

interface Compared {
  readonly crawler: AssertedCrawler;
  readonly before: Reading;
  readonly now: Reading;
  readonly examples: string[];
  /** The first line that decides one of them, and whether that is the first of them. */
  line: number;
  isOfFirst: boolean;
  blocked: number;
  opened: number;
  other: number;
}

/** URLs between two yields: well under a millisecond for one crawler. */
const urlsOfStep = 128;

/** `same as` and `unchanged`: both versions judge each stored URL. Yields `done`, the assertions checked before it. */
export function* checkSame({ version, crawlers, except }: SameAssertion, about: Check, done: number): Steps<Checked> {
  const { target, readings, origin, robots } = about;
  const stored = target.version(origin, version);
  const words = version === 'previous' ? 'the version before' : `version ${version}`;
  if ('missing' in stored) return unchecked(`decided as in ${words}`, stored.missing, robots.label);
  const expected = `decided as in version ${stored.number}`;
  const urls = target.urls(origin);
  if (!urls) return unchecked(expected, 'No URLs are stored here: compare within a crawl file.', robots.label);
  const compared: Compared[] = crawlers.map(crawler => ({
    crawler,
    before: readings.of(stored.robots, crawler),
    now: readings.of(robots, crawler),
    examples: [],
    line: 0,
    isOfFirst: false,
    blocked: 0,
    opened: 0,
    other: 0,
  }));
  for (const { before, now } of compared) {
    const problem = unreadable(now) ?? unreadable(before);
    if (problem !== null)
      return unchecked(
        expected,
        now.access.kind === 'disallow-all' ? problem : `Version ${stored.number}: ${problem}`,
        robots.label,
      );
  }
  const isExcepted = exceptionsOf(except);
  // All URLs compared, and those of them that are not exceptions.
  let looked = 0;
  let asked = 0;
  let cut = false;
  for (const url of urls) {
    if (looked >= about.mostUrls) {
      cut = true;
      break;
    }
    looked += 1;
    if (looked % urlsOfStep === 0) yield done;
    if (isExcepted(url)) continue;
    asked += 1;
    for (const each of compared) compare(each, url);
  }
  const findings = compared.filter(differs).map(each => findingOf(each, expected, asked));
  if (findings.length > 0) return { status: 'unmet', got: findings[0]?.got ?? '', findings };
  if (cut)
    return unchecked(
      expected,
      `Only the first ${urlCount(looked)} were compared, and they have equal verdicts. Run it again for all.`,
      robots.label,
    );
  if (looked === 0) return unchecked(expected, `No URL of ${origin} is stored.`, robots.label);
  if (asked === 0) return unchecked(expected, `The exceptions leave out every stored URL of ${origin}.`, robots.label);
  return { status: 'met', got: `${urlCount(asked)} decided alike`, findings: [] };
}

const urlCount = (count: number): string => (count === 1 ? '1 URL' : `${count} URLs`);

const differs = ({ blocked, opened, other }: Compared): boolean => blocked + opened + other > 0;

function compare(each: Compared, url: string): void {
  const before = each.before.quick(url);
  const now = each.now.quick(url);
  if (before.allowed === now.allowed) return;
  if (now.allowed === false) each.blocked += 1;
  else if (before.allowed === false) each.opened += 1;
  else each.other += 1;
  if (each.line === 0 && now.line > 0) {
    each.line = now.line;
    each.isOfFirst = each.examples.length === 0;
  }
  const word = now.allowed === false ? 'now disallowed' : now.allowed ? 'now allowed' : 'now free to choose';
  if (each.examples.length < mostExamples) each.examples.push(`${url} (${word}${now.line > 0 ? ` by line ${now.line}` : ''})`);
}

function findingOf(each: Compared, expected: string, asked: number): AssertionFinding {
  const { crawler, now, line } = each;
  const parts = [
    each.blocked > 0 ? `${each.blocked} newly disallowed` : '',
    each.opened > 0 ? `${each.opened} newly allowed` : '',
    each.other > 0 ? `${each.other} otherwise` : '',
  ];
  return {
    crawler: crawler.label,
    expected,
    got: `${parts.filter(part => part !== '').join(', ')} of ${asked}`,
    robots: now.robots.label,
    robotsLine: line,
    robotsText: lineText(now.robots, now.file, line),
    why: line === 0 ? '' : each.isOfFirst ? 'the line decides the first of them' : 'the line decides one of them',
    examples: each.examples,
    concerned: each.blocked + each.opened + each.other,
  };
}

/** Whether a URL is one of the exceptions. They are read as the rules of one group are. */
function exceptionsOf(patterns: readonly string[]): (url: string) => boolean {
  const dialect: Dialect | null = dialectById('rfc9309');
  if (patterns.length === 0 || !dialect) return () => false;
  const lines = ['User-agent: *', ...patterns.map(pattern => `Disallow: ${pattern}`), ''];
  const file = parseRobots(new TextEncoder().encode(lines.join('\n')), dialect);
  return url => quickVerdict(file, dialect, '*', url).allowed === false;
}
