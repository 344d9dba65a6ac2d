import type { Database } from 'better-sqlite3';
import { viewOver } from './view-over.ts';

/** How long a back-off was when it began: a time of day that was wrong when it was stored does not make it longer. */
export const sql = 'ALTER TABLE origin ADD COLUMN backoff_ms INTEGER;';

/** Readers of an older file find none. */
export const standIn = (db: Database): void => viewOver(db, 'origin', 'NULL AS backoff_ms');
