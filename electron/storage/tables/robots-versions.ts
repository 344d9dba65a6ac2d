import { bodyHash as hashOf } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';
import { bodyReader, bodyWriter } from './bodies.ts';

export interface RobotsVersion {
  readonly id: number;
  readonly originId: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly access: 'rules' | 'allow-all' | 'disallow-all';
  readonly status: number | null;
  readonly cause: string | null;
  readonly detail: string;
  readonly bodyHash: Uint8Array | null;
  readonly size: number | null;
  readonly finalUrl: string;
  readonly redirects: string;
  readonly contentType: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly fetchId: number | null;
  /** `check`: requested outside a crawl. `import`: imported from a file or another crawl. */
  readonly source: 'crawl' | 'check' | 'import';
  /** Name of the imported file, otherwise ''. */
  readonly sourceName: string;
}

export type NewRobotsVersion = Omit<
  RobotsVersion,
  'id' | 'firstSeenAt' | 'lastSeenAt' | 'bodyHash' | 'size' | 'source' | 'sourceName'
> & {
  readonly body: Uint8Array | null;
  readonly source?: 'crawl' | 'check';
};

/** A robots.txt response from the past. Consecutive identical responses form one version. */
export interface ImportedVersion {
  readonly originId: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly access: RobotsVersion['access'];
  readonly status: number | null;
  readonly cause: string | null;
  readonly detail: string;
  readonly body: Uint8Array | null;
  readonly finalUrl: string;
  readonly sourceName: string;
}

const columns = `id, origin_id AS originId, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt, access, status, cause, detail,
  body_hash AS bodyHash, size, final_url AS finalUrl, redirects, content_type AS contentType, etag, last_modified AS lastModified, fetch_id AS fetchId,
  source, source_name AS sourceName`;

/** Size limit of a stored robots.txt: a crawl reads up to 1 MiB, an import up to this size. */
export const longestRobotsBytes = 8 * 1024 * 1024;

/**
 * `source_name` of a text of the user that decides in place of the server's file. A name of an imported file has no slash. Such a row is an
 * import that decisions cite; it is no version of the origin's file.
 */
const ownName = 'settings/ownRobots';
export const isOwnText = ({ source, sourceName }: Pick<RobotsVersion, 'source' | 'sourceName'>): boolean =>
  source === 'import' && sourceName === ownName;
const isVersion = `source_name <> '${ownName}'`;

/** All responses to requests for /robots.txt. A failed request creates a version too. */
export function robotsTable(db: WriteDb) {
  const latest = db.prepare(
    `SELECT ${columns} FROM robots_version WHERE origin_id = ? AND source <> 'import' ORDER BY id DESC LIMIT 1`,
  );
  // By id: the clock may have gone back since an older one was read.
  const lastGood = db.prepare(
    `SELECT ${columns} FROM robots_version WHERE origin_id = ? AND access = 'rules' AND source <> 'import' ORDER BY id DESC LIMIT 1`,
  );
  const byId = db.prepare(`SELECT ${columns} FROM robots_version WHERE id = ?`);
  const all = db.prepare(`SELECT ${columns} FROM robots_version WHERE origin_id = ? AND ${isVersion} ORDER BY first_seen_at, id`);
  const place = db
    .prepare(`SELECT COUNT(*) FROM robots_version WHERE origin_id = ? AND (first_seen_at, id) <= (?, ?) AND ${isVersion}`)
    .pluck();
  const seen = db.prepare(
    'UPDATE robots_version SET last_seen_at = ?, etag = coalesce(?, etag), last_modified = coalesce(?, last_modified) WHERE id = ?',
  );
  const insert = db.prepare(
    `INSERT INTO robots_version (origin_id, first_seen_at, last_seen_at, access, status, cause, detail, body_hash, size, final_url, redirects, content_type, etag, last_modified, fetch_id, source)
     VALUES (@originId, @at, @at, @access, @status, @cause, @detail, @bodyHash, @size, @finalUrl, @redirects, @contentType, @etag, @lastModified, @fetchId, @source)`,
  );
  const bring = db.prepare(
    `INSERT INTO robots_version (origin_id, first_seen_at, last_seen_at, access, status, cause, detail, body_hash, size, final_url, source, source_name)
     VALUES (@originId, @firstSeenAt, @lastSeenAt, @access, @status, @cause, @detail, @bodyHash, @size, @finalUrl, 'import', @sourceName)`,
  );
  const own = db.prepare(
    `SELECT ${columns} FROM robots_version WHERE origin_id = ? AND source = 'import' AND NOT ${isVersion} AND body_hash = ?`,
  );
  const known = db
    .prepare(
      'SELECT 1 FROM robots_version WHERE origin_id = ? AND access = ? AND body_hash IS ? AND first_seen_at <= ? AND last_seen_at >= ?',
    )
    .pluck();
  const storeBody = bodyWriter(db);
  return {
    byId: (id: number): RobotsVersion | undefined => byId.get(id) as RobotsVersion | undefined,
    latest: (originId: number): RobotsVersion | undefined => latest.get(originId) as RobotsVersion | undefined,
    lastGood: (originId: number): RobotsVersion | undefined => lastGood.get(originId) as RobotsVersion | undefined,
    all: (originId: number): RobotsVersion[] => all.all(originId) as RobotsVersion[],
    /**
     * Position among the versions of its origin in order of time, from 1. Users see this number. Importing older versions changes
     * it.
     */
    numberOf: ({ originId, firstSeenAt, id }: Pick<RobotsVersion, 'originId' | 'firstSeenAt' | 'id'>): number =>
      place.get(originId, firstSeenAt, id) as number,
    /** Stores the result of a request. If it equals the last version, updates `last_seen_at`, otherwise adds a version. */
    record(version: NewRobotsVersion, at: number): RobotsVersion {
      const { body, ...rest } = version;
      const bodyHash = body && storeBody(body);
      const last = latest.get(version.originId) as RobotsVersion | undefined;
      const same =
        last &&
        last.access === version.access &&
        last.status === version.status &&
        last.cause === version.cause &&
        last.finalUrl === version.finalUrl &&
        (bodyHash === null ? last.bodyHash === null : last.bodyHash !== null && bodyHash.equals(last.bodyHash));
      if (same) {
        seen.run(at, version.etag, version.lastModified, last.id);
        return byId.get(last.id) as RobotsVersion;
      }
      const id = insert.run({ source: 'crawl', ...rest, at, bodyHash, size: body?.length ?? null }).lastInsertRowid;
      return byId.get(Number(id)) as RobotsVersion;
    },
    /** Imports a version from the past. Returns false if the file already has it for that time. */
    bringIn({ body, ...version }: ImportedVersion): boolean {
      const bodyHash = body && storeBody(body);
      if (known.get(version.originId, version.access, bodyHash, version.firstSeenAt, version.lastSeenAt)) return false;
      bring.run({ ...version, bodyHash, size: body?.length ?? null });
      return true;
    },
    /** The text of the user for an origin as decisions cite it; undefined before the crawl used it there. */
    ownText: (originId: number, text: string): RobotsVersion | undefined =>
      own.get(originId, hashOf(Buffer.from(text))) as RobotsVersion | undefined,
    /** Stores a text of the user that decides for an origin, once. The caller has a transaction. */
    useOwnText(
      { originId, text, finalUrl }: { readonly originId: number; readonly text: string; readonly finalUrl: string },
      at: number,
    ) {
      const body = Buffer.from(text);
      const found = own.get(originId, hashOf(body)) as RobotsVersion | undefined;
      if (found) return found;
      const row = { originId, firstSeenAt: at, lastSeenAt: at, access: 'rules', status: 200, cause: null, detail: '', finalUrl };
      const id = bring.run({ ...row, bodyHash: storeBody(body), size: body.length, sourceName: ownName }).lastInsertRowid;
      return byId.get(Number(id)) as RobotsVersion;
    },
    /** After a 304 response: the stored copy is still current. */
    confirm: (id: number, at: number): void => void seen.run(at, null, null, id),
    body: bodyReader(db, longestRobotsBytes),
  };
}
export type RobotsTable = ReturnType<typeof robotsTable>;
