import { type Operators, operatorsOf } from '#core/query/operators.ts';
import type { StoredRule } from '#shared/model/rules.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import type { ReadDb } from '#storage/file/handle.ts';
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

/** The columns follow the rules: every call looks whether they changed. `changed` is called with the new ones. */
export function liveColumns(
  db: ReadDb,
  { rules, crawlId }: { readonly rules: RuleReads; crawlId(): string },
  changed: (columns: readonly UrlColumn[]) => void = () => undefined,
): LiveColumns {
  let known: { mark: string; columns: readonly UrlColumn[]; operators: Operators; views: UrlViews } | null = null;
  const now = () => {
    const stored = usable(rules.all(), crawlId());
    const mark = `${rules.mark()} ${stored.map(({ id }) => id).join()}`;
    if (known?.mark === mark) return known;
    const columns = listColumns(stored);
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
      idOf: url => now().views.idOf(url),
      firstOf: (terms, sort, descending, limit) => now().views.firstOf(terms, sort, descending, limit),
      stream: (terms, limit) => now().views.stream(terms, limit),
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
