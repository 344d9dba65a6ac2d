import { wholeNumber } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { replayOptions, replayQuery } from '../replay-options.ts';
import { madeNow, reportOptions, writeReport } from '../report-output.ts';
import { profileOf } from '../robots-choice.ts';
import { withSession } from '../with-session.ts';

export const reportRule: Command = {
  name: 'report rule',
  summary:
    'one line of a stored robots.txt as a stand-alone HTML document: which crawlers it applies to, what it does, since when',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: { line: { value: 'N', help: 'the line, from 1' }, ...replayOptions, ...reportOptions },
  notes: ['The line is checked against every stored URL of the origin, fetched or not.'],
  examples: [
    'crawlscope report rule site.crawl --line 12 --out line-12.html',
    'crawlscope report rule site.crawl --origin https://example.com --version 3 --line 4 --profile googlebot --out line-4.html',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const line = wholeNumber(args, 'line', 1, 0x7fffffff) ?? usage('report rule needs --line N, a line of the robots.txt.');
    const named = args.one('profile');
    const query = replayQuery(args);
    return await withSession(io, path, async session => {
      const profile = named === undefined ? '' : profileOf(session, named).id;
      const { origin, version } = session.replay(query);
      const wanted = { kind: 'line', origin, version: version.id, line, profile } as const;
      await writeReport(args, io, await session.report(wanted, madeNow(args)));
      return exit.done;
    });
  },
};
