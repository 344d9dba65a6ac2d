import { type ChangeClass, changeClasses, type Difference, differenceOf, rowsOfChange } from '#core/replay/difference.ts';
import type { LostDiscovery } from '#core/replay/discovery.ts';
import { replay, type Verdicts } from '#core/replay/replay.ts';
import type { TargetTable } from '#core/replay/target-table.ts';
import type { Weight } from '#core/replay/weight.ts';
import { finish } from '#core/steps.ts';
import type { RegainedByDraft } from '#shared/model/blocked-cost.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { readRobots } from '../read-robots.ts';
import { regainedBy } from '../regained.ts';
import { replayOptions, replayQuery } from '../replay-options.ts';
import { profileOf } from '../robots-choice.ts';
import { regainedText } from '../text/blocked-cost.ts';
import { causeWords, differenceText, type ReplayHead } from '../text/replay.ts';
import { withSession } from '../with-session.ts';
import { headOf } from './robots-coverage.ts';

const weightDocument = ({ byDepth, ...rest }: Weight): object => ({ ...rest, byDepth: [...byDepth] });

function document(
  head: ReplayHead,
  draft: string,
  table: TargetTable,
  before: Verdicts,
  after: Verdicts,
  difference: Difference,
  lost: LostDiscovery,
  rendered: RegainedByDraft | null,
): object {
  const list = (name: ChangeClass): object[] =>
    [...rowsOfChange(difference, name)].map(row => ({
      url: table.url(row),
      oldLine: before.lines[row] ?? 0,
      newLine: after.lines[row] ?? 0,
      cause: difference.causeOf[row] ?? -1,
    }));
  return {
    ...head,
    draft,
    total: table.size,
    counts: difference.counts,
    weights: Object.fromEntries(changeClasses.map(name => [name, weightDocument(difference.weights[name])])),
    causes: difference.causes.map(({ weight, ...cause }) => ({
      ...cause,
      words: causeWords({ weight, ...cause }),
      weight: weightDocument(weight),
    })),
    sections: difference.sections,
    newlyBlocked: list('newlyBlocked'),
    newlyAllowed: list('newlyAllowed'),
    undecided: list('undecided'),
    otherLine: list('otherLine'),
    lostDiscovery: { ...lost, lost: [...lost.lost].map(row => table.url(row)) },
    rendered,
  };
}

export const robotsWhatif: Command = {
  name: 'robots whatif',
  summary: 'check a draft of robots.txt against a stored crawl: newly blocked, newly allowed, same verdict by another line',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    robots: { value: 'DRAFT', help: 'the draft: a file, a URL, or - for standard input' },
    ...replayOptions,
    ...jsonOption,
  },
  notes: ['Nothing is fetched and nothing is written. The difference does not change the exit code.'],
  examples: [
    'crawlscope robots whatif site.crawl --robots draft.txt',
    'crawlscope robots whatif site.crawl --robots draft.txt --profile googlebot --json',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const draft = args.one('robots');
    if (draft === undefined || draft === '') return usage('robots whatif: --robots DRAFT is needed.');
    const wanted = args.one('profile');
    const query = replayQuery(args);
    const bytes = await readRobots(draft);
    return await withSession(io, path, async session => {
      const asked = wanted === undefined ? null : profileOf(session, wanted);
      const source = session.replay(query);
      const profile = asked?.id ?? source.profile;
      const { table } = finish(source.table());
      const before = finish(replay(table, source.stored(profile)));
      const after = finish(replay(table, source.draft(profile, bytes)));
      const difference = finish(differenceOf(table, before, after));
      const lost = finish(source.lost(before, after));
      const head = headOf(source, profile, before.judge);
      // The renderings are those of the crawl's own crawler.
      const isOwn = profile === source.profile;
      const rendered = isOwn ? await regainedBy(io, path, head.origin, after.judge) : null;
      await io.stdout.write(
        args.has('json')
          ? jsonDocument(document(head, draft, table, before, after, difference, lost, rendered))
          : differenceText(head, draft, difference, lost.lost.length) + (rendered ? regainedText(rendered) : ''),
      );
      return exit.done;
    });
  },
};
