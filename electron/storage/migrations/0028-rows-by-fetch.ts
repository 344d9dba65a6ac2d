/**
 * SQLite looks for the rows that name an attempt or a body before it deletes one. Without these indexes it read every page: to give back
 * 200 pages that were claimed ahead took minutes in a crawl of a million.
 */
export const sql = `
CREATE INDEX page_by_fetch ON page (fetch_id);
CREATE INDEX robots_version_by_fetch ON robots_version (fetch_id) WHERE fetch_id IS NOT NULL;
CREATE INDEX robots_version_by_body ON robots_version (body_hash) WHERE body_hash IS NOT NULL;
`;

/** Readers delete nothing. */
export const standIn = '';
