/**
 * The schema of file version 32, as all migrations together make it of an empty file. A new file gets it at once: the
 * migrations take ten times as long, because SQLite reads the whole schema again for each added column.
 * Written by scripts/docs/latest-schema.mjs; never edit it.
 */
export const latestSchema = `
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
, backoff_ms INTEGER) STRICT;
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
  fetch_id INTEGER REFERENCES "fetch_row" (id)
, source TEXT NOT NULL DEFAULT 'crawl' CHECK (source IN ('crawl', 'check', 'import')), source_name TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE url (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  hash INTEGER NOT NULL,
  origin_id INTEGER REFERENCES origin (id),
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'leased' OR state = 'done' OR state = 'failed' OR state = 'disregarded'),
  -- the event with the current decision; null: the first decision, which is in this row
  decision_id INTEGER REFERENCES decided (id) CHECK (decision_id IS NOT NULL OR kind_id IS NOT NULL),
  kind_id INTEGER REFERENCES decision_kind (id),
  -- evidence of the first decision: a link or a sitemap entry as a number, anything else as JSON
  found INTEGER,
  evidence TEXT,
  reason TEXT NOT NULL,
  may_fetch TEXT NOT NULL CHECK (may_fetch = 'yes' OR may_fetch = 'no' OR may_fetch = 'unknown'),
  may_list TEXT NOT NULL CHECK (may_list = 'yes' OR may_list = 'no' OR may_list = 'url-only' OR may_list = 'unknown'),
  links_followed TEXT NOT NULL CHECK (links_followed = 'yes' OR links_followed = 'no' OR links_followed = 'none' OR links_followed = 'unknown'),
  robots_id INTEGER,
  robots_line INTEGER,
  distance INTEGER NOT NULL,
  hops INTEGER NOT NULL DEFAULT 0,
  discovered_at INTEGER NOT NULL,
  via TEXT NOT NULL CHECK (via = 'seed' OR via = 'link' OR via = 'redirect' OR via = 'sitemap' OR via = 'probe' OR via = 'rendering'),
  via_id INTEGER,
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
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
, depth INTEGER, depth_from INTEGER, check_result TEXT, check_status INTEGER, class TEXT GENERATED ALWAYS AS (CASE
  WHEN reason = 'scope-page' OR reason = 'scope-prefix' OR reason = 'scope-host' OR reason = 'scope-domain' OR reason = 'address-refused' THEN 'external'
  WHEN reason = 'resource-not-crawled' OR reason = 'rendering-resource' THEN 'resource'
  WHEN reason = 'reference-not-crawled' OR reason = 'scheme-not-fetched' OR reason = 'url-invalid' OR reason = 'check-redirect-target' OR reason = 'probe' THEN 'other'
  WHEN status >= 200 AND status <= 299 AND content_type IS NOT NULL AND content_type <> 'text/html'
    AND content_type <> 'application/xhtml+xml' THEN 'resource'
  ELSE 'page' END) VIRTUAL, directives INTEGER, title_length INTEGER, title_pixels INTEGER, titles INTEGER, description_length INTEGER, description_pixels INTEGER, descriptions INTEGER, h1_length INTEGER, h1_count INTEGER, h2_count INTEGER, words INTEGER, readability INTEGER, text_ratio INTEGER, images INTEGER, images_without_alt INTEGER, internal_links INTEGER, external_links INTEGER, hreflangs INTEGER, first_byte_ms INTEGER, description TEXT, h1 TEXT, lang TEXT, detected_lang TEXT, structured_types TEXT, text_hash TEXT, http_version TEXT, found_on INTEGER GENERATED ALWAYS AS (CASE WHEN via <> 'sitemap' THEN via_id END) VIRTUAL, indexability TEXT GENERATED ALWAYS AS (CASE
  WHEN class <> 'page' THEN NULL
  WHEN may_fetch = 'no' THEN 'blocked'
  WHEN reason = 'challenged' OR reason = 'challenge-not-listed' THEN NULL
  WHEN state = 'failed' THEN 'no-response'
  WHEN state <> 'done' OR status IS NULL THEN NULL
  WHEN redirect_id IS NOT NULL OR (status >= 300 AND status <= 399) THEN 'redirect'
  WHEN status < 200 OR status >= 400 THEN 'error'
  WHEN content_type IS NULL OR (content_type <> 'text/html' AND content_type <> 'application/xhtml+xml') THEN NULL
  WHEN directives & 1 OR reason = 'rendered-noindex' THEN 'noindex'
  WHEN canonical_id <> id OR reason = 'rendered-canonical' THEN 'canonicalised'
  WHEN may_fetch = 'yes' THEN 'indexable'
  ELSE NULL END) VIRTUAL) STRICT;
CREATE TABLE "fetch_row" (
  id INTEGER PRIMARY KEY,
  url_id INTEGER REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  purpose TEXT CHECK (purpose = 'page' OR purpose = 'robots' OR purpose = 'sitemap' OR purpose = 'check' OR purpose = 'probe' OR purpose = 'resource'),
  target TEXT,
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
, method TEXT, http_version TEXT, dns_ms INTEGER, tcp_ms INTEGER, tls_ms INTEGER, wait_ms INTEGER, download_ms INTEGER, tls_id INTEGER, sent_id INTEGER REFERENCES sent_headers (id), kind_id INTEGER REFERENCES fetch_kind (id), own_headers TEXT) STRICT;
CREATE INDEX fetch_open ON "fetch_row" (id) WHERE ended_at IS NULL;
CREATE TABLE link_kind (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
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
  priority TEXT NOT NULL, alternates TEXT,
  PRIMARY KEY (sitemap_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX sitemap_entry_by_url ON sitemap_entry (url_id);
CREATE TABLE assertion_set (
  id INTEGER PRIMARY KEY,
  origin_id INTEGER REFERENCES origin (id),
  name TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE assertion_run (
  set_id INTEGER NOT NULL REFERENCES assertion_set (id) ON DELETE CASCADE,
  robots_id INTEGER NOT NULL REFERENCES robots_version (id),
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  at INTEGER NOT NULL,
  met INTEGER NOT NULL,
  unmet INTEGER NOT NULL,
  unchecked INTEGER NOT NULL,
  PRIMARY KEY (set_id, robots_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE robots_draft (
  id INTEGER PRIMARY KEY,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  base_version_id INTEGER REFERENCES robots_version (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (origin_id, name)
) STRICT;
CREATE UNIQUE INDEX assertion_set_by_place ON assertion_set (coalesce(origin_id, 0), name);
CREATE TABLE inlink_block (
  id INTEGER PRIMARY KEY
, level INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE inlink_waiting (
  from_id INTEGER PRIMARY KEY
, counted INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE kept_counts (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  mark TEXT NOT NULL,
  counts TEXT NOT NULL
) STRICT;
CREATE TABLE inlink_chunk (
  id INTEGER PRIMARY KEY,
  block_id INTEGER NOT NULL,
  first_to INTEGER NOT NULL,
  last_to INTEGER NOT NULL,
  packed BLOB NOT NULL
) STRICT;
CREATE INDEX inlink_chunk_by_target ON inlink_chunk (block_id, first_to, last_to);
CREATE TABLE body (
  hash BLOB NOT NULL PRIMARY KEY,
  size INTEGER NOT NULL,
  encoding TEXT NOT NULL CHECK (encoding = 'raw' OR encoding = 'zstd'),
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE depth_todo (
  url_id INTEGER PRIMARY KEY
) STRICT;
CREATE TABLE certificate (
  id INTEGER PRIMARY KEY,
  -- SHA-256 of the certificate, as hexadecimal digits
  fingerprint TEXT NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  issuer TEXT NOT NULL,
  names TEXT NOT NULL,
  not_before INTEGER,
  not_after INTEGER
) STRICT;
CREATE TABLE tls (
  id INTEGER PRIMARY KEY,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  certificate_id INTEGER REFERENCES certificate (id),
  protocol TEXT NOT NULL,
  cipher TEXT NOT NULL,
  chain_length INTEGER NOT NULL,
  name_matches INTEGER,
  problem TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT;
CREATE TABLE url_check (
  url_id INTEGER PRIMARY KEY REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  subject TEXT NOT NULL CHECK (subject = 'external' OR subject = 'resource' OR subject = 'reference' OR subject = 'redirect'),
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'leased' OR state = 'done' OR state = 'skipped'),
  result TEXT NOT NULL,
  decision_id INTEGER NOT NULL,
  method TEXT NOT NULL CHECK (method = 'HEAD' OR method = 'GET'),
  hops INTEGER NOT NULL,
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  fetch_id INTEGER,
  status INTEGER,
  content_type TEXT,
  content_length INTEGER,
  redirect_id INTEGER,
  checked_at INTEGER
) STRICT;
CREATE INDEX url_check_open ON url_check (state, origin_id) WHERE state = 'queued' OR state = 'leased';
CREATE TABLE check_count (
  state TEXT NOT NULL,
  result TEXT NOT NULL,
  urls INTEGER NOT NULL,
  PRIMARY KEY (state, result)
) STRICT, WITHOUT ROWID;
CREATE TABLE rule (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('search', 'extraction', 'check', 'segment')),
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  json TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE TABLE rule_result (
  rule_id INTEGER NOT NULL,
  url_id INTEGER NOT NULL REFERENCES url (id),
  fetch_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('done', 'too-slow', 'failed')),
  -- hits or values
  count INTEGER NOT NULL,
  -- the first value; null where there is none
  value TEXT,
  -- all values that were kept, with their bytes, or why the rule failed; null where value says it all
  detail TEXT,
  PRIMARY KEY (rule_id, url_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE audit_threshold (
  check_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (check_id, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE audit_ignore (
  id INTEGER PRIMARY KEY,
  check_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'all' OR kind = 'urls' OR kind = 'prefix' OR kind = 'pattern'),
  subject TEXT NOT NULL,
  note TEXT NOT NULL,
  until TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  added_by TEXT NOT NULL
) STRICT;
CREATE INDEX sitemap_entry_alternates ON sitemap_entry (url_id) WHERE alternates IS NOT NULL;
CREATE TABLE probe (
  id INTEGER PRIMARY KEY,
  -- 'not-found', 'home', 'llms', 'icon', 'phone' or 'desktop'
  kind TEXT NOT NULL,
  url_id INTEGER NOT NULL REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  -- the probe that redirected here
  parent_id INTEGER,
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'leased' OR state = 'done' OR state = 'skipped'),
  -- reason code
  result TEXT NOT NULL,
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  fetch_id INTEGER,
  status INTEGER,
  -- JSON
  facts TEXT
) STRICT;
CREATE UNIQUE INDEX probe_by_url ON probe (url_id, kind);
CREATE INDEX probe_open ON probe (state, origin_id) WHERE state = 'queued' OR state = 'leased';
CREATE TABLE word (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE url_key_secret (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL
) STRICT;
CREATE TABLE url_key_run (
  id INTEGER PRIMARY KEY,
  level INTEGER NOT NULL,
  -- prints of the run
  prints INTEGER NOT NULL,
  -- the prints of a run are spread over this many rows of url_key
  chunks INTEGER NOT NULL,
  -- greatest url id
  last_id INTEGER NOT NULL
) STRICT;
CREATE TABLE url_key (
  id INTEGER PRIMARY KEY,
  prints BLOB NOT NULL
) STRICT;
CREATE TABLE decision_kind (
  id INTEGER PRIMARY KEY,
  stage TEXT NOT NULL CHECK (stage = 'admission' OR stage = 'access' OR stage = 'fetch' OR stage = 'listing' OR stage = 'follow'),
  verdict TEXT NOT NULL CHECK (verdict = 'accept' OR verdict = 'reject' OR verdict = 'defer' OR verdict = 'unknown'),
  reason TEXT NOT NULL,
  rule TEXT NOT NULL,
  -- rules asked in order, separated by spaces; an answer follows a '='
  trace TEXT NOT NULL,
  settings_id INTEGER NOT NULL REFERENCES settings (id)
) STRICT;
CREATE TABLE decided (
  id INTEGER PRIMARY KEY,
  url_id INTEGER NOT NULL REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  at INTEGER NOT NULL,
  -- which of them is in force where url.decision_id names this row, from 0
  current INTEGER NOT NULL,
  -- [[kind, evidence, id - this id, at - this at], ...]: see docs/crawl-file.md
  decisions TEXT NOT NULL,
  CHECK (current >= 0 AND current < json_array_length(decisions))
) STRICT;
CREATE INDEX url_by_hash ON url (hash);
CREATE INDEX url_by_robots ON url (robots_id, robots_line) WHERE robots_id IS NOT NULL;
CREATE TABLE sent_headers (
  id INTEGER PRIMARY KEY,
  headers TEXT NOT NULL
) STRICT;
CREATE TABLE body_block (
  id INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE block_body (
  hash BLOB NOT NULL PRIMARY KEY,
  block_id INTEGER NOT NULL,
  start INTEGER NOT NULL,
  size INTEGER NOT NULL
) STRICT;
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
CREATE INDEX rendering_ended ON rendering (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX rendering_by_template ON rendering (template, state);
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
CREATE INDEX resource_open ON resource (state, origin_id) WHERE state = 'queued' OR state = 'leased';
CREATE VIEW robots_versions AS
  SELECT v.*, o.key AS origin, v.id = o.robots_id AS is_current FROM robots_version v JOIN origin o ON o.id = v.origin_id;
CREATE VIEW sitemaps AS
  SELECT s.*, o.key AS origin FROM sitemap s JOIN origin o ON o.id = s.origin_id;
CREATE VIEW sitemap_entries AS
  SELECT s.url AS sitemap, e.seq, u.url, e.line, e.lastmod, e.changefreq, e.priority
  FROM sitemap_entry e JOIN sitemap s ON s.id = e.sitemap_id JOIN url u ON u.id = e.url_id;
CREATE VIEW origins AS SELECT * FROM origin;
CREATE VIEW checks AS
  SELECT u.url, k.subject, k.state, k.result, k.status, k.content_type, k.content_length, k.method, r.url AS redirect_to,
    k.attempts, k.checked_at, k.fetch_id, o.key AS origin
  FROM url_check k JOIN url u ON u.id = k.url_id LEFT JOIN url r ON r.id = k.redirect_id JOIN origin o ON o.id = k.origin_id;
CREATE VIEW certificates AS
  SELECT o.key AS origin, t.id, t.protocol, t.cipher, c.subject, c.issuer, c.names, c.not_before, c.not_after, c.fingerprint,
    t.chain_length, t.name_matches, t.problem, t.first_seen_at, t.last_seen_at
  FROM tls t JOIN origin o ON o.id = t.origin_id LEFT JOIN certificate c ON c.id = t.certificate_id;
CREATE VIEW probes AS
  SELECT p.id, p.kind, u.url, p.state, p.result, p.status, p.facts ->> '$.location' AS redirect_to, p.attempts, p.facts, p.fetch_id, o.key AS origin
  FROM probe p JOIN url u ON u.id = p.url_id JOIN origin o ON o.id = p.origin_id;
CREATE VIEW current_decisions AS
  SELECT u.url, -u.id AS id, u.id AS url_id, u.discovered_at + 0 AS at, k.stage, k.verdict, k.reason, k.rule,
    CASE WHEN u.found >= 0 THEN printf('[{"kind":"link","from":%d,"seq":%d}]', u.found >> 20, u.found & 1048575)
      WHEN u.found < 0 THEN printf('[{"kind":"sitemap-entry","sitemap":%d,"seq":%d}]', ~u.found >> 20, ~u.found & 1048575)
      ELSE coalesce(u.evidence, '[]') END AS evidence, k.trace, k.settings_id
  FROM url u JOIN decision_kind k ON k.id = u.kind_id WHERE u.decision_id IS NULL
  UNION ALL
  SELECT u.url, d.id + coalesce(json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[2]'), d.current), d.url_id,
    d.at + coalesce(json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[3]'), 0), k.stage, k.verdict, k.reason, k.rule,
    CASE json_type((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]') WHEN 'array' THEN json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]') WHEN 'text' THEN json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]')
      WHEN 'integer' THEN CASE WHEN json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]') >= 0 THEN printf('[{"kind":"fetch","fetch":%d}]', json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]'))
        WHEN ~json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]') & 1048575 = 0 THEN printf('[{"kind":"robots-fetch","robots":%d}]', ~json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]') >> 20)
        ELSE printf('[{"kind":"robots-line","robots":%d,"line":%d}]', ~json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]') >> 20, ~json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[1]') & 1048575) END
      ELSE '[]' END, k.trace, k.settings_id
  FROM url u JOIN decided d ON d.id = u.decision_id AND d.url_id = u.id JOIN decision_kind k ON k.id = json_extract((CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END), '$[0]');
CREATE VIEW decisions AS
  SELECT u.url, -u.id AS id, u.id AS url_id, u.discovered_at + 0 AS at, k.stage, k.verdict, k.reason, k.rule,
    CASE WHEN u.found >= 0 THEN printf('[{"kind":"link","from":%d,"seq":%d}]', u.found >> 20, u.found & 1048575)
      WHEN u.found < 0 THEN printf('[{"kind":"sitemap-entry","sitemap":%d,"seq":%d}]', ~u.found >> 20, ~u.found & 1048575)
      ELSE coalesce(u.evidence, '[]') END AS evidence, k.trace, k.settings_id, u.decision_id IS NULL AS is_current
  FROM url u JOIN decision_kind k ON k.id = u.kind_id
  UNION ALL
  SELECT u.url, d.id + coalesce(json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[2]'), e."key"), d.url_id,
    d.at + coalesce(json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[3]'), 0), k.stage, k.verdict, k.reason, k.rule,
    CASE json_type((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]') WHEN 'array' THEN json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]') WHEN 'text' THEN json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]')
      WHEN 'integer' THEN CASE WHEN json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]') >= 0 THEN printf('[{"kind":"fetch","fetch":%d}]', json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]'))
        WHEN ~json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]') & 1048575 = 0 THEN printf('[{"kind":"robots-fetch","robots":%d}]', ~json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]') >> 20)
        ELSE printf('[{"kind":"robots-line","robots":%d,"line":%d}]', ~json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]') >> 20, ~json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[1]') & 1048575) END
      ELSE '[]' END, k.trace, k.settings_id, d.id IS u.decision_id AND e."key" = d.current
  FROM decided d CROSS JOIN url u ON u.id = d.url_id CROSS JOIN json_each(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END) e JOIN decision_kind k ON k.id = json_extract((CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END), '$[0]');
CREATE VIEW bodies AS
  SELECT hash, size, encoding, bytes, NULL AS block_id, NULL AS start FROM body
  UNION ALL
  SELECT hash, size, 'block', NULL, block_id, start FROM block_body;
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
CREATE INDEX robots_version_by_fetch ON robots_version (fetch_id) WHERE fetch_id IS NOT NULL;
CREATE INDEX robots_version_by_body ON robots_version (body_hash) WHERE body_hash IS NOT NULL;
CREATE TABLE fetch_kind (
  id INTEGER PRIMARY KEY,
  status INTEGER NOT NULL,
  status_text TEXT,
  http_version TEXT,
  content_type TEXT,
  body_end TEXT,
  remote_address TEXT,
  headers TEXT NOT NULL
) STRICT;
CREATE TABLE facts_block (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
, signatures BLOB) STRICT;
CREATE TABLE page_row (
  url_id INTEGER PRIMARY KEY REFERENCES url (id),
  fetch_id INTEGER NOT NULL,
  -- null: utf-8, header
  charset TEXT,
  charset_source TEXT,
  -- which of the next six columns are in this row, as bits: title 1, description 2, h1 4, h1_count 8, lang 16, canonical 32.
  -- The others are as in the row of the URL
  own INTEGER NOT NULL,
  title TEXT,
  description TEXT,
  h1 TEXT,
  h1_count INTEGER,
  lang TEXT,
  canonical TEXT,
  words INTEGER NOT NULL,
  base TEXT,
  meta_robots TEXT,
  x_robots_tag TEXT,
  refresh TEXT,
  links INTEGER NOT NULL,
  links_dropped INTEGER NOT NULL,
  -- block times 64, plus the place in it
  facts_at INTEGER,
  -- those that are in no block
  facts BLOB
) STRICT;
CREATE VIEW fetch AS
  SELECT f.id, f.url_id, f.origin_id, coalesce(f.purpose, 'page') AS purpose, f.target, f.attempt, f.started_at, f.ended_at,
    CASE WHEN f.kind_id IS NULL THEN f.outcome ELSE 'response' END AS outcome, f.cause, f.detail, CASE WHEN f.kind_id IS NULL THEN f.status ELSE (SELECT k.status FROM fetch_kind k WHERE k.id = f.kind_id) END AS status,
    CASE WHEN f.kind_id IS NULL THEN f.status_text ELSE (SELECT k.status_text FROM fetch_kind k WHERE k.id = f.kind_id) END AS status_text, f.first_byte_ms, f.total_ms, CASE WHEN f.kind_id IS NULL THEN f.remote_address ELSE (SELECT k.remote_address FROM fetch_kind k WHERE k.id = f.kind_id) END AS remote_address, f.wire_bytes, f.body_bytes, CASE WHEN f.kind_id IS NULL THEN f.body_end ELSE (SELECT k.body_end FROM fetch_kind k WHERE k.id = f.kind_id) END AS body_end,
    f.body_hash, CASE WHEN f.kind_id IS NULL THEN f.content_type ELSE (SELECT k.content_type FROM fetch_kind k WHERE k.id = f.kind_id) END AS content_type, f.request_headers,
    CASE WHEN f.kind_id IS NULL THEN f.response_headers ELSE (SELECT CASE WHEN json_valid(f.own_headers) AND json_valid(k.headers) THEN
      (SELECT json_group_array(json(header)) FROM (SELECT json_array(json_extract(h.pair, '$[0]'),
        CASE json_type(h.pair, '$[1]') WHEN 'integer' THEN CASE json_type(f.own_headers, h.place) WHEN 'integer' THEN substr('SunMonTueWedThuFriSat', 3 * strftime('%w', f.started_at / 1000 + json_extract(f.own_headers, h.place), 'unixepoch') + 1, 3) || strftime(', %d ', f.started_at / 1000 + json_extract(f.own_headers, h.place), 'unixepoch') ||
          substr('JanFebMarAprMayJunJulAugSepOctNovDec', 3 * strftime('%m', f.started_at / 1000 + json_extract(f.own_headers, h.place), 'unixepoch') - 2, 3) || strftime(' %Y %H:%M:%S GMT', f.started_at / 1000 + json_extract(f.own_headers, h.place), 'unixepoch')
          ELSE json_extract(f.own_headers, h.place) END ELSE json_extract(h.pair, '$[1]') END) AS header
      FROM (SELECT e."key", e.pair, CASE WHEN json_extract(e.pair, '$[1]') BETWEEN 0 AND 99999 THEN '$[' || json_extract(e.pair, '$[1]') || ']' END AS place
        FROM (SELECT j."key", CASE j.type WHEN 'array' THEN j.value END AS pair FROM json_each(k.headers) j) e) h ORDER BY h."key")) END
    FROM fetch_kind k WHERE k.id = f.kind_id) END AS response_headers,
    f.method, CASE WHEN f.kind_id IS NULL THEN f.http_version ELSE (SELECT k.http_version FROM fetch_kind k WHERE k.id = f.kind_id) END AS http_version, f.dns_ms, f.tcp_ms, f.tls_ms, f.wait_ms, f.download_ms, f.tls_id, f.sent_id
  FROM fetch_row f;
CREATE VIEW page AS
  SELECT p.url_id, p.fetch_id, coalesce(p.charset, 'utf-8') AS charset, coalesce(p.charset_source, 'header') AS charset_source,
    CASE WHEN p.own & 16 THEN p.lang ELSE coalesce((SELECT u.lang FROM url u WHERE u.id = p.url_id), '') END AS lang, CASE WHEN p.own & 1 THEN p.title ELSE (SELECT u.title FROM url u WHERE u.id = p.url_id) END AS title,
    CASE WHEN p.own & 2 THEN p.description ELSE (SELECT u.description FROM url u WHERE u.id = p.url_id) END AS description, CASE WHEN p.own & 4 THEN p.h1 ELSE (SELECT u.h1 FROM url u WHERE u.id = p.url_id) END AS h1,
    CASE WHEN p.own & 8 THEN p.h1_count ELSE (SELECT u.h1_count FROM url u WHERE u.id = p.url_id) END AS h1_count, p.words, p.base,
    CASE WHEN p.own & 32 THEN p.canonical ELSE (SELECT c.url FROM url u JOIN url c ON c.id = u.canonical_id WHERE u.id = p.url_id) END AS canonical,
    p.meta_robots, p.x_robots_tag, p.refresh, p.links, p.links_dropped
  FROM page_row p;
CREATE VIEW fetches AS
  SELECT f.id, f.url_id, f.origin_id, f.purpose, coalesce(f.target, u.url, '') AS target, f.attempt, f.started_at, f.ended_at, f.outcome,
    f.cause, f.detail, f.status, f.status_text, f.first_byte_ms, f.total_ms, f.remote_address, f.wire_bytes, f.body_bytes, f.body_end,
    f.body_hash, f.content_type, coalesce(f.request_headers, h.headers) AS request_headers, f.response_headers, f.method,
    f.http_version, f.dns_ms, f.tcp_ms, f.tls_ms, f.wait_ms, f.download_ms, f.tls_id, o.key AS origin
  FROM fetch f JOIN origin o ON o.id = f.origin_id LEFT JOIN url u ON u.id = f.url_id LEFT JOIN sent_headers h ON h.id = f.sent_id;
CREATE TABLE links_block (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE links_row (
  from_id INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  -- block times 64, plus the place in it
  links_at INTEGER,
  -- those that are in no block
  links BLOB
) STRICT;
CREATE VIEW page_links AS SELECT from_id, count FROM links_row;
CREATE TABLE inlink_count (
  id INTEGER PRIMARY KEY,
  -- digits of a count
  width INTEGER NOT NULL CHECK (width >= 1 AND width <= 10),
  counts BLOB NOT NULL CHECK (length(counts) = width * 1024)
) STRICT;
CREATE VIEW urls AS
  SELECT u.id, u.url, u.status, u.content_type, u.depth, u.state, u.reason, u.may_fetch, u.may_list, u.links_followed,
    coalesce((SELECT max(0, CAST(substr(c.counts, 1 + (u.id & 1023) * c.width, c.width) AS INTEGER))
    FROM inlink_count c WHERE c.id = u.id >> 10 AND c.width BETWEEN 1 AND 10 AND length(c.counts) = c.width * 1024), 0) AS inlinks, u.outlinks, u.title, u.bytes, u.total_ms, c.url AS canonical, r.url AS redirect_to, u.in_sitemaps,
    u.check_result, u.check_status, u.class, u.indexability, u.title_length, u.title_pixels, u.titles, u.description,
    u.description_length, u.description_pixels, u.descriptions, u.h1, u.h1_length, u.h1_count, u.h2_count, u.words, u.readability,
    u.text_ratio, u.lang, u.detected_lang, u.images, u.images_without_alt, u.internal_links, u.external_links, u.hreflangs,
    u.structured_types, u.text_hash, u.first_byte_ms, u.http_version,
    u.fetched_at, u.discovered_at, u.via, v.url AS discovered_from, u.attempts, o.key AS origin
  FROM url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id
    LEFT JOIN url v ON v.id = u.via_id AND u.via <> 'sitemap' LEFT JOIN origin o ON o.id = u.origin_id;
CREATE INDEX robots_version_by_origin ON robots_version (origin_id);
CREATE INDEX fetch_by_url ON fetch_row (url_id) WHERE url_id IS NOT NULL;
CREATE INDEX tls_by_origin ON tls (origin_id);
CREATE INDEX url_check_by_origin ON url_check (origin_id, state, due_at);
CREATE INDEX sitemap_frontier ON sitemap (origin_id, due_at, level) WHERE state = 'queued';
CREATE INDEX probe_by_origin ON probe (origin_id, state, due_at);
CREATE INDEX decided_by_url ON decided (url_id);
CREATE INDEX url_frontier ON url (origin_id, due_at, distance) WHERE state = 'queued';
CREATE INDEX rendering_open ON rendering (state) WHERE state = 'queued' OR state = 'leased';
CREATE INDEX resource_by_origin ON resource (origin_id, state, due_at);
`;
