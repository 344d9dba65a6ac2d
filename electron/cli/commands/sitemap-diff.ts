import { defaultSettings } from '#shared/model/crawl.ts';
import type { SitemapChange, SitemapFileChanges } from '#shared/model/sitemap-diff.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Cell } from '../../export/cell.ts';
import { seconds, wholeNumber } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { toOutput } from '../json.ts';
import { cells, columnsOf, listOptions, readListOptions, writeList } from '../lists.ts';
import { urlFrom } from '../url-argument.ts';
import { writeOut } from '../write-out.ts';

const defaultFiles = 1_000;
/** Changes that a table shows unless --limit says otherwise. */
const shownChanges = 100;

const columns: Readonly<Record<string, (change: SitemapChange) => Cell>> = {
  change: ({ kind }) => kind,
  url: ({ url }) => url,
  from: ({ from }) => from.join(' '),
  to: ({ to }) => to.join(' '),
  line: ({ line }) => line,
  fields: ({ fields }) => fields.join(' '),
  lastmod_before: ({ lastmodBefore }) => lastmodBefore,
  lastmod_after: ({ lastmodAfter }) => lastmodAfter,
};

const fileColumns: Readonly<Record<string, (file: SitemapFileChanges) => Cell>> = {
  file: ({ file }) => file,
  before: ({ before }) => before,
  after: ({ after }) => after,
  added: ({ added }) => added,
  removed: ({ removed }) => removed,
  changed: ({ changed }) => changed,
  moved_in: ({ movedIn }) => movedIn,
  moved_out: ({ movedOut }) => movedOut,
};

/** At most so many, but all are read: the counts are those of the whole comparison. */
function* first(changes: Iterable<SitemapChange>, limit = Number.POSITIVE_INFINITY): Generator<SitemapChange> {
  let left = limit;
  for (const change of changes) if (left-- > 0) yield change;
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

export const sitemapDiff: Command = {
  name: 'sitemap diff',
  summary: 'compare the sitemaps of two crawls, or two sitemaps: entries added, removed, moved, changed',
  takes: 'OLD NEW',
  positionals: { min: 2, max: 2 },
  options: {
    'max-files': { value: 'N', help: `of an index: at most N files (default: ${defaultFiles}); more are an error` },
    delay: { value: 'S', help: `at least S seconds between requests to a host (default: ${defaultSettings.delayMs / 1000})` },
    ...listOptions,
    format: { value: 'table|json|jsonl|csv|xlsx|parquet', help: 'how to print the changes (default: table)' },
  },
  notes: [
    'OLD and NEW are crawl files, sitemap files, or URLs. Files of an index are read too; those of a URL are requested politely.',
    'added, removed: no file listed the URL before, or lists it now. moved: other files list it. changed: lastmod, changefreq, priority or',
    'hreflang of its first entry differ. Two single sitemaps count as the same file. The table has counts for each file.',
    'Differences do not change the exit code. Exit code 3: a file could not be read.',
  ],
  examples: [
    'crawlscope sitemap diff may.crawl june.crawl',
    'crawlscope sitemap diff sitemap.xml https://example.com/sitemap.xml --format csv --out changes.csv',
  ],
  async run(args, io) {
    const [before = '', after = ''] = args.positionals;
    if (before === '-' && after === '-') return usage('sitemap diff: only one of OLD and NEW can be standard input.');
    const isDocument = args.has('json') || args.one('format') === 'json';
    const list = isDocument ? null : readListOptions(args, io, null);
    if (isDocument && args.has('json') && args.has('format'))
      return usage('--json and --format exclude each other; use one of them.');
    const limit = wholeNumber(args, 'limit', 0);
    const cancel = new AbortController();
    const forget = io.onInterrupt(() => cancel.abort());
    const most = wholeNumber(args, 'max-files', 1, 50_000) ?? defaultFiles;
    const options = { stdin: io.stdin, most, delayMs: seconds(args, 'delay') ?? defaultSettings.delayMs, signal: cancel.signal };
    const { diffOf, openSide } = await import('#engine/sitemaps/diff.ts');
    const sourceOf = (given: string): string => (isUrl(given) ? urlFrom(given) : given);
    try {
      const old = await openSide(sourceOf(before), options);
      try {
        const now = await openSide(sourceOf(after), options);
        try {
          const { diff, changes } = diffOf(old, now);
          if (list === null) {
            const shown = [...first(changes, limit)];
            const whole = { sources: [before, after], totals: diff.totals, files: diff.files(), changes: shown };
            await writeOut(io, args.one('out'), [`${JSON.stringify(toOutput(whole), null, 2)}\n`]);
            return exit.done;
          }
          const isTable = list.format === 'table';
          const shown = first(changes, limit ?? (isTable && list.out === undefined ? shownChanges : undefined));
          const rows = cells(shown, Object.values(columns));
          await writeList(io, list, { columns: columnsOf(Object.keys(columns), 'any'), rows, sheet: 'Changes' });
          if (!isTable || list.out !== undefined) return exit.done;
          await writeList(io, list, {
            columns: columnsOf(Object.keys(fileColumns), 'any'),
            rows: cells(diff.files(), Object.values(fileColumns)),
            sheet: 'Files',
          });
          const { added, removed, moved, changed, same } = diff.totals;
          const all = added + removed + moved + changed;
          const rest = all > (limit ?? shownChanges) ? ` The first ${limit ?? shownChanges} are listed; --limit shows more.` : '';
          await io.stdout.write(
            `${added} added, ${removed} removed, ${moved} moved, ${changed} changed, ${same} the same.${rest}\n`,
          );
          return exit.done;
        } finally {
          now.close();
        }
      } finally {
        old.close();
      }
    } catch (error) {
      if (cancel.signal.aborted) throw new RpcError('unavailable', 'interrupted before both sides were read.');
      throw error;
    } finally {
      forget();
    }
  },
};
