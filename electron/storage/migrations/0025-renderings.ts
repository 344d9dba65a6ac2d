import type { Database } from 'better-sqlite3';

/** Texts of the schema that allow one word more. */
const changes: readonly (readonly [table: string, before: string, after: string])[] = [
  ['fetch', `purpose = 'probe')`, `purpose = 'probe' OR purpose = 'resource')`],
  ['url', `via = 'probe')`, `via = 'probe' OR via = 'rendering')`],
  [
    'url',
    `WHEN reason = 'resource-not-crawled' THEN`,
    `WHEN reason = 'resource-not-crawled' OR reason = 'rendering-resource' THEN`,
  ],
];

const tables = `
-- pages that a browser rendered, or that wait for it: one row a page and variant
CREATE TABLE rendering (
  id INTEGER PRIMARY KEY,
  url_id INTEGER NOT NULL REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  -- with robots.txt obeyed, or with the user's consent without it
  variant TEXT NOT NULL CHECK (variant = 'obeying' OR variant = 'freed'),
  -- why it is rendered
  wanted TEXT NOT NULL CHECK (wanted = 'sample' OR wanted = 'different' OR wanted = 'all' OR wanted = 'asked'),
  -- pages of one template are alike: host, first folder and names of parameters
  template TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'leased' OR state = 'done' OR state = 'failed'),
  -- 'waiting', 'rendered', or why it failed
  result TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL DEFAULT 0,
  -- the response that was rendered
  fetch_id INTEGER,
  settings_id INTEGER NOT NULL REFERENCES settings (id),
  queued_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  device TEXT,
  browser TEXT,
  -- 'load', 'idle', 'selector', 'fixed' or 'cap'
  ended_by TEXT,
  final_url TEXT,
  -- where a script moved the page to
  moved_to TEXT,
  page_ms INTEGER,
  wall_ms INTEGER,
  -- the document that came out, and screenshots, in body or block_body
  html_hash BLOB,
  html_bytes INTEGER,
  viewport_hash BLOB,
  page_hash BLOB,
  requests INTEGER,
  requests_dropped INTEGER,
  requests_blocked INTEGER,
  requests_failed INTEGER,
  requests_refused INTEGER,
  -- 1: links, words or robots metas are others than before scripts ran
  differs INTEGER,
  -- what scripts change, names joined by commas, '' for nothing
  changes TEXT,
  -- errors that no script caught
  errors INTEGER,
  -- JSON of the response and the rendered page side by side
  compared TEXT,
  links INTEGER,
  links_added INTEGER,
  links_removed INTEGER,
  words INTEGER,
  words_before INTEGER,
  title TEXT,
  description TEXT,
  h1 TEXT,
  h1_count INTEGER,
  lang TEXT,
  canonical TEXT,
  meta_robots TEXT,
  -- JSON: [[position in the document, script, line, column, function], ...]
  scripted TEXT,
  -- as page.facts
  facts BLOB
) STRICT;
CREATE UNIQUE INDEX rendering_by_url ON rendering (url_id, variant);
CREATE INDEX rendering_open ON rendering (state, id) WHERE state = 'queued' OR state = 'leased';
CREATE INDEX rendering_ended ON rendering (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX rendering_by_template ON rendering (template, state);
-- every request that a rendered page made
CREATE TABLE render_request (
  rendering_id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  url TEXT NOT NULL,
  url_id INTEGER,
  method TEXT NOT NULL,
  type TEXT NOT NULL,
  -- JSON
  initiator TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome = 'answered' OR outcome = 'blocked' OR outcome = 'failed' OR outcome = 'refused'),
  detail TEXT NOT NULL,
  robots_id INTEGER,
  robots_line INTEGER,
  status INTEGER,
  fetch_id INTEGER,
  bytes INTEGER NOT NULL,
  -- since the rendering began
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  PRIMARY KEY (rendering_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX render_request_by_url ON render_request (url_id, rendering_id) WHERE url_id IS NOT NULL;
-- what a rendered page wrote to the console, and what it tried and did not get
CREATE TABLE render_log (
  rendering_id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  -- 'error', 'warning', 'info', 'exception' or 'refused'
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  -- JSON
  place TEXT,
  PRIMARY KEY (rendering_id, seq)
) STRICT, WITHOUT ROWID;
-- URLs that rendered pages want: the queue and the results
CREATE TABLE resource (
  url_id INTEGER PRIMARY KEY REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'leased' OR state = 'done' OR state = 'skipped'),
  -- reason code
  result TEXT NOT NULL,
  -- 1: wanted by a rendering that may ignore robots.txt
  freed INTEGER NOT NULL DEFAULT 0,
  -- 1: robots.txt forbids it
  forbidden INTEGER NOT NULL DEFAULT 0,
  robots_id INTEGER,
  robots_line INTEGER,
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  fetch_id INTEGER,
  status INTEGER
) STRICT;
CREATE INDEX resource_by_origin ON resource (origin_id, state, due_at, url_id);
CREATE INDEX resource_open ON resource (state, origin_id) WHERE state = 'queued' OR state = 'leased';
CREATE VIEW renderings AS
  SELECT r.id, u.url, r.variant, r.wanted, r.template, r.state, r.result, r.detail, r.fetch_id, r.started_at, r.ended_at, r.device, r.browser,
    r.ended_by, r.final_url, r.moved_to, r.page_ms, r.wall_ms, r.html_hash, r.html_bytes, r.viewport_hash, r.page_hash, r.requests,
    r.requests_dropped, r.requests_blocked, r.requests_failed, r.requests_refused, r.differs, r.changes, r.errors, r.links, r.links_added, r.links_removed,
    r.words, r.words_before, r.title, r.description, r.h1, r.h1_count, r.lang, r.canonical, r.meta_robots, r.scripted
  FROM rendering r JOIN url u ON u.id = r.url_id;
CREATE VIEW render_requests AS
  SELECT r.rendering_id, u.url AS page, r.seq, r.url, r.method, r.type, r.initiator, r.outcome, r.detail, r.robots_id, r.robots_line,
    r.status, r.fetch_id, r.bytes, r.started_ms, r.ended_ms
  FROM render_request r JOIN rendering g ON g.id = r.rendering_id JOIN url u ON u.id = g.url_id;
CREATE VIEW render_logs AS
  SELECT l.rendering_id, u.url AS page, l.seq, l.kind, l.text, l.place
  FROM render_log l JOIN rendering g ON g.id = l.rendering_id JOIN url u ON u.id = g.url_id;
CREATE VIEW resources AS
  SELECT u.url, r.state, r.result, r.freed, r.forbidden, r.robots_id, r.robots_line, r.attempts, r.fetch_id, r.status, o.key AS origin
  FROM resource r JOIN url u ON u.id = r.url_id JOIN origin o ON o.id = r.origin_id;
`;

/** Adds renderings. Only the text of the older tables changes, since all rows meet a constraint that allows one word more. */
export function migrate(db: Database): void {
  const version = db.pragma('schema_version', { simple: true }) as number;
  const read = db.prepare(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?`).pluck();
  // https://www.sqlite.org/lang_altertable.html#otheralter
  db.unsafeMode(true);
  try {
    db.pragma('writable_schema = ON');
    const write = db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?`);
    for (const [table, before, after] of changes) write.run((read.get(table) as string).replace(before, after), table);
    db.pragma(`schema_version = ${version + 1}`);
    db.pragma('writable_schema = RESET');
  } finally {
    db.unsafeMode(false);
  }
  db.exec(tables);
}

const names = (columns: string): string =>
  columns
    .split(', ')
    .map(name => `NULL AS ${name}`)
    .join(', ');

/** Readers of an older file find no renderings. */
export const standIn = `
CREATE TEMP TABLE rendering (id INTEGER PRIMARY KEY, url_id, variant, wanted, template, state, result, detail, attempts, fetch_id,
  settings_id, queued_at, started_at, ended_at, device, browser, ended_by, final_url, moved_to, page_ms, wall_ms, html_hash, html_bytes,
  viewport_hash, page_hash, requests, requests_dropped, requests_blocked, requests_failed, requests_refused, differs, changes, errors, compared, links,
  links_added, links_removed, words, words_before, title, description, h1, h1_count, lang, canonical, meta_robots, scripted, facts);
CREATE TEMP TABLE render_request (rendering_id, seq, url, url_id, method, type, initiator, outcome, detail, robots_id, robots_line, status,
  fetch_id, bytes, started_ms, ended_ms);
CREATE TEMP TABLE render_log (rendering_id, seq, kind, text, place);
CREATE TEMP TABLE resource (url_id INTEGER PRIMARY KEY, origin_id, state, result, freed, forbidden, robots_id, robots_line, due_at, attempts,
  fetch_id, status);
CREATE TEMP VIEW renderings AS SELECT ${names(
  'id, url, variant, wanted, template, state, result, detail, fetch_id, started_at, ended_at, device, browser, ended_by, final_url, moved_to, page_ms, wall_ms, html_hash, html_bytes, viewport_hash, page_hash, requests, requests_dropped, requests_blocked, requests_failed, requests_refused, differs, changes, errors, links, links_added, links_removed, words, words_before, title, description, h1, h1_count, lang, canonical, meta_robots, scripted',
)} WHERE false;
CREATE TEMP VIEW render_requests AS SELECT ${names(
  'rendering_id, page, seq, url, method, type, initiator, outcome, detail, robots_id, robots_line, status, fetch_id, bytes, started_ms, ended_ms',
)} WHERE false;
CREATE TEMP VIEW render_logs AS SELECT ${names('rendering_id, page, seq, kind, text, place')} WHERE false;
CREATE TEMP VIEW resources AS SELECT ${names(
  'url, state, result, freed, forbidden, robots_id, robots_line, attempts, fetch_id, status, origin',
)} WHERE false;
`;
