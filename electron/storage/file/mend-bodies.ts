import type { Database } from 'better-sqlite3';
import type { MendedRows } from '#shared/model/repair.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { bodyReader } from '../tables/bodies.ts';
import { renderedHashes } from '../tables/renderings.ts';
import { bodyHash } from './codec.ts';

/** Bodies between two yields. */
const bodiesOfStep = 20;

/**
 * Marks bodies as dropped whose bytes are lost or are not those of their hash, so that nothing reads wrong bytes. Bodies of robots.txt files
 * included: verdicts keep their lines only where the text is whole. Yields.
 */
export function* mendBodies(db: Database): Generator<void, readonly MendedRows[], void> {
  const read = bodyReader(db);
  const isWhole = (hash: Buffer): boolean => {
    try {
      const bytes = read(hash);
      return bytes === null || bodyHash(bytes).equals(hash);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return false;
    }
  };
  const wipe = db.prepare("UPDATE body SET encoding = 'raw', bytes = x'' WHERE hash = ?");
  const drop = db.prepare('DELETE FROM block_body WHERE hash = ?');
  const mark = db.prepare(
    "INSERT INTO body (hash, size, encoding, bytes) VALUES (?, max(1, ?), 'raw', x'') ON CONFLICT (hash) DO NOTHING",
  );
  const lists = [
    { table: 'body', lose: (hash: Buffer) => wipe.run(hash) },
    {
      table: 'block_body',
      lose: (hash: Buffer, size: number) => {
        drop.run(hash);
        mark.run(hash, size);
      },
    },
  ];
  let [lost, done] = [0, 0];
  for (const { table, lose } of lists) {
    // In the order in which they were stored: the bodies of one block after each other.
    const find = db.prepare(`SELECT _rowid_, hash, size FROM ${table} WHERE _rowid_ > ? ORDER BY _rowid_ LIMIT 1`).raw();
    for (let after = 0; ; ) {
      const row = find.get(after) as [number, Buffer, number] | undefined;
      if (row === undefined) break;
      const [id, hash, size] = row;
      after = id;
      if (!isWhole(hash)) {
        lose(hash, size);
        lost += 1;
      }
      done += 1;
      if (done % bodiesOfStep === 0) yield;
    }
  }
  // Attempts, robots.txt files and renderings whose body has no row at all.
  const holders = [
    ['fetch', 'body_bytes', 'body_hash'],
    ['robots_version', 'size', 'body_hash'],
    ...renderedHashes.map(column => ['rendering', column === 'html_hash' ? 'html_bytes' : '1', column] as const),
  ] as const;
  for (const [table, size, column] of holders)
    lost += db
      .prepare(
        `INSERT OR IGNORE INTO body (hash, size, encoding, bytes)
         SELECT ${column}, max(1, coalesce(max(${size}), 1)), 'raw', x'' FROM ${table} t WHERE ${column} IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM body b WHERE b.hash = t.${column}) AND NOT EXISTS (SELECT 1 FROM block_body p WHERE p.hash = t.${column})
         GROUP BY ${column}`,
      )
      .run().changes;
  // Without its lines a robots.txt decides nothing: it is requested again before anything else of its host.
  db.exec(`UPDATE origin SET robots_id = NULL WHERE robots_id IN (SELECT v.id FROM robots_version v JOIN body b ON b.hash = v.body_hash
      WHERE length(b.bytes) = 0 AND b.size > 0);
    UPDATE origin SET robots_checked_at = NULL, robots_expires_at = NULL WHERE robots_id IS NULL;`);
  return lost === 0 ? [] : [{ table: 'body', rows: lost, what: 'lost their bytes; hash and size stay' }];
}
