import type { Database } from 'better-sqlite3';

/** Positions on a page, entries of a sitemap and lines of robots.txt below this one share an integer with the id before them. */
const placeBits = 20;
const placeMask = 2 ** placeBits - 1;

const tables = `
-- what a decision says apart from its evidence; each is stored once
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
-- the decisions of one event about one URL, after its first one
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
CREATE INDEX decided_by_url ON decided (url_id, id);
`;

const before = 'decision_id INTEGER NOT NULL REFERENCES decision (id),';
const after = `-- the event with the current decision; null: the first decision, which is in this row
  decision_id INTEGER REFERENCES decided (id) CHECK (decision_id IS NOT NULL OR kind_id IS NOT NULL),
  kind_id INTEGER REFERENCES decision_kind (id),
  -- evidence of the first decision: a link or a sitemap entry as a number, anything else as JSON
  found INTEGER,
  evidence TEXT,`;

/** Evidence of a first decision, as JSON. */
const firstEvidence = `CASE WHEN u.found >= 0 THEN printf('[{"kind":"link","from":%d,"seq":%d}]', u.found >> ${placeBits}, u.found & ${placeMask})
      WHEN u.found < 0 THEN printf('[{"kind":"sitemap-entry","sitemap":%d,"seq":%d}]', ~u.found >> ${placeBits}, ~u.found & ${placeMask})
      ELSE coalesce(u.evidence, '[]') END`;

/** Evidence of a later decision, as JSON. `entry`: SQL for its array. */
const laterEvidence = (entry: string): string => {
  const packed = `json_extract(${entry}, '$[1]')`;
  return `CASE json_type(${entry}, '$[1]') WHEN 'array' THEN ${packed} WHEN 'text' THEN ${packed}
      WHEN 'integer' THEN CASE WHEN ${packed} >= 0 THEN printf('[{"kind":"fetch","fetch":%d}]', ${packed})
        WHEN ~${packed} & ${placeMask} = 0 THEN printf('[{"kind":"robots-fetch","robots":%d}]', ~${packed} >> ${placeBits})
        ELSE printf('[{"kind":"robots-line","robots":%d,"line":%d}]', ~${packed} >> ${placeBits}, ~${packed} & ${placeMask}) END
      ELSE '[]' END`;
};

const first = `u.url, -u.id AS id, u.id AS url_id, u.discovered_at + 0 AS at, k.stage, k.verdict, k.reason, k.rule,
    ${firstEvidence} AS evidence, k.trace, k.settings_id`;
const later = (
  entry: string,
  index: string,
): string => `u.url, d.id + coalesce(json_extract(${entry}, '$[2]'), ${index}), d.url_id,
    d.at + coalesce(json_extract(${entry}, '$[3]'), 0), k.stage, k.verdict, k.reason, k.rule,
    ${laterEvidence(entry)}, k.trace, k.settings_id`;

/** Where the JSON is damaged there are no decisions. */
const entries = `json_each(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END)`;
const entry = `(CASE WHEN e.type = 'array' THEN e.value ELSE '[]' END)`;
const current = `(CASE WHEN json_type(CASE WHEN json_valid(d.decisions) THEN d.decisions ELSE '[]' END, '$[' || d.current || ']') = 'array'
      THEN json_extract(d.decisions, '$[' || d.current || ']') ELSE '[]' END)`;

const views = `
CREATE VIEW current_decisions AS
  SELECT ${first}
  FROM url u JOIN decision_kind k ON k.id = u.kind_id WHERE u.decision_id IS NULL
  UNION ALL
  SELECT ${later(current, 'd.current')}
  FROM url u JOIN decided d ON d.id = u.decision_id AND d.url_id = u.id JOIN decision_kind k ON k.id = json_extract(${current}, '$[0]');
CREATE VIEW decisions AS
  SELECT ${first}, u.decision_id IS NULL AS is_current
  FROM url u JOIN decision_kind k ON k.id = u.kind_id
  UNION ALL
  SELECT ${later(entry, 'e."key"')}, d.id IS u.decision_id AND e."key" = d.current
  FROM decided d CROSS JOIN url u ON u.id = d.url_id CROSS JOIN ${entries} e JOIN decision_kind k ON k.id = json_extract(${entry}, '$[0]');
`;

interface Row {
  readonly id: number;
  readonly urlId: number;
  readonly at: number;
  readonly stage: string;
  readonly verdict: string;
  readonly reason: string;
  readonly rule: string;
  readonly evidence: string;
  readonly trace: string;
  readonly settings: number;
  readonly discoveredAt: number | null;
  readonly currentId: number | null;
}

/** Decisions read at a time. */
const rowsOfStep = 5_000;

/** Gives kinds their numbers. */
function kindNumbers(db: Database): (row: Row) => number {
  const insert = db.prepare(
    'INSERT INTO decision_kind (id, stage, verdict, reason, rule, trace, settings_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const known = new Map<string, number>();
  return ({ stage, verdict, reason, rule, trace, settings }) => {
    const key = JSON.stringify([stage, verdict, reason, rule, trace, settings]);
    const id = known.get(key) ?? known.size + 1;
    if (id > known.size) {
      insert.run(id, stage, verdict, reason, rule, trace, settings);
      known.set(key, id);
    }
    return id;
  };
}

const packedPlace = (id: number, place: number): number | null =>
  place <= placeMask && id <= 2 ** 31 ? id * 2 ** placeBits + place : null;

/** A pattern of exactly the JSON that the program wrote, so that the view gives the same text. */
const linkText = /^\[\{"kind":"(link|sitemap-entry)","(?:from|sitemap)":(\d{1,10}),"seq":(\d{1,7})\}\]$/;
const laterText = /^\[\{"kind":"(fetch|robots-fetch|robots-line)","(?:fetch|robots)":(\d{1,10})(?:,"line":(\d{1,7}))?\}\]$/;

/** Evidence of a first decision as the columns `found` and `evidence`. */
function packedFirst(evidence: string): readonly [found: number | null, evidence: string | null] {
  if (evidence === '[]') return [null, null];
  const [, kind, id, seq] = linkText.exec(evidence) ?? [];
  const packed = kind === undefined ? null : packedPlace(Number(id), Number(seq));
  if (packed === null) return [null, evidence];
  return [kind === 'link' ? packed : -packed - 1, null];
}

/** Evidence of a later decision as it is stored in the JSON. */
function packedLater(evidence: string): string {
  const [, kind, id, line] = laterText.exec(evidence) ?? [];
  if (kind === 'fetch' && line === undefined) return String(Number(id));
  const isRobots = kind === 'robots-line' ? Number(line) > 0 : kind === 'robots-fetch' && line === undefined;
  const packed = isRobots ? packedPlace(Number(id), Number(line ?? 0)) : null;
  if (packed !== null) return String(-packed - 1);
  return isPlainList(evidence) ? evidence : JSON.stringify(evidence);
}

/** Whether the text is a list exactly as JSON.stringify writes it. Any other is kept as a text. */
function isPlainList(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return Array.isArray(value) && JSON.stringify(value) === text;
  } catch {
    return false;
  }
}

interface Group {
  id: number;
  at: number;
  readonly rows: Row[];
}

/** Decisions of one URL by event. The access that a fetch follows is part of the fetch. */
function groupsOf(rows: readonly Row[]): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const [only] = group?.rows.length === 1 ? group.rows : [];
    if (group && only?.stage === 'access' && only.verdict === 'accept' && row.stage === 'fetch') {
      Object.assign(group, { id: row.id, at: row.at });
      group.rows.push(row);
    } else if (group?.at === row.at) group.rows.push(row);
    else groups.push({ id: row.id, at: row.at, rows: [row] });
  }
  return groups;
}

function packDecisions(db: Database): void {
  const read = db.prepare(
    `SELECT d.id, d.url_id AS urlId, d.at, d.stage, d.verdict, d.reason, d.rule, d.evidence, d.trace, d.settings_id AS settings,
       u.discovered_at AS discoveredAt, u.decision_id AS currentId
     FROM decision d LEFT JOIN url u ON u.id = d.url_id WHERE (d.url_id, d.id) > (?, ?) ORDER BY d.url_id, d.id LIMIT ${rowsOfStep}`,
  );
  const numberOf = kindNumbers(db);
  const addGroup = db.prepare('INSERT INTO decided (id, url_id, at, current, decisions) VALUES (?, ?, ?, ?, ?)');
  const addFirst = db.prepare('INSERT INTO temp.packed_url (id, decision_id, kind_id, found, evidence) VALUES (?, ?, ?, ?, ?)');
  const mapCheck = db.prepare('UPDATE url_check SET decision_id = ? WHERE url_id = ? AND decision_id = ?');
  const write = (rows: readonly Row[]): void => {
    const [start] = rows;
    if (!start) return;
    const { urlId, currentId } = start;
    const hasFirst = start.stage === 'admission' && start.at === start.discoveredAt;
    let inForce = hasFirst && currentId === start.id ? null : currentId;
    for (const { id, at, rows: parts } of groupsOf(hasFirst ? rows.slice(1) : rows)) {
      const place = parts.findIndex(row => row.id === currentId);
      if (place >= 0) inForce = id;
      const texts = parts.map((row, index) => {
        const isPlain = row.id === id + index && row.at === at;
        const offsets = isPlain ? '' : `,${row.id - id},${row.at - at}`;
        return `[${numberOf(row)},${packedLater(row.evidence)}${offsets}]`;
      });
      addGroup.run(id, urlId, at, Math.max(0, place), `[${texts.join()}]`);
    }
    if (start.discoveredAt !== null)
      addFirst.run(urlId, inForce, hasFirst ? numberOf(start) : null, ...(hasFirst ? packedFirst(start.evidence) : [null, null]));
    if (hasFirst) mapCheck.run(-urlId, urlId, start.id);
  };
  let open: Row[] = [];
  for (let last: Row | undefined, isFirst = true; isFirst || last; isFirst = false) {
    const rows = read.all(last?.urlId ?? Number.MIN_SAFE_INTEGER, last?.id ?? Number.MIN_SAFE_INTEGER) as Row[];
    for (const row of rows) {
      if (open[0] && open[0].urlId !== row.urlId) {
        write(open);
        open = [];
      }
      open.push(row);
    }
    last = rows.at(-1);
  }
  write(open);
}

/**
 * Gives `url` its new columns where the old one was. The rows are copied to a table of the new form, and the two tables change their names
 * with their pages: nothing that refers to `url` notices.
 */
function rebuildUrls(db: Database): void {
  const read = db.prepare(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'url'`).pluck();
  const oldSql = read.get() as string;
  const newSql = oldSql.replace(before, after);
  const named = (sql: string): string => sql.replace(/^CREATE TABLE "?url"?/, 'CREATE TABLE url_next');
  db.exec(named(newSql));
  const columns = db.prepare(`SELECT name FROM pragma_table_xinfo('url') WHERE hidden = 0`).pluck().all() as string[];
  const kept = columns.filter(name => name !== 'decision_id');
  db.exec(`INSERT INTO url_next (${kept.join()}, decision_id, kind_id, found, evidence)
    SELECT ${kept.map(name => `u.${name}`).join()}, iif(p.id IS NULL, u.decision_id, p.decision_id), p.kind_id, p.found, p.evidence
    FROM url u LEFT JOIN temp.packed_url p ON p.id = u.id ORDER BY u.id`);
  const indexes = db
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'url' AND sql IS NOT NULL`)
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  const version = db.pragma('schema_version', { simple: true }) as number;
  const rootOf = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
  const roots = [rootOf.get('url'), rootOf.get('url_next')];
  // https://www.sqlite.org/lang_altertable.html#otheralter
  db.unsafeMode(true);
  try {
    db.pragma('writable_schema = ON');
    const set = db.prepare('UPDATE sqlite_schema SET sql = ?, rootpage = ? WHERE name = ?');
    set.run(newSql, roots[1], 'url');
    set.run(named(oldSql), roots[0], 'url_next');
    db.pragma(`schema_version = ${version + 1}`);
    db.pragma('writable_schema = RESET');
  } finally {
    db.unsafeMode(false);
  }
  db.exec('DROP TABLE url_next');
  for (const { sql } of indexes) db.exec(sql);
}

/**
 * Decisions by number: what they say is stored once, the first one of a URL in the row of the URL, the later ones of an event in one
 * row. Before, a page had a row and an entry of an index for each of four or five decisions. Ids of later decisions stay; a first one gets
 * the id of its URL, negative.
 */
export function migrate(db: Database): void {
  db.exec(tables);
  db.exec('CREATE TEMP TABLE packed_url (id INTEGER PRIMARY KEY, decision_id, kind_id, found, evidence)');
  packDecisions(db);
  rebuildUrls(db);
  db.exec('DROP TABLE temp.packed_url; DROP VIEW decisions; DROP VIEW current_decisions; DROP TABLE decision;');
  db.exec(views);
}

/** Readers of an older file find an event for each decision. The views of decisions are those of the file. */
export const standIn = 'CREATE TEMP VIEW decided AS SELECT id, url_id, at FROM main.decision';
