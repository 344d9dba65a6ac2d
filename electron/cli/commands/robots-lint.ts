import { dialectIds } from '#core/robots/dialects/registry.ts';
import type { Diagnostic, LintInput } from '#core/robots/lint/diagnostic.ts';
import { lintRobots } from '#core/robots/lint/lint-robots.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { printable } from '../../export/text-width.ts';
import { choice } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { readRobots } from '../read-robots.ts';
import { sarifOf } from '../text/sarif.ts';

const words = { E: 'error', W: 'warning', I: 'info' } as const;

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

async function inputOf(source: string): Promise<LintInput> {
  if (!/^https?:\/\//i.test(source)) return { bytes: await readRobots(source) };
  const { fetchRobotsFacts } = await import('#engine/robots-fetch.ts');
  const fetched = await fetchRobotsFacts(source);
  if ('problem' in fetched) throw new RpcError('bad_request', fetched.problem);
  return fetched;
}

function lines(source: string, found: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity']): number => found.filter(each => each.severity === severity).length;
  const known = dialectIds().length;
  const blocks = found.map(({ id, severity, line, column, message, why, fix, dialects }) =>
    [
      `${source}:${line > 0 ? `${line}:${column}:` : ''} ${words[severity]} ${id}: ${message}`,
      `    why: ${why}`,
      ...(fix ? [`    fix: ${fix.text}`] : []),
      ...(dialects.length > 0
        ? [`    read otherwise by: ${dialects.length === known ? 'every crawler' : dialects.join(', ')}`]
        : []),
    ]
      .map(printable)
      .join('\n'),
  );
  return [...blocks, `${many(count('E'), 'error')}, ${many(count('W'), 'warning')}, ${many(count('I'), 'note')}`, ''].join('\n');
}

export const robotsLint: Command = {
  name: 'robots lint',
  summary: 'diagnostics of a robots.txt: line, severity, message, reason and fix',
  takes: 'FILE|URL',
  positionals: { min: 1, max: 1 },
  options: {
    format: { value: 'F', help: 'text (default), json or sarif' },
    ...jsonOption,
  },
  notes: [
    '- is standard input. A URL is fetched, and the answer itself is checked too.',
    'Exit code 1 when an error was found; warnings and notes do not change it.',
  ],
  examples: ['crawlscope robots lint robots.txt', 'crawlscope robots lint https://example.com/robots.txt --format sarif'],
  async run(args, io) {
    const source = args.positionals[0] ?? '';
    const wanted = choice(args, 'format', ['text', 'json', 'sarif']);
    if (args.has('json') && wanted !== undefined && wanted !== 'json')
      return usage(`robots lint: --json and --format ${wanted} are different outputs.`);
    const format = args.has('json') ? 'json' : (wanted ?? 'text');
    const found = lintRobots(await inputOf(source));
    if (format === 'text') await io.stdout.write(lines(source, found));
    else {
      const document = format === 'sarif' ? sarifOf(source, found) : { robots: source, diagnostics: found.map(record) };
      await io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    }
    return found.some(each => each.severity === 'E') ? exit.checkFailed : exit.done;
  },
};

const record = ({ endColumn, ...rest }: Diagnostic): object => ({ ...rest, end_column: endColumn });
