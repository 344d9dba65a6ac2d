import type { Database } from 'better-sqlite3';
import { LinkPacker, LinkReader } from './packed-links.ts';
import { ChunkReader } from './packed-targets.ts';

/** Version of the file from which on links are packed. */
export const packedSince = 7;

/**
 * Makes packed links rows again, for statements of this connection. `unpack_links` and `unpack_targets` end where bytes are damaged.
 * Whole numbers are handed over as bigint: better-sqlite3 makes a REAL of every number.
 */
export function addLinkFunctions(db: Database): void {
  db.table('unpack_links', {
    parameters: ['packed'],
    columns: ['seq', 'to_id', 'kind', 'rel', 'text', 'start', 'end'],
    *rows(packed: unknown) {
      if (!(packed instanceof Uint8Array)) return;
      const link = new LinkReader(packed);
      while (link.next())
        yield [
          BigInt(link.seq),
          BigInt(link.to),
          BigInt(link.kind),
          link.rel,
          link.text,
          BigInt(link.start),
          BigInt(link.end),
        ] as unknown as Record<string, unknown>;
    },
  });
  db.table('unpack_targets', {
    parameters: ['packed'],
    columns: ['to_id', 'from_id', 'seq'],
    *rows(packed: unknown) {
      if (!(packed instanceof Uint8Array)) return;
      const link = new ChunkReader(packed);
      while (link.next()) yield [BigInt(link.to), BigInt(link.from), BigInt(link.seq)] as unknown as Record<string, unknown>;
    },
  });
  const pack = (
    packer: LinkPacker,
    to: unknown,
    kind: unknown,
    rel: unknown,
    text: unknown,
    start: unknown,
    end: unknown,
  ): void => packer.add(Number(to), Number(kind), String(rel), String(text), Number(start), Number(end));
  db.aggregate('pack_links', {
    start: () => {
      const packer = new LinkPacker();
      packer.start();
      return packer;
    },
    // The declared type knows of one value a row only.
    step: pack as unknown as (packer: LinkPacker, next: LinkPacker) => void,
    result: (packer: LinkPacker) => packer.take(),
  });
}

/** The views of links as they were before links were packed; views in the file itself may not use our functions. */
const views = `
CREATE TEMP VIEW link AS
  SELECT p.from_id, l.seq, l.to_id, l.kind, l.rel, l.text, l.start, l."end" FROM main.page_links p CROSS JOIN unpack_links(p.packed) l;
CREATE TEMP VIEW links AS
  SELECT f.url AS from_url, t.url AS to_url, k.name AS kind, l.rel, l.text, l.start, l."end", l.seq
  FROM link l JOIN main.url f ON f.id = l.from_id JOIN main.url t ON t.id = l.to_id JOIN main.link_kind k ON k.id = l.kind;
-- A target that is given as a constant reaches first_to and last_to as well: each block is asked for its one or two chunks.
CREATE TEMP VIEW link_targets AS
  SELECT t.to_id, t.from_id, t.seq FROM main.inlink_block b CROSS JOIN main.inlink_chunk c ON c.block_id = b.id
    CROSS JOIN unpack_targets(c.packed) t WHERE c.first_to <= t.to_id AND c.last_to >= t.to_id
  UNION ALL
  SELECT l.to_id, l.from_id, l.seq FROM main.inlink_waiting w CROSS JOIN link l ON l.from_id = w.from_id;
`;

export const hasPackedLinks = (db: Pick<Database, 'pragma'>): boolean =>
  (db.pragma('user_version', { simple: true }) as number) >= packedSince;

/** Adds `link`, `links` and `link_targets` to a connection to a file with packed links. */
export function addLinkViews(db: Database): void {
  db.exec(views);
}
