import type { AssertionResult } from '#shared/model/assertions.ts';
import { version } from '../version.ts';
import { type NamedReport, resultMessage } from './assertions.ts';

const rules = {
  'assert/allow': 'A crawler may fetch a URL',
  'assert/deny': 'A crawler may not fetch a URL',
  'assert/delay': 'The Crawl-delay that applies to a crawler',
  'assert/sitemap': 'A sitemap is declared',
  'assert/same': 'URLs are decided as in another version of robots.txt',
  'assert/lint': 'The file has no findings of a kind',
  'assert/size': 'The size of the file',
  'assert/unreadable': 'The line of the assertion file can be read',
} as const;
const ids = Object.keys(rules);

const uriOf = (source: string): string =>
  source === '-' ? 'stdin' : /^https?:\/\//i.test(source) ? source : encodeURI(source.replaceAll('\\', '/'));

/** SARIF 2.1.0, one run: a result for each line that is not met, points at it, with the deciding robots.txt line as related location. */
export function assertSarif(reports: readonly NamedReport[], allowUnchecked: boolean): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Crawlscope',
            version: version(),
            rules: Object.entries(rules).map(([id, text]) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level: 'error' },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: reports.flatMap(named => [
          ...named.report.problems.map(({ message, fix, ...at }) => ({
            ...ruled('assert/unreadable'),
            level: 'error',
            message: { text: `${message} ${fix}` },
            locations: [location(named.source, at)],
          })),
          ...named.report.results.filter(each => each.status !== 'met').map(result => resultOf(named, result, allowUnchecked)),
        ]),
      },
    ],
  };
}

const ruled = (ruleId: string): object => ({ ruleId, ruleIndex: ids.indexOf(ruleId) });

interface Region {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

const location = (source: string, { line, column, endColumn }: Region): object => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(source) },
    region: { startLine: line, startColumn: column, endColumn },
  },
});

function resultOf({ source }: NamedReport, result: AssertionResult, allowUnchecked: boolean): object {
  const related = result.findings.filter(each => each.robotsLine > 0);
  return {
    ...ruled(`assert/${result.verb}`),
    level: result.status === 'unmet' ? 'error' : allowUnchecked ? 'note' : 'warning',
    message: { text: resultMessage(result) },
    locations: [location(source, result)],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map(({ robots, robotsLine, robotsText }, id) => ({
            id,
            message: { text: robotsText === '' ? `line ${robotsLine}` : robotsText },
            physicalLocation: { artifactLocation: { uri: uriOf(robots) }, region: { startLine: robotsLine } },
          })),
        }),
    properties: { status: result.status, origin: result.origin },
  };
}
