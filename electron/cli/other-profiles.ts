import { decidedBy, differenceWords, matrixVerdict } from '#shared/explain/matrix.ts';
import type { MatrixRow } from '#shared/model/matrix.ts';
import { verdictWord } from './text/robots.ts';

/** How another crawler reads the stored robots.txt, as a phrase. */
export const readingWords = (row: MatrixRow): string =>
  `${matrixVerdict(row) === 'unknown' ? 'unknown' : verdictWord(row.allowed)}: ${decidedBy(row)}`;

/** What makes it differ from the crawl's own profile, '' where it does not. */
export const differenceText = ({ differsFrom }: MatrixRow): string => (differsFrom ? differenceWords(differsFrom) : '');

/** The JSON of a reading. */
export const readingDocument = (row: MatrixRow): object => ({
  profile: row.profile,
  name: row.name,
  agent: row.agent,
  dialect: row.dialect,
  allowed: row.allowed,
  line: row.line,
  rule: row.rule,
  reason: row.reason,
  indexable: row.indexable ?? null,
  directive: row.directive,
  engine: row.engine,
  follow: row.follow ?? null,
  snippet: row.snippet ?? null,
  canonical: row.canonical ?? null,
  notes: row.notes,
  reasons: row.reasons,
  differs_from: row.differsFrom,
});
