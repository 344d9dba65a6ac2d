import type { Findings } from '#core/file-audit/findings.ts';
import type { Steps } from '#core/steps.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { bodyHash } from '../file/codec.ts';
import { areFarApart } from '../file/far-apart.ts';
import type { ReadDb } from '../file/handle.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { linkReads } from '../links/link-reads.ts';
import { bodyReader } from '../tables/bodies.ts';
import { renderedHashes } from '../tables/renderings.ts';

/** Rows read at once: a few milliseconds. */
const rowsOfBlock = 1_000;
/** Problems of one table that are told. */
const mostProblems = 20;

/** Pages, indexes and references of the database. Yields tables checked; a large table takes seconds. */
export function* soundChecks(db: ReadDb, findings: Findings): Steps<void> {
  const tables = db.prepare(`SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY name`).pluck().all() as string[];
  let done = 0;
  for (const table of tables) {
    findings.checked('sound');
    const name = table.replaceAll('"', '""');
    const problems = db.prepare(`PRAGMA main.integrity_check("${name}")`).pluck().all() as string[];
    for (const problem of problems.slice(0, mostProblems))
      if (problem !== 'ok') findings.differs('sound', `table ${table}`, { stored: problem, recomputed: 'ok' });
    yield (done += 1);
    const references = db.prepare(`PRAGMA main.foreign_key_check("${name}")`).raw();
    for (const [, row, parent] of references.all().slice(0, mostProblems) as [string, number | null, string][])
      findings.differs('sound', `table ${table}, row ${row ?? '?'}`, {
        stored: `refers to a row of ${parent}`,
        recomputed: 'no such row',
      });
    yield (done += 1);
  }
}

/** Runs over blocks of ids. `read` returns rows that start with their id. */
function* byId<Row extends readonly [number, ...unknown[]]>(read: (after: number) => readonly Row[]): Generator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last[0];
  }
}

/** Bodies have the hashes they are stored by, and rows point to bodies that are there. Yields rows checked. */
export function* bodyChecks(db: ReadDb, findings: Findings): Steps<void> {
  let done = 0;
  const read = bodyReader(db);
  const places = db
    .prepare(
      'SELECT p.block_id, p.hash FROM block_body p JOIN body_block b ON b.id = p.block_id WHERE p.block_id = ? ORDER BY p.start',
    )
    .raw();
  const dropped = db.prepare('SELECT length(bytes) = 0 AND size > 0 FROM body WHERE hash = ?').pluck();
  const check = (hash: Buffer): void => {
    findings.checked('bodies');
    const name = `body ${hash.toString('hex')}`;
    try {
      const bytes = read(hash);
      if (bytes === null && dropped.get(hash) === 1) findings.notRecomputable('bodies', 'its bytes were dropped');
      else if (bytes === null) findings.differs('bodies', name, { stored: 'a place without bytes', recomputed: 'bytes' });
      else if (!bodyHash(bytes).equals(hash))
        findings.differs('bodies', name, { stored: hash.toString('hex'), recomputed: bodyHash(bytes).toString('hex') });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      findings.differs('bodies', name, { stored: error.message, recomputed: 'bytes that can be decoded' });
    }
  };
  const alone = db.prepare('SELECT hash FROM body WHERE hash > ? ORDER BY hash LIMIT 200').pluck();
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const hashes = alone.all(after) as Buffer[];
    const last = hashes.at(-1);
    if (last === undefined) break;
    for (const hash of hashes) check(hash);
    after = last;
    done += hashes.length;
    yield done;
  }
  const blocks = db.prepare('SELECT id FROM body_block WHERE id > ? ORDER BY id LIMIT 50').raw();
  for (const rows of byId(after => blocks.all(after) as [number][]))
    for (const [id] of rows) {
      for (const [, hash] of places.all(id) as [number, Buffer][]) check(hash);
      yield (done += 1);
    }
  const missing = (table: string, column: string) =>
    db
      .prepare(
        `SELECT t.id, t.${column}, t.${column} IS NULL OR EXISTS (SELECT 1 FROM body b WHERE b.hash = t.${column})
           OR EXISTS (SELECT 1 FROM block_body p WHERE p.hash = t.${column})
         FROM ${table} t WHERE t.id > ? ORDER BY t.id LIMIT ${rowsOfBlock}`,
      )
      .raw();
  const holders = [
    ['fetch', 'body_hash'],
    ['robots_version', 'body_hash'],
    ...renderedHashes.map(column => ['rendering', column] as const),
  ] as const;
  for (const [table, column] of holders) {
    const block = missing(table, column);
    for (const rows of byId(after => block.all(after) as [number, Buffer | null, 0 | 1][])) {
      for (const [id, hash, isThere] of rows) {
        if (hash === null) continue;
        findings.checked('bodies');
        if (isThere === 0)
          findings.differs('bodies', `${table} ${id}`, { stored: hash.toString('hex'), recomputed: 'no such body' });
      }
      yield (done += rows.length);
    }
  }
}

/** Attempts, sitemap entries and leases of URLs. `isRunning`: a living process crawls the file. Yields URLs checked. */
export function* urlChecks(db: ReadDb, findings: Findings, { isRunning }: { readonly isRunning: boolean }): Steps<void> {
  const block = db
    .prepare(
      `SELECT u.id, u.url, u.state, u.attempts, u.in_sitemaps, u.fetch_id, f.url_id,
         (SELECT count(*) FROM fetch t WHERE t.url_id = u.id AND t.purpose = 'page' AND t.outcome IS NOT 'interrupted'),
         (SELECT count(*) FROM sitemap_entry e WHERE e.url_id = u.id)
       FROM url u LEFT JOIN fetch f ON f.id = u.fetch_id WHERE u.id > ? ORDER BY u.id LIMIT ${rowsOfBlock}`,
    )
    .raw();
  type Row = [number, string, string, number, number, number | null, number | null, number, number];
  let done = 0;
  for (const rows of byId(after => block.all(after) as Row[])) {
    for (const [id, url, state, attempts, inSitemaps, fetch, ofUrl, made, listed] of rows) {
      if (isRunning) findings.notRecomputable('not-leased', 'the crawl is running');
      else findings.compare('not-leased', url, { stored: state === 'leased' ? 'leased' : 'at rest', recomputed: 'at rest' });
      findings.checked('attempts');
      if (attempts > made)
        findings.differs('attempts', url, { stored: `${attempts} attempts`, recomputed: `${made} in the journal` });
      if (fetch !== null && ofUrl !== id)
        findings.differs('attempts', url, {
          stored: `last attempt ${fetch}`,
          recomputed: ofUrl === null ? 'no such attempt' : 'an attempt for another URL',
        });
      findings.compare('counts', url, { stored: `${inSitemaps} sitemap entries`, recomputed: `${listed} sitemap entries` });
    }
    yield (done += rows.length);
  }
}

/** Links: those of each page are whole, and the counts of links to each URL. Yields pages read. Costs 8 bytes a URL. */
export function* linkChecks(db: ReadDb, findings: Findings): Steps<void> {
  const last = (db.prepare('SELECT max(id) FROM url').pluck().get() as number | null) ?? 0;
  const total = db.prepare('SELECT count(*) FROM url').pluck().get() as number;
  const waiting = db.prepare('SELECT count(*) FROM inlink_waiting WHERE counted IS NOT 1').pluck().get() as number;
  if (areFarApart(last, total)) {
    findings.notRecomputable('counts', 'ids of URLs are not numbered the way Crawlscope numbers them', total);
    return;
  }
  const inlinks = new Uint32Array(last + 1);
  const seen = new Uint32Array(last + 1);
  const kinds = new LinkKinds(db);
  const urlOf = db.prepare('SELECT url FROM url WHERE id = ?').pluck();
  const counted = db.prepare('SELECT count FROM page_links WHERE from_id = ?').pluck();
  let pages = 0;
  for (const rows of linkReads(db).spans()) {
    for (const [from, links] of rows) {
      pages += 1;
      let read = 0;
      while (links.next()) {
        read += 1;
        const { to, kind } = links;
        if (to > last || to === from || seen[to] === pages || !kinds.isFollowed(kind)) continue;
        seen[to] = pages;
        inlinks[to] = (inlinks[to] as number) + 1;
      }
      const stored = (counted.get(from) as number | undefined) ?? read;
      findings.checked('counts');
      if (stored !== read || links.damaged)
        findings.differs('counts', String(urlOf.get(from) ?? from), {
          stored: `${stored} links`,
          recomputed: `${read} links can be read`,
        });
    }
    yield pages;
  }
  if (waiting > 0) {
    findings.notRecomputable('counts', 'links to it were not counted yet', total);
    return;
  }
  const block = db
    .prepare(`SELECT id, url, ${inlinksSql('url.id')} FROM url WHERE id > ? ORDER BY id LIMIT ${rowsOfBlock}`)
    .raw();
  for (const rows of byId(after => block.all(after) as [number, string, number][])) {
    for (const [id, url, stored] of rows)
      findings.compare('counts', url, {
        stored: `${stored} pages link to it`,
        recomputed: `${inlinks[id] as number} pages link to it`,
      });
    yield (pages += rows.length);
  }
}

/** Counts of sitemaps and of checks, open attempts, and checks that have not ended. */
export function* tableChecks(
  db: ReadDb,
  findings: Findings,
  { isRunning, hasEnded }: { readonly isRunning: boolean; readonly hasEnded: boolean },
): Steps<void> {
  const sitemaps = db
    .prepare(
      `SELECT s.id, s.url, s.entries, (SELECT count(*) FROM sitemap_entry e WHERE e.sitemap_id = s.id)
       FROM sitemap s WHERE s.id > ? AND s.state IN ('done', 'failed', 'refused') ORDER BY s.id LIMIT 200`,
    )
    .raw();
  // Entries of an index are sitemaps, which are no URLs of the crawl.
  const isIndex = db.prepare(`SELECT kind = 'index' FROM sitemap WHERE id = ?`).pluck();
  let done = 0;
  for (const rows of byId(after => sitemaps.all(after) as [number, string, number, number][])) {
    for (const [id, url, entries, listed] of rows)
      if (isIndex.get(id) !== 1)
        findings.compare('counts', url, { stored: `${entries} entries`, recomputed: `${listed} entries` });
    yield (done += rows.length);
  }
  const counts = db
    .prepare('SELECT state, result, urls FROM check_count WHERE urls <> 0 ORDER BY 1, 2')
    .raw()
    .all() as unknown[][];
  const recount = db
    .prepare('SELECT state, result, count(*) FROM url_check GROUP BY 1, 2 ORDER BY 1, 2')
    .raw()
    .all() as unknown[][];
  findings.compare('counts', 'counts of checks', { stored: counts, recomputed: recount });
  yield (done += 1);
  const open = db.prepare('SELECT count(*) FROM fetch WHERE ended_at IS NULL').pluck().get() as number;
  if (hasEnded) findings.compare('ended', 'the journal', { stored: `${open} open attempts`, recomputed: '0 open attempts' });
  else findings.notRecomputable('ended', isRunning ? 'the crawl is running' : 'the crawl has not ended', Math.max(1, open));
  yield (done += 1);
  const checks = db
    .prepare(
      `SELECT k.url_id, u.url, k.state, k.result, u.check_result FROM url_check k JOIN url u ON u.id = k.url_id
       WHERE k.url_id > ? ORDER BY k.url_id LIMIT ${rowsOfBlock}`,
    )
    .raw();
  for (const rows of byId(after => checks.all(after) as [number, string, string, string, string | null][])) {
    for (const [, url, state, result, known] of rows) {
      findings.checked('checked');
      if (state === 'leased' && !isRunning) findings.differs('checked', url, { stored: 'in flight', recomputed: 'ended' });
      if (state === 'done' && result !== known) findings.differs('checked', url, { stored: String(known), recomputed: result });
    }
    yield (done += rows.length);
  }
}
