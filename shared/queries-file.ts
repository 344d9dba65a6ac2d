import { z } from 'zod';
import { sqlLimits } from './model/sql-console.ts';

/** Saved queries of the SQL console, as one JSON file that people share. */

export const mostQueries = 200;
const text = (max: number) => z.string().max(max);

export const QueriesFile = z.strictObject({
  crawlscope: z.literal('queries'),
  version: z.literal(1),
  queries: z
    .array(z.strictObject({ name: text(80).min(1), sql: text(sqlLimits.text).min(1) }))
    .max(mostQueries)
    .readonly(),
});
export type QueriesFile = z.infer<typeof QueriesFile>;
export type SavedQuery = QueriesFile['queries'][number];
