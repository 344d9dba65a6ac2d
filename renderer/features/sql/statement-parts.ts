/** One coloured part of a statement, in UTF-16 units. */
export interface StatementPart {
  readonly from: number;
  readonly to: number;
  readonly kind: 'comment' | 'text' | 'name' | 'number' | 'keyword' | 'word' | 'sign';
}

export const keywords: ReadonlySet<string> = new Set(
  (
    'ALL AND AS ASC BETWEEN BY CASE CAST COLLATE CROSS DESC DISTINCT ELSE END ESCAPE EXCEPT EXISTS EXPLAIN FILTER FROM FULL GLOB GROUP ' +
    'HAVING IN INNER INTERSECT IS ISNULL JOIN LEFT LIKE LIMIT NATURAL NOT NOTNULL NULL NULLS OFFSET ON OR ORDER OUTER OVER PARTITION ' +
    'PLAN QUERY RECURSIVE RIGHT ROWS SELECT THEN UNION USING VALUES WHEN WHERE WINDOW WITH'
  ).split(' '),
);

const tokens =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*(?:'|$))|("(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$))|(\d[\w.]*)|([\p{L}_][\p{L}\p{N}_$]*)|(\S)/gu;
const kinds = ['comment', 'text', 'name', 'number', 'word', 'sign'] as const;

/** The parts of a statement as SQLite reads them; white space is between them. */
export function partsOfStatement(statement: string): StatementPart[] {
  return [...statement.matchAll(tokens)].map(match => {
    const kind = kinds[match.slice(1).findIndex(group => group !== undefined)] ?? 'sign';
    const isKeyword = kind === 'word' && keywords.has(match[0].toUpperCase());
    return { from: match.index, to: match.index + match[0].length, kind: isKeyword ? 'keyword' : kind };
  });
}
