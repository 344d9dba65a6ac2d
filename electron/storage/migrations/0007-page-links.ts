import type { Database } from 'better-sqlite3';
import { type Chunk, ChunkPacker } from '../links/packed-targets.ts';

const tables = `
-- the links of a page in one row, as JSON: see docs/crawl-file.md
CREATE TABLE page_links (
  from_id INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  links TEXT NOT NULL
) STRICT;

-- the links of a block of pages in order of their targets, some thousand bytes a row
CREATE TABLE inlink_chunk (
  id INTEGER PRIMARY KEY,
  block_id INTEGER NOT NULL,
  first_to INTEGER NOT NULL,
  last_to INTEGER NOT NULL,
  packed BLOB NOT NULL
) STRICT;
CREATE INDEX inlink_chunk_by_target ON inlink_chunk (block_id, first_to, last_to);

-- whether the links of a waiting page are in url.inlinks already
ALTER TABLE inlink_waiting ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
UPDATE inlink_waiting SET counted = 1;
`;

/** Rows of a block's links read at a time. */
const rowsOfStep = 50_000;

function packTargets(db: Database): void {
  const rows = db
    .prepare(
      `SELECT block_id, to_id, from_id, seq FROM inlink WHERE (block_id, to_id, from_id, seq) > (?, ?, ?, ?)
       ORDER BY block_id, to_id, from_id, seq LIMIT ${rowsOfStep}`,
    )
    .raw();
  const insert = db.prepare('INSERT INTO inlink_chunk (block_id, first_to, last_to, packed) VALUES (?, ?, ?, ?)');
  const packer = new ChunkPacker();
  let block = 0;
  const write = (chunk: Chunk | null) => {
    if (chunk) insert.run(block, chunk.first, chunk.last, chunk.packed);
  };
  for (let last: readonly number[] | undefined = [0, 0, 0, -1]; last; ) {
    const step = rows.all(...last) as [number, number, number, number][];
    for (const [blockId, to, from, seq] of step) {
      if (blockId !== block) {
        write(packer.end());
        block = blockId;
      }
      write(packer.add(to, from, seq));
    }
    last = step.at(-1);
  }
  write(packer.end());
}

/** Rows of links as the JSON of a page. Rows of a group come in order of their key. */
const json = `json_group_array(json(CASE WHEN rel <> '' THEN json_array(to_id, kind, start, "end", text, rel)
  WHEN text <> '' THEN json_array(to_id, kind, start, "end", text) ELSE json_array(to_id, kind, start, "end") END))`;

/** Links as rows, for any client of SQLite from 3.9 on. A damaged page has none. */
const views = `
CREATE VIEW link AS
  SELECT from_id, seq, json_extract(entry, '$[0]') AS to_id, json_extract(entry, '$[1]') AS kind,
    coalesce(json_extract(entry, '$[5]'), '') AS rel, coalesce(json_extract(entry, '$[4]'), '') AS text,
    json_extract(entry, '$[2]') AS start, json_extract(entry, '$[3]') AS "end"
  FROM (SELECT p.from_id, l."key" AS seq, l.type, CASE WHEN l.type = 'array' THEN l.value ELSE '[]' END AS entry
    FROM page_links p CROSS JOIN json_each(CASE WHEN json_valid(p.links) THEN p.links ELSE '[]' END) l)
  WHERE type = 'array';

CREATE VIEW links AS
  SELECT f.url AS from_url, t.url AS to_url, k.name AS kind, l.rel, l.text, l.start, l."end", l.seq
  FROM link l JOIN url f ON f.id = l.from_id JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind;

CREATE VIEW link_targets AS SELECT to_id, from_id, seq FROM link;
`;

/**
 * A page's links are one row, and the blocks of their targets are packed. Before, a row for each link with its keys,
 * and another one for its target, were a third of the cost of a page.
 */
export function migrate(db: Database): void {
  db.exec(tables);
  db.exec(`INSERT INTO page_links (from_id, count, links)
    SELECT from_id, count(*), ${json} FROM (SELECT * FROM link ORDER BY from_id, seq) GROUP BY from_id ORDER BY from_id`);
  packTargets(db);
  db.exec('DROP VIEW link_targets; DROP VIEW links; DROP TABLE inlink; DROP TABLE link;');
  db.exec(views);
}

const readOnly = (view: string): string =>
  ['INSERT', 'UPDATE', 'DELETE']
    .map(
      change =>
        `CREATE TEMP TRIGGER ${view}_${change} INSTEAD OF ${change} ON ${view} BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END;`,
    )
    .join('\n');

/**
 * For readers of an older file, which has rows of links and no page in the queue for counting. Rows of a page come in
 * order of their key. A subquery with ORDER BY would be computed again, as a whole, for each page that is read.
 * Nothing writes to views.
 */
export function standIn(db: Database): void {
  db.exec(`CREATE TEMP VIEW page_links AS
      SELECT from_id, count(*) AS count, ${json} AS links FROM main.link GROUP BY from_id;
    ${readOnly('page_links')}
    CREATE TEMP TABLE inlink_chunk (id INTEGER PRIMARY KEY, block_id INTEGER, first_to INTEGER, last_to INTEGER, packed BLOB);`);
  // A file of version 4 has pages in the queue. For earlier files, a table of step 4 replaces it.
  const waiting = db.prepare(`SELECT 1 FROM temp.sqlite_schema WHERE name = 'inlink_waiting'`).get();
  if (waiting) db.exec('ALTER TABLE temp.inlink_waiting ADD COLUMN counted INTEGER NOT NULL DEFAULT 1');
  else
    db.exec(`CREATE TEMP VIEW inlink_waiting AS SELECT from_id, 1 AS counted FROM main.inlink_waiting;
      ${readOnly('inlink_waiting')}`);
}
