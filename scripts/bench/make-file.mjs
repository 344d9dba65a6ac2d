// Writes a crawl file of N URLs as a long crawl would leave it, straight through storage:
//   node scripts/bench/make-file.mjs [urls] [file] [port] With a port, all URLs are on http://127.0.0.1:port, so that
//   the crawl can be resumed against our server. Cached in .cache/bench, by size. What is in it depends on N alone.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultSettings } from '#shared/model/crawl.ts';
import { urlKey } from '#storage/file/codec.ts';
import { createDatabase } from '#storage/file/database.ts';
import { closeKeeping } from '#storage/file/kept-counts.ts';
import { InlinkCountWriter } from '#storage/links/inlink-count-rows.ts';
import { openStore } from '#storage/store.ts';
import { Tally } from '#storage/tables/tally.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** Change it to make the cached files again. */
const edition = 3;
const words =
  'anchor atlas autumn basket beacon bicycle bridge candle canvas carbon cedar circle coffee copper cotton delta desert ember engine fabric falcon feather fiber forest garden glacier granite harbor hazel horizon island ivory jasmine juniper kernel ladder lantern lemon linen marble meadow mirror mosaic needle nickel ocean olive orchard paper pepper pillow planet pocket prairie quartz rabbit raven ribbon river rocket saddle saffron shadow silver sparrow spiral summit tablet temple thunder timber tunnel valley velvet violet walnut whistle willow window winter yellow zephyr'.split(
    ' ',
  );
const sections = ['shop', 'blog', 'docs', 'news', 'help', 'forum', 'archive', 'private', 'tag', 'search'];
const publicSites = [
  'https://www.example.com',
  'https://shop.example.com',
  'https://blog.example.com',
  'http://static.example.net:8080',
];
const robotsText =
  'User-agent: *\nDisallow: /private/\nDisallow: /search/\nAllow: /private/press/\nSitemap: https://www.example.com/sitemap.xml\n';

/** The same numbers for every run. */
function seeded(seed) {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

/** What happened to a URL: about three quarters were fetched. */
function fateOf(draw, section) {
  if (section === 'private' || section === 'search') return 'blocked';
  const n = draw(1000);
  if (n < 160) return 'queued';
  if (n < 200) return 'missing';
  if (n < 230) return 'moved';
  if (n < 236) return 'error';
  if (n < 250) return 'asset';
  return 'page';
}

/** Path of the file with this many URLs; it is made where it is missing. */
export function benchFile(urls, say = () => undefined, port = 0) {
  const path = resolve(root, `.cache/bench/urls-${urls}${port ? `-${port}` : ''}-e${edition}.crawl`);
  if (!existsSync(path)) makeFile(path, urls, say, port);
  return path;
}

/** Writes a crawl file. A half-made one is never left under its name. */
export function makeFile(path, urls, say = () => undefined, port = 0) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  const db = createDatabase(draft);
  // Nothing here is worth saving from a power cut.
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  fill(db, urls, say, port ? [`http://127.0.0.1:${port}`] : publicSites);
  const tally = new Tally(db);
  say(`${tally.urls} URLs counted`);
  closeKeeping(db, draft, tally);
  renameSync(draft, path);
  return path;
}

function fill(db, urls, say, sites) {
  const draw = seeded(urls);
  const at = Date.UTC(2026, 0, 5, 8);
  const store = openStore(db);
  const begin = () => db.exec('BEGIN');
  const commit = () => db.exec('COMMIT');
  begin();
  const local = sites.length === 1 ? { delayMs: 0, connections: 8, maxPages: 100_000_000 } : {};
  store.crawl.create(at, 'bench', { ...defaultSettings, ...local, seeds: [`${sites[0]}/`] });
  const body = Buffer.from(robotsText);
  const hash = Buffer.alloc(32, 7);
  db.prepare(`INSERT INTO body (hash, size, encoding, bytes) VALUES (?, ?, 'raw', ?)`).run(hash, body.length, body);
  const addVersion = db.prepare(
    `INSERT INTO robots_version (id, origin_id, first_seen_at, last_seen_at, access, status, body_hash, size, final_url) VALUES (?, ?, ?, ?, 'rules', 200, ?, ?, ?)`,
  );
  const setVersion = db.prepare('UPDATE origin SET robots_id = ?, robots_checked_at = ? WHERE id = ?');
  sites.forEach((site, index) => {
    const { protocol, hostname, port } = new URL(site);
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    const { id } = store.origins.insert({ key: site, scheme: protocol.slice(0, -1), host: hostname, port: number });
    addVersion.run(index + 1, id, at, at, hash, body.length, `${site}/robots.txt`);
    setVersion.run(index + 1, at, id);
  });
  const addUrl = db.prepare(
    `INSERT INTO url (id, url, hash, origin_id, state, decision_id, kind_id, reason, may_fetch, may_list, links_followed, robots_id, robots_line,
       distance, discovered_at, via, via_id, attempts, in_sitemaps, fetch_id, status, content_type, bytes, total_ms, fetched_at, title,
       outlinks, canonical_id, redirect_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  /** Pages that link to each URL, besides those whose links are stored. */
  const furtherInlinks = new Uint32Array(urls + 1);
  const addDecided = db.prepare('INSERT INTO decided (id, url_id, at, current, decisions) VALUES (?, ?, ?, ?, ?)');
  const addKind = db.prepare(
    `INSERT INTO decision_kind (stage, verdict, reason, rule, trace, settings_id) VALUES (?, ?, ?, ?, 'scheme scope depth otherwise', 1)`,
  );
  const setDecision = db.prepare('UPDATE url SET decision_id = ? WHERE id = ?');
  const kinds = new Map();
  const kindOf = (...parts) => {
    const key = parts.join();
    if (!kinds.has(key)) kinds.set(key, Number(addKind.run(...parts).lastInsertRowid));
    return kinds.get(key);
  };
  const addFetch = db.prepare(
    `INSERT INTO fetch_row (id, url_id, origin_id, purpose, target, attempt, started_at, ended_at, outcome, status, first_byte_ms, total_ms,
       wire_bytes, body_bytes, body_end, content_type) VALUES (?, ?, ?, NULL, ?, 1, ?, ?, 'response', ?, ?, ?, ?, ?, 'complete', ?)`,
  );
  const addPage = db.prepare(
    `INSERT INTO page_row (url_id, fetch_id, own, lang, title, description, h1, h1_count, words, links, links_dropped)
     VALUES (?, ?, 63, ?, ?, ?, ?, 1, ?, ?, 0)`,
  );
  const word = () => words[draw(words.length)];
  let decision = 1;
  let fetch = 1;
  for (let id = 1; id <= urls; id++) {
    if (id % 20_000 === 0) {
      commit();
      begin();
      say(`${id} of ${urls} URLs`);
    }
    const siteNumber = id === 1 || draw(100) < 80 ? 0 : (1 + draw(3)) % sites.length;
    const section = sections[draw(sections.length)];
    const path =
      id === 1 ? '/' : `/${section}/${word()}-${word()}/${word()}-${id.toString(36)}${draw(8) === 0 ? `?page=${draw(40)}` : ''}`;
    const url = sites[siteNumber] + path;
    const fate = id === 1 ? 'page' : fateOf(draw, section);
    const origin = siteNumber + 1;
    const when = at + id * 40;
    const depth = id === 1 ? 0 : Math.min(40, 1 + Math.floor(Math.log(id) / Math.log(6)) + (draw(6) === 0 ? draw(12) : 0));
    const fetched = fate !== 'queued' && fate !== 'blocked';
    const isPage = fate === 'page';
    const title = isPage ? `${word()} ${word()} ${draw(50) === 0 ? 'Über' : 'and'} ${word()} · ${section} ${draw(urls)}` : null;
    const status = !fetched ? null : fate === 'missing' ? 404 : fate === 'moved' ? 301 : fate === 'error' ? 503 : 200;
    const type = !fetched ? null : fate === 'asset' ? 'application/pdf' : 'text/html';
    const bytes = fetched ? (isPage ? 4_000 + draw(90_000) : 200 + draw(2_000)) : null;
    const ms = fetched ? 15 + draw(400) + (draw(40) === 0 ? draw(5_000) : 0) : null;
    const reason =
      { queued: 'linked', blocked: 'robots-disallow', missing: 'not-found', moved: 'redirected', error: 'server-error' }[fate] ??
      'fetched';
    const line = section === 'private' ? 2 : section === 'search' ? 3 : 0;
    const links = isPage && (id === 1 || draw(5) === 0) ? (id === 1 ? 400 : 10) : 0;
    const first = kindOf('admission', 'accept', id === 1 ? 'seed' : 'linked', 'otherwise');
    const later = [];
    if (fate !== 'queued')
      later.push(
        kindOf('access', fate === 'blocked' ? 'reject' : 'accept', fate === 'blocked' ? reason : 'robots-allow', 'robots'),
      );
    if (fetched) later.push(kindOf('fetch', fate === 'page' || fate === 'asset' ? 'accept' : 'reject', reason, 'outcome'));
    const decisionId = later.length > 0 ? decision : null;
    decision += later.length;
    const fetchId = fetched ? fetch++ : null;
    const foundOn = id === 1 ? null : 1 + draw(id - 1);
    furtherInlinks[id] = draw(12) === 0 ? draw(3_000) : 1 + draw(9);
    addUrl.run(
      id,
      url,
      urlKey(url),
      origin,
      fate === 'queued' ? 'queued' : fate === 'blocked' ? 'disregarded' : fate === 'error' ? 'failed' : 'done',
      null,
      first,
      reason,
      fate === 'queued' ? 'unknown' : fate === 'blocked' ? 'no' : 'yes',
      isPage ? (draw(30) === 0 ? 'no' : 'yes') : fate === 'blocked' ? 'url-only' : 'unknown',
      isPage ? 'yes' : 'unknown',
      fate === 'queued' ? null : origin,
      fate === 'queued' ? null : line,
      depth,
      when,
      id === 1 ? 'seed' : 'link',
      foundOn,
      fetched ? 1 : 0,
      draw(4) === 0 ? 1 : 0,
      fetchId,
      status,
      type,
      bytes,
      ms,
      fetched ? when + 4_000_000 : null,
      title,
      isPage ? (links === 0 ? draw(80) : links) : null,
      isPage ? (draw(10) === 0 ? 1 + draw(id) : id) : null,
      fate === 'moved' ? 1 + draw(id - 1) : null,
    );
    if (decisionId !== null) {
      addDecided.run(decisionId, id, when, later.length - 1, JSON.stringify(later.map(kind => [kind])));
      setDecision.run(decisionId, id);
    }
    if (fetchId !== null)
      addFetch.run(fetchId, id, origin, url, when, when + ms, status, Math.floor(ms / 2), ms, bytes >> 2, bytes, type);
    if (isPage)
      addPage.run(
        id,
        fetchId,
        draw(3) === 0 ? 'de' : 'en',
        title,
        `${word()} ${word()} ${word()} ${word()} ${word()}, ${word()} ${word()}`,
        `${word()} ${word()}`,
        100 + draw(2_000),
        links + 1,
      );
    if (isPage) {
      const link = (_, seq) => {
        const to = draw(10) === 0 ? 1 : 1 + draw(urls);
        return { to, kind: 'a', rel: '', text: word(), start: 400 + seq * 120, end: 460 + seq * 120 };
      };
      // As on most sites every page links to the home page.
      const home = { to: 1, kind: 'a', rel: '', text: 'Home', start: 200, end: 240 };
      store.fetches.links(id, [home, ...Array.from({ length: links }, link)]);
      store.inlinks.settle(when);
    }
  }
  // Sitemaps of 50,000 entries, as the protocol allows; every fourth URL is listed.
  const addSitemap = db.prepare(
    `INSERT INTO sitemap (id, origin_id, url, source, robots_id, robots_line, parent_id, level, state, kind, entries) VALUES (?, 1, ?, ?, ?, ?, ?, ?, 'done', ?, ?)`,
  );
  const addEntry = db.prepare(
    `INSERT INTO sitemap_entry (sitemap_id, seq, url_id, line, lastmod, changefreq, priority) VALUES (?, ?, ?, ?, '2026-01-04', '', '')`,
  );
  const listed = db.prepare('SELECT id FROM url WHERE in_sitemaps > 0 ORDER BY id').pluck().all();
  const files = Math.ceil(listed.length / 50_000);
  addSitemap.run(1, `${sites[0]}/sitemap.xml`, 'robots', 1, 5, null, 0, 'index', files);
  for (let file = 0; file < files; file++) {
    const entries = listed.slice(file * 50_000, (file + 1) * 50_000);
    addSitemap.run(file + 2, `${sites[0]}/sitemap-${file + 1}.xml`, 'index', null, null, 1, 1, 'urlset', entries.length);
    entries.forEach((urlId, seq) => void addEntry.run(file + 2, seq, urlId, seq + 3));
  }
  store.inlinks.settle(at, 'end');
  const inlinks = new InlinkCountWriter(db);
  for (let id = 1; id <= urls; id++) inlinks.add(furtherInlinks[id], id);
  inlinks.flush();
  db.prepare(`UPDATE crawl SET state = 'stopped', started_at = ?, ended_at = ?`).run(at, at + urls * 41);
  db.exec('UPDATE url SET depth = distance');
  commit();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const urls = Number(process.argv[2] ?? 10_000);
  const started = performance.now();
  const say = line => process.stderr.write(`\r${line}   `);
  const path = process.argv[3]
    ? makeFile(resolve(process.argv[3]), urls, say, Number(process.argv[4] ?? 0))
    : benchFile(urls, say);
  process.stderr.write(`\n${path} (${Math.round((performance.now() - started) / 1000)} s)\n`);
}
