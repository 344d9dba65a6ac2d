import { readFileSync, statSync } from 'node:fs';
import type { Session } from '#engine/session/session.ts';
import { mostRules } from '#shared/model/rule-limits.ts';
import { joinedRules, type Rule, type RuleSaved } from '#shared/model/rules.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { usage } from './exit.ts';
import type { Io } from './io.ts';
import { openForWriting } from './with-session.ts';

const longestFile = 4 * 1024 * 1024;

/** Reads a JSON file of rules; `-` is standard input. Refuses what is not one. */
export async function readRuleFile(file: string): Promise<readonly Rule[]> {
  const { parseRuleFile } = await import('#engine/rules/rule-desk.ts');
  if (file !== '-' && statSync(file).size > longestFile) return usage(`${file} is longer than 4 MiB: it is not a file of rules.`);
  const rules = parseRuleFile(readFileSync(file === '-' ? 0 : file, 'utf8'));
  if (rules.length === 0) return usage(`${file} contains no rule.`);
  return rules;
}

export const rulesOption = {
  rules: { value: 'FILE.json', help: 'custom searches, extractions, checks and segments of this file, run while crawling' },
} as const satisfies OptionTable;

/** The rules that --rules names, checked as far as that goes without a crawl file; null without the option. */
export async function givenRules(args: Arguments): Promise<readonly Rule[] | null> {
  const file = args.one('rules');
  if (file === undefined) return null;
  const { problemsOfAll } = await import('#engine/rules/rule-desk.ts');
  const rules = await readRuleFile(file);
  refuseRuleProblems(rules, { problems: await problemsOfAll(rules, null) });
  return rules;
}

/** Adds rules to an open crawl file. */
export async function addRules(session: Session, added: readonly Rule[] | null): Promise<void> {
  if (added === null) return;
  const rules = joined(session.rules.known(), added);
  refuseRuleProblems(rules, await session.rules.store(rules, added));
}

/** The rules of a file and the added ones. Throws when there are more than a file may have. */
export function joined(known: readonly Rule[], added: readonly Rule[]): readonly Rule[] {
  const all = joinedRules(known, added);
  return all.length > mostRules ? usage(`that would be ${all.length} rules; a file can have at most ${mostRules}.`) : all;
}

/** Refuses rules with problems: one line that names the first rule, its field and how many more there are. */
export function refuseRuleProblems(rules: readonly Rule[], { problems }: RuleSaved): void {
  const all = Object.entries(problems).flatMap(([place, fields]) =>
    Object.entries(fields).map(([field, problem]) => `${rules[Number(place)]?.name ?? place}, ${field}: ${problem}`),
  );
  const [first] = all;
  if (first !== undefined) usage(`${first}${all.length > 1 ? ` (and ${all.length - 1} more)` : ''}`);
}

/** Opens a crawl file for a change of its rules, and closes it whatever happens. */
export async function withRules<T>(io: Io, path: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openForWriting(io, path);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
