import { didYouMean } from '#core/query/near.ts';
import { largest } from '#shared/lists.ts';
import {
  type CrawlTrend,
  mostTrendCrawls,
  type TrendCheck,
  type TrendCrawl,
  type TrendLeftOut,
  trendNumbers,
  trendWords,
} from '#shared/model/crawl-trend.ts';
import type { Cell } from '../../export/cell.ts';
import { isoTime } from '../../export/instant.ts';
import { printable } from '../../export/text-width.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { listOptions, readListOptions, take, writeList } from '../lists.ts';
import { count } from '../text/units.ts';
import { type FilesLooked, trendChoice } from '../trend-files.ts';

const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const crawlColumns = [
  { name: 'file', type: 'text' },
  { name: 'started_at', type: 'text' },
  { name: 'state', type: 'text' },
  ...trendNumbers.map(name => ({ name: snake(name), type: 'integer' as const })),
  ...['words', 'total_ms', 'score'].map(name => ({ name, type: 'any' as const })),
  { name: 'hits', type: 'integer' },
] as const;

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

const crawlRow = ({ file, startedAt, state, numbers, words, totalMs, score, hits }: TrendCrawl): readonly Cell[] => [
  file,
  isoTime(startedAt),
  state,
  ...trendNumbers.map(name => numbers[name]),
  ...[words, totalMs, score].map(rounded),
  hits,
];

const checkColumns = [
  ...['check', 'name', 'type', 'priority', 'file', 'started_at'].map(name => ({ name, type: 'text' as const })),
  ...['hits', 'checked', 'new', 'persisting', 'fixed', 'gone'].map(name => ({ name, type: 'integer' as const })),
];

function* checkRows({ crawls, checks }: CrawlTrend): Generator<readonly Cell[]> {
  for (const { id, name, type, priority, points } of checks)
    for (const [at, point] of points.entries()) {
      const { file = '', startedAt = 0 } = crawls[at] ?? {};
      const { hits, checked, persisting, fixed, gone } = point;
      yield [id, name, type, priority, file, isoTime(startedAt), hits, checked, point.new, persisting, fixed, gone];
    }
}

/** Checks whose hits moved, those that moved most first. */
function movedText(checks: readonly TrendCheck[]): string {
  const change = ({ points }: TrendCheck): number => (points.at(-1)?.hits ?? 0) - (points[0]?.hits ?? 0);
  const moved = checks.filter(check => new Set(check.points.map(({ hits }) => hits)).size > 1);
  if (moved.length === 0) return '';
  const lines = moved
    .sort((a, b) => Math.abs(change(b)) - Math.abs(change(a)))
    .slice(0, 20)
    .map(check => `  ${check.points.map(({ hits }) => hits).join(' → ')}  ${check.name} (${check.id})\n`);
  return `\nHits moved of ${count(moved.length, 'check')}, most first:\n${lines.join('')}`;
}

const noCheck = (id: string, ids: readonly string[]): never =>
  usage(`--check: there is no check “${id}”.${didYouMean(id, ids)} docs/checks.md lists them.`);

function leftOutLines({ leftOut = [] }: CrawlTrend): readonly string[] {
  const line = (why: TrendLeftOut['why'], words: string): string => {
    const names = leftOut.filter(each => each.why === why).map(({ file }) => file);
    return names.length === 0 ? '' : `Left out, ${words}: ${printable(names.join(', '))}.\n`;
  };
  return [line('other-site', 'of another site'), line('unreadable', 'cannot be read')].filter(each => each !== '');
}

async function compute(
  io: Io,
  { given, site }: { readonly given: readonly string[]; readonly site: string | null },
  ids: readonly string[] | null,
): Promise<CrawlTrend | null> {
  const { hostsOf, trendChecks, trendOfFiles } = await import('#engine/compare/trend-files.ts');
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  let said = 0;
  const looked: FilesLooked = async (done, files) => {
    if (io.stderr.isTerminal && performance.now() - said > 200) {
      said = performance.now();
      await io.stderr.write(`\rFile ${done + 1} of ${files}\u001b[K`);
    }
    // Signals are heard between two files.
    await new Promise(resolve => setImmediate(resolve));
    return isCancelled ? 'cancel' : 'go-on';
  };
  try {
    const chosen = await trendChoice(given, site, hostsOf, looked);
    if (chosen === null) return null;
    const { paths, siteOf, unreadable } = chosen;
    const found = await trendOfFiles(paths, {
      siteOf,
      checks:
        ids === null
          ? []
          : ids.length === 0
            ? trendChecks
            : ids.map(
                id =>
                  trendChecks.find(check => check.id === id) ??
                  noCheck(
                    id,
                    trendChecks.map(check => check.id),
                  ),
              ),
      report({ crawl, crawls, share }) {
        if (io.stderr.isTerminal && performance.now() - said > 200) {
          said = performance.now();
          void io.stderr.write(`\rCrawl ${crawl + 1} of ${crawls}: ${Math.round(share * 100)} %\u001b[K`);
        }
        return isCancelled ? 'cancel' : 'go-on';
      },
    });
    const more = unreadable.map(file => ({ file, why: 'unreadable' as const }));
    return found && (found.leftOut ? { ...found, leftOut: [...found.leftOut, ...more] } : found);
  } finally {
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
    unhook();
  }
}

export const trend: Command = {
  name: 'trend',
  summary: 'several crawls of a site by date: statuses, indexable pages, words, score, hits by check',
  takes: 'FOLDER|F1.crawl F2.crawl …',
  positionals: { min: 1, max: mostTrendCrawls },
  options: {
    site: { value: 'HOST', help: 'from a folder, use only crawls with this start host, with or without www' },
    checks: { value: '', help: 'a row for each check and crawl: hits, new, persisting, fixed, gone since the crawl before' },
    check: { value: 'ID', help: 'run only this check; repeatable', repeatable: true },
    'no-audit': { value: '', help: 'run no checks: no score and no hits, but quick' },
    ...listOptions,
    json: { value: '', help: 'print one JSON document: crawls and checks' },
  },
  notes: [
    'Crawls are ordered by their start. All are judged alike: with the thresholds of the newest one, and without ignore rules. Checks over two',
    'crawls are left out. From a folder, only the crawl files of one site are used, without subfolders. Standard error names the files left',
    'out. A file given beside the folder also chooses the site. words and total_ms are means over pages and responses. score is the health',
    'score (docs/checks.md).',
  ],
  examples: [
    'crawlscope trend crawls/',
    'crawlscope trend crawls/ --site example.com',
    'crawlscope trend may.crawl june.crawl july.crawl',
    'crawlscope trend crawls/*.crawl --checks --format csv --out checks.csv',
  ],
  async run(args, io) {
    const given = args.positionals;
    const ids = args.all('check');
    if (args.has('no-audit') && (args.has('checks') || ids.length > 0))
      return usage('trend: --no-audit runs no checks. Leave out --checks and --check.');
    const isDocument = args.has('json');
    const list = readListOptions(args, io, given[0] ?? null);
    const found = await compute(io, { given, site: args.one('site') ?? null }, args.has('no-audit') ? null : ids);
    if (found === null) return exit.unfinished;
    for (const line of leftOutLines(found)) await io.stderr.write(line);
    if (found.leftOut && found.crawls.length < 2)
      return usage(`the folder has ${count(found.crawls.length, 'crawl')} of this site, and a trend needs two.`);
    if (isDocument && list.out === undefined) {
      await io.stdout.write(jsonDocument(found));
      return exit.done;
    }
    if (args.has('checks'))
      await writeList(io, list, { columns: checkColumns, rows: take(checkRows(found), list.limit), sheet: 'Checks' });
    else {
      const rows = take(found.crawls.map(crawlRow), list.limit);
      const isTable = list.format === 'table' && list.out === undefined;
      if (isTable) await io.stdout.write(trendTable(found.crawls));
      else await writeList(io, list, { columns: [...crawlColumns], rows, sheet: 'Crawls' });
      if (isTable) await io.stdout.write(movedText(found.checks));
    }
    return exit.done;
  },
};

/** A line for each number, a column for each crawl: terminals are wide enough for few numbers only. */
function trendTable(crawls: readonly TrendCrawl[]): string {
  const rows: (readonly string[])[] = [
    ['', ...crawls.map(({ file }) => printable(file))],
    ['Started', ...crawls.map(({ startedAt }) => isoTime(startedAt)?.slice(0, 10) ?? '')],
    ...trendNumbers.map(name => [trendWords[name], ...crawls.map(({ numbers }) => shown(numbers[name]))]),
    ['Words of a page, mean', ...crawls.map(({ words }) => shown(rounded(words)))],
    ['Time of a response in ms, mean', ...crawls.map(({ totalMs }) => shown(rounded(totalMs)))],
    ['Health score', ...crawls.map(({ score }) => shown(rounded(score)))],
    ['Hits of issues and warnings', ...crawls.map(({ hits }) => shown(hits))],
  ];
  const widths = (rows[0] as readonly string[]).map((_, at) => largest(rows.map(row => (row[at] ?? '').length)));
  return `${rows
    .map(row =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

const shown = (value: number | null): string => (value === null ? '–' : String(value));
