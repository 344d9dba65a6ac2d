import type { AcrossFiles } from '#core/sitemap/check/across-files.ts';
import type { FileResult, SitemapReport } from '#engine/sitemaps/check-files.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { printable } from '../../export/text-width.ts';
import { choice, seconds, wholeNumber } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { type ExitCode, exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import {
  acrossRecord,
  acrossText,
  beyondText,
  listedText,
  record,
  reportText,
  severities,
  totalText,
} from '../text/sitemap-check.ts';
import { sitemapJunit, sitemapSarif } from '../text/sitemap-check-ci.ts';
import { urlFrom } from '../url-argument.ts';

const defaultFiles = 50;
const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** A crawl has sitemaps, but is none. */
async function refuseCrawl(path: string): Promise<void> {
  const { isDatabaseFile } = await import('#engine/session/file-kind.ts');
  if (isDatabaseFile(path))
    usage(`sitemap check: ${path} is a database. For the sitemaps of a crawl: crawlscope sitemaps ${path}`);
}

const formats = ['text', 'json', 'jsonl', 'sarif', 'junit'] as const;
type Format = (typeof formats)[number];

interface Printed {
  readonly format: Format;
  /** The files of an index are listed, not read. */
  readonly lists: boolean;
  /** What all files show together, once they are read. */
  readonly across: () => AcrossFiles | null;
}

/** Prints each file as soon as it is checked; JSON, SARIF and JUnit are one document at the end. */
async function print(
  io: Io,
  results: AsyncIterable<FileResult>,
  { format, lists, across: acrossOf }: Printed,
): Promise<ExitCode> {
  const isDocument = format === 'sarif' || format === 'junit';
  /** Without what is printed already. */
  const reports: SitemapReport[] = [];
  const kept: FileResult[] = [];
  const records: object[] = [];
  let [unread, beyond, failed] = [0, 0, ''];
  for await (const result of results) {
    if (result.isRead) reports.push({ ...result, findings: [], listed: [] });
    else {
      unread++;
      if (result.isBeyond) beyond++;
      else failed ||= result.why;
    }
    if (isDocument) kept.push(result.isRead ? { ...result, listed: [] } : result);
    else if (format === 'json') records.push(record(result));
    else if (format === 'jsonl') await io.stdout.write(`${JSON.stringify(record(result))}\n`);
    else if (!result.isRead) {
      if (!result.isBeyond) await io.stdout.write(`${printable(`${result.source}: not read: ${result.why}`)}\n`);
    } else await io.stdout.write(`${reportText(result)}${lists ? listedText(result) : ''}`);
  }
  const across = acrossOf();
  const { E, W, I } = severities(across === null ? reports : [...reports, across]);
  if (format === 'text')
    await io.stdout.write((across === null ? '' : acrossText(across)) + beyondText(beyond) + totalText(reports, unread, across));
  if (format === 'jsonl' && across !== null) await io.stdout.write(`${JSON.stringify({ across: acrossRecord(across) })}\n`);
  if (format === 'json') {
    const together = across === null ? {} : { across: acrossRecord(across) };
    const document = { files: records, ...together, errors: E, warnings: W, notes: I, not_read: unread };
    await io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  }
  if (format === 'sarif') await io.stdout.write(`${JSON.stringify(sitemapSarif(kept, across), null, 2)}\n`);
  if (format === 'junit') await io.stdout.write(sitemapJunit(kept, across));
  if (E + W > 0) return exit.checkFailed;
  if (failed !== '') throw new RpcError('unavailable', `not every file of the index could be read: ${failed}`);
  return exit.done;
}

export const sitemapCheck: Command = {
  name: 'sitemap check',
  summary: 'check a sitemap or a sitemap index: limits, addresses, dates, extensions',
  takes: 'FILE|URL',
  positionals: { min: 1, max: 1 },
  options: {
    files: { value: '', help: 'of an index: check the files it lists too' },
    'max-files': { value: 'N', help: `with --files: at most N of them (default: ${defaultFiles})` },
    url: { value: 'URL', help: 'of a FILE: where it is published, to check hosts and folders' },
    delay: { value: 'S', help: `at least S seconds between requests to a host (default: ${defaultSettings.delayMs / 1000})` },
    format: { value: 'F', help: 'text (default), json, jsonl (one line a file), sarif or junit' },
    ...jsonOption,
  },
  notes: [
    'XML, gzip, text with one address a line, RSS and Atom are read; - is standard input.',
    'A URL is requested politely: robots.txt of the host comes first and is obeyed.',
    'With --files, duplicates and hreflang links are compared over all files of the index too.',
    'With a FILE nothing is requested: the files of an index are looked for beside it, by name.',
    'Problems have a line, a code, a sentence and a source; counts say among how many. Of a kind, the first 100 are shown.',
    'Exit code 1 for an error or a warning; notes do not change it. Exit code 3: there was neither, but a file could not be read.',
  ],
  examples: [
    'crawlscope sitemap check sitemap.xml --url https://example.com/sitemap.xml',
    'crawlscope sitemap check https://example.com/sitemap_index.xml --files --json',
  ],
  async run(args, io) {
    const [given = ''] = args.positionals;
    const wanted = choice(args, 'format', formats);
    if (args.has('json') && wanted !== undefined && wanted !== 'json')
      return usage(`sitemap check: --json and --format ${wanted} are different outputs.`);
    if (args.has('max-files') && !args.has('files')) return usage('sitemap check: --max-files only works with --files.');
    if (given !== '-' && !isUrl(given)) await refuseCrawl(given);
    const published = args.one('url');
    for (const name of ['url', 'delay'])
      if (args.has(name) && isUrl(given) === (name === 'url'))
        return usage(`sitemap check: --${name} is for a ${name === 'url' ? 'FILE' : 'URL'}; ${given} is not one.`);
    const most = args.has('files') ? (wholeNumber(args, 'max-files', 1, 50_000) ?? defaultFiles) : 0;
    const cancel = new AbortController();
    let across: AcrossFiles | null = null;
    const forget = io.onInterrupt(() => cancel.abort());
    const { checkSitemapFiles } = await import('#engine/sitemaps/check-files.ts');
    try {
      const results = checkSitemapFiles({
        source: isUrl(given) ? urlFrom(given) : given,
        stdin: io.stdin,
        publishedAt: published === undefined ? '' : urlFrom(published),
        most,
        delayMs: seconds(args, 'delay') ?? defaultSettings.delayMs,
        signal: cancel.signal,
        onAcross(found) {
          across = found;
        },
      });
      const format = args.has('json') ? 'json' : (wanted ?? 'text');
      return await print(io, results, { format, lists: most === 0, across: () => across });
    } catch (error) {
      if (cancel.signal.aborted) throw new RpcError('unavailable', 'interrupted before every file was checked.');
      throw error;
    } finally {
      forget();
    }
  },
};
