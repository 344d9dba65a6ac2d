/** Custom rules of the user, and what searches and extractions found. */
const tables = (temp: '' | 'TEMP ') => `
-- a changed rule gets another id, so that results always belong to the rule as it is worded now
CREATE ${temp}TABLE rule (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('search', 'extraction', 'check', 'segment')),
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  json TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;

-- what a search or an extraction found in one response. It applies while fetch_id is that of the URL
CREATE ${temp}TABLE rule_result (
  rule_id INTEGER NOT NULL,
  url_id INTEGER NOT NULL REFERENCES url (id),
  fetch_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('done', 'too-slow', 'failed')),
  -- hits or values
  count INTEGER NOT NULL,
  -- the first value; null where there is none
  value TEXT,
  -- all values that were kept, with their bytes, or why the rule failed; null where value says it all
  detail TEXT,
  PRIMARY KEY (rule_id, url_id)
) STRICT, WITHOUT ROWID;
`;

export const sql = tables('');

/** Readers of an older file find no rules. A temporary table cannot refer to one of the file. */
export const standIn = tables('TEMP ').replace(/ REFERENCES \w+ \(id\)/g, '');
