import { append } from '#shared/lists.ts';
import type { AssertionFinding, AssertionStatus } from '#shared/model/assertions.ts';
import type { AssertedCrawler } from './crawlers.ts';
import type { AssertionTarget, Reading, Readings, RobotsUnderTest } from './target.ts';

/** The findings of a check; a met assertion has none. */
export interface Checked {
  readonly status: AssertionStatus;
  readonly got: string;
  readonly findings: readonly AssertionFinding[];
}

/** What the checks share. */
export interface Check {
  readonly target: AssertionTarget;
  readonly readings: Readings;
  readonly origin: string;
  readonly robots: RobotsUnderTest;
  readonly mostUrls: number;
}

/** The outcome for one crawler. */
export type Answer =
  | { readonly status: 'met'; readonly got: string }
  | { readonly status: 'unmet'; readonly got: string; readonly finding: AssertionFinding }
  | { readonly status: 'unchecked'; readonly why: string };

/** Checks every crawler: unmet if it is for any of them, else unchecked if it is for any of them, else met. */
export function verdictOf(
  crawlers: readonly AssertedCrawler[],
  expected: string,
  about: Check,
  ask: (crawler: AssertedCrawler, reading: Reading) => Answer,
): Checked {
  const findings: AssertionFinding[] = [];
  let status: AssertionStatus = 'met';
  const said = new Set<string>();
  for (const crawler of crawlers) {
    const answer = ask(crawler, about.readings.of(about.robots, crawler));
    if (answer.status === 'unchecked') {
      if (status === 'met') status = 'unchecked';
      append(findings, unchecked(expected, answer.why, about.robots.label, crawler.label).findings);
      continue;
    }
    said.add(answer.got);
    if (answer.status === 'met') continue;
    status = 'unmet';
    findings.push(answer.finding);
  }
  const worst = status === 'unmet' ? findings.find(each => each.got !== '')?.got : undefined;
  return { status, got: worst ?? [...said].slice(0, 2).join(', or ') + (said.size > 2 ? ' …' : ''), findings };
}

/** The outcome if nothing could be checked. */
export const unchecked = (expected: string, why: string, robots = '', crawler = ''): Checked => ({
  status: 'unchecked',
  got: '',
  findings: [{ crawler, expected, got: '', robots, robotsLine: 0, robotsText: '', why, examples: [], concerned: 0 }],
});

/** The outcome for the file as a whole. */
export const answered = (isMet: boolean, got: string, finding: Omit<AssertionFinding, 'crawler' | 'got'>): Checked => ({
  status: isMet ? 'met' : 'unmet',
  got,
  findings: isMet ? [] : [{ ...finding, crawler: '', got }],
});
