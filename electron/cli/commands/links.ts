import { cellsOf, linkReadColumns } from '../../export/read-column.ts';
import type { Command } from '../command.ts';
import { exit } from '../exit.ts';
import { listOptions, readListOptions, take, writeList } from '../lists.ts';
import { urlFromWithin } from '../url-argument.ts';
import { withListSession } from '../with-session.ts';

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
    return await withListSession(io, path, async session => {
      const [seed] = session.settings().seeds;
      const from = args.one('from');
      const to = args.one('to');
      const found = session.links({
        ...(from === undefined ? {} : { from: urlFromWithin(from, seed) }),
        ...(to === undefined ? {} : { to: urlFromWithin(to, seed) }),
        ...(list.limit === undefined ? {} : { limit: list.limit }),
      });
      const rows = cellsOf(take(found, list.limit), linkReadColumns);
      await writeList(io, list, { columns: linkReadColumns, rows, sheet: 'Links' });
      return exit.done;
    });
  },
};
