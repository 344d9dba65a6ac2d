import type { AssertionFinding, AssertionProblem, AssertionReport, AssertionResult } from '#shared/model/assertions.ts';
import { printable } from '../../export/text-width.ts';

/** A report together with the file that contains the assertions. */
export interface NamedReport {
  /** As the user named it; what messages and machine formats point at. */
  readonly source: string;
  readonly lines: readonly string[];
  readonly report: AssertionReport;
}

const statusWords = { met: 'met', unmet: 'not met', unchecked: 'not checkable' } as const;

export const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** The line of an assertion as written, without its comment's indentation. */
export const written = ({ lines }: NamedReport, { line }: { readonly line: number }): string => (lines[line - 1] ?? '').trim();

/** Lines that cannot be read, each with what to write instead. */
export const problemLines = (source: string, problems: readonly AssertionProblem[]): string[] =>
  problems.flatMap(({ line, column, message, fix }) =>
    [`${source}:${line}:${column}: ${message}`, `    fix: ${fix}`].map(printable),
  );

const shownExamples = 10;

function findingLines(finding: AssertionFinding, several: boolean): string[] {
  const { crawler, expected, got, robots, robotsLine, robotsText, why, examples, concerned } = finding;
  const whose = several && crawler !== '' ? `${crawler}: ` : '';
  const hidden = examples.length === 0 ? 0 : concerned - Math.min(examples.length, shownExamples);
  return [
    ...(expected === '' ? [] : [`  - ${whose}${expected}`]),
    ...(got === '' ? [] : [`  + ${whose}${got}`]),
    ...(robotsLine > 0 ? [`    ${robots}:${robotsLine}: ${robotsText}`] : []),
    ...(why === '' ? [] : [`    why: ${why}`]),
    ...examples.slice(0, shownExamples).map(example => `    ${example}`),
    ...(hidden > 0 ? [`    and ${hidden} more`] : []),
  ];
}

function resultLines(named: NamedReport, result: AssertionResult): string[] {
  const place = `${named.source}:${result.line}:${result.column}`;
  return [
    `${place}: ${statusWords[result.status]}: ${written(named, result)}`,
    ...result.findings.flatMap(finding => findingLines(finding, result.findings.length > 1)),
    ...(result.more > 0 ? [`  and ${many(result.more, 'crawler')} more`] : []),
  ].map(printable);
}

/** `12 assertions: 10 met, 1 not met, 1 not checkable`. */
export function totals(reports: readonly NamedReport[]): string {
  const sum = (of: 'met' | 'unmet' | 'unchecked'): number => reports.reduce((total, { report }) => total + report[of], 0);
  const [met, unmet, unchecked] = [sum('met'), sum('unmet'), sum('unchecked')];
  return `${many(met + unmet + unchecked, 'assertion')}: ${met} met, ${unmet} not met, ${unchecked} not checkable`;
}

/** What is not as expected, as a difference: `-` was expected, `+` is the case. Then the totals. */
export function assertionText(reports: readonly NamedReport[]): string {
  const blocks = reports.flatMap(named =>
    named.report.results.filter(each => each.status !== 'met').map(result => `${resultLines(named, result).join('\n')}\n`),
  );
  return [...blocks, `${totals(reports)}\n`].join('\n');
}

/** One sentence or two about a result that is not met: for formats that have room for one message. */
export function resultMessage(result: AssertionResult): string {
  const parts = result.findings.slice(0, 3).map(({ crawler, expected, got, robotsLine, robotsText, why }) => {
    const whose = crawler === '' ? '' : `${crawler}: `;
    const line = robotsLine > 0 ? ` (line ${robotsLine}: ${robotsText})` : why === '' ? '' : ` (${why.replace(/\.$/, '')})`;
    return got === '' ? `${whose}not checkable${line}` : `${whose}expected ${expected}, got ${got}${line}`;
  });
  const more = result.findings.length - parts.length + result.more;
  return `${parts.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
