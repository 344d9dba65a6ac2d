import { ruleColumns } from '#shared/model/rule-columns.ts';
import type { Rule } from '#shared/model/rules.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { type Operators, operatorsOf } from '../query/operators.ts';

/** The operators of the filter language, with those of these rules. */
export const ruleOperators = (rules: readonly Rule[]): Operators => operatorsOf([...urlColumns, ...ruleColumns(rules)]);
