import { xml } from '../../export/xml.ts';
import { type NamedReport, problemLines, resultMessage, written } from './assertions.ts';

/**
 * JUnit XML as CI systems read it: a suite for each file, a case for each assertion. Not met is a failure; not checkable and not
 * readable are errors, or skipped where unchecked ones are let through.
 */
export function junitOf(reports: readonly NamedReport[], allowUnchecked: boolean): string {
  const suites = reports.map(named => suiteOf(named, allowUnchecked));
  const sum = (of: 'tests' | 'failures' | 'errors'): number => suites.reduce((total, suite) => total + suite[of], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="robots assert" tests="${sum('tests')}" failures="${sum('failures')}" errors="${sum('errors')}">`,
    ...suites.map(suite => suite.text),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf(named: NamedReport, allowUnchecked: boolean) {
  const { source, report } = named;
  const { problems, results, unmet, unchecked } = report;
  const tests = results.length + problems.length;
  const errors = problems.length + (allowUnchecked ? 0 : unchecked);
  const skipped = allowUnchecked ? unchecked : 0;
  const cases = results.map(result => {
    const name = written(named, result);
    const begin = `    <testcase name="${xml(name)}" classname="${xml(result.origin || source)}" file="${xml(source)}" line="${result.line}"`;
    if (result.status === 'met') return `${begin}/>`;
    const message = xml(resultMessage(result));
    const body = xml(
      result.findings
        .flatMap(({ why, examples, concerned }) => [
          why,
          ...examples,
          examples.length > 0 && concerned > examples.length ? `and ${concerned - examples.length} more` : '',
        ])
        .filter(line => line !== '')
        .join('\n'),
    );
    const inner =
      result.status === 'unmet'
        ? `<failure type="unmet" message="${message}">${body}</failure>`
        : allowUnchecked
          ? `<skipped message="${message}"/>`
          : `<error type="unchecked" message="${message}">${body}</error>`;
    return `${begin}>${inner}</testcase>`;
  });
  const bad = problems.map(problem => {
    const [message = '', fix = ''] = problemLines(source, [problem]);
    return `    <testcase name="line ${problem.line}" classname="${xml(source)}" file="${xml(source)}" line="${problem.line}"><error type="unreadable" message="${xml(message)}">${xml(fix.trim())}</error></testcase>`;
  });
  const text = [
    `  <testsuite name="${xml(source)}" tests="${tests}" failures="${unmet}" errors="${errors}" skipped="${skipped}">`,
    ...cases,
    ...bad,
    '  </testsuite>',
  ].join('\n');
  return { text, tests, failures: unmet, errors };
}
