import type { WriteDb } from '../file/handle.ts';

/** Tenths in one point of a score. */
export const tenths = 10;

/** Link scores of a file as they were last read, for lists of URLs and for SQL. */
export class LinkScores {
  /** Tenths by id of a URL, -1 for none; null until the links are read. */
  values: Int16Array | null = null;

  /** From 0 to 100 with one decimal; null without a score, and for a URL that came later. */
  of(id: number): number | null {
    const value = this.values?.[id] ?? -1;
    return value < 0 ? null : value / tenths;
  }
}

/** Adds the SQL function that `linkScoreColumn` is computed with. Statements with that column need it first. */
export function addLinkScores(db: Pick<WriteDb, 'function'>, scores: LinkScores): void {
  db.function('link_score', id => scores.of(Number(id)));
}
