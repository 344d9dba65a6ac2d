import { existsSync, realpathSync } from 'node:fs';
import type { Diagnostic, LintOptions, LintReport } from '#core/lint/diagnostic.ts';
import { fixRobots } from '#core/lint/fix-robots.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { toTable } from '../../export/table.ts';
import { writeWhole } from '../../export/whole-file.ts';
import { type Arguments, choice, wholeNumber } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { type ExitCode, exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { outputOptions } from '../output-file.ts';
import { readRobots } from '../read-robots.ts';
import { profileOf } from '../robots-choice.ts';
import { catalogueRows, lintText } from '../text/lint.ts';
import { sarifOf } from '../text/sarif.ts';
import { withSession } from '../with-session.ts';

interface Result extends LintReport {
  readonly source: string;
  readonly bytes: Uint8Array;
  /** Of files out of a crawl. */
  readonly origin?: string;
  readonly version?: number;
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** Whether the source is a file of a crawl. A missing file is reported when it is read. */
async function isCrawlFile(source: string): Promise<boolean> {
  if (source === '-' || isUrl(source)) return false;
  const { isDatabaseFile } = await import('#engine/session/file-kind.ts');
  return isDatabaseFile(source);
}

async function inputOf(source: string, agents: readonly string[]): Promise<{ bytes: Uint8Array; options: LintOptions }> {
  if (!isUrl(source)) return { bytes: await readRobots(source), options: {} };
  const { fetchRobotsFacts } = await import('#engine/robots/fetch.ts');
  const fetched = await fetchRobotsFacts(source, agents);
  if ('problem' in fetched) throw new RpcError('bad_request', fetched.problem);
  const { bytes, ...options } = fetched;
  return { bytes, options };
}

async function resultsOf(args: Arguments, io: Io, source: string): Promise<Result[]> {
  if (!(await isCrawlFile(source))) {
    for (const name of ['origin', 'version', 'profile'])
      if (args.has(name)) usage(`robots lint: --${name} needs a .crawl file; ${source} is not one.`);
    if (args.has('as') && !isUrl(source))
      usage(`robots lint: --as needs a URL, which is fetched again with that User-Agent; ${source} is not a URL.`);
    const { bytes, options } = await inputOf(source, args.all('as'));
    return [{ source, bytes, ...lintRobots(bytes, options) }];
  }
  if (args.has('as')) usage('robots lint: --as needs a URL, which is fetched again with that User-Agent.');
  const named = args.one('profile');
  const query = { origin: args.one('origin')?.replace(/\/$/, ''), version: wholeNumber(args, 'version', 1) };
  return await withSession(io, source, async session => {
    const profile = named === undefined ? undefined : profileOf(session, named).id;
    return [...session.lintRobots({ ...query, profile })].map(each => ({ ...each, source: `${each.origin}/robots.txt` }));
  });
}

async function printList(args: Arguments, io: Io): Promise<ExitCode> {
  const rows = catalogueRows();
  if (args.has('json')) {
    await io.stdout.write(`${JSON.stringify({ count: rows.length, diagnostics: rows }, null, 2)}\n`);
    return exit.done;
  }
  const columns = ['id', 'severity', 'title', 'fix', 'needs', 'why', 'source'];
  const cells = rows.map(row => [row.id, row.severity, row.title, row.fixable ?? '', row.needs ?? '', row.why, row.source]);
  for (const piece of toTable(columns, cells, io.stdout.columns())) await io.stdout.write(piece);
  return exit.done;
}

/** Writes the fixed file to standard output, to `--out` or, with --in-place, over the original. */
async function fix(args: Arguments, io: Io, source: string): Promise<ExitCode> {
  const out = args.one('out');
  const inPlace = args.has('in-place');
  if (await isCrawlFile(source)) return usage('robots lint --fix takes a robots.txt, not a .crawl file.');
  if (inPlace && (out !== undefined || source === '-' || isUrl(source)))
    return usage('robots lint: --in-place overwrites the file that is given; it takes a file, and no --out.');
  const { bytes, options } = await inputOf(source, []);
  const fixed = fixRobots(bytes, options, args.has('all') ? () => true : undefined);
  const target = inPlace ? source : out;
  if (target === undefined) await io.stdout.write(fixed.bytes);
  else writeWhole(existsSync(target) ? realpathSync(target) : target, fixed.bytes);
  const report = lintRobots(fixed.bytes, options);
  const done = [...fixed.applied].map(([id, count]) => (count === 1 ? id : `${id} (${count})`)).join(', ');
  const left = (severity: Diagnostic['severity']): number => report.diagnostics.filter(each => each.severity === severity).length;
  await io.stderr.write(
    `${done === '' ? 'Nothing to fix' : `Fixed: ${done}`}. Left: ${left('E')} errors, ${left('W')} warnings, ${left('I')} notes.${target === undefined ? '' : ` Wrote ${target}.`}\n`,
  );
  return left('E') > 0 ? exit.checkFailed : exit.done;
}

export const robotsLint: Command = {
  name: 'robots lint',
  summary: 'diagnostics of a robots.txt: line, severity, message, reason and fix',
  takes: 'FILE|URL|F.crawl',
  positionals: { min: 0, max: 1 },
  options: {
    format: { value: 'F', help: 'text (default), json or sarif' },
    ...jsonOption,
    list: { value: '', help: 'print the catalogue of diagnostics instead; with --json as one document' },
    fix: { value: '', help: 'print the file with all safe fixes applied' },
    all: { value: '', help: 'with --fix: also apply fixes that may change what you meant' },
    ...outputOptions,
    out: { value: 'FILE', help: 'with --fix: write to FILE' },
    'in-place': { value: '', help: 'with --fix: overwrite the file' },
    origin: { value: 'O', help: 'of a crawl: this origin only, as https://example.com' },
    version: { value: 'N', help: 'of a crawl: this stored version instead of the one in force' },
    profile: { value: 'P', help: 'of a crawl: the crawler whose verdicts count (default: googlebot)' },
    as: { value: 'AGENT', help: 'of a URL: request it again with this User-Agent and compare', repeatable: true },
  },
  notes: [
    '- is standard input. A URL is fetched, and the HTTP response is checked too.',
    'For a crawl, the robots.txt of every origin is checked against the URLs, links and sitemaps of the crawl.',
    'Checks that could not be made are listed: under not_checked in JSON, in the last line of the text.',
    'Exit code 1 when an error was found; warnings and notes do not change it.',
  ],
  examples: [
    'crawlscope robots lint robots.txt',
    'crawlscope robots lint https://example.com/robots.txt --format sarif',
    'crawlscope robots lint site.crawl --origin https://example.com',
    'crawlscope robots lint robots.txt --fix --out better.txt',
    'crawlscope robots lint --list --json',
  ],
  async run(args, io) {
    const wanted = choice(args, 'format', ['text', 'json', 'sarif']);
    if (args.has('json') && wanted !== undefined && wanted !== 'json')
      return usage(`robots lint: --json and --format ${wanted} are different outputs.`);
    if (args.has('list') && args.positionals.length > 0)
      return usage('robots lint: --list prints the catalogue and takes no file.');
    if (args.has('list')) return await printList(args, io);
    const source =
      args.positionals[0] ?? usage('robots lint needs a FILE, a URL or a .crawl file. See: crawlscope robots lint --help');
    if (args.has('fix')) return await fix(args, io, source);
    for (const name of ['all', 'out', 'in-place'])
      if (args.has(name)) return usage(`robots lint: --${name} only works with --fix.`);
    const format = args.has('json') ? 'json' : (wanted ?? 'text');
    const results = await resultsOf(args, io, source);
    if (format === 'text') await io.stdout.write(results.map(each => lintText(each.source, each)).join('\n'));
    else {
      const document =
        format === 'sarif'
          ? sarifOf(results)
          : (await isCrawlFile(source))
            ? { crawl: source, files: results.map(record) }
            : record(results[0]);
      await io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    }
    return results.some(each => each.diagnostics.some(({ severity }) => severity === 'E')) ? exit.checkFailed : exit.done;
  },
};

const record = (result: Result | undefined): object => ({
  robots: result?.source,
  ...(result?.origin === undefined ? {} : { origin: result.origin, version: result.version }),
  diagnostics: result?.diagnostics.map(({ endColumn, ...rest }) => ({ ...rest, end_column: endColumn })),
  checked: result?.checked,
  not_checked: result?.notChecked,
});
