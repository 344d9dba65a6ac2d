import { ruleNamePattern } from '#shared/model/rule-limits.ts';
import { isBodyRule, type Rule } from '#shared/model/rules.ts';
import { type Operators, standardOperators } from '../query/operators.ts';
import { parseQuery } from '../query/query.ts';
import { readPattern } from '../url/url-pattern.ts';
import { compileRule, type RuleProblems } from './compile-rule.ts';

/** The patterns of a segment, one a line. */
export const segmentPatterns = (expression: string): string[] =>
  expression
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/**
 * What is wrong with a rule, by field: sentences. `others`: the rules beside it, whose names are taken. Statements of SQL are checked
 * where they run.
 */
export function ruleProblems(
  rule: Rule,
  others: readonly Rule[],
  operators: Operators = standardOperators,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!ruleNamePattern.test(rule.name))
    problems['name'] = 'Use lower-case letters, digits, - and _, and begin with a letter: the name is part of a filter.';
  else if (others.some(({ name }) => name === rule.name)) problems['name'] = `Another rule is called “${rule.name}”.`;
  return { ...problems, ...definitionProblems(rule, operators) };
}

function definitionProblems(rule: Rule, operators: Operators): RuleProblems {
  if (isBodyRule(rule)) {
    const made = compileRule(rule);
    return 'problems' in made ? made.problems : {};
  }
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
    terms.some(term => term.kind === 'link' || (term.kind === 'text-state' && term.state === 'duplicate'))
  )
    return wrong('Segments cannot use link: and duplicate, because these look at all other pages.');
  return {};
}

const hasControls = (text: string): boolean =>
  [...text].some(character => character < ' ' && character !== '\n' && character !== '\t' && character !== '\r');
