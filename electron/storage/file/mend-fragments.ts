import type { Database } from 'better-sqlite3';
import { FactsBlocks } from '../facts/facts-blocks.ts';
import { plainFacts } from '../facts/read-facts.ts';
import { FactsWriter } from '../facts/write-facts.ts';
import { factsReader, type StoredFacts } from '../reads/page-facts.ts';
import { PackedWriter } from './packed-text.ts';
import { noWords, type TextsByNumber } from './words.ts';

/** The bits of `page_row.own` for columns of the row itself. Others are for texts that facts refer to. */
const ownColumns = 63;

/** Fragments of links are facts of their page, by the position of the link. */
export function mendFragments(db: Database, words: TextsByNumber) {
  const find = db.prepare('SELECT facts FROM page WHERE url_id = ?').pluck();
  const set = db.prepare(`UPDATE page_row SET facts_at = ?, facts = ?, own = own & ${ownColumns} WHERE url_id = ?`);
  const read = factsReader(words);
  const writer = new FactsWriter(new PackedWriter(noWords));
  const blocks = new FactsBlocks(db);
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
      const at = blocks.add(packed);
      set.run(at, at === null ? Buffer.from(packed) : null, page);
    },
    /** Writes what is left. */
    flush: (): void => blocks.flush(),
  };
}
