import type { Check } from '#core/audit/check.ts';
import { allChecks, checkById } from '#core/audit/checks.ts';
import type { Audit } from '#core/audit/run.ts';
import { type CheckTrend, trendOf } from '#core/audit/trend.ts';
import { didYouMean } from '#core/query/near.ts';
import type { CheckPriority } from '#shared/model/audit.ts';
import type { Cell } from '../../export/cell.ts';
import { openWhole, refuseCrawlFile } from '../../export/whole-file.ts';
import { type Arguments, choice } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { columnsOf, writeList } from '../lists.ts';
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
import { requireFile } from '../with-session.ts';

const formats = ['table', 'json', 'jsonl', 'csv', 'xlsx', 'sarif', 'junit', 'md'] as const;
type Format = (typeof formats)[number];
const priorities: readonly CheckPriority[] = ['H', 'M', 'L'];

/** The named checks, all without names. Refuses unknown ids. */
function chosenChecks(ids: readonly string[]): readonly Check[] {
  if (ids.length === 0) return allChecks;
  const known = allChecks.map(({ id }) => id);
  return ids.map(
    id => checkById(id) ?? usage(`there is no check “${id}”.${didYouMean(id, known)} crawlscope issues F.crawl lists all.`),
  );
}

interface Failing {
  readonly what: 'any' | 'new';
  /** This priority and higher ones. */
  readonly priority: CheckPriority;
}

/** `--fail-on new:H`: new hits of high priority; `--fail-on M`: any hits of medium or high priority. */
function failingOption(args: Arguments): readonly Failing[] {
  return args.all('fail-on').map(text => {
    const [, what = '', priority = ''] =
      /^(new:)?([HML])$/.exec(text) ?? usage(`--fail-on takes H, M, L, new:H, new:M or new:L, not “${text}”.`);
    if (what !== '' && args.one('baseline') === undefined) return usage(`--fail-on ${text} needs --baseline OLD.crawl.`);
    return { what: what === '' ? 'any' : 'new', priority: priority as CheckPriority };
  });
}

const fails = ({ audit, trends }: PrintedAudit, { what, priority }: Failing): boolean =>
  audit.results.some(({ check, count }) => {
    if (priorities.indexOf(check.priority) > priorities.indexOf(priority)) return false;
    return what === 'any' ? count.hits > 0 : (trends?.get(check.id)?.new ?? 0) > 0;
  });

interface AuditedCrawl {
  readonly audit: Audit;
  close(): void;
}

interface Wanted {
  readonly path: string;
  readonly checks: readonly Check[];
  /** An earlier crawl, for the checks that compare two. */
  readonly baseline: string | null;
}

/** Runs the audit with progress on a terminal. Null: Ctrl+C ended it. */
async function audited(io: Io, { path, checks, baseline }: Wanted): Promise<AuditedCrawl | null> {
  const { openAuditedWith, auditInSlices } = await import('#engine/audit/audit-file.ts');
  const file = openAuditedWith(path, baseline);
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  let said = 0;
  const started = performance.now();
  try {
    const audit = await auditInSlices(file.source, { checks, baseline: file.baseline }, ({ done, total }) => {
      const now = performance.now();
      if (io.stderr.isTerminal && now - said > 200) {
        said = now;
        const left = done === 0 ? '' : `, about ${Math.ceil((((now - started) / done) * (total - done)) / 1_000)} s left`;
        void io.stderr.write(`\r${path}: ${done} of ${total} URLs and pages${left}\u001b[K`);
      }
      return isCancelled ? 'cancel' : 'go-on';
    });
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
    if (audit === null) file.close();
    return audit === null ? null : { audit, close: file.close };
  } catch (error) {
    file.close();
    throw error;
  } finally {
    unhook();
  }
}

function* findingRows(printed: PrintedAudit): Generator<readonly Cell[]> {
  for (const { check, url, evidence, since } of findingRecords(printed))
    yield [check, url, JSON.stringify(evidence), ...(printed.trends ? [since ?? null] : [])];
}

function* lines(records: Iterable<object>): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** Writes to the file, whole or not at all, else to standard output. */
async function write(io: Io, out: string | undefined, pieces: Iterable<string>): Promise<void> {
  if (out === undefined) {
    for (const piece of pieces) await io.stdout.write(piece);
    return;
  }
  const file = openWhole(out);
  try {
    for (const piece of pieces) file.write(piece);
    file.finish();
  } finally {
    file.discard();
  }
  await io.stderr.write(`Wrote ${out}.\n`);
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
    await write(io, args.one('out'), text());
    return;
  }
  const asFindings = isFindings && format !== 'table';
  const names = asFindings ? ['check', 'url', 'evidence', ...(printed.trends ? ['since'] : [])] : summaryColumns(printed);
  const rows = asFindings ? findingRows(printed) : summaryRows(printed);
  const list = { format: format as 'table' | 'csv' | 'xlsx', out: args.one('out'), limit: undefined };
  await writeList(io, list, { columns: columnsOf(names, 'any'), rows, sheet: 'Issues' });
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
    format: { value: formats.join('|'), help: 'how to print (default: table)' },
    out: { value: 'FILE', help: 'write to FILE instead of standard output' },
    baseline: {
      value: 'OLD.crawl',
      help: 'an earlier crawl: says what is new, persisting, fixed and gone, and runs the checks over two crawls',
    },
    'fail-on': {
      value: '[new:]H|M|L',
      help: 'exit 1 if a check of this priority or a higher one has (new) hits',
      repeatable: true,
    },
  },
  examples: [
    'crawlscope issues site.crawl',
    'crawlscope issues site.crawl --check title.missing --format jsonl',
    'crawlscope issues site.crawl --baseline last-week.crawl --fail-on new:H',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const checks = chosenChecks(args.all('check'));
    const failing = failingOption(args);
    const format = choice(args, 'format', formats) ?? 'table';
    const baseline = args.one('baseline');
    requireFile(path);
    if (args.has('out')) refuseCrawlFile(args.one('out') ?? '');
    if (baseline !== undefined) requireFile(baseline);
    const now = await audited(io, { path, checks, baseline: baseline ?? null });
    if (now === null) return exit.unfinished;
    let before: AuditedCrawl | null = null;
    try {
      let trends: ReadonlyMap<string, CheckTrend> | null = null;
      if (baseline !== undefined) {
        before = await audited(io, { path: baseline, checks, baseline: null });
        if (before === null) return exit.unfinished;
        trends = trendOf(now.audit, before.audit);
      }
      const printed = { audit: now.audit, trends };
      await print(io, args, format, printed);
      return failing.some(each => fails(printed, each)) ? exit.checkFailed : exit.done;
    } finally {
      before?.close();
      now.close();
    }
  },
};
