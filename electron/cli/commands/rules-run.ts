import type { Rule, RuleRunProgress, RuleTest } from '#shared/model/rules.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Cell } from '../../export/cell.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { columnsOf, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { readRuleFile, withRules } from '../rule-files.ts';
import { withSession } from '../with-session.ts';

const progressEveryMs = 300;

const progressText = ({ done, total, etaMs }: RuleRunProgress): string =>
  `${done} of ${total} pages${etaMs === null ? '' : `, about ${Math.ceil(etaMs / 1_000)} s left`}`;

export const rulesRun: Command = {
  name: 'rules run',
  summary: 'run searches and extractions on stored pages that they have not seen; sends no request',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: jsonOption,
  notes: [
    'Ctrl+C stops the run. Results so far stay, and the next run continues. A rule has 2 s a page; a page that takes longer is counted as too slow.',
  ],
  examples: [
    'crawlscope rules run site.crawl',
    'crawlscope urls site.crawl --columns url,extract.price --where "-extract.price:none"',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    return await withRules(io, path, async session => {
      const { rules } = await session.rules.view();
      if (rules.length === 0) return usage(`${path} has no rules. Add some: crawlscope rules import ${path} FILE.json`);
      const waiting = rules.filter(({ isAllowed }) => !isAllowed).map(({ rule }) => rule.name);
      if (waiting.length > 0)
        await io.stderr.write(
          `Not run, because they came with the file: ${waiting.join(', ')}. See: crawlscope rules allow ${path}\n`,
        );
      const release = io.onInterrupt(() => void session.rules.cancel());
      const timer = io.stderr.isTerminal
        ? setInterval(() => void io.stderr.write(`\r\u001b[K${progressText(session.rules.progress())}`), progressEveryMs)
        : null;
      try {
        const end = await session.rules.run();
        if (timer) await io.stderr.write('\r\u001b[K');
        if (end.state === 'failed') throw new RpcError('unavailable', `the run ended early: ${end.problem}`);
        if (args.has('json'))
          await io.stdout.write(jsonDocument({ state: end.state, pages: end.done, counts: await session.rules.counts() }));
        else await io.stdout.write(`Looked through ${end.done} pages. What was found: crawlscope rules list ${path}\n`);
        return end.state === 'cancelled' ? exit.unfinished : exit.done;
      } finally {
        if (timer) clearInterval(timer);
        release();
      }
    });
  },
};

function* found(tests: readonly { readonly rule: Rule; readonly test: RuleTest }[]): Generator<readonly Cell[]> {
  for (const { rule, test } of tests) {
    const { outcome, note, problems } = test;
    const why = Object.values(problems)[0] ?? note;
    if (outcome === null || outcome.state !== 'done')
      yield [rule.name, null, null, null, why || outcome?.problem || (outcome?.state ?? '')];
    else if (outcome.values.length === 0) yield [rule.name, null, null, null, 'nothing found'];
    else for (const { value, bytes } of outcome.values) yield [rule.name, value, bytes?.[0] ?? null, bytes?.[1] ?? null, ''];
  }
}

export const rulesTest: Command = {
  name: 'rules test',
  summary: 'what rules find on one stored page; stores nothing',
  takes: 'F.crawl URL',
  positionals: { min: 2, max: 2 },
  options: { rules: { value: 'FILE.json', help: 'try the rules of this file instead of those of the crawl' }, ...listOptions },
  examples: ['crawlscope rules test site.crawl https://example.com/shoes --rules shop-rules.json'],
  async run(args, io) {
    const [path = '', url = ''] = args.positionals;
    const list = readListOptions(args, io, path);
    const file = args.one('rules');
    const given = file === undefined ? null : await readRuleFile(file);
    return await withSession(io, path, async session => {
      const { rules: stored } = await session.rules.view();
      if (given === null && stored.length === 0)
        return usage(`${path} has no rules. Try those of a file with --rules FILE.json.`);
      const rules = given ?? stored.flatMap(({ rule, isAllowed }) => (isAllowed ? [rule] : []));
      const tests: { rule: Rule; test: RuleTest }[] = [];
      for (const rule of rules) tests.push({ rule, test: await session.rules.test(rule, url) });
      const columns = columnsOf(['rule', 'value', 'start', 'end', 'note'], 'any');
      await writeList(io, list, { columns, rows: take(found(tests), list.limit), sheet: 'Rules' });
      return exit.done;
    });
  },
};
