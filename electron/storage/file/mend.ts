import type { Database } from 'better-sqlite3';
import { signatureLength } from '#core/text/signature.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { MendedRows, RepairedTable } from '#shared/model/repair.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { lentEvent } from '../tables/crawls.ts';
import { readStoredSettings } from '../tables/stored-settings.ts';
import { hasColumn } from './has-column.ts';
import { hasTable } from './has-table.ts';
import { mendEvidence, type NewPosition } from './mend-evidence.ts';
import { mendLinks } from './mend-links.ts';
import { asFirstDecided, lostIn, mendReferences, type Note } from './mend-references.ts';
import { addOwnViews } from './own-views.ts';
import { decodedBlock, pagesWithApart, placesOfBlock } from './page-blocks.ts';
import { mostWords } from './words.ts';

const leastId = -(2 ** 53);
/** Since this version, links are packed and decisions have their evidence as it is read here. */
const numberedEvidenceSince = 22;
/** A crawl has fewer versions of its settings. A greater number is a damaged one. */
const mostVersions = 1_000_000;

/** Without these rows a crawl may not know what is left to request. */
const neededToGoOn: ReadonlySet<string> = new Set([
  ...['url', 'decided', 'rendering', 'fetch_row', 'page_row'],
  // of older versions
  ...['fetch', 'page'],
]);

/** References that were lost with a row that is counted already are no further rows. */
const isLostWork = /^(removed|lost (its|the canonical) |lost what (origin|kind|url|decision)_id )/;

/** Rows that the tables which say what is left to request lost at least: those that were not read, and those removed or changed since. */
function lostWork(tables: readonly RepairedTable[], mended: Iterable<MendedRows>): number {
  const of = (table: string): boolean => neededToGoOn.has(table);
  const unread = tables
    .filter(({ name }) => of(name))
    .map(({ refused, places, missing, isGone }) => Math.max(refused + missing, isGone || places > 0 ? 1 : 0));
  const changed = [...mended].filter(({ table, what }) => of(table) && isLostWork.test(what)).map(({ rows }) => rows);
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
 * counts are counted again; a crawl that ran or lost work is an interrupted one. `at`: epoch milliseconds; `tables`: what was read of each. Returns what was changed, for the user. Yields.
 */
export function* mend(db: Database, at: number, tables: readonly RepairedTable[]): Generator<void, readonly MendedRows[], void> {
  const isHarmed = (table: string): boolean =>
    tables.some(({ name, isGone, places, refused }) => name === table && (isGone || places + refused > 0));
  const mended = new Map<string, MendedRows>();
  const note: Note = (table, rows, what) => {
    if (rows === 0) return;
    const key = `${table} ${what}`;
    mended.set(key, { table, what, rows: rows + (mended.get(key)?.rows ?? 0) });
  };
  crawlRow(db, at, note);
  if (hasTable(db, 'decision_kind') && isHarmed('decision_kind'))
    note('decision_kind', kinds(db), 'made anew from the reasons of URLs');
  if (hasTable(db, 'decision_kind')) note('url', askAgain(db), 'lost its last decision: the first one is in force again');
  // Before references are emptied.
  if (hasTable(db, 'fetch_kind')) responses(db, note);
  mendReferences(db, note);
  if (hasTable(db, 'page_row')) pages(db, note);
  if (hasTable(db, 'links_row')) links(db, note);
  if (hasTable(db, 'rendering')) renderings(db, note);
  if (hasTable(db, 'decision_kind')) note('url', reasons(db), 'had another reason than their decision');
  let position: NewPosition = (_from, seq) => seq;
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version >= numberedEvidenceSince) {
    addOwnViews(db, version);
    position = yield* mendLinks(db, note);
  }
  yield* mendEvidence(db, position, note);
  if (hasTable(db, 'word') && isHarmed('word'))
    note('word', closeWords(db), 'added, so that no number of a lost text is used again');
  counts(db);
  const lost = lostWork(tables, mended.values());
  if (lost > 0) interrupt(db, at, lost);
  return [...mended.values()];
}

/** Removes blocks of facts that cannot be decoded. */
function pages(db: Database, note: Note): void {
  blocks(db, 'facts_block', note);
  // Empty, not null: only pages that an older program read have no facts.
  const lost = `UPDATE page_row SET facts_at = NULL, facts = x'' WHERE facts_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM facts_block b WHERE b.id = facts_at / ${placesOfBlock})`;
  note('page_row', db.prepare(lost).run().changes, 'have no facts: those are lost');
}

/** Removes blocks of links that cannot be decoded, and the rows of their pages: without their links, these say nothing. */
function links(db: Database, note: Note): void {
  blocks(db, 'links_block', note);
  const lost = `DELETE FROM links_row WHERE links IS NULL AND NOT EXISTS (SELECT 1 FROM links_block b WHERE b.id = links_at / ${placesOfBlock})`;
  note('links_row', db.prepare(lost).run().changes, 'removed, because their links are lost');
}

/** Removes blocks that cannot be decoded, and says which lack signatures of their pages. */
function blocks(db: Database, table: 'facts_block' | 'links_block', note: Note): void {
  const signatures = hasColumn(db, table, 'signatures') ? 'length(signatures)' : 'NULL';
  const next = db.prepare(`SELECT id, bytes, ${signatures} FROM ${table} WHERE id > ? ORDER BY id LIMIT 1`).raw();
  const drop = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  for (let after = leastId; ; ) {
    const row = next.get(after) as [number, Buffer, number | null] | undefined;
    if (row === undefined) break;
    after = row[0];
    const bytes = decodedBlock(row[1]);
    if (bytes.length === 0) note(table, drop.run(after).changes, 'removed, because they cannot be decoded');
    else if (pagesWithApart(bytes) * signatureLength > (row[2] ?? 0))
      note(table, 1, 'lost signatures, so that no near-duplicates of their pages are found');
  }
}

/**
 * A response whose kind is lost stays a response, and no request is lost with it. It gets some values from the row of its URL, if no later response
 * has replaced them.
 */
function responses(db: Database, note: Note): void {
  const lost = 'kind_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM fetch_kind k WHERE k.id = fetch_row.kind_id)';
  const known = `UPDATE fetch_row SET status = u.status, content_type = u.content_type, http_version = u.http_version
    FROM url u WHERE u.id = fetch_row.url_id AND u.fetch_id = fetch_row.id AND u.status IS NOT NULL AND fetch_row.${lost}`;
  const what = 'have status, content type and HTTP version from their URL: the rest of the response is lost';
  note('fetch_row', db.prepare(known).run().changes, what);
  const emptied = `UPDATE fetch_row SET kind_id = NULL, outcome = 'response', own_headers = NULL WHERE ${lost}`;
  note('fetch_row', db.prepare(emptied).run().changes, 'have no headers: those are lost');
}

/**
 * Renderings that were under way wait again. A resource whose attempt is lost is forgotten, so that the next rendering which wants it requests it
 * again.
 */
function renderings(db: Database, note: Note): void {
  const forgotten = db.prepare(`DELETE FROM resource WHERE ${lostIn('resource', 'fetch_id', 'fetch')}`).run().changes;
  note('resource', forgotten, 'removed, because the row of fetch_id is lost');
  for (const table of ['rendering', 'resource']) db.exec(`UPDATE ${table} SET state = 'queued' WHERE state = 'leased'`);
}

/** Texts get no further numbers where a row has this one (`Words`). Returns how many rows were added. */
const closeWords = (db: Database): number =>
  db.prepare("INSERT OR IGNORE INTO word (id, text) VALUES (?, '')").run(mostWords + 1).changes;

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
      `UPDATE url SET ${asFirstDecided}
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
function crawlRow(db: Database, at: number, note: Note): void {
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
  lostSettings(db, note);
  // A later version of the settings gets the number of a lost one.
  const named = db
    .prepare('DELETE FROM event WHERE kind = ? AND NOT EXISTS (SELECT 1 FROM settings s WHERE s.id = CAST(detail AS INTEGER))')
    .run(lentEvent).changes;
  note('event', named, 'removed, because the settings named there are lost');
  db.prepare(
    "UPDATE crawl SET state = 'interrupted', owner = NULL, heartbeat_at = NULL WHERE state IN ('running', 'paused')",
  ).run();
}

/** Versions of the settings that are lost get those in force: without them, decisions and URLs would go with them. */
function lostSettings(db: Database, note: Note): void {
  const users = ['decision_kind', 'decision', 'rendering'].filter(table => hasTable(db, table));
  const lost = users.map(
    table =>
      `SELECT settings_id FROM ${table} WHERE settings_id BETWEEN 1 AND ${mostVersions} AND ${lostIn(table, 'settings_id', 'settings')}`,
  );
  if (lost.length === 0) return;
  const copies = `INSERT INTO settings (id, at, json) SELECT l.settings_id, s.at, s.json FROM (${lost.join(' UNION ')}) l
    JOIN crawl c JOIN settings s ON s.id = c.settings_id`;
  note('settings', db.prepare(copies).run().changes, 'made anew from the settings in force');
}

/** Counts that the lost rows changed. */
function counts(db: Database): void {
  db.exec(`UPDATE url SET in_sitemaps = (SELECT count(*) FROM sitemap_entry e WHERE e.url_id = url.id);
    UPDATE sitemap SET entries = (SELECT count(*) FROM sitemap_entry e WHERE e.sitemap_id = sitemap.id) WHERE kind <> 'index';
    UPDATE url SET attempts = min(attempts, (SELECT count(*) FROM fetch t WHERE t.url_id = url.id AND t.purpose = 'page'
      AND t.outcome IS NOT 'interrupted'));`);
  if (hasTable(db, 'check_count'))
    db.exec(`DELETE FROM check_count;
      INSERT INTO check_count SELECT state, result, count(*) FROM url_check GROUP BY 1, 2;`);
  // Which pages link to a URL is counted again from the links of the pages.
  if ((hasTable(db, 'page_links') || hasTable(db, 'links_row')) && hasColumn(db, 'inlink_waiting', 'counted'))
    db.exec(`DELETE FROM inlink_chunk; DELETE FROM inlink_block; DELETE FROM inlink_waiting;
      ${hasTable(db, 'inlink_count') ? 'DELETE FROM inlink_count' : 'UPDATE url SET inlinks = 0'};
      INSERT INTO inlink_waiting (from_id, counted) SELECT from_id, 0 FROM page_links;`);
}
