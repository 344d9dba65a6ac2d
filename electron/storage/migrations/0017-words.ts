/** Texts that repeat across pages, written once. Packed columns refer to them by number. */
export const sql = `
CREATE TABLE word (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
`;

/** Nothing in an older file refers to a word. */
export const standIn = 'CREATE TEMP TABLE word (id INTEGER PRIMARY KEY, text TEXT);';
