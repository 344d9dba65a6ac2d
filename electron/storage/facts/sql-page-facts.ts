import BetterSqlite3, { type Database } from 'better-sqlite3';
import { mostWords, soundText, type TextsByNumber } from '../file/words.ts';
import { factsReader } from '../reads/page-facts.ts';
import { plainFacts } from './read-facts.ts';

/** Words of a file. A function inside a statement cannot use the connection of that statement, so this opens another one. */
class WordsBeside implements TextsByNumber {
  readonly #path: string;
  #texts: readonly string[] | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  textOf(number: number): string {
    this.#texts ??= this.#load();
    return this.#texts[number] ?? '';
  }

  /** Once is enough: what the statement reads was written before it began. */
  #load(): string[] {
    const db = new BetterSqlite3(this.#path, { readonly: true });
    try {
      const texts: string[] = [];
      const rows = db.prepare(`SELECT id, ${soundText} FROM word WHERE id BETWEEN 1 AND ${mostWords}`).raw();
      for (const [id, text] of rows.iterate() as IterableIterator<[number, string | null]>) texts[id] = text ?? '';
      return texts;
    } finally {
      db.close();
    }
  }
}

/** Adds the SQL function `page_facts`: the JSON of what `page.facts` holds; null where it holds nothing, or is damaged. */
export function addPageFacts(db: Database): void {
  const read = factsReader(new WordsBeside(db.name));
  db.function('page_facts', stored => {
    const facts = typeof stored === 'string' || Buffer.isBuffer(stored) ? read(stored) : null;
    return facts && JSON.stringify(plainFacts(facts));
  });
}
