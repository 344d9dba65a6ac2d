import { ruleOperators } from '#core/rules/rule-operators.ts';
import { ruleScope } from '#core/rules/rule-scope.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { mostRules } from '#shared/model/rule-limits.ts';
import {
  isBodyRule,
  type Rule,
  type RuleCounts,
  type RuleRunProgress,
  type RuleSaved,
  type RulesView,
  type RuleTest,
} from '#shared/model/rules.ts';
import { fail } from '#shared/rpc/errors.ts';
import { RuleFile } from '#shared/rules-file.ts';
import { checkSqlProblem } from '#storage/file/sql-check.ts';
import { ruleReads } from '#storage/tables/rules.ts';
import { seedUrl } from '../crawl/scope.ts';
import type { CrawlFile } from '../session/file.ts';
import { RuleThread } from '../threads/rules/rule-thread.ts';
import { runInSlices } from '../threads/slices.ts';
import { countRules } from './count-rules.ts';
import type { RuleRuns } from './rule-runs.ts';

/** The custom rules of the open file: what the window and the command line do with them. */
export interface RuleDesk {
  view(): Promise<RulesView>;
  /** The stored rules alone. */
  known(): readonly Rule[];
  /**
   * Stores the rules as those of the user, whole or not at all. `brought`: those that the user took from a file of rules, which are the
   * user's even where the crawl file came with the same ones.
   */
  store(rules: readonly Rule[], brought?: readonly Rule[]): Promise<RuleSaved>;
  /** The same, and starts a run if there are searches or extractions among them. */
  save(rules: readonly Rule[], brought?: readonly Rule[]): Promise<RuleSaved>;
  /** Starts a run over stored bodies. */
  start(): void;
  /** The same, and waits for its end. */
  run(): Promise<RuleRunProgress>;
  cancel(): Promise<void>;
  progress(): RuleRunProgress;
  /** What searches and extractions found, by the id of the rule. Looks through all pages. */
  counts(): Promise<Readonly<Record<number, RuleCounts>>>;
  /** The user allows the rules that came with the file. */
  allow(): void;
  /** The same, and starts a run. */
  allowAll(): void;
  test(rule: Rule, url: string): Promise<RuleTest>;
}

export function ruleDesk(file: CrawlFile, runs: RuleRuns): RuleDesk {
  const { store, permissions, path } = file;
  const start = (): void => {
    file.mayWrite();
    void runs.run().finally(() => file.changed());
  };
  // Statements are prepared to be checked, so that is done once for each change.
  let checked: { readonly mark: string; readonly problems: Readonly<Record<number, string>> } | null = null;
  const stored = async (): Promise<Readonly<Record<number, string>>> => {
    const mark = store.rules.mark();
    if (checked?.mark === mark) return checked.problems;
    const all = store.rules.all();
    const found = await problemsOfAll(
      all.map(({ rule }) => rule),
      path,
    );
    const problems = Object.fromEntries(all.map(({ id }, place) => [id, Object.values(found[place] ?? {})[0] ?? '']));
    checked = { mark, problems };
    return problems;
  };
  const keep = async (rules: readonly Rule[], brought: readonly Rule[] = []): Promise<RuleSaved> => {
    file.mayWrite();
    const before = store.rules.all();
    const problems = await problemsOfAll(rules, path);
    if (Object.keys(problems).length > 0) return { problems };
    // A rule that came with the file and was not touched is still not allowed, not even if another call removed it meanwhile.
    const known = new Set([...before, ...store.rules.all()].map(({ rule }) => JSON.stringify(rule)));
    const typed = rules.filter(rule => !known.has(JSON.stringify(rule)));
    store.transaction(() => store.rules.replace(rules, Date.now()));
    permissions.allowRules([...typed, ...brought]);
    runs.renew();
    file.changed();
    return { problems: {} };
  };
  const allow = (): void => {
    permissions.allowRules(store.rules.all().map(({ rule }) => rule));
    if (!file.readOnly) store.transaction(() => store.rules.touch(Date.now()));
    runs.renew();
    file.changed();
  };
  return {
    async view() {
      const problems = await stored();
      return {
        rules: store.rules.all().map(({ id, rule }) => ({
          id,
          rule,
          problem: problems[id] ?? '',
          isAllowed: permissions.mayRun(rule),
        })),
        run: runs.progress,
        isReadOnly: file.readOnly,
      };
    },
    known: () => store.rules.all().map(({ rule }) => rule),
    async save(rules, brought) {
      const saved = await keep(rules, brought);
      if (Object.keys(saved.problems).length === 0 && rules.some(isBodyRule)) start();
      return saved;
    },
    store: keep,
    start,
    run: () => {
      file.mayWrite();
      return runs.run();
    },
    cancel: () => runs.cancel(),
    progress: () => runs.progress,
    counts: () => runInSlices(countRules(store.rules), 0).finished,
    allow,
    allowAll() {
      allow();
      if (!file.readOnly && store.rules.all().some(({ rule }) => isBodyRule(rule))) start();
    },
    test: (rule, url) => tested(file, rule, url),
  };
}

async function problemsOf(rule: Rule, others: readonly Rule[], path: string | null): Promise<Record<string, string>> {
  // The libraries that compile rules take longer to load than the rest of a crawl of a few pages.
  const { ruleProblems } = await import('#core/rules/check-rule.ts');
  // A segment cannot depend on segments.
  const operands = rule.kind === 'segment' ? others.filter(({ kind }) => kind !== 'segment') : others;
  const problems = ruleProblems(rule, others, ruleOperators(operands));
  if (path !== null && rule.kind === 'check' && rule.by === 'sql' && problems['expression'] === undefined) {
    const problem = checkSqlProblem(path, rule.expression);
    if (problem !== '') problems['expression'] = problem;
  }
  return problems;
}

/** Problems of a list of rules, by place. `path`: the crawl file that statements are prepared on; null before there is one. */
export async function problemsOfAll(
  rules: readonly Rule[],
  path: string | null,
): Promise<Record<number, Record<string, string>>> {
  const found: Record<number, Record<string, string>> = {};
  for (const [place, rule] of rules.entries()) {
    const others = rules.filter((_, other) => other !== place);
    const problems = await problemsOf(rule, others, path);
    if (Object.keys(problems).length > 0) found[place] = problems;
  }
  return found;
}

/** The URL of the crawl that somebody typed, perhaps without a scheme or in another spelling; null where there is none. */
function typedUrl({ store }: CrawlFile, typed: string): { readonly id: number; readonly url: string } | null {
  const text = typed.trim();
  const normal = normalizeUrl(seedUrl(text) ?? text);
  for (const url of normal.kind === 'url' ? [text, normal.url] : [text]) {
    const id = store.urls.find(url)?.id;
    if (id !== undefined) return { id, url };
  }
  return null;
}

/** Runs a rule on one stored page, on a separate thread with the time limits of a run. */
async function tested(file: CrawlFile, rule: Rule, url: string): Promise<RuleTest> {
  const others = file.store.rules.all().flatMap(stored => (stored.rule.name === rule.name ? [] : [stored.rule]));
  const problems = await problemsOf(rule, others, file.path);
  const record = typedUrl(file, url);
  const shown = record?.url ?? url;
  const untested = (note: string): RuleTest => ({ url: shown, problems, outcome: null, note });
  if (Object.keys(problems).length > 0) return untested('');
  if (!isBodyRule(rule)) return untested('Save it to see its URLs.');
  if (record === null) return untested('The crawl has no such URL.');
  const [page] = ruleReads(file.db).pagesAfter(record.id - 1);
  if (page?.id !== record.id) return untested('This URL is not an HTML page or JSON response with status 2xx.');
  if (page.bodyHash === null) return untested('The body of this page is not stored.');
  const scope = ruleScope(rule);
  if ('problem' in scope || !scope.applies(page)) return untested('The rule does not look at this URL.');
  const thread = new RuleThread({ path: file.path, rules: [{ id: 1, rule }] });
  try {
    const { kind, charset, bodyHash } = page;
    const [found] = await thread.run({ url: shown, kind, charset, body: { hash: bodyHash }, rules: [1] });
    return { url: shown, problems: {}, outcome: found?.outcome ?? null, note: '' };
  } finally {
    thread.close();
  }
}

/** Rules as one portable file. */
export const ruleFileText = (rules: readonly Rule[]): string =>
  `${JSON.stringify({ crawlscope: 'rules', version: 1, rules: [...rules] } satisfies RuleFile, null, 2)}\n`;

/** Reads a portable file. Throws an RpcError that names the place of the fault. */
export function parseRuleFile(text: string): readonly Rule[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail('bad_request', `The rules are not valid JSON: ${error.message}.`);
  }
  const parsed = RuleFile.safeParse(value);
  if (parsed.success) return parsed.data.rules;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  return fail(
    'bad_request',
    `The file does not contain rules that this version understands${place === '' ? '' : `, at ${place}`}: ${issue?.message ?? 'unknown form'} (at most ${mostRules} rules).`,
  );
}
