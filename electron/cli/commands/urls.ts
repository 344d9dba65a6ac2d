import { existsSync } from 'node:fs';
import { didYouMean } from '#core/query/near.ts';
import { needsScores } from '#core/query/needs-scores.ts';
import { operatorsOf } from '#core/query/operators.ts';
import { parseQuery } from '#core/query/query.ts';
import { listedColumns } from '#shared/model/link-score-column.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { usualNumbers } from '#shared/model/url-groups.ts';
import { suggestedOperators } from '#shared/model/url-operators.ts';
import { cellsOf, urlReadColumn } from '../../export/read-column.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { groupList, numberNames } from '../group-list.ts';
import type { Io } from '../io.ts';
import { listOptions, readListOptions, take, writeList } from '../lists.ts';
import { Interrupted, runSteps } from '../run-steps.ts';
import { withListSession } from '../with-session.ts';

const isDefault = ({ shown }: UrlColumn): boolean => shown === 'everywhere' || shown === 'list';

/** 'url, status' → columns; refuses unknown names with the list of known ones. */
export function chooseColumns(text: string | undefined, columns: readonly UrlColumn[]): readonly UrlColumn[] {
  if (text === undefined) return columns.filter(isDefault);
  const names = columns.map(({ name }) => name);
  const wanted = text.split(',').map(name => name.trim());
  const twice = wanted.find((name, i) => wanted.indexOf(name) !== i);
  if (twice !== undefined) return usage(`the column “${twice}” is listed twice.`);
  return wanted.map(
    name =>
      columns.find(column => column.name === name) ??
      usage(`there is no column “${name}”.${didYouMean(name, names)} Columns: ${names.join(', ')}.`),
  );
}

/** 'score:desc' → column and direction; undefined without an order. Refuses unknown columns. */
function orderOf(text: string | undefined, columns: readonly UrlColumn[]) {
  if (text === undefined) return undefined;
  const [, name = '', direction = 'asc'] = /^(.*?)(?::(asc|desc))?$/.exec(text) ?? [];
  const names = columns.map(column => column.name);
  const column = columns.find(each => each.name === name);
  if (column) return { sort: column.key, descending: direction === 'desc' };
  return usage(`--sort: there is no column “${name}”.${didYouMean(name, names)} Write it like --sort inlinks:desc.`);
}

/** Null after Ctrl+C. */
async function scoresOf(io: Io, path: string): Promise<Int16Array | null> {
  const { partsOfWork } = await import('#core/graph/crawl-links.ts');
  const { readScores } = await import('#engine/graph/read-scores.ts');
  try {
    return await runSteps(io, readScores(path), done => `${path}: reading links, ${Math.floor((100 * done) / partsOfWork)} %`);
  } catch (error) {
    if (error instanceof Interrupted) return null;
    throw error;
  }
}

/** Words in lines of about 100 characters, the first one after `start`. */
function wrapped(start: string, words: readonly string[], separator: string): string[] {
  const lines = [start];
  for (const [index, word] of words.entries()) {
    const piece = index < words.length - 1 ? `${word}${separator}` : word;
    const line = lines.at(-1) ?? '';
    if (line.length + piece.length > 104) lines.push(`  ${piece}`);
    else lines[lines.length - 1] = `${line} ${piece}`;
  }
  return lines;
}

/** `crawlscope urls` with these columns. */
export const urlsCommand = (columns: readonly UrlColumn[]): Command => ({
  name: 'urls',
  summary: 'list the URLs of a crawl, fetched or not, with the decision on each',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    where: { value: 'EXPR', help: 'only URLs that match this filter (same syntax as in the window)' },
    columns: { value: 'a,b', help: `columns in this order (default: the first ${columns.filter(isDefault).length})` },
    'group-by': {
      value: 'COLUMN',
      help: 'count the URLs by the values of a column, host or folder, with sums and means of numbers',
    },
    numbers: {
      value: 'a,b',
      help: `columns of numbers to add up with --group-by (default: ${numberNames(usualNumbers).join(', ')})`,
    },
    sort: { value: 'COLUMN[:desc]', help: 'in the order of this column (default: as discovered)' },
    ...listOptions,
  },
  notes: [
    ...wrapped(
      'Columns:',
      columns.map(({ name }) => name),
      ',',
    ),
    ...wrapped(
      'EXPR:',
      suggestedOperators(columns).map(({ name }) => `${name}:`),
      '',
    ),
    '  also plain words, -negated, "quoted", 404,410  4xx  2..4  >=400  none',
    '  a b: both match; a OR b: one of them; -(a b): not both; a space binds more than OR; see docs/filters.md',
  ],
  examples: [
    'crawlscope urls site.crawl --where "status:404 inlinks:>0"',
    'crawlscope urls site.crawl --where "(title:none OR h1:none) indexable:yes"',
    'crawlscope urls site.crawl --where "robots:blocked -in:sitemap" --columns url,reason,inlinks --format csv',
    'crawlscope urls site.crawl --group-by folder --where indexable:yes --numbers bytes,words',
    'crawlscope urls site.crawl --where "score:>50" --columns url,score,inlinks --sort score:desc',
    'crawlscope urls site.crawl --out urls.xlsx',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const filter = args.one('where') ?? '';
    const by = args.one('group-by');
    if (by !== undefined && args.has('columns'))
      usage('--columns and --group-by exclude each other; --numbers chooses what is added up.');
    if (by === undefined && args.has('numbers')) usage('--numbers needs --group-by COLUMN.');
    if (by !== undefined && args.has('sort')) usage('--sort and --group-by exclude each other; groups are sorted by their URLs.');
    const list = readListOptions(args, io, path);
    const requireKnown = (known: readonly UrlColumn[]): readonly UrlColumn[] => {
      const { problem } = parseQuery(filter, operatorsOf(known));
      const chosen = chooseColumns(args.one('columns'), known);
      return problem === '' ? chosen : usage(`--where: ${problem}`);
    };
    // Custom rules of the file add columns. Without the file, a wrong name is still what is wrong first.
    if (!existsSync(path)) {
      requireKnown(columns);
      orderOf(args.one('sort'), columns);
    }
    return await withListSession(io, path, async session => {
      const known = [...columns, ...session.columns().filter(({ key }) => !columns.some(each => each.key === key))];
      if (by !== undefined) {
        const { problem } = parseQuery(filter, operatorsOf(known));
        if (problem !== '') usage(`--where: ${problem}`);
        await writeList(
          io,
          list,
          await groupList(session, known, { filter, by, numbers: args.one('numbers'), limit: list.limit }),
        );
        return exit.done;
      }
      const chosen = requireKnown(known);
      const named = chosen.map(urlReadColumn);
      const order = orderOf(args.one('sort'), known);
      const { terms } = parseQuery(filter, operatorsOf(known));
      if (needsScores(terms, order?.sort ?? '', ...chosen.map(({ key }) => key))) {
        const scores = await scoresOf(io, path);
        if (scores === null) return exit.unfinished;
        session.scored(scores);
      }
      const found = session.urls({ filter, limit: list.limit, ...order });
      await writeList(io, list, { columns: named, rows: cellsOf(take(found, list.limit), named), sheet: 'URLs' });
      return exit.done;
    });
  },
});

export const urls = urlsCommand(listedColumns);
