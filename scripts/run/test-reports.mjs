// What the reports of the test runners say: counts, and the names of the tests that failed.
import { relative, sep } from 'node:path';

const pathIn = (root, file) => relative(root, file).split(sep).join('/');

/**
 * Counts and failures of a JSON report of Vitest. A file that cannot be loaded, or whose clean-up fails, counts as failed. A test
 * without a result did not end: its process died. Vitest counts the test that ran as pending, and does not count the tests after it.
 */
export function ofVitest(report, root) {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const fails = name => {
    counts.failed += 1;
    counts.failures.push(name);
  };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = pathIn(root, name);
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') fails(`${file} > ${test.fullName}`);
      else if (test.status === 'pending') fails(`${file} > ${test.fullName} (did not end: its process died)`);
      else counts.skipped += 1;
    }
    const isNamed = assertionResults.some(test => test.status === 'failed');
    if (status === 'failed' && !isNamed)
      fails(`${file} (the file itself: ${message.split('\n')[0] || 'before or after its tests'})`);
  }
  return counts;
}

function* specsOf(suite) {
  yield* suite.specs ?? [];
  for (const inner of suite.suites ?? []) yield* specsOf(inner);
}

/** Counts and failures of a JSON report of Playwright. In a serial file, the tests after a failure do not run and count as skipped. */
export function ofPlaywright({ stats, suites = [], errors = [] }) {
  const failures = [];
  for (const suite of suites)
    for (const { title, file, line, tests } of specsOf(suite))
      if (tests.some(({ status }) => status === 'unexpected')) failures.push(`test/e2e/${file}:${line} ${title}`);
  for (const { message = '' } of errors) failures.push(message.split('\n')[0]);
  const { expected, unexpected, flaky, skipped } = stats;
  const remark = flaky ? `${flaky} passed on a second try` : '';
  return { passed: expected + flaky, failed: unexpected + errors.length, skipped, failures, remark };
}
