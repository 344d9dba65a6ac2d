import type { Database } from 'better-sqlite3';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { MendedRows, RepairedTable } from '#shared/model/repair.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { lentEvent } from '../tables/crawls.ts';
import { readStoredSettings } from '../tables/stored-settings.ts';
import { hasColumn } from './has-column.ts';
import { hasTable } from './has-table.ts';
import { decodedBlock, placesOfBlock } from './page-blocks.ts';

/** References lead from page to robots.txt to body: more turns than this chain is long. */
const mostTurns = 20;
const leastId = -(2 ** 53);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly isOptional: boolean;
  readonly lost: string;
}

/** Every reference of the schema, with the condition that finds rows whose target is gone. */
function referencesOf(db: Database): Reference[] {
  const tables = db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  return tables.flatMap(table => {
    const columns = db.prepare('SELECT name, "notnull" AS isRequired, pk FROM pragma_table_info(?)').all(table) as {
      readonly name: string;
      readonly isRequired: number;
      readonly pk: number;
    }[];
    const keys = db
      .prepare('SELECT "from" AS own, "table" AS parent, "to" AS other FROM pragma_foreign_key_list(?)')
      .all(table) as {
      readonly own: string;
      readonly parent: string;
      readonly other: string | null;
    }[];
    return keys.map(({ own, parent, other }) => {
      const column = columns.find(({ name }) => name === own);
      return {
        table,
        column: own,
        isOptional: column?.isRequired === 0 && column.pk === 0,
        lost: `${quoted(own)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${quoted(parent)} p WHERE p.${quoted(other ?? 'id')} = ${quoted(table)}.${quoted(own)})`,
      };
    });
  });
}

/** Without these rows a crawl may not know what is left to request. */
const neededToGoOn: ReadonlySet<string> = new Set([
  ...['url', 'decided', 'rendering', 'fetch_row', 'page_row'],
  // of older versions
  ...['fetch', 'page'],
]);

/** Rows that the tables which say what is left to request lost at least: those that were not read, and those removed or changed since. */
function lostWork(tables: readonly RepairedTable[], mended: Iterable<MendedRows>): number {
  const of = (table: string): boolean => neededToGoOn.has(table);
  const unread = tables
    .filter(({ name }) => of(name))
    .map(({ refused, places, missing, isGone }) => Math.max(refused + missing, isGone || places > 0 ? 1 : 0));
  const changed = [...mended].filter(({ table, what }) => of(table) && /^(removed|lost)/.test(what)).map(({ rows }) => rows);
  return [...unread, ...changed].reduce((sum, rows) => sum + rows, 0);
}

/** A crawl that lost what it has to request is not finished. */
function interrupt(db: Database, at: number, lost: number): void {
  const detail = `Repaired: ${lost === 1 ? '1 row is' : `${lost} rows are`} lost; resume to look for ${lost === 1 ? 'it' : 'them'} again.`;
  db.prepare(
    "UPDATE crawl SET state = 'interrupted', detail = ?, ended_at = coalesce(ended_at, ?), owner = NULL, heartbeat_at = NULL",
  ).run(detail, at);
}

/**
 * Makes the rows of a repaired file consistent: references to lost rows are emptied, or the row that cannot be without them is removed;
 * counts are counted again; a crawl that ran or lost work is an interrupted one. `at`: epoch milliseconds; `tables`: what was read of each. Returns what was changed, for the user.
 */
export function mend(db: Database, at: number, tables: readonly RepairedTable[]): readonly MendedRows[] {
  const kindsAreLost = tables.some(
    ({ name, isGone, places, refused }) => name === 'decision_kind' && (isGone || places + refused > 0),
  );
  const mended = new Map<string, MendedRows>();
  const note = (table: string, rows: number, what: string): void => {
    if (rows === 0) return;
    const key = `${table} ${what}`;
    mended.set(key, { table, what, rows: rows + (mended.get(key)?.rows ?? 0) });
  };
  crawlRow(db, at, note);
  if (hasTable(db, 'decision_kind') && kindsAreLost) note('decision_kind', kinds(db), 'made anew from the reasons of URLs');
  if (hasTable(db, 'decision_kind')) note('url', askAgain(db), 'lost its last decision: the first one is in force again');
  // Before references are emptied.
  if (hasTable(db, 'fetch_kind')) responses(db, note);
  const references = referencesOf(db);
  for (let turn = 0; turn < mostTurns; turn += 1) {
    let changes = 0;
    for (const { table, column, isOptional, lost } of references) {
      if (isOptional) {
        // A row that its own table forbids without the reference is left, and removed next.
        const emptied = db.prepare(`UPDATE OR IGNORE ${quoted(table)} SET ${quoted(column)} = NULL WHERE ${lost}`).run().changes;
        note(table, emptied, `lost what ${column} refers to`);
        changes += emptied;
      }
      const removed = db.prepare(`DELETE FROM ${quoted(table)} WHERE ${lost}`).run().changes;
      note(table, removed, `removed, because the row of ${column} is lost`);
      changes += removed;
    }
    if (changes === 0) break;
  }
  if (hasTable(db, 'page_row')) pages(db, note);
  if (hasTable(db, 'links_row')) links(db, note);
  if (hasTable(db, 'rendering')) renderings(db, note);
  if (hasTable(db, 'decision_kind')) note('url', reasons(db), 'had another reason than their decision');
  counts(db);
  const lost = lostWork(tables, mended.values());
  if (lost > 0) interrupt(db, at, lost);
  return [...mended.values()];
}

/** Removes pages whose attempt is lost, and blocks of facts that cannot be decoded. */
function pages(db: Database, note: (table: string, rows: number, what: string) => void): void {
  const orphans = 'DELETE FROM page_row WHERE NOT EXISTS (SELECT 1 FROM fetch_row f WHERE f.id = fetch_id)';
  note('page_row', db.prepare(orphans).run().changes, 'removed, because the row of fetch_id is lost');
  blocks(db, 'facts_block', note);
  // Empty, not null: only pages that an older program read have no facts.
  const lost = `UPDATE page_row SET facts_at = NULL, facts = x'' WHERE facts_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM facts_block b WHERE b.id = facts_at / ${placesOfBlock})`;
  note('page_row', db.prepare(lost).run().changes, 'have no facts: those are lost');
}

/** Removes blocks of links that cannot be decoded, and the rows of their pages: without their links, these say nothing. */
function links(db: Database, note: (table: string, rows: number, what: string) => void): void {
  blocks(db, 'links_block', note);
  const lost = `DELETE FROM links_row WHERE links IS NULL AND NOT EXISTS (SELECT 1 FROM links_block b WHERE b.id = links_at / ${placesOfBlock})`;
  note('links_row', db.prepare(lost).run().changes, 'removed, because their links are lost');
}

/** Removes blocks that cannot be decoded. */
function blocks(
  db: Database,
  table: 'facts_block' | 'links_block',
  note: (table: string, rows: number, what: string) => void,
): void {
  const next = db.prepare(`SELECT id, bytes FROM ${table} WHERE id > ? ORDER BY id LIMIT 1`).raw();
  const drop = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  for (let after = leastId; ; ) {
    const row = next.get(after) as [number, Buffer] | undefined;
    if (row === undefined) break;
    after = row[0];
    if (decodedBlock(row[1]).length === 0) note(table, drop.run(after).changes, 'removed, because they cannot be decoded');
  }
}

/**
 * A response whose kind is lost stays a response, and no request is lost with it. It gets some values from the row of its URL, if no later response
 * has replaced them.
 */
function responses(db: Database, note: (table: string, rows: number, what: string) => void): void {
  const lost = 'kind_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM fetch_kind k WHERE k.id = fetch_row.kind_id)';
  const known = `UPDATE fetch_row SET status = u.status, content_type = u.content_type, http_version = u.http_version
    FROM url u WHERE u.id = fetch_row.url_id AND u.fetch_id = fetch_row.id AND u.status IS NOT NULL AND fetch_row.${lost}`;
  const what = 'have status, content type and HTTP version from their URL: the rest of the response is lost';
  note('fetch_row', db.prepare(known).run().changes, what);
  const emptied = `UPDATE fetch_row SET kind_id = NULL, outcome = 'response', own_headers = NULL WHERE ${lost}`;
  note('fetch_row', db.prepare(emptied).run().changes, 'have no headers: those are lost');
}

/**
 * What belongs to a lost rendering goes with it. Renderings that were under way wait again. A resource whose attempt is lost is forgotten, so
 * that the next rendering which wants it requests it again.
 */
function renderings(db: Database, note: (table: string, rows: number, what: string) => void): void {
  for (const table of ['render_request', 'render_log']) {
    const orphans = `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM rendering r WHERE r.id = rendering_id)`;
    note(table, db.prepare(orphans).run().changes, 'removed, because the row of rendering_id is lost');
  }
  for (const table of ['rendering', 'render_request']) {
    const lost = `UPDATE ${table} SET fetch_id = NULL WHERE fetch_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM fetch f WHERE f.id = fetch_id)`;
    note(table, db.prepare(lost).run().changes, 'lost what fetch_id refers to');
  }
  const forgotten = `DELETE FROM resource WHERE fetch_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM fetch f WHERE f.id = fetch_id)`;
  note('resource', db.prepare(forgotten).run().changes, 'removed, because the row of fetch_id is lost');
  for (const table of ['render_request', 'resource']) {
    const lost = `UPDATE ${table} SET robots_id = NULL, robots_line = NULL WHERE robots_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM robots_version v WHERE v.id = robots_id)`;
    note(table, db.prepare(lost).run().changes, 'lost what robots_id refers to');
  }
  for (const table of ['rendering', 'resource']) db.exec(`UPDATE ${table} SET state = 'queued' WHERE state = 'leased'`);
}

/** The kind of the decision in force. */
const currentKind = `coalesce((SELECT json_extract(d.decisions, '$[' || d.current || '][0]') FROM decided d WHERE d.id = url.decision_id), kind_id)`;

/** The reason of a URL is that of its decision, also where a changed byte says something else. */
const reasons = (db: Database): number =>
  db.prepare(`UPDATE url SET reason = k.reason FROM decision_kind k WHERE k.id = ${currentKind} AND url.reason <> k.reason`).run()
    .changes;

/**
 * What decisions say is stored once for many of them. Where that is lost, the reason and the state of the URL are still known. The verdict is
 * not, and the rule says why. Returns how many were made.
 */
function kinds(db: Database): number {
  const current = currentKind;
  const insert = `INSERT OR IGNORE INTO decision_kind (id, stage, verdict, reason, rule, trace, settings_id)`;
  const settings = '(SELECT settings_id FROM crawl)';
  const ofUrls = db
    .prepare(
      `${insert} SELECT ${current}, 'admission', 'unknown', reason, 'lost', '', ${settings} FROM url WHERE ${current} > 0 GROUP BY 1`,
    )
    .run().changes;
  const others = db
    .prepare(
      `${insert} SELECT kind, 'admission', 'unknown', 'interrupted', 'lost', '', ${settings} FROM
         (SELECT kind_id AS kind FROM url UNION SELECT json_extract(e.value, '$[0]') FROM decided d, json_each(d.decisions) e)
       WHERE typeof(kind) = 'integer' AND kind > 0`,
    )
    .run().changes;
  return ofUrls + others;
}

/** URLs whose last decision is lost go back to their first one. Those that it accepted wait for a request. */
const askAgain = (db: Database): number =>
  db
    .prepare(
      `UPDATE url SET reason = k.reason, state = CASE k.verdict WHEN 'accept' THEN 'queued' ELSE 'disregarded' END, decision_id = NULL, due_at = 0
       FROM decision_kind k WHERE k.id = url.kind_id AND url.decision_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM decided d WHERE d.id = url.decision_id)`,
    )
    .run().changes;

/** The settings as they are if they can be read, else with defaults for the fields that cannot. */
function soundSettings(json: string, seeds: () => readonly string[]): string {
  const isRead = (text: string): boolean => {
    try {
      readStoredSettings(text, '');
      return true;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return false;
    }
  };
  if (isRead(json)) return json;
  let value: unknown = null;
  try {
    value = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const kept = fields.filter(([name, field]) => isRead(JSON.stringify({ seeds: [], [name]: field })));
  return JSON.stringify({ ...defaultSettings, seeds: seeds(), ...Object.fromEntries(kept) });
}

/** A crawl file has one crawl with settings that can be read, and nobody crawls it. */
function crawlRow(db: Database, at: number, note: (table: string, rows: number, what: string) => void): void {
  let settings: number | null = null;
  const seeds = (): string[] => {
    const urls = db.prepare("SELECT url FROM url WHERE via = 'seed' ORDER BY id LIMIT 100000").pluck().all() as string[];
    return urls.filter(url => URL.canParse(url) && /^https?:/i.test(url));
  };
  // Rules that the user gave for one run never come into force.
  const lent = new Set(db.prepare('SELECT CAST(detail AS INTEGER) FROM event WHERE kind = ?').pluck().all(lentEvent));
  for (const [id, json] of db.prepare('SELECT id, json FROM settings ORDER BY id').raw().all() as [number, string][]) {
    if (!lent.has(id) || settings === null) settings = id;
    const sound = soundSettings(json, seeds);
    if (sound === json) continue;
    db.prepare('UPDATE settings SET json = ? WHERE id = ?').run(sound, id);
    note('settings', 1, 'had fields that cannot be read, which have their defaults now');
  }
  if (settings === null) {
    const made = JSON.stringify({ ...defaultSettings, seeds: seeds() });
    settings = Number(db.prepare('INSERT INTO settings (at, json) VALUES (?, ?)').run(at, made).lastInsertRowid);
    note('settings', 1, 'made anew from the defaults and the start URLs');
  }
  const row = db.prepare('SELECT settings_id FROM crawl WHERE id = 1').pluck().get() as number | undefined;
  if (row === undefined) {
    db.prepare(`INSERT INTO crawl (id, created_at, app_version, state, settings_id) VALUES (1, ?, '', 'interrupted', ?)`).run(
      at,
      settings,
    );
    note('crawl', 1, 'made anew');
  }
  db.prepare('UPDATE crawl SET settings_id = ? WHERE NOT EXISTS (SELECT 1 FROM settings s WHERE s.id = settings_id)').run(
    settings,
  );
  db.prepare(
    "UPDATE crawl SET state = 'interrupted', owner = NULL, heartbeat_at = NULL WHERE state IN ('running', 'paused')",
  ).run();
}

/** Counts that the lost rows changed. */
function counts(db: Database): void {
  db.exec(`UPDATE url SET in_sitemaps = (SELECT count(*) FROM sitemap_entry e WHERE e.url_id = url.id);
    UPDATE sitemap SET entries = (SELECT count(*) FROM sitemap_entry e WHERE e.sitemap_id = sitemap.id) WHERE kind <> 'index';
    UPDATE url SET fetch_id = NULL WHERE fetch_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM fetch f WHERE f.id = url.fetch_id);
    UPDATE url SET attempts = min(attempts, (SELECT count(*) FROM fetch t WHERE t.url_id = url.id AND t.purpose = 'page'
      AND t.outcome IS NOT 'interrupted'));`);
  if (hasTable(db, 'check_count'))
    db.exec(`DELETE FROM check_count;
      INSERT INTO check_count SELECT state, result, count(*) FROM url_check GROUP BY 1, 2;`);
  // Which pages link to a URL is counted again from the links of the pages.
  if ((hasTable(db, 'page_links') || hasTable(db, 'links_row')) && hasColumn(db, 'inlink_waiting', 'counted'))
    db.exec(`DELETE FROM inlink_chunk; DELETE FROM inlink_block; DELETE FROM inlink_waiting;
      UPDATE url SET inlinks = 0;
      INSERT INTO inlink_waiting (from_id, counted) SELECT from_id, 0 FROM page_links;`);
}
