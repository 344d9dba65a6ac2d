/** Version 3: the source of a robots.txt version. Imported versions are in the past and never replace a current response. */
export const sql = `
ALTER TABLE robots_version ADD COLUMN source TEXT NOT NULL DEFAULT 'crawl' CHECK (source IN ('crawl', 'check', 'import'));
ALTER TABLE robots_version ADD COLUMN source_name TEXT NOT NULL DEFAULT '';
`;

/** What a reader of an older file finds in place of the table: every version is of a crawl. A view is not written to. */
export const standIn = `
CREATE TEMP VIEW robots_version AS SELECT *, 'crawl' AS source, '' AS source_name FROM main.robots_version;
CREATE TEMP TRIGGER robots_version_insert INSTEAD OF INSERT ON robots_version BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END;
CREATE TEMP TRIGGER robots_version_update INSTEAD OF UPDATE ON robots_version BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END;
`;
