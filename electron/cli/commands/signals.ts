import { signalWords } from '#shared/explain/signal-words.ts';
import type { SignalCell, SignalChoice, SignalConflict, SignalTableView } from '#shared/model/signals.ts';
import type { Cell } from '../../export/cell.ts';
import type { Command } from '../command.ts';
import { exit } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { columnsOf, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { requireProfile } from '../robots-choice.ts';
import { cellSyntax, conditionsOf, readConditions } from '../signal-conditions.ts';
import { requireFile } from '../with-session.ts';

type SignalsFile = import('#engine/signals/signals-file.ts').SignalsFile;

const rowsAtOnce = 500;
const progressMs = 200;

/** Counts the table, with progress on a terminal. Null: Ctrl+C ended it. */
async function count(io: Io, { signals }: SignalsFile, profiles: readonly string[]): Promise<number | null> {
  const list = signals.open(profiles);
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
    signals.cancel(list);
  });
  const timer = io.stderr.isTerminal
    ? setInterval(() => {
        const { done, total, etaMs } = signals.read(list).progress;
        const left = etaMs === null ? '' : `, about ${Math.ceil(etaMs / 1_000)} s left`;
        void io.stderr.write(`\r${done} of ${total} pages${left}\u001b[K`);
      }, progressMs)
    : null;
  try {
    await signals.finished(list);
    return list;
  } catch (error) {
    if (isCancelled) return null;
    throw error;
  } finally {
    if (timer) clearInterval(timer);
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
    unhook();
  }
}

function* urlsOf({ signals }: SignalsFile, list: number, choice: SignalChoice): Generator<readonly Cell[]> {
  for (let from = 0; ; from += rowsAtOnce) {
    const { rows, total } = signals.urls(list, null, { choice, from, limit: rowsAtOnce });
    for (const { url } of rows) yield [url];
    if (from + rowsAtOnce >= total) return;
  }
}

const conflictColumns = ['id', 'rank', 'name', 'urls', 'cells', 'why', 'fix', 'source'] as const;
const conflictRow = (conflict: SignalConflict): readonly Cell[] => conflictColumns.map(name => conflict[name]);

const cellColumns = (crawlers: SignalTableView['crawlers']): readonly string[] => [
  'urls',
  ...crawlers.map(({ id }) => (crawlers.length === 1 ? 'result' : `${id}_result`)),
  ...['conflicts', 'cell', 'example'],
];
const cellRow = (cell: SignalCell): readonly Cell[] => [
  cell.urls,
  ...cell.crawlers.map(({ result }) => result),
  ...[cell.conflicts.join(' '), conditionsOf(cell), cell.example],
];
function* rowsOf<T>(records: Iterable<T>, row: (record: T) => readonly Cell[]): Generator<readonly Cell[]> {
  for (const record of records) yield row(record);
}

export const signals: Command = {
  name: 'signals',
  summary: 'robots.txt, response, meta, header, canonical, sitemap and hreflang of internal pages, as combinations with counts',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    profile: { value: 'P', help: 'as this crawler sees them; repeatable (default: the crawl’s own)', repeatable: true },
    cell: { value: cellSyntax, help: 'list the URLs that meet these conditions, as in robots=blocked,sitemap=yes' },
    conflicts: { value: '', help: 'list the conflicts between signals, worst first, instead of the combinations' },
    ...listOptions,
  },
  notes: [
    ...signalWords(),
    'A condition may allow several values: meta=noindex|noindex-nofollow. conflict=ID chooses the URLs of a conflict. With several',
    'profiles, robots, meta, header and canonical are those of the first one; bingbot.robots=blocked asks about another one.',
    'Result: what the documentation of the engine says it does with such a URL. --json has the sentence and its source.',
  ],
  examples: [
    'crawlscope signals site.crawl',
    'crawlscope signals site.crawl --conflicts --profile googlebot',
    'crawlscope signals site.crawl --cell robots=blocked,sitemap=yes',
    'crawlscope signals site.crawl --profile googlebot --profile bingbot --json',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    requireFile(path);
    const choice = readListOptions(args, io, path);
    const { openSignals } = await import('#engine/signals/signals-file.ts');
    const file = openSignals(path);
    try {
      const profiles = args.all('profile').map(id => requireProfile(id, file.profiles).id);
      const wanted = readConditions(args.one('cell') ?? '', [...new Set(profiles)]);
      const list = await count(io, file, profiles);
      if (list === null) return exit.unfinished;
      const view = file.signals.read(list, wanted);
      const { crawlers, conflicts } = view;
      if (args.has('conflicts')) {
        const rows = take(rowsOf(conflicts, conflictRow), choice.limit);
        await writeList(io, choice, { columns: columnsOf(conflictColumns, 'any'), rows, sheet: 'Conflicts' });
        return exit.done;
      }
      if (args.has('cell')) {
        const rows = take(urlsOf(file, list, wanted), choice.limit);
        await writeList(io, choice, { columns: columnsOf(['url'], 'text'), rows, sheet: 'URLs' });
        return exit.done;
      }
      const cells = take(file.signals.cells(list), choice.limit);
      if (choice.format === 'json' && choice.out === undefined) {
        const { population } = view;
        const all = [...cells].map(cell => ({ ...cell, cell: conditionsOf(cell) }));
        await io.stdout.write(jsonDocument({ crawlers, population, conflicts, cells: all }));
        return exit.done;
      }
      if (choice.format === 'table' && choice.out === undefined) await io.stdout.write(summary(view));
      const columns = columnsOf(cellColumns(crawlers), 'any');
      await writeList(io, choice, { columns, rows: rowsOf(cells, cellRow), sheet: 'Signals' });
      return exit.done;
    } finally {
      file.close();
    }
  },
};

function summary({ population, cellCount, crawlers, conflicts }: SignalTableView): string {
  const names = crawlers.map(({ name }) => name).join(', ');
  const pages = population === 1 ? '1 internal page' : `${population} internal pages`;
  const worst = conflicts.map(({ name, urls }) => `  ${urls}  ${name}\n`).join('');
  const found = conflicts.length === 0 ? 'No signals contradict each other.\n' : `Conflicts, worst first:\n${worst}`;
  return `${pages} in ${cellCount === 1 ? '1 combination' : `${cellCount} combinations`} of signals, as ${names} ${crawlers.length === 1 ? 'sees' : 'see'} them.\n${found}\n`;
}
