import { allChecks, checkById } from '#core/audit/checks.ts';
import { ignoreRuleProblem, judgeRules } from '#core/audit/ignore.ts';
import { didYouMean } from '#core/query/near.ts';
import { writtenIgnoreRules } from '#engine/audit/ignore-rules-file.ts';
import type { Session } from '#engine/session/session.ts';
import type { IgnoredUrls, IgnoreRule, JudgedIgnoreRule } from '#shared/model/audit-settings.ts';
import type { Cell } from '../../export/cell.ts';
import { isoTime } from '../../export/instant.ts';
import { toTable } from '../../export/table.ts';
import { refuseCrawlFile } from '../../export/whole-file.ts';
import { type Arguments, choice } from '../arguments.ts';
import { rulesFrom } from '../audit-settings.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { outputOptions } from '../output-file.ts';
import { openForWriting, withSession } from '../with-session.ts';
import { writeOut } from '../write-out.ts';

/** Opens a crawl file for writing, and closes it whatever happens. */
async function withWriting<T>(io: Io, path: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openForWriting(io, path);
  try {
    if (session.isReadOnly()) return usage(`${path} cannot be written, so ignore rules cannot be stored in it.`);
    return await work(session);
  } finally {
    await session.close();
  }
}

function whereOf(args: Arguments): IgnoredUrls {
  const prefix = args.one('prefix');
  const pattern = args.one('pattern');
  const kinds = [args.has('url'), args.has('prefix'), args.has('pattern')].filter(Boolean).length;
  if (kinds > 1) return usage('--url, --prefix and --pattern exclude each other. Add one rule for each.');
  if (args.has('url')) return { kind: 'urls', urls: [...new Set(args.all('url'))] };
  if (prefix !== undefined) return { kind: 'prefix', prefix };
  return pattern === undefined ? { kind: 'all' } : { kind: 'pattern', pattern };
}

function ruleOf(args: Arguments): Omit<IgnoreRule, 'addedAt'> {
  const check = args.one('check') ?? '';
  if (check !== '' && !checkById(check) && !check.startsWith('own.'))
    return usage(
      `there is no check “${check}”.${didYouMean(
        check,
        allChecks.map(({ id }) => id),
      )}`,
    );
  const rule = {
    check,
    where: whereOf(args),
    note: args.one('note') ?? '',
    until: args.one('until') ?? '',
    addedBy: args.one('by') ?? '',
  };
  const problem = ignoreRuleProblem(rule);
  return problem === '' ? rule : usage(problem);
}

const added = (ids: readonly number[]): string =>
  ids.length === 1 ? `Added ignore rule ${ids[0]}.\n` : `Added ${ids.length} ignore rules.\n`;

export const issuesIgnoreAdd: Command = {
  name: 'issues ignore add',
  summary: 'ignore a check, URLs, or a check on URLs; the rule is stored in the crawl file',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    check: { value: 'ID', help: 'this check; without it, every check' },
    url: { value: 'URL', help: 'on exactly this URL; repeatable', repeatable: true },
    prefix: { value: 'TEXT', help: 'on URLs that start with TEXT' },
    pattern: { value: 'RE2', help: 'on URLs in which this pattern matches (RE2 syntax, as in crawl --include)' },
    note: { value: 'WHY', help: 'why; printed with each ignored hit' },
    until: { value: 'YYYY-MM-DD', help: 'last day on which the rule applies; without it, the rule has no end' },
    by: { value: 'NAME', help: 'who decided it' },
  },
  notes: ['Ignored hits stay hits. They are counted as “ignored” too; the health score and --fail-on leave them out.'],
  examples: [
    'crawlscope issues ignore add site.crawl --check title.over_chars --note "brand names are long"',
    'crawlscope issues ignore add site.crawl --check img.alt_missing_attr --prefix https://example.com/archive/ --until 2027-01-31',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const rule = ruleOf(args);
    return await withWriting(io, path, async session => {
      const { ids } = await session.changeAudit({ do: 'add', rules: [rule] });
      await io.stdout.write(added(ids));
      return exit.done;
    });
  },
};

const formats = ['table', 'json'] as const;

const whereWords = (where: IgnoredUrls): string => {
  switch (where.kind) {
    case 'all':
      return 'all URLs';
    case 'urls':
      return where.urls.length === 1 ? (where.urls[0] ?? '') : `${where.urls.length} URLs: ${where.urls[0] ?? ''}, …`;
    case 'prefix':
      return `starts with ${where.prefix}`;
    case 'pattern':
      return `matches ${where.pattern}`;
  }
};

const listed = ({ id, check, where, state, problem, until, note, addedBy, addedAt }: JudgedIgnoreRule): readonly Cell[] => [
  ...[id, check || 'every check', whereWords(where), state === 'active' || state === 'expired' ? state : `not used: ${problem}`],
  ...[until || null, note, addedBy || null, isoTime(addedAt)?.slice(0, 10) ?? null],
];

export const issuesIgnoreList: Command = {
  name: 'issues ignore list',
  summary: 'list the ignore rules of a crawl file, or write them as JSON for another crawl',
  takes: 'F.crawl',
  positionals: { min: 1, max: 1 },
  options: {
    format: { value: formats.join('|'), help: 'how to print (default: table); json can be imported and given to --ignore' },
    ...outputOptions,
  },
  examples: [
    'crawlscope issues ignore list site.crawl',
    'crawlscope issues ignore list site.crawl --format json --out accepted.json',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const format = choice(args, 'format', formats) ?? 'table';
    const out = args.one('out');
    if (out !== undefined) refuseCrawlFile(out);
    return await withSession(io, path, async session => {
      const { rules, problems } = session.auditSettings();
      for (const problem of problems) await io.stderr.write(`Note: ${problem}\n`);
      const { dayOf } = await import('#engine/audit/settings.ts');
      const judged = judgeRules(rules, {
        today: dayOf(new Date()),
        isCheck: id => checkById(id) !== undefined || id.startsWith('own.'),
      });
      const names = ['id', 'check', 'urls', 'state', 'until', 'note', 'by', 'added'];
      const pieces =
        format === 'json' ? [writtenIgnoreRules(rules)] : toTable(names, judged.rules.map(listed), io.stdout.columns());
      await writeOut(io, out, pieces);
      return exit.done;
    });
  },
};

export const issuesIgnoreRemove: Command = {
  name: 'issues ignore remove',
  summary: 'remove ignore rules by their ids',
  takes: 'F.crawl ID…',
  positionals: { min: 1, max: 1_001 },
  options: { expired: { value: '', help: 'remove the rules that have expired' } },
  examples: ['crawlscope issues ignore remove site.crawl 3', 'crawlscope issues ignore remove site.crawl --expired'],
  async run(args, io) {
    const [path = '', ...words] = args.positionals;
    if (words.length === 0 && !args.has('expired')) return usage('name the ids of the rules, or use --expired.');
    const bad = words.find(word => !/^\d{1,15}$/.test(word));
    if (bad !== undefined) return usage(`“${bad}” is not the id of a rule. crawlscope issues ignore list ${path} shows them.`);
    return await withWriting(io, path, async session => {
      const { rules } = session.auditSettings();
      const { dayOf } = await import('#engine/audit/settings.ts');
      const judged = judgeRules(rules, { today: dayOf(new Date()), isCheck: () => true }).rules;
      const expired = args.has('expired') ? judged.filter(({ state }) => state === 'expired').map(({ id }) => id) : [];
      const ids = [...new Set([...words.map(Number), ...expired])];
      const unknown = ids.find(id => !rules.some(rule => rule.id === id));
      if (unknown !== undefined) return usage(`there is no ignore rule ${unknown} in ${path}.`);
      if (ids.length > 0) await session.changeAudit({ do: 'remove', ids });
      await io.stdout.write(ids.length === 1 ? 'Removed 1 ignore rule.\n' : `Removed ${ids.length} ignore rules.\n`);
      return exit.done;
    });
  },
};

export const issuesIgnoreImport: Command = {
  name: 'issues ignore import',
  summary: 'take over the ignore rules of another crawl or of a JSON document',
  takes: 'F.crawl FROM',
  positionals: { min: 2, max: 2 },
  options: {},
  notes: [
    'FROM is a crawl file, or what “issues ignore list --format json” printed. Rules that F.crawl has already are left out.',
  ],
  examples: [
    'crawlscope issues ignore import this-week.crawl last-week.crawl',
    'crawlscope issues ignore import site.crawl accepted.json',
  ],
  async run(args, io) {
    const [path = '', from = ''] = args.positionals;
    const found = await rulesFrom(from);
    return await withWriting(io, path, async session => {
      const { newRules } = await import('#engine/audit/settings.ts');
      const rules = newRules(session.auditSettings().rules, found);
      const bad = rules.map(ignoreRuleProblem).find(problem => problem !== '');
      if (bad !== undefined) return usage(`${from} has an ignore rule that cannot be used. ${bad}`);
      if (rules.length === 0) await io.stdout.write('There is no rule to add.\n');
      else await io.stdout.write(added((await session.changeAudit({ do: 'add', rules })).ids));
      return exit.done;
    });
  },
};
