import { basename } from 'node:path';
import type { Check } from '#core/audit/check.ts';
import { allChecks } from '#core/audit/checks.ts';
import { ignoredHits } from '#core/audit/ignored-hits.ts';
import { infoOf } from '#core/audit/run.ts';
import { scoreOfChecks } from '#core/audit/score.ts';
import { type CheckTrend, trendOf } from '#core/audit/trend.ts';
import { didYouMean } from '#core/query/near.ts';
import { finish } from '#core/steps.ts';
import type { Cell } from '../../export/cell.ts';
import { refuseCrawlFile } from '../../export/whole-file.ts';
import { type Arguments, choice } from '../arguments.ts';
import { limitWords, mergedLimits, rulesInForce, thresholdOptions } from '../audit-settings.ts';
import type { Command } from '../command.ts';
import { type ExitCode, exit, usage } from '../exit.ts';
import { failOnHelp, failOnOptions, failureOf, type Threshold } from '../fail-on.ts';
import type { Io } from '../io.ts';
import { columnsOf, writeList } from '../lists.ts';
import { outputOptions } from '../output-file.ts';
import { auditWithProgress, type OpenedAudit } from '../run-audit.ts';
import {
  findingRecords,
  issuesJunit,
  issuesMarkdown,
  issuesSarif,
  type PrintedAudit,
  summaryColumns,
  summaryRecords,
  summaryRows,
} from '../text/issues.ts';
import { openForWriting, requireFile } from '../with-session.ts';
import { writeOut } from '../write-out.ts';

const formats = ['table', 'json', 'jsonl', 'csv', 'xlsx', 'sarif', 'junit', 'md'] as const;
type Format = (typeof formats)[number];

/** The named checks, all without names. Refuses unknown ids. */
function chosenChecks(ids: readonly string[], own: readonly Check[]): readonly Check[] {
  const all = [...allChecks, ...own];
  if (ids.length === 0) return all;
  const known = all.map(({ id }) => id);
  return ids.map(
    id =>
      all.find(check => check.id === id) ??
      usage(`there is no check “${id}”.${didYouMean(id, known)} crawlscope issues F.crawl lists all.`),
  );
}

function* findingRows(printed: PrintedAudit): Generator<readonly Cell[]> {
  for (const { check, url, evidence, since, ignored } of findingRecords(printed))
    yield [
      ...[check, url, JSON.stringify(evidence)],
      ...(printed.trends ? [since ?? null] : []),
      ...(printed.ignored.hasRules ? [ignored ? ignored.note || 'ignored' : null] : []),
    ];
}

const findingColumns = ({ trends, ignored }: PrintedAudit): readonly string[] => [
  ...['check', 'url', 'evidence'],
  ...(trends ? ['since'] : []),
  ...(ignored.hasRules ? ['ignored'] : []),
];

function* lines(records: Iterable<object>): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** Prints the audit. With --check, lists are of findings, except the table. */
async function print(io: Io, args: Arguments, format: Format, printed: PrintedAudit): Promise<void> {
  const isFindings = args.all('check').length > 0;
  const texts: Partial<Record<Format, () => Iterable<string>>> = {
    json: () => [`${JSON.stringify(summaryRecords(printed), null, 2)}\n`],
    jsonl: () => lines(isFindings ? findingRecords(printed) : summaryRecords(printed)),
    sarif: () => [`${JSON.stringify(issuesSarif(printed), null, 2)}\n`],
    junit: () => [issuesJunit(printed)],
    md: () => [issuesMarkdown(printed)],
  };
  const text = texts[format];
  if (text) {
    await writeOut(io, args.one('out'), text());
    return;
  }
  const asFindings = isFindings && format !== 'table';
  const reader = format === 'table' ? 'person' : 'program';
  const names = asFindings ? findingColumns(printed) : summaryColumns(printed, reader);
  const rows = asFindings ? findingRows(printed) : summaryRows(printed, reader);
  const list = { format: format as 'table' | 'csv' | 'xlsx', out: args.one('out'), limit: undefined };
  await writeList(io, list, { columns: columnsOf(names, 'any'), rows, sheet: 'Issues' });
}

const infos = new Map(allChecks.map(check => [check.id, infoOf(check)]));

/** Stores or clears thresholds as the options say. Opens the file for writing only then. */
async function storeThresholds(args: Arguments, io: Io, path: string): Promise<void> {
  const given = thresholdOptions(args, infos);
  if (args.has('save-thresholds') && !args.has('threshold'))
    return usage('--save-thresholds needs at least one --threshold ID.NAME=NUMBER.');
  if (!args.has('save-thresholds') && !args.has('reset-thresholds')) return;
  const session = await openForWriting(io, path);
  try {
    if (session.isReadOnly()) return usage(`${path} cannot be written, so thresholds cannot be stored in it.`);
    const stored = session.auditSettings().limits;
    const named = new Set(args.all('check'));
    const kept = Object.entries(stored).filter(([id]) => !args.has('reset-thresholds') || (named.size > 0 && !named.has(id)));
    const limits = mergedLimits(Object.fromEntries(kept), args.has('save-thresholds') ? given : {});
    await session.changeAudit({ do: 'limits', limits });
  } finally {
    await session.close();
  }
}

/** Says on standard error which settings shape the numbers. */
async function tellSettings(io: Io, printed: PrintedAudit, failing: readonly Threshold[]): Promise<void> {
  const { audit, ignored, limits, problems } = printed;
  for (const problem of problems) await io.stderr.write(`Note: ${problem}\n`);
  const changed = limitWords(limits);
  if (changed !== '') await io.stderr.write(`Thresholds that differ from the defaults: ${changed}\n`);
  const sum = audit.results.reduce((total, { check }) => total + ignored.ignoredOf(check.id), 0);
  if (sum > 0)
    await io.stderr.write(
      `Ignore rules set aside ${sum === 1 ? '1 hit' : `${sum} hits`}.${failing.length > 0 ? ' --fail-on leaves them out.' : ''}\n`,
    );
}

export const issues: Command = {
  name: 'issues',
  summary: 'what is wrong with a site: one row a check, with hits, checked and not checkable',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    check: {
      value: 'ID',
      help: 'only this check; repeatable. Then jsonl, csv and xlsx have one row a hit, with evidence',
      repeatable: true,
    },
    segment: { value: 'NAME', help: 'count only URLs of this segment (rules list); none: URLs in no segment' },
    format: { value: formats.join('|'), help: 'how to print (default: table)' },
    ...outputOptions,
    baseline: {
      value: 'OLD.crawl',
      help: 'an earlier crawl: says what is new, persisting, fixed and gone, and runs the checks over two crawls',
    },
    'fail-on': { value: 'THRESHOLD', help: failOnHelp, repeatable: true },
    threshold: {
      value: 'ID.NAME=NUMBER',
      help: 'use this threshold, as in title.over_chars.most=70; repeatable',
      repeatable: true,
    },
    'save-thresholds': { value: '', help: 'store the thresholds of --threshold in F.crawl' },
    'reset-thresholds': { value: '', help: 'first clear the thresholds stored in F.crawl, with --check those of these checks' },
    ignore: {
      value: 'FILE',
      help: 'also use the ignore rules of FILE: a JSON document or another crawl; repeatable',
      repeatable: true,
    },
    'no-ignore': { value: '', help: 'use no ignore rules' },
  },
  notes: [
    'Thresholds and ignore rules stored in F.crawl are always used; standard error says so. docs/checks.md lists the thresholds.',
    'Ignored hits stay hits and are counted as “ignored” too. The health score and --fail-on leave them out.',
    'Quote thresholds with < or >, which are special to shells. A score that cannot be computed fails. Standard error says what failed.',
    'To add ignore rules: crawlscope issues ignore add F.crawl --check ID --url URL --note WHY',
  ],
  examples: [
    'crawlscope issues site.crawl',
    'crawlscope issues site.crawl --check title.missing --format jsonl',
    'crawlscope issues site.crawl --baseline last-week.crawl --fail-on new:H',
    'crawlscope issues site.crawl --ignore accepted.json --fail-on H --fail-on "score<90" --fail-on "hits:title.missing>5"',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const wanted = args.all('check');
    // Reports wrong names before reading anything.
    chosenChecks(
      wanted.filter(id => !id.startsWith('own.')),
      [],
    );
    const segment = args.one('segment');
    const failing = failOnOptions(args, wanted.length > 0 ? wanted : allChecks.map(({ id }) => id));
    const format = choice(args, 'format', formats) ?? 'table';
    const given = thresholdOptions(args, infos);
    const baseline = args.one('baseline');
    requireFile(path);
    if (args.has('out')) refuseCrawlFile(args.one('out') ?? '');
    if (baseline !== undefined) requireFile(baseline);
    await storeThresholds(args, io, path);
    const { openAuditedWith } = await import('#engine/audit/audit-file.ts');
    const { auditSettings, dayOf } = await import('#engine/audit/settings.ts');
    const opened: OpenedAudit[] = [];
    const open = (name: string, earlier: string | null): OpenedAudit => {
      const file = openAuditedWith(name, earlier);
      opened.push(file);
      return file;
    };
    try {
      const file = open(path, baseline ?? null);
      const stored = {
        ...file.stored,
        limits: mergedLimits(file.stored.limits, given),
        rules: await rulesInForce(args, file.stored),
      };
      const { prepareOwnChecks, segmentMembers } = await import('#engine/audit/own-checks.ts');
      const isAllowed = file.allowance();
      const rules = wanted.length > 0 && !wanted.some(id => id.startsWith('own.')) ? [] : file.own.rules.all();
      const checksOf = async (each: OpenedAudit) => {
        const own = await prepareOwnChecks(each.own, { rules, isAllowed });
        return { checks: chosenChecks(wanted, own.checks), problems: own.problems };
      };
      const now = await checksOf(file);
      for (const [id, problem] of now.problems) await io.stderr.write(`Note: ${id} could not run. ${problem}\n`);
      const { checks } = now;
      const allowed = file.own.rules.all().filter(isAllowed);
      const within = segment === undefined ? null : await segmentMembers(file.own, allowed, segment);
      const { limits, judged, problems } = auditSettings(stored, infos, dayOf(new Date()));
      const audit = await auditWithProgress(io, file, { path, checks, limits, within });
      if (audit === null) return exit.unfinished;
      let trends: ReadonlyMap<string, CheckTrend> | null = null;
      if (baseline !== undefined) {
        const earlier = open(baseline, null);
        const same = segment === undefined ? null : await segmentMembers(earlier.own, allowed, segment);
        const own = await checksOf(earlier);
        const before = await auditWithProgress(io, earlier, { path: baseline, checks: own.checks, limits, within: null });
        if (before === null) return exit.unfinished;
        trends = trendOf(audit, before, within && same && { now: within, before: same });
      }
      const ignored = finish(ignoredHits(audit, judged.applied));
      const score = scoreOfChecks(audit.results.map(result => ({ info: result.check, count: ignored.countOf(result) })));
      const printed = {
        audit,
        trends,
        limits,
        problems,
        ignored,
        score,
        isWhole: wanted.length === 0,
        baseline: baseline === undefined ? '' : basename(baseline),
      };
      await tellSettings(io, printed, failing);
      await print(io, args, format, printed);
      let code: ExitCode = exit.done;
      for (const each of failing) {
        const why = failureOf(printed, each);
        if (why === null) continue;
        code = exit.checkFailed;
        await io.stderr.write(`--fail-on ${each.text}: ${why}.\n`);
      }
      return code;
    } finally {
      for (const file of opened) file.close();
    }
  },
};
