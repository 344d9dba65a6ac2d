import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { plainFacts, readFacts } from '../facts/read-facts.ts';
import { jsonForm } from '../facts/sections.ts';
import { FactsWriter } from '../facts/write-facts.ts';
import { PackedWriter } from '../file/packed-text.ts';
import { Words, WordTexts } from '../file/words.ts';
import { decodePageFacts } from '../reads/page-facts.ts';

const table = `
CREATE TABLE packed_page (
  url_id INTEGER PRIMARY KEY REFERENCES url (id),
  fetch_id INTEGER NOT NULL REFERENCES fetch (id),
  charset TEXT NOT NULL,
  charset_source TEXT NOT NULL,
  lang TEXT NOT NULL,
  title TEXT,
  description TEXT,
  h1 TEXT,
  h1_count INTEGER NOT NULL,
  words INTEGER NOT NULL,
  base TEXT,
  canonical TEXT,
  meta_robots TEXT,
  x_robots_tag TEXT,
  refresh TEXT,
  links INTEGER NOT NULL,
  links_dropped INTEGER NOT NULL,
  -- packed; page_facts(facts) is JSON
  facts BLOB
) STRICT;
`;
const rowsOfBlock = 100;
/** Values of a row before its facts. */
const others = 17;

/** Facts of pages in a packed form, a third of the size of their JSON. Facts that it cannot hold stay as they are. */
export function migrate(db: Database): void {
  db.exec(table);
  const some = db.prepare(`SELECT * FROM page WHERE url_id > ? ORDER BY url_id LIMIT ${rowsOfBlock}`).raw();
  const insert = db.prepare(`INSERT INTO packed_page VALUES (${'?, '.repeat(others)}?)`);
  const pack = packer(db);
  for (let after = 0; ; ) {
    const rows = some.all(after) as [number, ...unknown[]][];
    for (const row of rows) {
      after = row[0];
      const json = row[others];
      if (typeof json === 'string') row[others] = pack(json);
      insert.run(row);
    }
    if (rows.length === 0) break;
  }
  db.exec('DROP TABLE page; ALTER TABLE packed_page RENAME TO page');
}

/** Gives the blob of facts from their JSON. */
function packer(db: Database): (json: string) => Buffer {
  const writer = new FactsWriter(new PackedWriter(new Words(db)));
  const words = new WordTexts(db);
  return json => {
    const facts = decodePageFacts(json);
    if (facts !== null) {
      const packed = writer.write(facts, []);
      const read = readFacts(packed, words);
      if (read !== null && isDeepStrictEqual(plainFacts(read), JSON.parse(json))) return packed;
    }
    return Buffer.concat([Buffer.from([jsonForm]), Buffer.from(json)]);
  };
}

/** Readers know both forms. */
export const standIn = '';
