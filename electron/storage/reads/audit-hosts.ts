import type { HostRow, RobotsRow } from '#core/audit/source.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedRedirects } from '../file/stored-json.ts';
import { bodyReader } from '../tables/bodies.ts';
import { longestRobotsBytes } from '../tables/robots-versions.ts';

type RobotsFields = [
  access: RobotsRow['access'],
  status: number | null,
  cause: string | null,
  hash: Uint8Array | null,
  type: string | null,
  finalUrl: string | null,
  redirects: string | null,
  size: number | null,
];
type HostFields = [id: number, origin: string, delay: number, delayLine: number, version: number | null];

const robotsColumns = 'v.access, v.status, v.cause, v.body_hash, v.content_type, v.final_url, v.redirects, v.size';

type RobotsSource = Pick<RobotsRow, 'originId' | 'origin' | 'versions'>;

const robotsOf = (
  [access, status, cause, hash, contentType, finalUrl, redirects, bytes]: RobotsFields,
  source: RobotsSource,
  text: (hash: Uint8Array | null) => Uint8Array | null,
): RobotsRow => ({
  ...source,
  ...{ access, status, cause, contentType, finalUrl, bytes },
  text: text(hash),
  redirects: storedRedirects(redirects ?? '[]'),
});

interface TlsFields {
  readonly protocol: string;
  readonly problem: string;
  readonly notAfter: number | null;
  readonly nameMatches: number | null;
}

/** The codes of OpenSSL for a server that speaks none of our versions, as the failure of robots.txt names them. */
const tooOld = /_(PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE)\b/;

const tlsOf = (
  { protocol, problem, notAfter, nameMatches }: TlsFields,
  robotsDetail: () => string | undefined,
): HostRow['tls'] => ({
  protocol,
  notAfter,
  nameMatches: nameMatches === null ? null : nameMatches === 1,
  isTooOld: problem === 'protocol' && tooOld.test(robotsDetail() ?? ''),
});

/** The hosts of the crawl with the robots.txt in force. */
export function hostsOf(db: ReadDb): HostRow[] {
  const rows = db.prepare('SELECT id, key, delay_ms, delay_line, robots_id FROM origin ORDER BY id').raw().all() as HostFields[];
  const version = db.prepare(`SELECT ${robotsColumns} FROM robots_version v WHERE v.id = ?`).raw();
  const versions = db
    .prepare(`SELECT coalesce(hex(body_hash), '') FROM robots_version WHERE origin_id = ? AND source = 'crawl' ORDER BY id`)
    .pluck();
  const tls = db.prepare(
    `SELECT t.protocol, t.problem, c.not_after AS notAfter, t.name_matches AS nameMatches FROM tls t LEFT JOIN certificate c ON c.id = t.certificate_id
     WHERE t.origin_id = ? ORDER BY t.last_seen_at DESC, t.id DESC LIMIT 1`,
  );
  const detail = db.prepare('SELECT detail FROM robots_version WHERE id = ?').pluck();
  const text = bodyReader(db, longestRobotsBytes);
  return rows.map(([originId, origin, delayMs, delayLine, robotsId]) => {
    const fields = robotsId === null ? undefined : (version.get(robotsId) as RobotsFields | undefined);
    const secured = tls.get(originId) as TlsFields | undefined;
    return {
      ...{ originId, origin, delayMs, delayLine },
      robots: fields ? robotsOf(fields, { originId, origin, versions: versions.all(originId) as string[] }, text) : null,
      tls: secured ? tlsOf(secured, () => detail.get(robotsId) as string | undefined) : null,
    };
  });
}

/** Reads the robots.txt of a host that was in force before the present one; failed requests are passed over. */
export function robotsBeforeIn(db: ReadDb): (originId: number) => RobotsRow | null {
  const before = db
    .prepare(
      `SELECT ${robotsColumns}, o.key FROM origin o JOIN robots_version v ON v.origin_id = o.id
       WHERE o.id = ? AND v.id < o.robots_id AND v.source <> 'import' AND v.access <> 'disallow-all' ORDER BY v.id DESC LIMIT 1`,
    )
    .raw();
  const text = bodyReader(db, longestRobotsBytes);
  return originId => {
    const row = before.get(originId) as [...RobotsFields, origin: string] | undefined;
    if (!row) return null;
    const [access, status, cause, hash, type, finalUrl, redirects, size, origin] = row;
    return robotsOf([access, status, cause, hash, type, finalUrl, redirects, size], { originId, origin, versions: [] }, text);
  };
}
