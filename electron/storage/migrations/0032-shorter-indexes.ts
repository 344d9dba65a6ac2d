/**
 * SQLite ends each row of an index with the id of its row. These indexes named it once more, so it was stored twice. Chunks of links by target may
 * be zstd frames from this version on; those that are stored already stay as they are.
 */
export const sql = `
DROP INDEX robots_version_by_origin;
CREATE INDEX robots_version_by_origin ON robots_version (origin_id);
DROP INDEX fetch_by_url;
CREATE INDEX fetch_by_url ON fetch_row (url_id) WHERE url_id IS NOT NULL;
DROP INDEX tls_by_origin;
CREATE INDEX tls_by_origin ON tls (origin_id);
DROP INDEX url_check_by_origin;
CREATE INDEX url_check_by_origin ON url_check (origin_id, state, due_at);
DROP INDEX sitemap_frontier;
CREATE INDEX sitemap_frontier ON sitemap (origin_id, due_at, level) WHERE state = 'queued';
DROP INDEX probe_by_origin;
CREATE INDEX probe_by_origin ON probe (origin_id, state, due_at);
DROP INDEX decided_by_url;
CREATE INDEX decided_by_url ON decided (url_id);
DROP INDEX url_frontier;
CREATE INDEX url_frontier ON url (origin_id, due_at, distance) WHERE state = 'queued';
DROP INDEX rendering_open;
CREATE INDEX rendering_open ON rendering (state) WHERE state = 'queued' OR state = 'leased';
DROP INDEX resource_by_origin;
CREATE INDEX resource_by_origin ON resource (origin_id, state, due_at);
`;

/** Readers of an older file use its indexes, and know both forms of chunks. */
export const standIn = '';
