import type { Steps } from '#core/steps.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import type { ReadDb } from '../file/handle.ts';
import { linkReads } from '../links/link-reads.ts';
import { columnOf } from './column-sql.ts';
import { SameTexts } from './same-texts.ts';
import { type ListedTerm, listedKey } from './url-filter.ts';

const entriesOfStep = 10_000;

/** Finds the URLs of terms that are lists of ids: sources of links, equal texts, entries of a sitemap. */
export class ListedIds {
  readonly #links: ReturnType<typeof linkReads>;
  readonly #same: SameTexts;
  readonly #entries: { all(...values: (string | number)[]): unknown };

  constructor(db: ReadDb) {
    this.#links = linkReads(db);
    this.#same = new SameTexts(db);
    this.#entries = db
      .prepare(
        `SELECT e.seq, e.url_id FROM sitemap s JOIN sitemap_entry e ON e.sitemap_id = s.id
         WHERE s.url = ? AND e.seq > ? ORDER BY e.seq LIMIT ${entriesOfStep}`,
      )
      .raw();
  }

  /** The ids of each term by `listedKey`, ascending. Each list is found once. */
  *all(terms: readonly ListedTerm[], columns: readonly UrlColumn[]): Steps<ReadonlyMap<string, Uint32Array>> {
    const lists = new Map<string, Uint32Array>();
    for (const term of terms) if (!lists.has(listedKey(term))) lists.set(listedKey(term), yield* this.of(term, columns));
    return lists;
  }

  *of(term: ListedTerm, columns: readonly UrlColumn[]): Steps<Uint32Array> {
    if (term.kind === 'link') return yield* this.#links.sourcesOf(term.url);
    if (term.kind === 'text-state') return yield* this.#same.idsOf(columnOf(columns, term.field).stored);
    const ids = new Set<number>();
    for (let after = -1; ; ) {
      const rows = this.#entries.all(term.url, after) as [seq: number, id: number][];
      for (const [seq, id] of rows) {
        ids.add(id);
        after = seq;
      }
      if (rows.length < entriesOfStep) return Uint32Array.from(ids).sort();
      yield ids.size;
    }
  }
}
