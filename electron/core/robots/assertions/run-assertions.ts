import type { AssertionResult } from '#shared/model/assertions.ts';
import type { Assertion } from './assertion.ts';
import { type Check, type Checked, unchecked } from './check.ts';
import { checkAccess, checkDelay } from './check-crawler.ts';
import { checkLint, checkSitemap, checkSize } from './check-file.ts';
import { checkSame } from './check-same.ts';
import { type AssertionTarget, Readings } from './target.ts';

export interface RunOptions {
  /** Only assertions about this origin. */
  readonly only?: string;
  /** URLs a comparison with another version looks at, at most; behind them the answer is `unchecked`. */
  readonly mostUrls?: number;
}

const mostFindings = 20;

/**
 * Puts assertions to robots.txt files, in the order they were written. A file is read once for each dialect, so that thousands of
 * assertions cost little more than their verdicts. What cannot be checked is `unchecked`, with the reason, and never met.
 */
export function runAssertions(
  assertions: readonly Assertion[],
  target: AssertionTarget,
  options: RunOptions = {},
): AssertionResult[] {
  const readings = new Readings();
  const found = new Map<string, ReturnType<AssertionTarget['robots']>>();
  const results: AssertionResult[] = [];
  for (const assertion of assertions) {
    const origin = assertion.origin ?? target.origin;
    if (options.only !== undefined && origin !== options.only) continue;
    let robots = found.get(origin);
    if (!robots) found.set(origin, (robots = target.robots(origin)));
    const checked =
      'missing' in robots
        ? unchecked('', robots.missing)
        : check(assertion, { target, readings, origin, robots, mostUrls: options.mostUrls ?? Number.POSITIVE_INFINITY });
    const { line, column, endColumn, verb } = assertion;
    results.push({
      line,
      column,
      endColumn,
      verb,
      origin,
      status: checked.status,
      got: checked.got,
      findings: checked.findings.slice(0, mostFindings),
      more: Math.max(0, checked.findings.length - mostFindings),
    });
  }
  return results;
}

function check(assertion: Assertion, about: Check): Checked {
  switch (assertion.verb) {
    case 'allow':
    case 'deny':
      return checkAccess(assertion, about);
    case 'delay':
      return checkDelay(assertion, about);
    case 'sitemap':
      return checkSitemap(assertion, about);
    case 'same':
      return checkSame(assertion, about);
    case 'lint':
      return checkLint(assertion, about);
    default:
      return checkSize(assertion, about);
  }
}
