import type { AssertionReport, AssertionStatus } from '#shared/model/assertions.ts';
import { robotsAccess } from '../robots/access.ts';
import { finish, type Steps } from '../steps.ts';
import type { Assertion } from './assertion.ts';
import { type ParsedAssertions, parseAssertions } from './parse-assertions.ts';
import { type RunOptions, runInSteps } from './run-assertions.ts';
import type { AssertionTarget, RobotsUnderTest } from './target.ts';

/** Reads assertions and puts them to a target. Lines that cannot be read are problems; the others are run all the same. */
export function assertionReport(text: string, target: AssertionTarget, options: RunOptions = {}): AssertionReport {
  return reportOf(parseAssertions(text), target, options);
}

/** As `assertionReport`, of assertions already read. */
export const reportOf = (parsed: ParsedAssertions, target: AssertionTarget, options: RunOptions = {}): AssertionReport =>
  finish(reportInSteps(parsed, target, options));

/** As `reportOf`, in steps; yields assertions done. */
export function* reportInSteps(
  { assertions, problems }: ParsedAssertions,
  target: AssertionTarget,
  options: RunOptions = {},
): Steps<AssertionReport> {
  const results = yield* runInSteps(assertions, target, options);
  const count = (status: AssertionStatus): number => results.filter(each => each.status === status).length;
  return { problems, results, met: count('met'), unmet: count('unmet'), unchecked: count('unchecked') };
}

/** The origins assertions name themselves, in the order they do. */
export function originsOf(assertions: readonly Assertion[]): string[] {
  return [...new Set(assertions.flatMap(each => (each.origin === null ? [] : [each.origin])))];
}

/** A file that was read without a request: what it says counts, whatever the dialect. */
export const readFile = (label: string, bytes: Uint8Array): RobotsUnderTest => ({
  label,
  bytes,
  access: dialect => robotsAccess({ kind: 'status', status: 200 }, dialect),
});

/** A single robots.txt that speaks for one origin; there are no versions and no URLs to compare. */
export const singleFile = (robots: RobotsUnderTest, origin: string): AssertionTarget => ({
  origin,
  robots: asked =>
    asked === origin
      ? robots
      : { missing: `${robots.label} speaks for ${origin}, not for ${asked}. Name the other one with --origin.` },
  version: () => ({ missing: `${robots.label} is a single file: versions are in a crawl file.` }),
  urls: () => null,
});
