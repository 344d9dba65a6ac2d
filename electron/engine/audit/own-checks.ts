import type { Check } from '#core/audit/check.ts';
import { foundCheck, type OwnHits, searchCheck } from '#core/audit/own.ts';
import { assume } from '#core/query/assume.ts';
import { parseQuery } from '#core/query/query.ts';
import { type Condition, conditionsOf, type Term } from '#core/query/term.ts';
import { expressionProblems, nameProblems } from '#core/rules/check-expression.ts';
import { ruleOperators } from '#core/rules/rule-operators.ts';
import { readPattern } from '#core/url/url-pattern.ts';
import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import { type OwnCheckRule, ruleColumnName, type StoredRule } from '#shared/model/rules.ts';
import { fail } from '#shared/rpc/errors.ts';
import { IdSet, type OwnCheckReads, type RuleResults } from '#storage/reads/own-checks.ts';
import { runInSlices } from '../threads/slices.ts';
import { runStatement } from '../threads/statement/run-statement.ts';

/** Limits of a statement. `evidence`: URLs whose further columns are kept. */
export const statementLimits = { timeMs: 30_000, maxRows: 1_000_000, evidence: 50_000 } as const;
/** Columns of a row that are kept as evidence. */
const mostColumns = 10;

/** The own checks of a crawl file, made ready for one audit: filters and statements have run. */
export type { OwnCheckReads } from '#storage/reads/own-checks.ts';

export interface PreparedChecks {
  readonly checks: readonly Check[];
  /** Why own checks could not run, by id. */
  readonly problems: ReadonlyMap<string, string>;
}

export interface PrepareWish {
  /** The rules of the crawl that is audited. An earlier crawl is checked by the same ones. */
  readonly rules: readonly StoredRule[];
  readonly isAllowed: (rule: StoredRule) => boolean;
  readonly limits?: { readonly timeMs: number; readonly maxRows: number };
}

/** Runs the filters and statements of own checks on a file. */
export async function prepareOwnChecks(reads: OwnCheckReads, wish: PrepareWish): Promise<PreparedChecks> {
  const { rules, isAllowed } = wish;
  const usable = withIdsOf(reads, rules.filter(isAllowed));
  const ids = new Map(withIdsOf(reads, rules).map(({ rule, id }) => [rule, id]));
  const checks: Check[] = [];
  const problems = new Map<string, string>();
  for (const stored of rules) {
    const { rule } = stored;
    if (rule.kind !== 'search' && rule.kind !== 'check') continue;
    if (rule.kind === 'search') checks.push(searchCheck(rule, id => reads.rules.outcome(ids.get(rule) ?? -1, id)));
    else {
      const made = isAllowed(stored)
        ? await ofCheck(reads, rule, { ...wish, usable })
        : { hits: 'not-allowed' as const, problem: '' };
      checks.push(foundCheck(rule, made.hits));
      if (made.problem !== '') problems.set(`own.${rule.name}`, made.problem);
    }
  }
  return { checks, problems };
}

/** The results of a search or an extraction depend neither on its name nor on what counts as a hit. */
const sought = ({ rule }: StoredRule): string => JSON.stringify({ ...rule, hit: null, name: null });

/** The same rules with the ids that their results have in another file; -1 where that file has none. */
function withIdsOf({ rules }: OwnCheckReads, wanted: readonly StoredRule[]): readonly StoredRule[] {
  const known = new Map(rules.all().map(stored => [sought(stored), stored.id]));
  return wanted.map(stored => ({ ...stored, id: known.get(sought(stored)) ?? -1 }));
}

/**
 * Whether a URL of a file belongs to a segment. `rules`: those of the crawl that is audited, as far as they are allowed. Fails if there is
 * no such segment.
 */
export async function segmentMembers(
  reads: OwnCheckReads,
  rules: readonly StoredRule[],
  name: string,
): Promise<(id: number) => boolean> {
  const { terms, problem } = parseQuery(`segment:"${name}"`, ruleOperators(rules.map(({ rule }) => rule)));
  const known = rules.flatMap(({ rule }) => (rule.kind === 'segment' ? [rule.name] : []));
  if (problem !== '' || !(known.includes(name) || (name === 'none' && known.length > 0)))
    return fail('not_found', `There is no segment “${name}” that may be used. Segments: ${known.join(', ') || 'none'}.`);
  const found = await runInSlices(reads.matching(terms, withIdsOf(reads, rules)), 0).finished;
  return id => found.has(id);
}

interface Made {
  readonly hits: OwnHits | NotCheckableReason;
  readonly problem: string;
}

async function ofCheck(
  reads: OwnCheckReads,
  rule: OwnCheckRule,
  { usable, limits = statementLimits }: PrepareWish & { readonly usable: readonly StoredRule[] },
): Promise<Made> {
  if (rule.by === 'sql') return ofStatement(reads, rule.expression, limits);
  const operators = ruleOperators(usable.map(stored => stored.rule));
  const problem = Object.values({ ...nameProblems(rule, []), ...expressionProblems(rule, operators) })[0];
  if (problem !== undefined) return { hits: 'rule-failed', problem };
  const { terms } = parseQuery(rule.expression, operators);
  // The results of such a rule are those of an earlier wording, or there never were any in this file.
  const lacking = usable.some(each => each.id < 0 && terms.some(isOf(each)));
  if (lacking) return { hits: 'not-run', problem: '' };
  const found = await runInSlices(reads.matching(terms, usable), 0).finished;
  const plain: OwnHits = { has: id => found.has(id), evidence: () => [] };
  const asked = usable.filter(each => isSought(each) && terms.some(isOf(each)));
  if (asked.length === 0) return { hits: plain, problem: '' };
  return { hits: { ...plain, ...(await withoutResults(reads, { terms, usable, asked })) }, problem: '' };
}

const isOf =
  ({ rule }: StoredRule) =>
  (term: Term): boolean =>
    conditionsOf([term]).some(each => 'field' in each && each.field === ruleColumnName(rule));

/** A search or an extraction: it has a result for each page that it looked at. */
const isSought = ({ rule }: StoredRule): boolean => rule.kind === 'search' || rule.kind === 'extraction';

interface Asking {
  readonly terms: readonly Term[];
  readonly usable: readonly StoredRule[];
  /** The searches and extractions that the filter asks. */
  readonly asked: readonly StoredRule[];
}

/** Each way in which results of these rules can be missing; of many rules only that all are. */
const waysToLack = (asked: readonly StoredRule[]): readonly (readonly StoredRule[])[] =>
  asked.length === 2 ? [...asked.map(each => [each]), asked] : [asked];

/** What is missing of the results of the rules that a filter asks. */
async function withoutResults(
  reads: OwnCheckReads,
  { terms, usable, asked }: Asking,
): Promise<Required<Pick<OwnHits, 'missing' | 'covers'>>> {
  const found = (wanted: readonly Term[]): Promise<IdSet> => runInSlices(reads.matching(wanted, usable), 0).finished;
  const ways: { readonly lacking: readonly StoredRule[]; readonly worst: IdSet; readonly best: IdSet }[] = [];
  for (const lacking of waysToLack(asked)) {
    const isUnknown = (condition: Condition): boolean => lacking.some(each => isOf(each)(condition));
    const [worst, best] = [await found(assume(terms, isUnknown, 'worst')), await found(assume(terms, isUnknown, 'best'))];
    ways.push({ lacking, worst, best });
  }
  const results: { readonly stored: StoredRule; readonly isFor: (url: string) => boolean; readonly of: RuleResults }[] = [];
  for (const stored of asked)
    results.push({ stored, isFor: meantFor(stored), of: await runInSlices(reads.results(stored.id), 0).finished });
  // Only a condition that all hits match keeps the check to the URLs of its rule.
  const single = terms.filter(term => term.kind !== 'any');
  const needed = results.filter(({ stored }) => single.some(isOf(stored)));
  return {
    covers: url => needed.every(({ isFor }) => isFor(url)),
    missing(id, url) {
      const lacking = results.filter(({ of, isFor }) => !of.done.has(id) && isFor(url));
      const [first] = lacking;
      if (!first) return null;
      const way = ways.find(each => lacking.every(({ stored }) => each.lacking.includes(stored)));
      if (way && (way.worst.has(id) || !way.best.has(id))) return null;
      if (first.of.tooSlow.has(id)) return 'too-slow';
      if (first.of.failed.has(id)) return 'rule-failed';
      return reads.hasBody(id) ? 'not-run' : 'no-stored-body';
    },
  };
}

/** Whether a rule looks at a URL at all. */
function meantFor({ rule }: StoredRule): (url: string) => boolean {
  const urls = 'urls' in rule && rule.urls !== '' ? readPattern(rule.urls) : null;
  return urls?.kind === 'pattern' ? url => urls.pattern.test(url) : () => true;
}

async function ofStatement(
  reads: OwnCheckReads,
  statement: string,
  limits: { readonly timeMs: number; readonly maxRows: number },
): Promise<Made> {
  const found = new IdSet();
  const evidence = new Map<number, readonly FindingItem[]>();
  const end = await runStatement({ path: reads.path, statement, ...limits }, (columns, rows) => {
    const at = columns.findIndex(name => name.toLowerCase() === 'url');
    for (const row of rows) {
      const id = reads.idOf(row[at] ?? '');
      if (id === 0) continue;
      found.add(id);
      if (evidence.size >= statementLimits.evidence || evidence.has(id)) continue;
      const items = columns.flatMap((name, place) =>
        place === at || row[place] === null || row[place] === undefined ? [] : [{ value: `${name}: ${row[place]}` }],
      );
      if (items.length > 0) evidence.set(id, items.slice(0, mostColumns));
    }
  });
  if (end.kind === 'too-slow')
    return { hits: 'too-slow', problem: `The statement ran longer than ${limits.timeMs / 1_000} s and was ended.` };
  if (end.kind === 'failed') return { hits: 'rule-failed', problem: end.problem };
  return { hits: { has: id => found.has(id), evidence: id => evidence.get(id) ?? [] }, problem: '' };
}
