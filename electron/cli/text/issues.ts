import type { IgnoredHits } from '#core/audit/ignored-hits.ts';
import type { Audit, CheckResult } from '#core/audit/result.ts';
import { infoOf } from '#core/audit/run.ts';
import type { CheckTrend } from '#core/audit/trend.ts';
import {
  type CheckCount,
  type CheckGroup,
  type CheckInfo,
  checkGroups,
  type Finding,
  type NotCheckableReason,
  notCheckableReasons,
  openHits,
} from '#shared/model/audit.ts';
import type { ChangedLimits, HealthScore } from '#shared/model/issues.ts';
import type { Cell } from '../../export/cell.ts';
import { xml } from '../../export/xml.ts';
import { version } from '../version.ts';

/** An audit as it is printed, with how it moved since the baseline where there is one. */
export interface PrintedAudit {
  readonly audit: Audit;
  readonly trends: ReadonlyMap<string, CheckTrend> | null;
  /** What the ignore rules set aside. */
  readonly ignored: IgnoredHits;
  /** Thresholds that differ from the defaults. */
  readonly limits: ChangedLimits;
  /** Of all checks that count; null: none of them could check anything. */
  readonly score: HealthScore | null;
  /** All checks ran, not only some that were named. */
  readonly isWhole: boolean;
  /** Name of the earlier crawl, '' for none. */
  readonly baseline: string;
  /** Sentences about stored settings that cannot be used. */
  readonly problems: readonly string[];
}

/** A finding as a line of the output. */
export interface FindingRecord extends Finding {
  readonly since?: 'new' | 'persisting';
  /** The rule that sets it aside; `until` is null where it has no end. */
  readonly ignored?: { readonly note: string; readonly until: string | null };
}

/** How many could not be checked, and why: 'blocked: 10, not-requested: 2', '' for none. */
function notCheckableOf({ notCheckable }: CheckCount): { readonly sum: number; readonly reasons: string } {
  const parts = Object.entries(notCheckable).filter(([reason]) => reason in notCheckableReasons) as [
    NotCheckableReason,
    number,
  ][];
  return {
    sum: parts.reduce((total, [, count]) => total + count, 0),
    reasons: parts.map(([reason, count]) => `${reason}: ${count}`).join(', '),
  };
}

/** '12 (blocked: 10, not-requested: 2)', '0' for none. */
export function notCheckableWords(count: CheckCount): string {
  const { sum, reasons } = notCheckableOf(count);
  return sum === 0 ? '0' : `${sum} (${reasons})`;
}

/** `reader`: what is read by programs has the reasons in a column of their own, so that the number is one. */
type Reader = 'person' | 'program';

export const summaryColumns = ({ trends, ignored }: PrintedAudit, reader: Reader): readonly string[] => [
  ...['id', 'name', 'type', 'priority', 'hits', 'checked', 'not checkable'],
  ...(ignored.hasRules ? ['ignored'] : []),
  ...(trends ? ['new', 'persisting', 'fixed', 'gone'] : []),
  ...(reader === 'program' ? ['reasons'] : []),
];

/** One row a check. */
export function* summaryRows({ audit: { results }, trends, ignored }: PrintedAudit, reader: Reader): Generator<readonly Cell[]> {
  for (const { check, count } of results) {
    const { id, name, type, priority } = infoOf(check);
    const aside = ignored.hasRules ? [ignored.ignoredOf(id)] : [];
    const trend = trends?.get(id);
    const moved = trends ? [trend?.new ?? null, trend?.persisting ?? null, trend?.fixed ?? null, trend?.gone ?? null] : [];
    const { sum, reasons } = notCheckableOf(count);
    const [missed, why] = reader === 'program' ? [sum, [reasons]] : [notCheckableWords(count), []];
    yield [id, name, type, priority, count.hits, count.checked, missed, ...aside, ...moved, ...why];
  }
}

/**
 * One record a check: `check`, `hits`, `checked`, `notCheckable`, and the trend where there is a baseline. `ignored`
 * is present where ignore rules apply, and counts the hits that they hide.
 */
export const summaryRecords = (printed: PrintedAudit): readonly object[] =>
  printed.audit.results.map(result => ({ check: result.check.id, ...countsOf(printed, result) }));

/** Every finding of the audit; with a baseline, each says whether it is new. Ignored ones name their rule. */
export function* findingRecords({ audit, trends, ignored }: PrintedAudit): Generator<FindingRecord> {
  for (const result of audit.results) {
    const { id } = result.check;
    const trend = trends?.get(id);
    const mayBeIgnored = ignored.ignoredOf(id) > 0;
    for (const finding of audit.findings(result)) {
      const rule = mayBeIgnored ? ignored.ruleOf(id, finding.url) : null;
      yield {
        ...finding,
        ...(trend ? { since: trend.newUrls.has(finding.url) ? ('new' as const) : ('persisting' as const) } : {}),
        ...(rule ? { ignored: { note: rule.note, until: rule.until || null } } : {}),
      };
    }
  }
}

const levels = { issue: 'error', warning: 'warning', opportunity: 'note' } as const;

/** SARIF 2.1.0: a rule for each check, a result for each finding. The URL is the artifact, bytes are its region. Ignored findings are suppressed. */
export function issuesSarif(printed: PrintedAudit): object {
  const infos = printed.audit.results.map(({ check }) => infoOf(check));
  const indexes = new Map(infos.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Crawlscope',
            version: version(),
            rules: printed.audit.results.map(result => ruleOf(infoOf(result.check), countsOf(printed, result))),
          },
        },
        ...(printed.isWhole && printed.score ? { properties: { healthScore: printed.score.value } } : {}),
        results: [...findingRecords(printed)].map(finding => resultOf(finding, infos[indexes.get(finding.check) ?? 0], indexes)),
      },
    ],
  };
}

/** Hits with their denominators, and how they moved since the baseline. */
function countsOf({ trends, ignored }: PrintedAudit, result: CheckResult): object {
  const trend = trends?.get(result.check.id);
  const moved = trend && { new: trend.new, persisting: trend.persisting, fixed: trend.fixed, gone: trend.gone };
  return { ...ignored.countOf(result), ...moved };
}

const ruleOf = ({ id, name, type, trigger, why, fix, sources, priority }: CheckInfo, counts: object): object => ({
  id,
  shortDescription: { text: name },
  fullDescription: { text: trigger },
  help: { text: `${why} ${fix} Source: ${sources.join('; ')}.` },
  defaultConfiguration: { level: levels[type] },
  properties: { priority, ...counts },
});

function resultOf(
  { check, url, evidence, since, ignored }: FindingRecord,
  info: CheckInfo | undefined,
  indexes: ReadonlyMap<string, number>,
): object {
  const bytes = evidence.items.find(item => item.bytes)?.bytes;
  const values = evidence.items.map(({ value, url: other }) => value || other || '').filter(text => text !== '');
  return {
    ruleId: check,
    ruleIndex: indexes.get(check) ?? -1,
    level: info ? levels[info.type] : 'warning',
    message: { text: `${info?.name ?? check}${values.length > 0 ? `: ${values.slice(0, 5).join(' · ')}` : ''}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: url },
          ...(bytes ? { region: { byteOffset: bytes[0], byteLength: bytes[1] - bytes[0] } } : {}),
        },
      },
    ],
    ...(since ? { baselineState: since === 'new' ? 'new' : 'unchanged' } : {}),
    ...(ignored ? { suppressions: [{ kind: 'external', justification: ignored.note }] } : {}),
  };
}

/** URLs that a failure of JUnit names. */
const mostExamples = 20;

/** JUnit XML: a suite for each group, a case for each check. Open hits are a failure; a check that could look at nothing is skipped. */
export function issuesJunit(printed: PrintedAudit): string {
  const groups = [...new Set(printed.audit.results.map(({ check }) => check.group))];
  const suites = groups.map(group => suiteOf(printed, group));
  const sum = (of: 'tests' | 'failures' | 'skipped'): number => suites.reduce((total, suite) => total + suite[of], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="issues" tests="${sum('tests')}" failures="${sum('failures')}" skipped="${sum('skipped')}">`,
    ...suites.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf(printed: PrintedAudit, group: CheckGroup) {
  const results = printed.audit.results.filter(({ check }) => check.group === group);
  const failures = results.filter(result => openHits(printed.ignored.countOf(result)) > 0).length;
  const skipped = results.filter(({ count }) => count.checked === 0).length;
  const text = [
    `  <testsuite name="${xml(checkGroups[group])}" tests="${results.length}" failures="${failures}" skipped="${skipped}">`,
    ...results.map(result => caseOf(printed, result)),
    '  </testsuite>',
  ].join('\n');
  return { tests: results.length, failures, skipped, text };
}

function caseOf({ audit, ignored, trends }: PrintedAudit, result: CheckResult): string {
  const { check } = result;
  const count = ignored.countOf(result);
  const begin = `    <testcase name="${xml(check.id)}" classname="${xml(checkGroups[check.group])}"`;
  const aside = count.ignored ? `, ignored: ${count.ignored}` : '';
  const trend = trends?.get(check.id);
  const moved = trend ? `, new: ${trend.new}, persisting: ${trend.persisting}, fixed: ${trend.fixed}, gone: ${trend.gone}` : '';
  const said = `${count.hits} of ${count.checked} checked, not checkable: ${notCheckableWords(count)}${aside}${moved}`;
  if (openHits(count) > 0) {
    const urls: string[] = [];
    for (const { url } of audit.findings(result))
      if (ignored.ruleOf(check.id, url) === null && urls.push(url) === mostExamples) break;
    const more = openHits(count) > urls.length ? [`and ${openHits(count) - urls.length} more`] : [];
    return `${begin}><failure type="${check.type}" message="${xml(`${check.name}: ${said}`)}">${xml([...urls, ...more].join('\n'))}</failure></testcase>`;
  }
  if (count.checked === 0) return `${begin}><skipped message="${xml(said)}"/></testcase>`;
  return `${begin}><system-out>${xml(said)}</system-out></testcase>`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** What the numbers of the table are of. */
function closingLines({ score, isWhole, baseline }: PrintedAudit): readonly string[] {
  const ofScore = score
    ? `Health score: ${(Math.floor(score.value * 10) / 10).toFixed(1)} of 100, from ${score.checks} of ${score.allChecks} checks.`
    : 'No health score: no check that counts could check anything.';
  return [
    ...(isWhole ? [ofScore] : []),
    ...(baseline === '' ? [] : [`New, persisting, fixed and gone: compared with ${cell(baseline)}.`]),
    'Hits are of “checked”. What is not checkable was neither hit nor passed.',
  ];
}

/** A Markdown table: the checks that hit first, by priority. */
export function issuesMarkdown(printed: PrintedAudit): string {
  const columns = summaryColumns(printed, 'person');
  const rows = [...summaryRows(printed, 'person')];
  const order = { H: 0, M: 1, L: 2 } as const;
  const rank = (row: readonly Cell[]): number => (Number(row[4]) > 0 ? 0 : 10) + order[row[3] as 'H' | 'M' | 'L'];
  const sorted = rows.map((row, index) => ({ row, index })).sort((a, b) => rank(a.row) - rank(b.row) || a.index - b.index);
  const line = (cells: readonly unknown[]): string => `| ${cells.map(each => cell(String(each ?? ''))).join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...sorted.map(({ row }) => line(row)),
    '',
    ...closingLines(printed).flatMap(text => [text, '']),
  ].join('\n');
}
