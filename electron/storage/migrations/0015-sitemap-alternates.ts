import type { Database } from 'better-sqlite3';
import { viewOver } from './view-over.ts';

/** The localized versions that sitemap entries name, as JSON `[[language, address], …]`. Null: none. */
export const sql = `
ALTER TABLE sitemap_entry ADD COLUMN alternates TEXT;
CREATE INDEX sitemap_entry_alternates ON sitemap_entry (url_id) WHERE alternates IS NOT NULL;
`;

/** Readers of an older file find none. */
export const standIn = (db: Database): void => viewOver(db, 'sitemap_entry', 'NULL AS alternates');
