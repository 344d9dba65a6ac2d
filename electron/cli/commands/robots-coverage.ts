import { coverageOf } from '#core/replay/coverage.ts';
import type { Judge } from '#core/replay/judge.ts';
import { replay } from '#core/replay/replay.ts';
import { finish } from '#core/steps.ts';
import type { ReplaySource } from '#engine/replay/replay-source.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { replayOptions, replayQuery } from '../replay-options.ts';
import { profileOf } from '../robots-choice.ts';
import { coverageText, type ReplayHead } from '../text/replay.ts';
import { withSession } from '../with-session.ts';

/** Whose reading of which file is replayed. */
export const headOf = ({ origin, number }: ReplaySource, profile: string, { dialect, speaker, access }: Judge): ReplayHead => ({
  origin,
  version: number,
  profile,
  dialect: dialect.id,
  agent: speaker.agent,
  answer: access.why,
});

/** A line of a file as key and value, '' where there is none. */
export const lineText =
  ({ file }: Judge) =>
  (line: number): string => {
    const found = file?.line(line);
    return found === undefined ? '' : `${found.key}: ${found.value}`.trimEnd();
  };

export const robotsCoverage: Command = {
  name: 'robots coverage',
  summary: 'what each line of the stored robots.txt does to the stored URLs: decides, matches but loses, matches nothing',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: { ...replayOptions, ...jsonOption },
  notes: ['Checks every stored URL of the origin, fetched or not. Lines that apply only to other crawlers are not listed.'],
  examples: ['crawlscope robots coverage site.crawl', 'crawlscope robots coverage site.crawl --profile googlebot --json'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const wanted = args.one('profile');
    const query = replayQuery(args);
    return await withSession(io, path, async session => {
      const asked = wanted === undefined ? null : profileOf(session, wanted);
      const source = session.replay(query);
      const profile = asked?.id ?? source.profile;
      const judge = source.stored(profile);
      const { table } = finish(source.table());
      const coverage = finish(coverageOf(table, finish(replay(table, judge))));
      const head = headOf(source, profile, judge);
      const textOf = lineText(judge);
      const lines = coverage.lines.map(each => ({ ...each, rule: textOf(each.line) }));
      await io.stdout.write(
        args.has('json') ? jsonDocument({ ...head, ...coverage, lines }) : coverageText(head, coverage, textOf),
      );
      return exit.done;
    });
  },
};
