import { didYouMean } from '#core/query/near.ts';
import type { Rule, RuleCounts, RuleRow } from '#shared/model/rules.ts';
import type { Cell } from '../../export/cell.ts';
import { refuseCrawlFile } from '../../export/whole-file.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { columnsOf, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { outputOptions } from '../output-file.ts';
import { joined, readRuleFile, refuseRuleProblems, withRules } from '../rule-files.ts';
import { withSession } from '../with-session.ts';
import { writeOut } from '../write-out.ts';

const counted = ['pages', 'found', 'too_slow', 'failed', 'body_not_stored', 'waiting'] as const;

/** What a rule is, on one line. */
export function definitionOf(rule: Rule): string {
  if (rule.kind === 'search') return `${rule.hit === 'absent' ? 'not ' : ''}${rule.syntax} in ${rule.where}: ${rule.find}`;
  return `${rule.by}: ${rule.expression}`;
}

function* listed(rows: readonly RuleRow[], counts: Readonly<Record<number, RuleCounts>>): Generator<readonly Cell[]> {
  for (const { id, rule, problem, isAllowed } of rows) {
    const { checked = null, found = null, tooSlow = null, failed = null, noBody = null, waiting = null } = counts[id] ?? {};
    const note = problem || (isAllowed ? '' : 'not allowed yet: it came with the file');
    yield [rule.kind, rule.name, definitionOf(rule), checked, found, tooSlow, failed, noBody, waiting, note];
  }
}

export const rulesList: Command = {
  name: 'rules list',
  summary: 'the custom rules of a crawl: searches, extractions, own checks and segments, with what they found',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: listOptions,
  notes: [
    'pages: looked at · found: with a hit or a value · body_not_stored: cannot be checked · waiting: not checked yet, see rules run',
  ],
  examples: ['crawlscope rules list site.crawl', 'crawlscope rules list site.crawl --json'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const list = readListOptions(args, io, path);
    return await withSession(io, path, async session => {
      const { rules } = await session.rules.view();
      const rows = take(listed(rules, await session.rules.counts()), list.limit);
      await writeList(io, list, {
        columns: columnsOf(['kind', 'name', 'definition', ...counted, 'note'], 'any'),
        rows,
        sheet: 'Rules',
      });
      return exit.done;
    });
  },
};

export const rulesImport: Command = {
  name: 'rules import',
  summary: 'add custom rules to a crawl; a rule with the same name is replaced',
  takes: 'F.crawl FILE.json',
  positionals: { min: 2, max: 2 },
  options: { replace: { value: '', help: 'remove all other rules of the crawl' } },
  notes: [
    'FILE.json is what rules export writes (docs/rules.md); - is standard input. Nothing is stored if one rule cannot be used.',
  ],
  examples: ['crawlscope rules import site.crawl shop-rules.json', 'crawlscope rules run site.crawl'],
  async run(args, io) {
    const [path = '', file = ''] = args.positionals;
    const added = await readRuleFile(file);
    return await withRules(io, path, async session => {
      const known = session.rules.known();
      const rules = args.has('replace') ? added : joined(known, added);
      refuseRuleProblems(rules, await session.rules.store(rules, added));
      const waits = rules.some(({ kind }) => kind === 'search' || kind === 'extraction');
      await io.stdout.write(`${path} has ${rules.length === 1 ? '1 rule' : `${rules.length} rules`}.\n`);
      if (waits) await io.stderr.write(`To look at the stored pages: crawlscope rules run ${path}\n`);
      return exit.done;
    });
  },
};

export const rulesExport: Command = {
  name: 'rules export',
  summary: 'write the custom rules of a crawl as one JSON file, for another crawl',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: { ...outputOptions, out: { value: 'FILE.json', help: 'write to FILE.json instead of standard output' } },
  examples: ['crawlscope rules export site.crawl --out shop-rules.json', 'crawlscope crawl example.com --rules shop-rules.json'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const out = args.one('out');
    if (out !== undefined) refuseCrawlFile(out);
    const { ruleFileText } = await import('#engine/rules/rule-desk.ts');
    const text = await withSession(io, path, async session => ruleFileText(session.rules.known()));
    await writeOut(io, out, [text]);
    return exit.done;
  },
};

export const rulesRemove: Command = {
  name: 'rules remove',
  summary: 'remove custom rules from a crawl, with what they found',
  takes: 'F.crawl NAME…',
  positionals: { min: 2, max: 200 },
  options: {},
  examples: ['crawlscope rules remove site.crawl price gtm'],
  async run(args, io) {
    const [path = '', ...names] = args.positionals;
    return await withRules(io, path, async session => {
      const known = session.rules.known();
      const all = known.map(({ name }) => name);
      const stranger = names.find(name => !all.includes(name));
      if (stranger !== undefined) return usage(`there is no rule “${stranger}”.${didYouMean(stranger, all)}`);
      const kept = known.filter(({ name }) => !names.includes(name));
      refuseRuleProblems(kept, await session.rules.store(kept));
      await io.stdout.write(`Removed ${names.join(', ')}.\n`);
      return exit.done;
    });
  },
};

export const rulesAllow: Command = {
  name: 'rules allow',
  summary: 'allow the custom rules that came with a file of another installation',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {},
  notes: ['Look at them first: crawlscope rules list F.crawl. Until then, none of their patterns and statements runs.'],
  examples: ['crawlscope rules allow from-a-colleague.crawl'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    return await withRules(io, path, async session => {
      const waiting = (await session.rules.view()).rules.filter(({ isAllowed }) => !isAllowed);
      session.rules.allow();
      await io.stdout.write(
        waiting.length === 0
          ? 'Every rule of this file was allowed already.\n'
          : `Allowed ${waiting.map(({ rule }) => rule.name).join(', ')}.\n`,
      );
      return exit.done;
    });
  },
};
