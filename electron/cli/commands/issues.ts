import type { Check } from '#core/audit/check.ts';
import { allChecks, checkById } from '#core/audit/checks.ts';
import { type Audit, infoOf } from '#core/audit/run.ts';
import { didYouMean } from '#core/query/near.ts';
import type { Finding } from '#shared/model/audit.ts';
import type { Cell } from '../../export/cell.ts';
import { choice } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { columnsOf, writeList } from '../lists.ts';
import { notCheckableWords } from '../text/issues.ts';
import { requireFile } from '../with-session.ts';

const formats = ['table', 'json', 'jsonl', 'csv', 'xlsx'] as const;

/** The named checks, all without names. Refuses unknown ids. */
function chosenChecks(ids: readonly string[]): readonly Check[] {
  if (ids.length === 0) return allChecks;
  const known = allChecks.map(({ id }) => id);
  return ids.map(
    id => checkById(id) ?? usage(`there is no check “${id}”.${didYouMean(id, known)} crawlscope issues F.crawl lists all.`),
  );
}

function* summaryRows({ results }: Audit): Generator<readonly Cell[]> {
  for (const { check, count } of results) {
    const { id, name, type, priority } = infoOf(check);
    yield [id, name, type, priority, count.hits, count.checked, notCheckableWords(count)];
  }
}

function* findingRows(audit: Audit): Generator<readonly Cell[]> {
  for (const result of audit.results)
    for (const { check, url, evidence } of audit.findings(result)) yield [check, url, JSON.stringify(evidence)];
}

function* findingsOf(audit: Audit): Generator<Finding> {
  for (const result of audit.results) yield* audit.findings(result);
}

/** Runs the audit with progress on a terminal. Ctrl+C ends it. */
async function audited(io: Io, path: string, checks: readonly Check[]): Promise<{ audit: Audit; close(): void } | null> {
  const { openAudited, auditInSlices } = await import('#engine/audit/audit-file.ts');
  const file = openAudited(path);
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  let said = 0;
  const started = performance.now();
  try {
    const audit = await auditInSlices(file.source, { checks }, ({ done, total }) => {
      const now = performance.now();
      if (io.stderr.isTerminal && now - said > 200) {
        said = now;
        const left = done === 0 ? '' : `, about ${Math.ceil((((now - started) / done) * (total - done)) / 1_000)} s left`;
        void io.stderr.write(`\r${done} of ${total} steps${left}\u001b[K`);
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

export const issues: Command = {
  name: 'issues',
  summary: 'what is wrong with a site: one row a check, with hits, checked and not checkable',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    check: {
      value: 'ID',
      help: 'only this check; repeatable. With --format jsonl or csv: one row a hit, with evidence',
      repeatable: true,
    },
    format: { value: formats.join('|'), help: 'how to print (default: table)' },
    out: { value: 'FILE', help: 'write to FILE instead of standard output' },
  },
  examples: [
    'crawlscope issues site.crawl',
    'crawlscope issues site.crawl --check title.missing --format jsonl',
    'crawlscope issues site.crawl --format json',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const ids = args.all('check');
    const checks = chosenChecks(ids);
    const format = choice(args, 'format', formats) ?? 'table';
    requireFile(path);
    const done = await audited(io, path, checks);
    if (done === null) return exit.unfinished;
    const { audit, close } = done;
    try {
      if (format === 'json') await io.stdout.write(`${JSON.stringify(summaryOf(audit), null, 2)}\n`);
      else if (format === 'jsonl' && ids.length > 0)
        for (const each of findingsOf(audit)) await io.stdout.write(`${JSON.stringify(each)}\n`);
      else {
        const list = { format, out: args.one('out'), limit: undefined };
        const isFindings = ids.length > 0 && format !== 'table';
        const names = isFindings
          ? ['check', 'url', 'evidence']
          : ['id', 'name', 'type', 'priority', 'hits', 'checked', 'not checkable'];
        const rows = isFindings ? findingRows(audit) : summaryRows(audit);
        await writeList(io, list, { columns: columnsOf(names, 'any'), rows, sheet: 'Issues' });
      }
      return exit.done;
    } finally {
      close();
    }
  },
};

const summaryOf = ({ results }: Audit) => results.map(({ check, count }) => ({ check: check.id, ...count }));
