import type { LinkRow } from '#shared/model/explanation.ts';
import type { Cell } from '../../export/cell.ts';
import type { Command } from '../command.ts';
import { exit } from '../exit.ts';
import { cells, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { urlFromWithin } from '../url-argument.ts';
import { withSession } from '../with-session.ts';

const columns = {
  from: row => row.from,
  to: row => row.to,
  kind: row => row.kind,
  rel: row => row.rel,
  text: row => row.text,
  status: row => row.status,
  reason: row => row.reason,
  seq: row => row.seq,
  start: row => row.start,
  end: row => row.end,
} as const satisfies Record<string, (row: LinkRow) => Cell>;

export const links: Command = {
  name: 'links',
  summary: 'list the links of a crawl, with the state of their targets',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    from: { value: 'URL', help: 'only links on this page' },
    to: { value: 'URL', help: 'only links to this URL' },
    ...listOptions,
  },
  notes: [
    'Columns: from, to, kind, rel, text, status and reason of the target, seq (position on the page), start and end (bytes).',
  ],
  examples: [
    'crawlscope links site.crawl --to https://example.com/old',
    'crawlscope links site.crawl --format csv --out links.csv',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const list = readListOptions(args, io, path);
    return await withSession(io, path, async session => {
      const [seed] = session.status().seeds;
      const from = args.one('from');
      const to = args.one('to');
      const found = session.links({
        ...(from === undefined ? {} : { from: urlFromWithin(from, seed) }),
        ...(to === undefined ? {} : { to: urlFromWithin(to, seed) }),
        ...(list.limit === undefined ? {} : { limit: list.limit }),
      });
      await writeList(io, list, Object.keys(columns), cells(take(found, list.limit), Object.values(columns)), 'Links');
      return exit.done;
    });
  },
};
