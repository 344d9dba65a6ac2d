import { needsScores } from '#core/query/needs-scores.ts';
import { type Operators, operatorsOf } from '#core/query/operators.ts';
import type { StoredRule } from '#shared/model/rules.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { addLinkScores, type LinkScores } from '#storage/lists/link-scores.ts';
import { listColumns } from '#storage/lists/rule-columns.ts';
import { type UrlViews, urlViews } from '#storage/lists/url-views.ts';
import type { RuleReads } from '#storage/tables/rules.ts';
import { allowedRules } from './allowed.ts';

/** The columns and operators of URL lists, with the current custom rules. */
export interface LiveColumns {
  columns(): readonly UrlColumn[];
  operators(): Operators;
  readonly views: UrlViews;
}

/** What the columns are made of. */
export interface ColumnParts {
  readonly rules: RuleReads;
  crawlId(): string;
  /** Undefined: lists have no column of link scores. */
  readonly scores?: LinkScores;
}

/** The columns follow the rules: every call looks whether they changed. `changed` is called with the new ones. */
export function liveColumns(
  db: WriteDb,
  { rules, crawlId, scores }: ColumnParts,
  changed: (columns: readonly UrlColumn[]) => void = () => undefined,
): LiveColumns {
  if (scores) addLinkScores(db, scores);
  let known: { mark: string; columns: readonly UrlColumn[]; operators: Operators; views: UrlViews } | null = null;
  const now = () => {
    const stored = usable(rules.all(), crawlId());
    const mark = `${rules.mark()} ${stored.map(({ id }) => id).join()}`;
    if (known?.mark === mark) return known;
    const columns = listColumns(stored, scores !== undefined);
    known = { mark, columns, operators: operatorsOf(columns), views: urlViews(db, columns) };
    changed(columns);
    return known;
  };
  return {
    columns: () => now().columns,
    operators: () => now().operators,
    views: {
      lastId: () => now().views.lastId(),
      rows: ids => now().views.rows(ids),
      cells: (ids, keys) => now().views.cells(ids, keys),
      idOf: url => now().views.idOf(url),
      firstOf: (terms, sort, descending, limit) => now().views.firstOf(terms, sort, descending, limit),
      stream: (terms, limit) => {
        if (needsScores(terms) && !scores?.values)
          fail('refused', 'score: works in lists of URLs. Link scores are not computed here: use another condition.');
        return now().views.stream(terms, limit);
      },
    },
  };
}

/**
 * Results are stored data. A segment is evaluated again for each URL, so a segment from another installation waits
 * until it is allowed.
 */
function usable(rules: readonly StoredRule[], crawlId: string): readonly StoredRule[] {
  const segments = rules.filter(({ rule }) => rule.kind === 'segment');
  if (segments.length === 0) return rules;
  const allowed = new Set(allowedRules(segments, crawlId).map(({ id }) => id));
  return rules.filter(({ id, rule }) => rule.kind !== 'segment' || allowed.has(id));
}
