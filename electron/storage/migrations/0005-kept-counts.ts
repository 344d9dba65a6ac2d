const table = (temp: string): string => `
CREATE ${temp}TABLE kept_counts (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  mark TEXT NOT NULL,
  counts TEXT NOT NULL
) STRICT;
`;

/** Counters of a file that was closed in order, so that opening it needs not count a million rows (see `storage/kept-counts.ts`). */
export const sql = table('');

/** A reader of an older file finds nothing kept and counts. */
export const standIn = table('TEMP ');
