/** Version 3: where a robots.txt version comes from. Imported ones lie in the past and never stand in for an answer of today. */
export const sql = `
ALTER TABLE robots_version ADD COLUMN source TEXT NOT NULL DEFAULT 'crawl' CHECK (source IN ('crawl', 'check', 'import'));
ALTER TABLE robots_version ADD COLUMN source_name TEXT NOT NULL DEFAULT '';
`;
