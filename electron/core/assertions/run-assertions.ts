import type { AssertionResult } from '#shared/model/assertions.ts';
import { finish, type Steps } from '../steps.ts';
import type { Assertion } from './assertion.ts';
import { type Check, type Checked, unchecked } from './check.ts';
import { checkAccess, checkDelay } from './check-crawler.ts';
import { checkLint, checkSitemap, checkSize } from './check-file.ts';
import { checkSame } from './check-same.ts';
import { type AssertionTarget, Readings } from './target.ts';

export interface RunOptions {
  /** Only assertions about this origin. */
  readonly only?: string;
  /** Most URLs that are checked for `same`; with more the outcome is `unchecked`. */
  readonly mostUrls?: number;
}

const mostFindings = 20;

/**
 * Checks assertions against robots.txt files, in the order they were written. A file is read once for each dialect, so that thousands of
 * assertions cost little more than their verdicts. What cannot be checked is `unchecked`, with the reason, and never met.
 */
export const runAssertions = (
  assertions: readonly Assertion[],
  target: AssertionTarget,
  options: RunOptions = {},
): AssertionResult[] => finish(runInSteps(assertions, target, options));

/** Assertions between two yields: some dozens of microseconds. `same` yields by URLs. */
const assertionsOfStep = 32;

/** As `runAssertions`, in steps; yields assertions done. */
export function* runInSteps(
  assertions: readonly Assertion[],
  target: AssertionTarget,
  options: RunOptions = {},
): Steps<AssertionResult[]> {
  const readings = new Readings();
  const found = new Map<string, ReturnType<AssertionTarget['robots']>>();
  const results: AssertionResult[] = [];
  for (const [at, assertion] of assertions.entries()) {
    if (at % assertionsOfStep === assertionsOfStep - 1) yield at;
    const origin = assertion.origin ?? target.origin;
    if (options.only !== undefined && origin !== options.only) continue;
    let robots = found.get(origin);
    if (!robots) found.set(origin, (robots = target.robots(origin)));
    const checked =
      'missing' in robots
        ? unchecked('', robots.missing)
        : yield* check(assertion, at, {
            target,
            readings,
            origin,
            robots,
            mostUrls: options.mostUrls ?? Number.POSITIVE_INFINITY,
          });
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

function* check(assertion: Assertion, done: number, about: Check): Steps<Checked> {
  switch (assertion.verb) {
    case 'allow':
    case 'deny':
      return checkAccess(assertion, about);
    case 'delay':
      return checkDelay(assertion, about);
    case 'sitemap':
      return checkSitemap(assertion, about);
    case 'same':
      return yield* checkSame(assertion, about, done);
    case 'lint':
      return checkLint(assertion, about);
    default:
      return checkSize(assertion, about);
  }
}
