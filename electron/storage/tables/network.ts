import type { NetworkFacts, TlsFacts } from '#shared/model/fetch.ts';
import type { ReadDb, WriteDb } from '../file/handle.ts';

/** Rows of `tls` kept in memory. */
const mostKnown = 5_000;

/** The columns of `fetch_row` that `values` fills, in its order. */
export const networkColumns = 'http_version, dns_ms, tcp_ms, tls_ms, wait_ms, download_ms, tls_id';

const rounded = (milliseconds: number | null): number | null => (milliseconds === null ? null : Math.round(milliseconds));

/** Writes what attempts cost and used on the network. All of it passes here; `readNetwork` reads it. */
export class NetworkWriter {
  readonly #known = new Map<string, number>();
  readonly #findTls: ReturnType<WriteDb['prepare']>;
  readonly #addTls: ReturnType<WriteDb['prepare']>;
  readonly #seenTls: ReturnType<WriteDb['prepare']>;
  readonly #findCertificate: ReturnType<WriteDb['prepare']>;
  readonly #addCertificate: ReturnType<WriteDb['prepare']>;

  constructor(db: WriteDb) {
    this.#findTls = db
      .prepare(
        `SELECT id FROM tls WHERE origin_id = ? AND certificate_id IS ? AND protocol = ? AND cipher = ? AND problem = ? LIMIT 1`,
      )
      .pluck();
    this.#addTls = db.prepare(
      `INSERT INTO tls (origin_id, certificate_id, protocol, cipher, problem, chain_length, name_matches, first_seen_at, last_seen_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#seenTls = db.prepare('UPDATE tls SET last_seen_at = max(last_seen_at, ?) WHERE id = ?');
    this.#findCertificate = db.prepare('SELECT id FROM certificate WHERE fingerprint = ?').pluck();
    this.#addCertificate = db.prepare(
      'INSERT INTO certificate (fingerprint, subject, issuer, names, not_before, not_after) VALUES (?, ?, ?, ?, ?, ?)',
    );
  }

  /** Values of `networkColumns` for an attempt at an origin that ended then. */
  values(
    network: NetworkFacts | undefined,
    originId: () => number,
    at: number,
  ): readonly [httpVersion: string | null, ...others: (number | null)[]] {
    if (!network) return [null, null, null, null, null, null, null];
    const { httpVersion, dnsMs, tcpMs, tlsMs, waitMs, downloadMs, tls } = network;
    // Connections that are used again add nothing new.
    const tlsId = tls && this.#tlsId(tls, originId(), { at, isNew: tlsMs !== null });
    return [httpVersion, rounded(dnsMs), rounded(tcpMs), rounded(tlsMs), rounded(waitMs), rounded(downloadMs), tlsId];
  }

  /** Call it after a rolled-back transaction. */
  reload(): void {
    this.#known.clear();
  }

  #tlsId(tls: TlsFacts, originId: number, { at, isNew }: { readonly at: number; readonly isNew: boolean }): number {
    const { protocol, cipher, problem, certificate, chainLength, nameMatches } = tls;
    const key = [originId, certificate?.fingerprint ?? '', protocol, cipher, problem].join(' ');
    const known = this.#known.get(key);
    if (known !== undefined && !isNew) return known;
    const certificateId = certificate && this.#certificateId(certificate);
    let id = known ?? (this.#findTls.get([originId, certificateId, protocol, cipher, problem]) as number | undefined);
    if (id === undefined) {
      const matches = nameMatches === null ? null : Number(nameMatches);
      const row = [originId, certificateId, protocol, cipher, problem, chainLength, matches, at, at];
      id = Number(this.#addTls.run(row).lastInsertRowid);
    } else this.#seenTls.run([at, id]);
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(key, id);
    return id;
  }

  #certificateId({ fingerprint, subject, issuer, names, notBefore, notAfter }: NonNullable<TlsFacts['certificate']>): number {
    const known = this.#findCertificate.get(fingerprint) as number | undefined;
    return known ?? Number(this.#addCertificate.run([fingerprint, subject, issuer, names, notBefore, notAfter]).lastInsertRowid);
  }
}

interface NetworkRow {
  readonly httpVersion: string | null;
  readonly dnsMs: number | null;
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
  readonly waitMs: number | null;
  readonly downloadMs: number | null;
  readonly tlsId: number | null;
  readonly protocol: string | null;
  readonly cipher: string;
  readonly problem: TlsFacts['problem'];
  readonly chainLength: number;
  readonly nameMatches: number | null;
  readonly fingerprint: string | null;
  readonly subject: string;
  readonly issuer: string;
  readonly names: string;
  readonly notBefore: number | null;
  readonly notAfter: number | null;
}

/** Reads what attempts cost and used: a function from the id of a row of `fetch`; null without that row. */
export function networkReader(db: ReadDb): (fetchId: number) => NetworkFacts | null {
  const read = db.prepare(
    `SELECT f.http_version AS httpVersion, f.dns_ms AS dnsMs, f.tcp_ms AS tcpMs, f.tls_ms AS tlsMs, f.wait_ms AS waitMs,
       f.download_ms AS downloadMs, f.tls_id AS tlsId, t.protocol, t.cipher, t.problem, t.chain_length AS chainLength,
       t.name_matches AS nameMatches, c.fingerprint, c.subject, c.issuer, c.names, c.not_before AS notBefore,
       c.not_after AS notAfter
     FROM fetch f LEFT JOIN tls t ON t.id = f.tls_id LEFT JOIN certificate c ON c.id = t.certificate_id WHERE f.id = +?`,
  );
  return fetchId => {
    const row = read.get(fetchId) as NetworkRow | undefined;
    if (!row) return null;
    const { httpVersion, dnsMs, tcpMs, tlsMs, waitMs, downloadMs } = row;
    return { httpVersion, dnsMs, tcpMs, tlsMs, waitMs, downloadMs, tls: tlsOf(row) };
  };
}

function tlsOf(row: NetworkRow): TlsFacts | null {
  const { protocol, cipher, problem, chainLength, nameMatches, fingerprint } = row;
  if (protocol === null) return null;
  const { subject, issuer, names, notBefore, notAfter } = row;
  const certificate = fingerprint === null ? null : { fingerprint, subject, issuer, names, notBefore, notAfter };
  return { protocol, cipher, problem, chainLength, nameMatches: nameMatches === null ? null : nameMatches === 1, certificate };
}
