import type { AcrossFiles } from '#core/sitemap/check/across-files.ts';
import { sitemapRules } from '#core/sitemap/check/catalogue.ts';
import type { FindingCount, SitemapFinding } from '#core/sitemap/check/findings.ts';
import type { FileResult } from '#engine/sitemaps/check-files.ts';
import { xml } from '../../export/xml.ts';
import { version } from '../version.ts';

/** Checked sitemaps for CI systems. */

const levels = { E: 'error', W: 'warning', I: 'note' } as const;
const rules = Object.entries(sitemapRules);

const uriOf = (source: string): string =>
  source === '-' ? 'stdin' : /^https?:\/\//i.test(source) ? source : encodeURI(source.replaceAll('\\', '/'));

const ruleIndexes = new Map<string, number>(rules.map(([id], index) => [id, index]));

const result = ({ code, severity, line, message }: SitemapFinding, source: string): object => ({
  ruleId: code,
  ruleIndex: ruleIndexes.get(code) ?? -1,
  level: levels[severity],
  message: { text: message },
  locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(source) }, region: { startLine: Math.max(1, line) } } }],
});

/** SARIF 2.1.0, one run with the whole catalogue as its rules. A finding about a whole file is at line 1. */
export function sitemapSarif(files: readonly FileResult[], across: AcrossFiles | null): object {
  const unread = files.flatMap(file => (file.isRead || file.isBeyond ? [] : [file]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Crawlscope',
            version: version(),
            rules: rules.map(([id, { severity, why, source }]) => ({
              id,
              fullDescription: { text: why },
              help: { text: `${why} Source: ${source}.` },
              defaultConfiguration: { level: levels[severity] },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: unread.length === 0,
            toolExecutionNotifications: unread.map(({ source, why }) => ({
              level: 'error',
              message: { text: `${source} was not read: ${why}` },
            })),
          },
        ],
        results: [
          ...files.flatMap(file => (file.isRead ? file.findings.map(finding => result(finding, file.source)) : [])),
          ...(across?.findings ?? []).map(finding => result(finding, finding.file ?? '')),
        ],
      },
    ],
  };
}

interface Suite {
  readonly text: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

/** A case for each kind of error or warning that was found; one that passed where there is none. Notes do not fail. */
function suiteOf(source: string, findings: readonly SitemapFinding[], counts: readonly FindingCount[]): Suite {
  const failed = counts.filter(({ severity }) => severity !== 'I');
  const cases = failed.map(({ code, severity, problems, affected, of, unit }) => {
    const own = findings.filter(finding => finding.code === code);
    const lines = own.map(({ file, line, message }) => `${file === undefined ? '' : `${file}:`}${line}: ${message}`);
    const message = `${levels[severity]}: ${problems} found, in ${affected} of ${of} ${unit}`;
    const at = own[0]?.line ?? 0;
    return `    <testcase name="${xml(code)}" classname="${xml(source)}" file="${xml(source)}" line="${Math.max(1, at)}"><failure type="${xml(code)}" message="${xml(message)}">${xml(lines.join('\n'))}</failure></testcase>`;
  });
  if (cases.length === 0) cases.push(`    <testcase name="no errors or warnings" classname="${xml(source)}"/>`);
  return suiteText(source, cases, { failures: failed.length, errors: 0 });
}

function suiteText(source: string, cases: readonly string[], { failures, errors }: Pick<Suite, 'failures' | 'errors'>): Suite {
  const tests = cases.length;
  const head = `  <testsuite name="${xml(source)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="0">`;
  return { text: [head, ...cases, '  </testsuite>'].join('\n'), tests, failures, errors };
}

/** JUnit XML: a suite for each file, and one for what the files show together. A file that could not be read is an error. */
export function sitemapJunit(files: readonly FileResult[], across: AcrossFiles | null): string {
  const suites = files.flatMap(file => {
    if (file.isRead) return [suiteOf(file.source, file.findings, file.counts)];
    if (file.isBeyond) return [];
    const message = `<error type="not-read" message="${xml(file.why)}"/>`;
    const text = `    <testcase name="was read" classname="${xml(file.source)}">${message}</testcase>`;
    return [suiteText(file.source, [text], { failures: 0, errors: 1 })];
  });
  if (across !== null) suites.push(suiteOf('all files together', across.findings, across.counts));
  const sum = (of: 'tests' | 'failures' | 'errors'): number => suites.reduce((total, suite) => total + suite[of], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="sitemap check" tests="${sum('tests')}" failures="${sum('failures')}" errors="${sum('errors')}">`,
    ...suites.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n');
}
