import type { AssertionReport, AssertionStatus } from '#shared/model/assertions.ts';
import { robotsAccess } from '../robots/access.ts';
import { finish, type Steps } from '../steps.ts';
import type { Assertion } from './assertion.ts';
import { type ParsedAssertions, parseAssertions } from './parse-assertions.ts';
import { type RunOptions, runInSteps } from './run-assertions.ts';
import type { AssertionTarget, RobotsUnderTest } from './target.ts';

/** Parses assertions and checks them against a target. Invalid lines are problems; the others are still checked. */
export function assertionReport(text: string, target: AssertionTarget, options: RunOptions = {}): AssertionReport {
  return reportOf(parseAssertions(text), target, options);
}

/** Like `assertionReport`, for assertions that are already parsed. */
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

/** The origins that assertions name, in their order. */
export function originsOf(assertions: readonly Assertion[]): string[] {
  return [...new Set(assertions.flatMap(each => (each.origin === null ? [] : [each.origin])))];
}

/** A file that was read without a request: its rules count in every dialect. */
export const readFile = (label: string, bytes: Uint8Array): RobotsUnderTest => ({
  label,
  bytes,
  access: dialect => robotsAccess({ kind: 'status', status: 200 }, dialect),
});

/** A single robots.txt of one origin, without versions and without URLs to compare. */
export const singleFile = (robots: RobotsUnderTest, origin: string): AssertionTarget => ({
  origin,
  robots: asked =>
    asked === origin
      ? robots
      : { missing: `${robots.label} applies to ${origin}, not to ${asked}. Name the other one with --origin.` },
  version: () => ({ missing: `${robots.label} is a single file: versions are in a crawl file.` }),
  urls: () => null,
});
