const tables = (temp: string): string => `
CREATE ${temp}TABLE inlink_block (
  id INTEGER PRIMARY KEY
) STRICT;

-- the links of many pages, in order of their targets
CREATE ${temp}TABLE inlink (
  block_id INTEGER NOT NULL,
  to_id INTEGER NOT NULL,
  from_id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (block_id, to_id, from_id, seq)
) STRICT, WITHOUT ROWID;

-- pages whose links are in no block yet
CREATE ${temp}TABLE inlink_waiting (
  from_id INTEGER PRIMARY KEY
) STRICT;
`;

/**
 * Which links point at a URL, without a live index on `link`. Such an index grew in random order with every link.
 * That cost more than all other writing of links, and more the larger the file. Instead, pages are queued until there
 * are many. Then their links are written as one block, in order of the targets, after all earlier blocks.
 */
export const sql = `
DROP INDEX link_by_target;

${tables('')}
INSERT INTO inlink_block (id) SELECT 1 WHERE EXISTS (SELECT 1 FROM link);
INSERT INTO inlink (block_id, to_id, from_id, seq) SELECT 1, to_id, from_id, seq FROM link ORDER BY to_id, from_id, seq;

-- every link by its target, whether it waits or not
CREATE VIEW link_targets AS
  SELECT inlink.to_id, inlink.from_id, inlink.seq FROM inlink_block CROSS JOIN inlink ON inlink.block_id = inlink_block.id
  UNION ALL
  SELECT link.to_id, link.from_id, link.seq FROM inlink_waiting CROSS JOIN link ON link.from_id = inlink_waiting.from_id;
`;

/** For readers of an older file, which has the index and no blocks. */
export const standIn = `${tables('TEMP ')}
CREATE TEMP VIEW link_targets AS SELECT to_id, from_id, seq FROM main.link;
`;
