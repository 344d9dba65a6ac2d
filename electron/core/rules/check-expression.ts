import { ruleNamePattern } from '#shared/model/rule-limits.ts';
import type { BodyRule, Rule } from '#shared/model/rules.ts';
import type { Operators } from '../query/operators.ts';
import { parseQuery } from '../query/query.ts';
import { conditionsOf } from '../query/term.ts';
import { readPattern } from '../url/url-pattern.ts';

/** Problems by field of the rule: sentences. Empty: it can run. */
export type RuleProblems = Readonly<Record<string, string>>;

/** The patterns of a segment, one a line. */
export const segmentPatterns = (expression: string): string[] =>
  expression
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/** What is wrong with the name of a rule. `others`: the rules beside it, whose names are taken. */
export function nameProblems({ name }: Rule, others: readonly Rule[]): RuleProblems {
  if (!ruleNamePattern.test(name))
    return { name: 'Use lower-case letters, digits, - and _, and start with a letter: the name is part of a filter.' };
  return others.some(other => other.name === name) ? { name: `Another rule is called “${name}”.` } : {};
}

/** What is wrong with the expression of an own check or a segment. Statements of SQL are checked where they run. */
export function expressionProblems(rule: Exclude<Rule, BodyRule>, operators: Operators): RuleProblems {
  const { expression } = rule;
  const wrong = (problem: string): RuleProblems => ({ expression: problem });
  if (expression.trim() === '') return wrong('Enter an expression.');
  if (hasControls(expression)) return wrong('The expression has a control character. Remove it.');
  if (rule.kind === 'check' && rule.by === 'sql') return {};
  if (rule.kind === 'segment' && rule.by === 'patterns') {
    for (const pattern of segmentPatterns(expression)) {
      const read = readPattern(pattern);
      if (read.kind === 'problem') return wrong(`The pattern “${pattern}” cannot be used: ${read.problem}.`);
    }
    return {};
  }
  const { terms, problem } = parseQuery(expression, operators);
  if (problem !== '') return wrong(problem);
  if (
    rule.kind === 'segment' &&
    conditionsOf(terms).some(term => term.kind === 'link' || (term.kind === 'text-state' && term.state === 'duplicate'))
  )
    return wrong('Segments cannot use link: and duplicate, because these look at all other pages.');
  return {};
}

const hasControls = (text: string): boolean =>
  [...text].some(character => character < ' ' && character !== '\n' && character !== '\t' && character !== '\r');
