import type { WriteDb } from './database.ts';

/** Pages whose links make a block: few enough to be looked through, many enough that there are not many blocks. */
const pagesOfBlock = 1_000;

/** The links of pages by their targets, in blocks (see migration 0004). All of it runs inside the caller's transaction. */
export function inlinkTable(db: WriteDb) {
  const wait = db.prepare('INSERT OR IGNORE INTO inlink_waiting (from_id) VALUES (?)');
  const waits = db.prepare('SELECT 1 FROM inlink_waiting WHERE from_id = ?').pluck();
  const count = db.prepare('SELECT count(*) FROM inlink_waiting').pluck();
  const addBlock = db.prepare('INSERT INTO inlink_block DEFAULT VALUES');
  const fillBlock = db.prepare(
    `INSERT INTO inlink (block_id, to_id, from_id, seq) SELECT ?, l.to_id, l.from_id, l.seq
     FROM inlink_waiting CROSS JOIN link l ON l.from_id = inlink_waiting.from_id ORDER BY l.to_id, l.from_id, l.seq`,
  );
  const emptied = db.prepare('DELETE FROM inlink_waiting');
  const forget = db.prepare(
    `DELETE FROM inlink WHERE (block_id, to_id, from_id, seq) IN (SELECT inlink_block.id, l.to_id, l.from_id, l.seq
       FROM link l CROSS JOIN inlink_block WHERE l.from_id = ?)`,
  );
  let waiting = count.get() as number;
  return {
    /** The links of a page are about to be replaced. */
    forget(from: number): void {
      if (!waits.get(from)) forget.run(from);
    },
    /** The links of a page were written. */
    add(from: number): void {
      waiting += wait.run(from).changes;
    },
    /** Writes a block when enough pages wait; at the end of a crawl however few. */
    settle(atEnd: boolean): void {
      if (waiting === 0 || (waiting < pagesOfBlock && !atEnd)) return;
      fillBlock.run(addBlock.run().lastInsertRowid);
      emptied.run();
      waiting = 0;
    },
    reload(): void {
      waiting = count.get() as number;
    },
  };
}
export type InlinkTable = ReturnType<typeof inlinkTable>;
