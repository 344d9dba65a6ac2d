import { statSync } from 'node:fs';
import { lookFirst } from '#engine/first-look/start.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { openForWriting, requireFile } from '../with-session.ts';

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const shownSkipped = 10;

export const robotsImport: Command = {
  name: 'robots import',
  summary: 'add old versions of robots.txt to a crawl: a file, a folder of dated files, or another crawl',
  takes: 'F.crawl SOURCE',
  positionals: { min: 2, max: 2 },
  options: {
    origin: {
      value: 'O',
      help: 'whose robots.txt it is, such as https://example.com; not needed if the name of SOURCE says it',
    },
    ...jsonOption,
  },
  notes: [
    'In a folder, files are named by day or time (2024-05-01.txt, 20240501123000.txt), in UTC; a .json file describes a failed response',
    '({"status": 503} or {"error": "timed out"}); a success without its text is skipped. A single file without a date in its name gets its modification time.',
    'Imported versions are for comparing and looking back. The crawl never obeys them.',
  ],
  examples: [
    'crawlscope robots import site.crawl history/ --origin https://example.com',
    'crawlscope robots import new.crawl old.crawl',
  ],
  async run(args, io) {
    const [path = '', source = ''] = args.positionals;
    requireFile(path);
    // A folder, a text, or another crawl.
    if (isFile(source)) lookFirst(source);
    const session = await openForWriting(io, path);
    try {
      const done = session.importRobots(source, args.one('origin') ?? '');
      if (args.has('json')) {
        await io.stdout.write(jsonDocument(done));
        return exit.done;
      }
      const known = done.known > 0 ? `, ${done.known} already there` : '';
      await io.stdout.write(
        `${done.added === 1 ? '1 version' : `${done.added} versions`} of ${done.origins.join(', ')}/robots.txt added${known}.\n`,
      );
      if (done.skipped.length > 0) await io.stdout.write(`${done.skipped.length} skipped:\n`);
      for (const { name, why } of done.skipped.slice(0, shownSkipped)) await io.stdout.write(`  ${name}: ${why}\n`);
      if (done.skipped.length > shownSkipped)
        await io.stdout.write(`  and ${done.skipped.length - shownSkipped} more; --json lists them.\n`);
      return exit.done;
    } finally {
      await session.close();
    }
  },
};
