import { linkScoreColumn } from '#shared/model/link-score-column.ts';
import { type Condition, conditionsOf, type Term } from './term.ts';

const isScore = (term: Condition): boolean => term.kind === 'number' && term.field === linkScoreColumn.key;

/** Whether a list with these terms, or with these columns (keys) in use, needs link scores. */
export const needsScores = (terms: readonly Term[], ...columns: readonly string[]): boolean =>
  columns.includes(linkScoreColumn.key) || conditionsOf(terms).some(isScore);
