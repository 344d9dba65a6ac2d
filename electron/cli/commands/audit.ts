import { largest } from '#shared/lists.ts';
import type { FileCheckCount, FileDifference } from '#shared/model/file-audit.ts';
import { printable } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { requireFile } from '../with-session.ts';

type AuditedCrawl = import('#engine/file-audit/audit-file.ts').AuditedCrawl;

const sliceMs = 30;
const progressMs = 200;
/** Differences that JSON has; the counts are always complete. */
const mostInJson = 10_000;

/** Runs the audit with progress on a terminal. Null: Ctrl+C ended it. */
async function run(
  io: Io,
  file: AuditedCrawl,
  told: (difference: FileDifference) => void,
  flush: () => Promise<void>,
): Promise<readonly FileCheckCount[] | null> {
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  const steps = file.run(told);
  const started = performance.now();
  let said = 0;
  try {
    for (;;) {
      const end = performance.now() + sliceMs;
      if (isCancelled) return null;
      let step = steps.next();
      while (step.done !== true && performance.now() < end) step = steps.next();
      await flush();
      if (step.done === true) return step.value;
      const now = performance.now();
      if (io.stderr.isTerminal && now - said > progressMs) {
        said = now;
        const share = Math.min(0.99, step.value / Math.max(1, file.total));
        const left = share === 0 ? '' : `, about ${Math.ceil((((now - started) / share) * (1 - share)) / 1_000)} s left`;
        await io.stderr.write(`\r${Math.round(share * 100)} % of the file${left}\u001b[K`);
      }
      await new Promise(resolve => setImmediate(resolve));
    }
  } finally {
    steps.return([]);
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
    unhook();
  }
}

const line = ({ invariant, check, subject, stored, recomputed }: FileDifference): string =>
  `${printable(`${invariant} ${check}  ${subject}  stored: ${stored}  recomputed: ${recomputed}`)}\n`;

function summaryText(checks: readonly FileCheckCount[]): string {
  const width = largest(checks.map(({ check }) => check.length));
  const rows = checks.map(({ invariant, check, name, checked, differences, notRecomputable }) => {
    const rest = Object.entries(notRecomputable).map(([why, count]) => `${count} not recomputable because ${why}`);
    const counted = [`${differences} of ${checked} differ`, ...rest].join('; ');
    return `${invariant.padEnd(3)} ${check.padEnd(width)}  ${name}: ${counted}.\n`;
  });
  const decisions = checks.filter(({ invariant }) => invariant === 'I15');
  const sum = (of: (check: FileCheckCount) => number): number => decisions.reduce((total, check) => total + of(check), 0);
  const not = sum(({ notRecomputable }) => Object.values(notRecomputable).reduce((total, count) => total + count, 0));
  const differences = checks.reduce((total, check) => total + check.differences, 0);
  const found = differences === 0 ? 'No differences.' : differences === 1 ? '1 difference.' : `${differences} differences.`;
  return `${rows.join('')}\n${found} ${sum(({ checked }) => checked)} decisions and verdicts recomputed, ${not} not recomputable.\n`;
}

export const audit: Command = {
  name: 'audit',
  summary: 'checks a crawl file by itself: recomputes its verdicts from the stored evidence, and checks its invariants',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: { ...jsonOption },
  notes: [
    'One line a difference: invariant and check, URL, what is stored, what it should be. Then what was checked, and what could not be.',
    'Exit codes: 0 no difference, 1 differences, 2 not a crawl file, 3 interrupted. The file is only read. What is wrong with a site: issues.',
  ],
  examples: ['crawlscope audit site.crawl', 'crawlscope audit site.crawl --json'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    requireFile(path);
    const { openForAudit } = await import('#engine/file-audit/audit-file.ts');
    const isJson = args.has('json');
    const kept: FileDifference[] = [];
    let waiting: string[] = [];
    const file = openForAudit(path);
    try {
      const told = (difference: FileDifference): void => {
        if (!isJson) waiting.push(line(difference));
        else if (kept.length < mostInJson) kept.push(difference);
      };
      const flush = async (): Promise<void> => {
        if (waiting.length === 0) return;
        const text = waiting.join('');
        waiting = [];
        await io.stdout.write(text);
      };
      const checks = await run(io, file, told, flush);
      if (checks === null) return exit.unfinished;
      const total = checks.reduce((sum, { differences }) => sum + differences, 0);
      await io.stdout.write(
        isJson ? jsonDocument({ total, checks, differences: kept }) : `${total > 0 ? '\n' : ''}${summaryText(checks)}`,
      );
      return total === 0 ? exit.done : exit.checkFailed;
    } finally {
      file.close();
    }
  },
};
