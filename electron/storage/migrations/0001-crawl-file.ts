/** The crawl file, version 1. Times are epoch milliseconds, durations milliseconds, sizes bytes. */
export const sql = `
CREATE TABLE crawl (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  created_at INTEGER NOT NULL,
  app_version TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('new', 'running', 'paused', 'stopped', 'finished', 'interrupted', 'failed')),
  detail TEXT NOT NULL DEFAULT '',
  started_at INTEGER,
  ended_at INTEGER,
  settings_id INTEGER NOT NULL,
  -- who crawls this file now: boot id, process id and process start, and a heartbeat
  owner TEXT,
  heartbeat_at INTEGER
) STRICT;

CREATE TABLE settings (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;

CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;

-- scheme + host + port: the key of robots.txt and of politeness
CREATE TABLE origin (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  scheme TEXT NOT NULL,
  host TEXT NOT NULL,
  port INTEGER NOT NULL,
  -- the reading in force and when it must be asked for again
  robots_id INTEGER REFERENCES robots_version (id),
  robots_checked_at INTEGER,
  robots_expires_at INTEGER,
  -- pause asked for by the server's file, and the line that asks
  delay_ms INTEGER NOT NULL DEFAULT 0,
  delay_line INTEGER NOT NULL DEFAULT 0,
  -- no request may start earlier than this; survives restarts
  next_at INTEGER NOT NULL DEFAULT 0,
  backoff_until INTEGER NOT NULL DEFAULT 0,
  backoff_count INTEGER NOT NULL DEFAULT 0,
  backoff_detail TEXT NOT NULL DEFAULT '',
  -- set while a request is in flight; a value left behind by a dead process means a full delay on resume
  busy_since INTEGER,
  paused_reason TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE body (
  hash BLOB PRIMARY KEY,
  size INTEGER NOT NULL,
  encoding TEXT NOT NULL CHECK (encoding IN ('raw', 'zstd')),
  bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- every outcome of asking for /robots.txt, failures included; the same outcome again only moves last_seen_at
CREATE TABLE robots_version (
  id INTEGER PRIMARY KEY,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  access TEXT NOT NULL CHECK (access IN ('rules', 'allow-all', 'disallow-all')),
  status INTEGER,
  cause TEXT,
  detail TEXT NOT NULL DEFAULT '',
  body_hash BLOB REFERENCES body (hash),
  size INTEGER,
  final_url TEXT NOT NULL,
  redirects TEXT NOT NULL DEFAULT '[]',
  content_type TEXT,
  etag TEXT,
  last_modified TEXT,
  fetch_id INTEGER REFERENCES fetch (id)
) STRICT;
CREATE INDEX robots_version_by_origin ON robots_version (origin_id, id);

CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  url_id INTEGER NOT NULL REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  at INTEGER NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('admission', 'access', 'fetch', 'listing', 'follow')),
  verdict TEXT NOT NULL CHECK (verdict IN ('accept', 'reject', 'defer', 'unknown')),
  reason TEXT NOT NULL,
  rule TEXT NOT NULL,
  evidence TEXT NOT NULL,
  -- rules asked in order, separated by spaces; an answer follows a '='
  trace TEXT NOT NULL,
  settings_id INTEGER NOT NULL REFERENCES settings (id)
) STRICT;
CREATE INDEX decision_by_url ON decision (url_id, id);

-- every URL ever seen; decision_id is its one current decision. The decision is written first: its reference to the URL
-- waits for the commit, this one does not, or SQLite would look through every URL at each decision written
CREATE TABLE url (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  hash INTEGER NOT NULL,
  origin_id INTEGER REFERENCES origin (id),
  state TEXT NOT NULL CHECK (state IN ('queued', 'leased', 'done', 'failed', 'disregarded')),
  decision_id INTEGER NOT NULL REFERENCES decision (id),
  reason TEXT NOT NULL,
  may_fetch TEXT NOT NULL CHECK (may_fetch IN ('yes', 'no', 'unknown')),
  may_list TEXT NOT NULL CHECK (may_list IN ('yes', 'no', 'url-only', 'unknown')),
  links_followed TEXT NOT NULL CHECK (links_followed IN ('yes', 'no', 'none', 'unknown')),
  robots_id INTEGER,
  robots_line INTEGER,
  depth INTEGER NOT NULL,
  hops INTEGER NOT NULL DEFAULT 0,
  discovered_at INTEGER NOT NULL,
  via TEXT NOT NULL CHECK (via IN ('seed', 'link', 'redirect', 'sitemap')),
  via_id INTEGER,
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  inlinks INTEGER NOT NULL DEFAULT 0,
  in_sitemaps INTEGER NOT NULL DEFAULT 0,
  fetch_id INTEGER,
  status INTEGER,
  content_type TEXT,
  bytes INTEGER,
  total_ms INTEGER,
  fetched_at INTEGER,
  title TEXT,
  outlinks INTEGER,
  canonical_id INTEGER,
  redirect_id INTEGER
) STRICT;
CREATE INDEX url_by_hash ON url (hash);
CREATE INDEX url_frontier ON url (origin_id, due_at, depth, id) WHERE state = 'queued';
CREATE INDEX url_leased ON url (id) WHERE state = 'leased';
CREATE INDEX url_by_robots ON url (robots_id, robots_line) WHERE robots_id IS NOT NULL;

-- every attempt, journalled before its first byte is sent; ended_at is null while it runs or after a crash
CREATE TABLE fetch (
  id INTEGER PRIMARY KEY,
  url_id INTEGER REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  purpose TEXT NOT NULL CHECK (purpose IN ('page', 'robots', 'sitemap')),
  target TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  outcome TEXT,
  cause TEXT,
  detail TEXT,
  status INTEGER,
  status_text TEXT,
  first_byte_ms INTEGER,
  total_ms INTEGER,
  remote_address TEXT,
  wire_bytes INTEGER,
  body_bytes INTEGER,
  body_end TEXT,
  body_hash BLOB,
  content_type TEXT,
  request_headers TEXT,
  response_headers TEXT
) STRICT;
CREATE INDEX fetch_by_url ON fetch (url_id, id) WHERE url_id IS NOT NULL;
CREATE INDEX fetch_open ON fetch (id) WHERE ended_at IS NULL;

-- what was read out of an HTML page, offsets in bytes of the stored body
CREATE TABLE page (
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
  links_dropped INTEGER NOT NULL
) STRICT;

CREATE TABLE link_kind (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE link (
  from_id INTEGER NOT NULL REFERENCES url (id),
  seq INTEGER NOT NULL,
  to_id INTEGER NOT NULL REFERENCES url (id),
  kind INTEGER NOT NULL REFERENCES link_kind (id),
  rel TEXT NOT NULL,
  text TEXT NOT NULL,
  -- the start tag in the stored body; 0, 0 for links that stood in a header
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  PRIMARY KEY (from_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_by_target ON link (to_id, from_id, seq);

CREATE TABLE sitemap (
  id INTEGER PRIMARY KEY,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  url TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL CHECK (source IN ('robots', 'well-known', 'index')),
  parent_id INTEGER REFERENCES sitemap (id),
  robots_id INTEGER,
  robots_line INTEGER,
  level INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'leased', 'done', 'failed', 'refused')),
  detail TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT '',
  fetch_id INTEGER,
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0,
  problems TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE sitemap_entry (
  sitemap_id INTEGER NOT NULL REFERENCES sitemap (id),
  seq INTEGER NOT NULL,
  url_id INTEGER NOT NULL REFERENCES url (id),
  line INTEGER NOT NULL,
  lastmod TEXT NOT NULL,
  changefreq TEXT NOT NULL,
  priority TEXT NOT NULL,
  PRIMARY KEY (sitemap_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX sitemap_entry_by_url ON sitemap_entry (url_id);

-- plain names for people who open the file in another tool
CREATE VIEW urls AS
  SELECT u.id, u.url, u.status, u.content_type, u.depth, u.state, u.reason, u.may_fetch, u.may_list, u.links_followed,
    u.inlinks, u.outlinks, u.title, u.bytes, u.total_ms, c.url AS canonical, r.url AS redirect_to, u.in_sitemaps,
    u.fetched_at, u.discovered_at, u.via, v.url AS discovered_from, u.attempts, o.key AS origin
  FROM url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id
    LEFT JOIN url v ON v.id = u.via_id AND u.via <> 'sitemap' LEFT JOIN origin o ON o.id = u.origin_id;
CREATE VIEW current_decisions AS
  SELECT u.url, d.* FROM url u JOIN decision d ON d.id = u.decision_id AND d.url_id = u.id;
CREATE VIEW decisions AS
  SELECT u.url, d.*, d.id = u.decision_id AS is_current FROM decision d JOIN url u ON u.id = d.url_id;
CREATE VIEW links AS
  SELECT f.url AS from_url, t.url AS to_url, k.name AS kind, l.rel, l.text, l.start, l."end", l.seq
  FROM link l JOIN url f ON f.id = l.from_id JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind;
CREATE VIEW fetches AS
  SELECT f.*, o.key AS origin FROM fetch f JOIN origin o ON o.id = f.origin_id;
CREATE VIEW robots_versions AS
  SELECT v.*, o.key AS origin, v.id = o.robots_id AS is_current FROM robots_version v JOIN origin o ON o.id = v.origin_id;
CREATE VIEW sitemaps AS
  SELECT s.*, o.key AS origin FROM sitemap s JOIN origin o ON o.id = s.origin_id;
CREATE VIEW sitemap_entries AS
  SELECT s.url AS sitemap, e.seq, u.url, e.line, e.lastmod, e.changefreq, e.priority
  FROM sitemap_entry e JOIN sitemap s ON s.id = e.sitemap_id JOIN url u ON u.id = e.url_id;
CREATE VIEW origins AS SELECT * FROM origin;
`;
