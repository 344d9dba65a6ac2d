import { parseQuery } from '#core/query/query.ts';
import { conditionsOf } from '#core/query/term.ts';
import { segmentPatterns } from '#core/rules/check-expression.ts';
import { ruleOperators } from '#core/rules/rule-operators.ts';
import { linkScoreColumn } from '#shared/model/link-score-column.ts';
import { ruleColumns } from '#shared/model/rule-columns.ts';
import { ruleColumnName, type SegmentRule, type StoredRule } from '#shared/model/rules.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { compileFilter, isListed } from './url-filter.ts';

/** The field of a rule's result for `url u`; null where there is none, or only one of an earlier response. */
const resultSql = (ruleId: number, field: 'count' | 'value'): string =>
  `(SELECT rr.${field} FROM rule_result rr WHERE rr.rule_id = ${ruleId} AND rr.url_id = u.id AND rr.fetch_id = u.fetch_id AND rr.state = 'done')`;

const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

/** SQL over `url u` without parameters; '0' for what cannot be a segment. */
function segmentCondition({ by, expression }: SegmentRule, columns: readonly UrlColumn[], rules: readonly StoredRule[]): string {
  if (by === 'patterns') {
    const patterns = segmentPatterns(expression).map(pattern => `url_matches(${literal(pattern)}, u.url)`);
    return patterns.length > 0 ? `(${patterns.join(' OR ')})` : '0';
  }
  const { terms, problem } = parseQuery(expression, ruleOperators(rules.map(({ rule }) => rule)));
  if (problem !== '' || conditionsOf(terms).some(isListed)) return '0';
  const { sql, values } = compileFilter(terms, () => new Uint32Array(0), columns);
  let at = 0;
  return sql.replace(/\?/g, () => {
    const value = values[at++];
    return typeof value === 'string' || typeof value === 'number' ? literal(value) : 'NULL';
  });
}

/** The name of the first segment that a URL belongs to. */
function segmentSql(rules: readonly StoredRule[], columns: readonly UrlColumn[]): string {
  const others = rules.filter(({ rule }) => rule.kind !== 'segment');
  const cases = rules.flatMap(({ rule }) =>
    rule.kind === 'segment' ? [`WHEN ${segmentCondition(rule, columns, others)} THEN ${literal(rule.name)}`] : [],
  );
  return `(CASE ${cases.join(' ')} END)`;
}

/**
 * The columns of URL lists: those of the crawl, and those of custom rules, which SQL computes from the rules' results. `scored`: with link
 * scores, for a connection that has `addLinkScores`.
 */
export function listColumns(rules: readonly StoredRule[], scored = false): readonly UrlColumn[] {
  const computed = ruleColumns(rules.map(({ rule }) => rule));
  const ofResults = computed.flatMap((column): UrlColumn[] => {
    const stored = rules.find(({ rule }) => ruleColumnName(rule) === column.key);
    if (column.key === 'segment' || !stored) return [];
    return [{ ...column, computed: resultSql(stored.id, column.kind === 'number' ? 'count' : 'value') }];
  });
  const known = [...urlColumns, ...ofResults];
  const segment = computed.find(({ key }) => key === 'segment');
  const listed = scored ? [...urlColumns, linkScoreColumn, ...ofResults] : known;
  return segment ? [...listed, { ...segment, computed: segmentSql(rules, known) }] : listed;
}
