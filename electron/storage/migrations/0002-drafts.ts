/** What the user works out beside the crawl: assertions about robots.txt, how they fared, and drafts of robots.txt. */
const tables = (temp: '' | 'TEMP ') => `
-- expectations, one a line; of one origin, or of the whole file where origin_id is null
CREATE ${temp}TABLE assertion_set (
  id INTEGER PRIMARY KEY,
  origin_id INTEGER REFERENCES origin (id),
  name TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- one row for each set and version it was put to, since the set was saved
CREATE ${temp}TABLE assertion_run (
  set_id INTEGER NOT NULL REFERENCES assertion_set (id) ON DELETE CASCADE,
  robots_id INTEGER NOT NULL REFERENCES robots_version (id),
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  at INTEGER NOT NULL,
  met INTEGER NOT NULL,
  unmet INTEGER NOT NULL,
  unchecked INTEGER NOT NULL,
  PRIMARY KEY (set_id, robots_id)
) STRICT, WITHOUT ROWID;

-- a robots.txt as it might become, and the version it began with
CREATE ${temp}TABLE robots_draft (
  id INTEGER PRIMARY KEY,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  base_version_id INTEGER REFERENCES robots_version (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (origin_id, name)
) STRICT;
`;

export const sql = `${tables('')}
CREATE UNIQUE INDEX assertion_set_by_place ON assertion_set (coalesce(origin_id, 0), name);
`;

/**
 * The same tables, empty, outside the file: replacements for a reader of an older file that must not be changed. A
 * temporary table cannot refer to a table of the file.
 */
export const standIn = tables('TEMP ').replace(/ REFERENCES \w+ \(id\)( ON DELETE CASCADE)?/g, '');
