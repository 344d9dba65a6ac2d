import type { Database } from 'better-sqlite3';
import { FactsBlocks } from '../facts/facts-blocks.ts';
import { plainFacts } from '../facts/read-facts.ts';
import { FactsWriter } from '../facts/write-facts.ts';
import { factsReader, type StoredFacts } from '../reads/page-facts.ts';
import { hasColumn } from './has-column.ts';
import { hasTable } from './has-table.ts';
import { PackedWriter } from './packed-text.ts';
import { noWords, type TextsByNumber } from './words.ts';

/** The bits of `page_row.own` for columns of the row itself. Others are for texts that facts refer to. */
const ownColumns = 63;

/** Fragments of links are facts of their page, by the position of the link. */
export function mendFragments(db: Database, words: TextsByNumber) {
  const find = db.prepare('SELECT facts FROM page WHERE url_id = ?').pluck();
  const isPlain = !hasTable(db, 'page_row');
  const set = db.prepare(
    `UPDATE ${isPlain ? 'page SET facts = ?' : `page_row SET facts = ?, facts_at = ?, own = own & ${ownColumns}`} WHERE url_id = ?`,
  );
  const read = factsReader(words);
  const writer = new FactsWriter(new PackedWriter(noWords));
  // Older blocks have no signatures beside them.
  const blocks = hasColumn(db, 'facts_block', 'signatures') ? new FactsBlocks(db) : null;
  return {
    /** Gives the fragments of a page the new positions of their links; null: the link is gone. */
    move(page: number, position: (seq: number) => number | null): void {
      const facts = read((find.get(page) as StoredFacts | undefined) ?? null);
      if (!facts?.fragments?.some(([seq]) => position(seq) !== seq)) return;
      const fragments = facts.fragments.flatMap(([seq, fragment]) => {
        const moved = position(seq);
        return moved === null ? [] : [[moved, fragment] as const];
      });
      const packed = writer.write({ ...plainFacts(facts), fragments }, []);
      const at = blocks?.add(packed) ?? null;
      set.run([at === null ? Buffer.from(packed) : null, ...(isPlain ? [] : [at]), page]);
    },
    /** Writes what is left. */
    flush: (): void => blocks?.flush(),
  };
}
