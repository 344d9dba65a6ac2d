// What a hostile file is given to, and what a clear ending is.

/** F: the hostile file; GOOD: a good one; OUT1 and OUT2: files to be made. */
export const commands = [
  ['status', 'F'],
  ['urls', 'F', '--limit', '5'],
  ['audit', 'F'],
  ['compare', 'F', 'GOOD'],
  ['robots', 'import', 'GOOD', 'F'],
  ['snapshot', 'F', '--out', 'OUT1'],
  ['repair', 'F', '--out', 'OUT2'],
];

/** Errors that were not put in words. */
export const isRaw = text =>
  /internal error|\n\s+at .*\(?.*:\d+:\d+\)?|^(Type|Range|Syntax|Reference)?Error\b|FATAL|SqliteError|SQLITE_(?!IOERR)/m.test(
    text,
  );

/** A file of the user that nothing may touch. */
export const victimText = 'the user’s own words\n';
