const tables = (temp: '' | 'TEMP ') => `
-- thresholds of checks that differ from their defaults
CREATE ${temp}TABLE audit_threshold (
  check_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (check_id, name)
) STRICT, WITHOUT ROWID;

-- findings that the user set aside: of one check ('' for every check), on all URLs, some URLs, a prefix or a pattern
CREATE ${temp}TABLE audit_ignore (
  id INTEGER PRIMARY KEY,
  check_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'all' OR kind = 'urls' OR kind = 'prefix' OR kind = 'pattern'),
  subject TEXT NOT NULL,
  note TEXT NOT NULL,
  until TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  added_by TEXT NOT NULL
) STRICT;
`;

/** Settings of the audit: thresholds and ignore rules. */
export const sql = tables('');

/** Readers of an older file find no settings. */
export const standIn = tables('TEMP ');
