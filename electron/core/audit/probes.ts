import type { NotCheckableReason } from '#shared/model/audit.ts';
import type { ProbeFacts, ProbeKind } from '#shared/model/probe.ts';
import type { AuditSite, AuditUrl } from './check.ts';
import { missedBy, responseStanding } from './populations.ts';
import type { ProbeRow } from './source.ts';

/** Redirects in a row that are followed. */
const mostHops = 10;

/** The address does not work, for anybody: no such host, refused, no TLS, no usable response. */
const nobody: ReadonlySet<string> = new Set([
  'check-no-response',
  'check-tls-failure',
  'check-bad-response',
  'check-bad-redirect',
]);
const missed: Readonly<Record<string, NotCheckableReason>> = {
  'check-address-blocked': 'not-asked',
  'check-delay-too-long': 'limit',
  'check-excluded': 'not-asked',
  'check-refused': 'refused',
};

/** The response at the end of redirects. */
export interface Ended {
  readonly url: string;
  readonly status: number;
  readonly isHtml: boolean;
  /** The address that the page names as canonical; null: none, or several. */
  readonly canonical: string | null;
  /** What a probe found; null where the crawl itself has the response. */
  readonly facts: ProbeFacts | null;
  /** Addresses of the redirects, the first one included. */
  readonly hops: readonly string[];
}

/** What the probes of a crawl found, joined with what the crawl knows. */
export class SiteProbes {
  readonly #site: AuditSite;
  readonly #rows: ReadonlyMap<string, ProbeRow>;
  readonly #asked: boolean;
  readonly #byHost = new Map<string, ProbeRow>();

  constructor(site: AuditSite) {
    const rows = site.source.probes();
    this.#site = site;
    this.#asked = rows.length > 0;
    this.#rows = new Map(rows.map(row => [`${row.kind} ${row.url}`, row]));
    for (const row of rows) {
      const key = `${row.kind} ${row.originId}`;
      if (!this.#byHost.has(key)) this.#byHost.set(key, row);
    }
  }

  /** Why a probe was not sent: probes were not allowed, or their limit was reached. */
  get unasked(): NotCheckableReason {
    return this.#asked ? 'limit' : 'needs-probe';
  }

  row(kind: ProbeKind, url: string): ProbeRow | null {
    return this.#rows.get(`${kind} ${url}`) ?? null;
  }

  /** The first probe of a kind on a host. */
  ofHost(kind: ProbeKind, originId: number): ProbeRow | null {
    return this.#byHost.get(`${kind} ${originId}`) ?? null;
  }

  /** The final response of a URL. `nobody`: it does not work. The crawl's own responses count, and come first. */
  end(kind: ProbeKind, from: string): Ended | 'nobody' | NotCheckableReason {
    const hops: string[] = [];
    for (let url = from; ; ) {
      const found = this.#crawled(url) ?? this.#probed(kind, url, hops.length > 0 ? 'not-asked' : this.unasked);
      if (typeof found === 'string') return found;
      if (!('to' in found)) return { ...found, hops };
      hops.push(url);
      if (hops.length > mostHops || hops.includes(found.to)) return 'nobody';
      url = found.to;
    }
  }

  #probed(kind: ProbeKind, url: string, unasked: NotCheckableReason): Step | 'nobody' | NotCheckableReason {
    const row = this.row(kind, url);
    return row === null ? unasked : stepOf(row);
  }

  #crawled(address: string): Step | 'nobody' | null {
    const url = this.#site.byAddress(address);
    if (url === null || url.reason === 'probe') return null;
    if (url.status === null) return url.isBroken ? 'nobody' : null;
    if (responseStanding(url) !== 'answered') return null;
    const to = url.redirectId === 0 ? null : (this.#site.url(url.redirectId)?.url ?? null);
    if (to !== null) return { to };
    // A check knows the status, but has not read the page.
    if (url.check !== '' && url.status < 300) return null;
    return { url: address, status: url.status, isHtml: isHtml(url), canonical: this.#canonicalOf(url), facts: null };
  }

  #canonicalOf({ canonicalId }: AuditUrl): string | null {
    return canonicalId === 0 ? null : (this.#site.url(canonicalId)?.url ?? null);
  }
}

type Step = { readonly to: string } | Omit<Ended, 'hops'>;

const isHtml = ({ mime }: AuditUrl): boolean => mime === 'text/html' || mime === 'application/xhtml+xml';

/** What one probe says. */
function stepOf({ url, state, result, status, facts }: ProbeRow): Step | 'nobody' | NotCheckableReason {
  if (state === 'queued' || state === 'leased') return 'not-requested';
  if (nobody.has(result)) return 'nobody';
  const reason = missed[result] ?? missedBy(result);
  if (reason !== null) return reason;
  if (status === null) return 'no-response';
  if (facts?.location !== undefined) return { to: facts.location };
  return { url, status, isHtml: facts?.isHtml === true, canonical: facts?.canonical ?? null, facts };
}

/** The response of one probe, redirects not followed; a reason where there is none. */
export function answerOf(row: ProbeRow): { readonly status: number; readonly facts: ProbeFacts } | NotCheckableReason {
  const step = stepOf(row);
  if (typeof step === 'string') return step === 'nobody' ? 'no-response' : step;
  return row.status === null || row.facts === null ? 'no-response' : { status: row.status, facts: row.facts };
}

const known = new WeakMap<AuditSite, SiteProbes>();

export function probesOfSite(site: AuditSite): SiteProbes {
  let found = known.get(site);
  if (!found) {
    found = new SiteProbes(site);
    known.set(site, found);
  }
  return found;
}
