import { basename } from 'node:path';
import { finish } from '#core/steps.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { comparisonText } from '../text/comparison.ts';
import { requireFile, withSession } from '../with-session.ts';

export const compare: Command = {
  name: 'compare',
  summary: 'compare two crawls: which verdicts and statuses changed, grouped by cause',
  takes: 'A.crawl B.crawl',
  positionals: { min: 2, max: 2 },
  options: { ...jsonOption },
  notes: [
    'Compares every URL in both crawls: may it be fetched, may it be listed, were its links followed, the class of its status. Changes are',
    'counted under the robots.txt line, header, meta tag, canonical, redirect, status, setting or limit that changed; redirects and',
    'canonicals that only point elsewhere are counted under their old and new target.',
    'Differences do not change the exit code.',
  ],
  examples: ['crawlscope compare may.crawl june.crawl', 'crawlscope compare may.crawl june.crawl --json'],
  async run(args, io) {
    const [first = '', second = ''] = args.positionals;
    requireFile(second);
    return await withSession(io, first, async session => {
      const comparison = finish(session.compareWith(second));
      await io.stdout.write(
        args.has('json')
          ? jsonDocument({ files: [first, second], ...comparison })
          : comparisonText(basename(first), basename(second), comparison),
      );
      return exit.done;
    });
  },
};
