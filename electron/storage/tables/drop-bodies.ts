import type { BodiesKept, BodyCount } from '#shared/model/bodies.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { packZstd, unpackBody } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';
import { renderedHashes } from './renderings.ts';

/** Which stored bodies are dropped: those of all requests, of requests before a time, of requests for some URLs (ids). */
export interface BodiesToDrop {
  readonly before: number | null;
  readonly urls: Iterable<number> | null;
  /** Of these, the newest that stay. */
  readonly keep: BodiesKept | null;
}

const blocksOfStep = 50;
const longestBlock = 512 * 1024;

/** Where rows name bodies: requests, and renderings by their document and their two screenshots. */
const holders = `
  SELECT body_hash AS hash, purpose <> 'robots' AS mayGo, started_at AS at, url_id AS url FROM fetch WHERE body_hash IS NOT NULL
  UNION ALL SELECT body_hash, 0, 0, NULL FROM robots_version WHERE body_hash IS NOT NULL
  ${renderedHashes.map(column => `UNION ALL SELECT ${column}, 1, coalesce(ended_at, queued_at), url_id FROM rendering WHERE ${column} IS NOT NULL`).join(' ')}`;

/**
 * Chooses bodies: of responses, and what renderings stored (documents, screenshots). One that several requests or renderings brought is dropped
 * only with all of them, one of a robots.txt never, because verdicts cite its lines. All bodies include those that a later rendering replaced.
 * The newest of them may stay (`keep`). Writes the hashes into a temporary table. Returns how many there are, and their bytes as they are decoded.
 */
export function chooseBodies(db: WriteDb, { before, urls, keep }: BodiesToDrop): BodyCount {
  db.exec(`DROP TABLE IF EXISTS temp.drop_hash; DROP TABLE IF EXISTS temp.drop_url;
    CREATE TEMP TABLE drop_hash (hash BLOB PRIMARY KEY) WITHOUT ROWID;
    CREATE TEMP TABLE drop_url (id INTEGER PRIMARY KEY);`);
  if (urls !== null) {
    const add = db.prepare('INSERT OR IGNORE INTO temp.drop_url VALUES (?)');
    for (const id of urls) add.run(id);
  }
  const chosen = [
    'mayGo',
    ...(before === null ? [] : ['at < @before']),
    ...(urls === null ? [] : ['url IN (SELECT id FROM temp.drop_url)']),
  ].join(' AND ');
  const values = before === null ? {} : { before };
  const found =
    before === null && urls === null
      ? 'SELECT hash FROM body UNION ALL SELECT hash FROM block_body'
      : `SELECT hash FROM (${holders}) WHERE ${chosen}`;
  db.prepare(`INSERT OR IGNORE INTO temp.drop_hash ${found}`).run(values);
  // Some requests are for no URL of the crawl: their condition is null.
  db.prepare(
    `DELETE FROM temp.drop_hash WHERE hash IN (SELECT hash FROM (${holders}) WHERE (${chosen}) IS NOT TRUE)
       OR hash IN (SELECT hash FROM body WHERE length(bytes) = 0)`,
  ).run(values);
  if (keep !== null) keepNewest(db, keep);
  return db
    .prepare(
      `SELECT count(*) AS bodies, coalesce(sum(size), 0) AS bytes FROM
         (SELECT size FROM body WHERE hash IN (SELECT hash FROM temp.drop_hash) AND size > 0
          UNION ALL SELECT size FROM block_body WHERE hash IN (SELECT hash FROM temp.drop_hash))`,
    )
    .get() as BodyCount;
}

/**
 * Takes the newest bodies from the chosen ones. The age of a body is that of its last request or rendering. A body in a block takes its share of
 * the block.
 */
function keepNewest(db: WriteDb, keep: BodiesKept): void {
  const [reached, value] = 'newest' in keep ? ['place', keep.newest] : ['total', keep.bytes];
  db.prepare(
    `DELETE FROM temp.drop_hash WHERE hash IN (
       WITH used AS (SELECT hash, max(at) AS at FROM (${holders}) WHERE hash IN (SELECT hash FROM temp.drop_hash) GROUP BY hash),
         taken AS (
           SELECT hash, length(bytes) AS bytes FROM body WHERE hash IN (SELECT hash FROM temp.drop_hash)
           UNION ALL SELECT p.hash, 1.0 * length(b.bytes) * p.size / max(b.size, 1) FROM block_body p JOIN body_block b ON b.id = p.block_id
             WHERE p.hash IN (SELECT hash FROM temp.drop_hash)),
         ordered AS (
           SELECT hash, row_number() OVER newest AS place, sum(bytes) OVER (newest ROWS UNBOUNDED PRECEDING) AS total
           FROM taken LEFT JOIN used USING (hash) WINDOW newest AS (ORDER BY coalesce(at, 0) DESC, hash))
       SELECT hash FROM ordered WHERE ${reached} <= @value)`,
  ).run({ value });
}

const damaged = (): never => {
  throw new RpcError('refused', 'The crawl file is damaged: a block of bodies does not hold what it should.');
};

/**
 * Drops the chosen bodies. Their hashes and sizes stay, as rows without bytes; a block with other bodies in it is written again without them.
 * Each step is one transaction of the caller (`inTransaction`). Yields bodies done.
 */
export function* dropChosen(db: WriteDb, inTransaction: (work: () => void) => void): Generator<number, void, void> {
  let done = 0;
  const alone = db.prepare(
    `UPDATE body SET encoding = 'raw', bytes = x'' WHERE hash IN
       (SELECT b.hash FROM body b JOIN temp.drop_hash d ON d.hash = b.hash WHERE length(b.bytes) > 0 LIMIT 200)`,
  );
  for (let changes = 1; changes > 0; ) {
    inTransaction(() => {
      changes = alone.run().changes;
    });
    done += changes;
    if (changes > 0) yield done;
  }
  db.exec(`DROP TABLE IF EXISTS temp.drop_block;
    CREATE TEMP TABLE drop_block AS SELECT DISTINCT block_id AS id FROM block_body WHERE hash IN (SELECT hash FROM temp.drop_hash);
    CREATE TEMP TABLE IF NOT EXISTS place_of (block_id INTEGER, hash BLOB, start INTEGER, size INTEGER, is_dropped INTEGER);
    DELETE FROM temp.place_of;
    INSERT INTO temp.place_of SELECT p.block_id, p.hash, p.start, p.size, p.hash IN (SELECT hash FROM temp.drop_hash)
      FROM block_body p WHERE p.block_id IN (SELECT id FROM temp.drop_block);
    CREATE INDEX IF NOT EXISTS temp.place_of_block ON place_of (block_id, start);`);
  const blocks = db.prepare('SELECT id FROM temp.drop_block ORDER BY id').pluck().all() as number[];
  const rewrite = blockWriter(db);
  for (let from = 0; from < blocks.length; from += blocksOfStep) {
    inTransaction(() => {
      for (const id of blocks.slice(from, from + blocksOfStep)) done += rewrite(id);
    });
    yield done;
  }
  db.exec('DROP TABLE temp.drop_block; DROP TABLE temp.place_of; DROP TABLE temp.drop_hash; DROP TABLE temp.drop_url;');
}

interface Place {
  readonly hash: Buffer;
  readonly start: number;
  readonly size: number;
  readonly isDropped: 0 | 1;
}

/** Writes a block without its dropped bodies. Returns how many they are. */
function blockWriter(db: WriteDb) {
  const places = db.prepare(
    'SELECT hash, start, size, is_dropped AS isDropped FROM temp.place_of WHERE block_id = ? ORDER BY start',
  );
  const read = db.prepare("SELECT 'zstd' AS encoding, bytes, size FROM body_block WHERE id = ?");
  const forget = db.prepare('DELETE FROM block_body WHERE hash = ?');
  const mark = db.prepare("INSERT OR IGNORE INTO body (hash, size, encoding, bytes) VALUES (?, ?, 'raw', x'')");
  const move = db.prepare('UPDATE block_body SET start = ? WHERE hash = ?');
  const write = db.prepare('UPDATE body_block SET size = ?, bytes = ? WHERE id = ?');
  const drop = db.prepare('DELETE FROM body_block WHERE id = ?');
  return (id: number): number => {
    const all = places.all(id) as Place[];
    const [dropped, kept] = [all.filter(({ isDropped }) => isDropped === 1), all.filter(({ isDropped }) => isDropped === 0)];
    for (const { hash, size } of dropped) {
      forget.run(hash);
      mark.run(hash, size);
    }
    if (kept.length === 0) {
      drop.run(id);
      return dropped.length;
    }
    const row = (read.get(id) as { encoding: 'zstd'; bytes: Uint8Array; size: number } | undefined) ?? damaged();
    const bytes = unpackBody(row, Math.min(row.size, longestBlock));
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const { hash, start, size } of kept) {
      if (start < 0 || size < 0 || start + size > bytes.length) damaged();
      parts.push(bytes.subarray(start, start + size));
      move.run(at, hash);
      at += size;
    }
    write.run(at, packZstd(Buffer.concat(parts)), id);
    return dropped.length;
  };
}
