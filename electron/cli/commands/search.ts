import type { Session } from '#engine/session/session.ts';
import { append } from '#shared/lists.ts';
import type { ExportColumn } from '#shared/model/export.ts';
import { type SearchHit, type SearchPlace, type SearchState, searchLimits, searchPlaces } from '#shared/model/text-search.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Cell } from '../../export/cell.ts';
import { choice } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { listOptions, readListOptions, writeList } from '../lists.ts';
import { withSession } from '../with-session.ts';

const pollMs = 50;
const hitsOfCall = 500;

const progressText = ({ searched, total, pages }: SearchState): string =>
  `${searched}${total === null ? '' : ` of ${total}`} pages searched, found on ${pages}`;

/** What was searched, with its whole. */
function summary(state: SearchState): string {
  const { searched, total, notSearchable, pages, matches, hasMore } = state;
  const found = `${matches} ${matches === 1 ? 'match' : 'matches'} on ${pages} ${pages === 1 ? 'page' : 'pages'}, as of ${searched}${total === null ? '' : ` of ${total}`} stored pages searched`;
  const missing =
    notSearchable === 0 ? '' : `; ${notSearchable} ${notSearchable === 1 ? 'page has' : 'pages have'} no stored body to search`;
  return `${found}${missing}.${hasMore ? ' The search ended at --limit.' : ''}\n`;
}

const columns: readonly ExportColumn[] = [
  { name: 'url', type: 'text' },
  { name: 'matches', type: 'integer' },
  { name: 'line', type: 'integer' },
  { name: 'snippet', type: 'text' },
  { name: 'match', type: 'text' },
  { name: 'start', type: 'integer' },
  { name: 'end', type: 'integer' },
  { name: 'title', type: 'text' },
];

/** A row for each snippet. */
function* rowsOf(hits: readonly SearchHit[]): Generator<readonly Cell[]> {
  for (const { url, title, count, snippets } of hits)
    for (const { before, match, after, line, bytes } of snippets)
      yield [
        url,
        count,
        line === 0 ? null : line,
        `${before}${match}${after}`.trim(),
        match,
        bytes?.[0] ?? null,
        bytes?.[1] ?? null,
        title,
      ];
}

/** Waits for the end of the search, with progress on a terminal. Ctrl+C ends it. */
async function ended(session: Session, io: Io): Promise<SearchState> {
  const release = io.onInterrupt(() => void session.handlers['search.stop']({}));
  try {
    for (;;) {
      const state = await session.handlers['search.state']({});
      if (state.state !== 'running') return state;
      if (io.stderr.isTerminal) await io.stderr.write(`\r\u001b[K${progressText(state)}`);
      await new Promise(resolve => setTimeout(resolve, pollMs));
    }
  } finally {
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
    release();
  }
}

async function allHits(session: Session, { id, pages }: SearchState): Promise<readonly SearchHit[]> {
  const hits: SearchHit[] = [];
  for (let from = 0; from < pages; from += hitsOfCall)
    append(hits, await session.handlers['search.hits']({ id, from, limit: hitsOfCall }));
  return hits;
}

export const search: Command = {
  name: 'search',
  summary: 'find a text in the stored pages of a crawl: in what readers see, in the source or in titles',
  takes: 'F.crawl TEXT',
  positionals: { min: 2, max: 2 },
  options: {
    in: {
      value: searchPlaces.join('|'),
      help: 'text: what a reader sees of the page (default); source: the body as received; title',
    },
    regex: { value: '', help: 'TEXT is a pattern in RE2 syntax' },
    'match-case': { value: '', help: 'upper and lower case differ' },
    ...listOptions,
    limit: { value: 'N', help: `end when N pages have a match (default: ${searchLimits.usualPages})` },
  },
  notes: [
    `Looks at stored HTML pages with status 2xx and JSON responses; sends no request. A row for each of the first ${searchLimits.snippets} matches of a page: its line,`,
    'and the bytes of the stored body with --in source. Ctrl+C ends the search and prints what it found. Exit code 3: not all pages were searched.',
  ],
  examples: [
    'crawlscope search site.crawl "free shipping"',
    'crawlscope search site.crawl --in source --regex "gtm-[a-z0-9]{6,}" --format csv --out tags.csv',
  ],
  async run(args, io) {
    const [path = '', text = ''] = args.positionals;
    const place = choice<SearchPlace>(args, 'in', searchPlaces) ?? 'text';
    const list = readListOptions(args, io, path);
    if (text === '') return usage('TEXT is empty. Say what to search for.');
    if (text.length > searchLimits.text) return usage(`TEXT is longer than ${searchLimits.text} characters. Shorten it.`);
    if (list.limit !== undefined && (list.limit < 1 || list.limit > searchLimits.pages))
      return usage(`--limit must be between 1 and ${searchLimits.pages}.`);
    return await withSession(io, path, async session => {
      try {
        await session.handlers['search.start']({
          text,
          place,
          isPattern: args.has('regex'),
          matchCase: args.has('match-case'),
          limit: list.limit ?? searchLimits.usualPages,
        });
      } catch (error) {
        if (error instanceof RpcError && error.code === 'bad_request') return usage(`TEXT: ${error.message}`);
        throw error;
      }
      const state = await ended(session, io);
      if (state.state === 'failed') throw new RpcError('unavailable', `the search ended early: ${state.problem}`);
      await writeList(io, list, { columns, rows: rowsOf(await allHits(session, state)), sheet: 'Matches' });
      await io.stderr.write(summary(state));
      return state.state === 'stopped' ? exit.unfinished : exit.done;
    });
  },
};
