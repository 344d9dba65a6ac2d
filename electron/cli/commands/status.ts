import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { statusDocument, statusText } from '../text/status.ts';
import { statusOf, withSession } from '../with-session.ts';

export const status: Command = {
  name: 'status',
  summary: 'print the state of a crawl, its counts by decision and its hosts',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: jsonOption,
  examples: ['crawlscope status site.crawl', 'crawlscope status site.crawl --json'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    return await withSession(io, path, async session => {
      const now = statusOf(session);
      const renderings = session.renderingCounts();
      await io.stdout.write(
        args.has('json') ? jsonDocument({ ...statusDocument(now), renderings }) : statusText(now, [], renderings),
      );
      return exit.done;
    });
  },
};
