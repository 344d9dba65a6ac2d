import type { Database } from 'better-sqlite3';
import { BlockFacts, longestPacked, pagesOfBlock } from '../facts/facts-blocks.ts';
import { addLinkViews } from '../links/link-views.ts';
import { fetchesSelect, fetchSelect, pageSelect } from '../migrations/0029-shared-parts.ts';
import { headersOfKinds } from '../tables/fetch-kinds.ts';

/** Since this file version, `fetch` and `page` are views. Before, they are tables. */
const rowsSince = 29;

/** The condition keeps SQLite from reading a block that is too long, for each of its pages. */
const blockOf = `SELECT facts_of(p.facts_at, b.bytes) FROM facts_block b WHERE b.id = p.facts_at / ${pagesOfBlock} AND length(b.bytes) <= ${longestPacked}`;

const views = `
CREATE TEMP VIEW fetch AS${fetchSelect('headers_of((SELECT k.headers FROM fetch_kind k WHERE k.id = f.kind_id), f.own_headers, f.started_at)')};
CREATE TEMP VIEW fetches AS${fetchesSelect};
CREATE TEMP VIEW page AS${pageSelect(`,
    coalesce(kept_facts(p.facts_at), (${blockOf}), p.facts) AS facts`)};
`;

/** A value of `facts_at` in a file that may be damaged. */
const isPlace = (value: unknown): value is number => typeof value === 'number' && value >= 0;

/**
 * Lets statements of this connection read what is packed: links as rows (`link-views.ts`), facts of pages as `page.facts`, and headers of
 * responses without the JSON functions of SQLite. The views are temporary and come before those of the file with their names: the file must
 * not name a function that other programs lack. `version`: of the file.
 */
export function addOwnViews(db: Database, version: number): void {
  addLinkViews(db, version);
  if (version < rowsSince) return;
  const facts = new BlockFacts();
  const headersOf = headersOfKinds();
  db.function('kept_facts', place => (isPlace(place) ? facts.kept(place) : null));
  db.function('facts_of', (place, packed) => (isPlace(place) && Buffer.isBuffer(packed) ? facts.at(place, packed) : null));
  db.function('headers_of', { deterministic: true }, (template, own, startedAt) =>
    typeof template === 'string' && typeof own === 'string' && typeof startedAt === 'number'
      ? headersOf(template, own, startedAt)
      : null,
  );
  db.exec(views);
}
