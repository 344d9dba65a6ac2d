const tables = (temp: '' | 'TEMP ') => `
-- bodies that arrived together, one after the other, as one zstd frame. size: bytes after decoding
CREATE ${temp}TABLE body_block (
  id INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

-- where a body lies in its decoded block
CREATE ${temp}TABLE block_body (
  hash BLOB NOT NULL PRIMARY KEY,
  block_id INTEGER NOT NULL,
  start INTEGER NOT NULL,
  size INTEGER NOT NULL
) STRICT;

CREATE ${temp}VIEW bodies AS
  SELECT hash, size, encoding, bytes, NULL AS block_id, NULL AS start FROM body
  UNION ALL
  SELECT hash, size, 'block', NULL, block_id, start FROM block_body;
`;

/** Bodies of pages are compressed in blocks. A file keeps the bodies that it has in `body`. */
export const sql = tables('');

/** An older file has no blocks. */
export const standIn = tables('TEMP ');
