import type { Database } from 'better-sqlite3';
import { hasTable } from './has-table.ts';
import { quoted } from './quoted-name.ts';

/** Says that rows of a table were changed or removed. */
export type Note = (table: string, rows: number, what: string) => void;

/** References lead from page to robots.txt to body: more turns than this chain is long. */
const mostTurns = 20;

interface Unkeyed {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  /** Only rows for which this is true have the reference. */
  readonly when?: string;
  /** A column that says nothing without it. */
  readonly beside?: string;
}

const [url, fetch, robots, rendering] = ['url', 'fetch', 'robots_version', 'rendering'];
/**
 * References without a foreign key. Numbers of lost rows are used again: what still refers to one would then be about another row. Links, evidence
 * and texts by number are mended elsewhere, as are references from bodies, blocks and kinds of responses. Harmless: rules get no number that a row of
 * `rule_result` has; `inlink_chunk`, `inlink_waiting` and `url_key` are made anew; nothing reads `url_check.decision_id`.
 */
const unkeyed: readonly Unkeyed[] = [
  { table: 'links_row', column: 'from_id', parent: url },
  { table: 'page_links', column: 'from_id', parent: url },
  { table: 'url', column: 'via_id', parent: url, when: "via <> 'sitemap'" },
  { table: 'url', column: 'via_id', parent: 'sitemap', when: "via = 'sitemap'" },
  { table: 'url', column: 'depth_from', parent: url },
  { table: 'url', column: 'fetch_id', parent: fetch },
  { table: 'url', column: 'robots_id', parent: robots, beside: 'robots_line' },
  { table: 'depth_todo', column: 'url_id', parent: url },
  { table: 'page_row', column: 'fetch_id', parent: fetch },
  { table: 'rule_result', column: 'fetch_id', parent: fetch },
  { table: 'url_check', column: 'fetch_id', parent: fetch },
  { table: 'url_check', column: 'redirect_id', parent: url },
  { table: 'sitemap', column: 'fetch_id', parent: fetch },
  { table: 'sitemap', column: 'robots_id', parent: robots, beside: 'robots_line' },
  { table: 'probe', column: 'fetch_id', parent: fetch },
  { table: 'probe', column: 'parent_id', parent: 'probe' },
  { table: 'fetch_row', column: 'tls_id', parent: 'tls' },
  { table: 'fetch', column: 'tls_id', parent: 'tls' },
  { table: 'rendering', column: 'fetch_id', parent: fetch },
  { table: 'render_request', column: 'rendering_id', parent: rendering },
  { table: 'render_request', column: 'url_id', parent: url },
  { table: 'render_request', column: 'fetch_id', parent: fetch },
  { table: 'render_request', column: 'robots_id', parent: robots, beside: 'robots_line' },
  { table: 'render_log', column: 'rendering_id', parent: rendering },
  { table: 'resource', column: 'robots_id', parent: robots, beside: 'robots_line' },
];

/** The condition that finds rows of a table whose reference leads to no row. */
export const lostIn = (table: string, column: string, parent: string, other = 'id'): string =>
  `${quoted(table)}.${quoted(column)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${quoted(parent)} p WHERE p.${quoted(other)} = ${quoted(table)}.${quoted(column)})`;

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly isOptional: boolean;
  readonly emptied: string;
  readonly lost: string;
}

/** Every reference of the schema, with the condition that finds rows whose target is gone. */
function referencesOf(db: Database): Reference[] {
  const tables = db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  const hasParent = db.prepare('SELECT 1 FROM main.sqlite_schema WHERE name = ?');
  return tables.flatMap(table => {
    const columns = db.prepare('SELECT name, "notnull" AS isRequired, pk FROM pragma_table_info(?, ?)').all(table, 'main') as {
      readonly name: string;
      readonly isRequired: number;
      readonly pk: number;
    }[];
    const keys = db
      .prepare('SELECT "from" AS own, "table" AS parent, "to" AS other FROM pragma_foreign_key_list(?, ?)')
      .all(table, 'main') as {
      readonly own: string;
      readonly parent: string;
      readonly other: string | null;
    }[];
    const others = unkeyed.filter(
      ({ table: own, column, parent }) =>
        own === table && columns.some(({ name }) => name === column) && hasParent.get(parent) !== undefined,
    );
    const isOptional = (name: string): boolean => {
      const column = columns.find(each => each.name === name);
      return column?.isRequired === 0 && column.pk === 0;
    };
    const keyed = keys.map(({ own, parent, other }) => ({ column: own, parent, other: other ?? 'id' }));
    const all: readonly (Omit<Unkeyed, 'table'> & { readonly other?: string })[] = [...keyed, ...others];
    return all.map(({ column, parent, other, when, beside }) => ({
      table,
      column,
      isOptional: isOptional(column),
      emptied: [column, ...(beside === undefined ? [] : [beside])].map(name => `${quoted(name)} = NULL`).join(', '),
      lost: `${when === undefined ? '' : `${when} AND `}${lostIn(table, column, parent, other)}`,
    }));
  });
}

/** Empties references to rows that are lost, or removes the rows that cannot be without them. */
export function mendReferences(db: Database, note: Note): void {
  const references = referencesOf(db);
  for (let turn = 0; turn < mostTurns; turn += 1) {
    let changes = 0;
    for (const { table, column, isOptional, emptied, lost } of references) {
      if (isOptional) {
        // A row that its own table forbids without the reference is left, and removed next.
        const rows = db.prepare(`UPDATE OR IGNORE ${quoted(table)} SET ${emptied} WHERE ${lost}`).run().changes;
        note(table, rows, `lost what ${column} refers to`);
        changes += rows;
      }
      const removed = db.prepare(`DELETE FROM ${quoted(table)} WHERE ${lost}`).run().changes;
      note(table, removed, `removed, because the row of ${column} is lost`);
      changes += removed;
    }
    if (changes === 0) break;
  }
  if (hasTable(db, 'decision_kind')) requestAgain(db, note);
  for (const column of ['canonical_id', 'redirect_id'])
    note(
      'url',
      db.prepare(`UPDATE url SET ${column} = NULL WHERE ${lostIn('url', column, 'url')}`).run().changes,
      `lost what ${column} refers to`,
    );
}

/** A URL goes back to its first decision, whose kind is `k`. If that accepted it, it waits for a request. */
export const asFirstDecided =
  "reason = k.reason, state = CASE k.verdict WHEN 'accept' THEN 'queued' ELSE 'disregarded' END, decision_id = NULL, due_at = 0";

/**
 * Pages whose canonical URL, and redirects whose target is lost, go back to their first decision. Those that it accepted wait for a request, which
 * finds the URL again. Without it, they would be pages that search engines may index.
 */
function requestAgain(db: Database, note: Note): void {
  const lost = ['canonical_id', 'redirect_id'].map(column => `(${lostIn('url', column, 'url')})`).join(' OR ');
  const again = `UPDATE url SET ${asFirstDecided}, canonical_id = NULL, redirect_id = NULL
    FROM decision_kind k WHERE k.id = url.kind_id AND url.state = 'done' AND (${lost})`;
  note('url', db.prepare(again).run().changes, 'lost the canonical URL or the target of a redirect, and will be requested again');
}
