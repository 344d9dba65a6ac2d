import { isBodyRule, type Rule } from '#shared/model/rules.ts';
import { type Operators, standardOperators } from '../query/operators.ts';
import { expressionProblems, nameProblems, type RuleProblems } from './check-expression.ts';
import { compileRule } from './compile-rule.ts';

/**
 * What is wrong with a rule, by field: sentences. `others`: the rules beside it, whose names are taken. Statements of SQL are checked
 * where they run. Loads the libraries of all kinds of rules: import this file with `import()`.
 */
export function ruleProblems(
  rule: Rule,
  others: readonly Rule[],
  operators: Operators = standardOperators,
): Record<string, string> {
  return { ...nameProblems(rule, others), ...definitionProblems(rule, operators) };
}

function definitionProblems(rule: Rule, operators: Operators): RuleProblems {
  if (!isBodyRule(rule)) return expressionProblems(rule, operators);
  const made = compileRule(rule);
  return 'problems' in made ? made.problems : {};
}
