import type { CheckInfo, FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import { type AuditSite, type Check, type Limits, siteCheck, threshold } from '../check.ts';
import { internalHosts } from '../hosts.ts';
import type { HostRow } from '../source.ts';

type Tls = NonNullable<HostRow['tls']>;
type Words = Pick<CheckInfo, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources' | 'thresholds'>;

const dayMs = 86_400_000;
const old: ReadonlySet<string> = new Set(['SSLv3', 'TLSv1', 'TLSv1.1']);

/** A check of the newest TLS connection of each internal https host. */
const ofTls = (
  words: Words,
  judge: (tls: Tls, limits: Limits, site: AuditSite) => null | NotCheckableReason | FindingItem[],
): Check =>
  siteCheck({
    ...words,
    group: 'sec',
    population: 'hosts',
    *run(site, limits) {
      for (const { origin, tls } of internalHosts(site))
        if (origin.startsWith('https:'))
          yield { url: origin, id: 0, verdict: tls === null ? 'needs-tls' : judge(tls, limits, site) };
    },
  });

export const tlsChecks: readonly Check[] = [
  ofTls(
    {
      id: 'sec.cert_expiring',
      name: 'Certificate near expiry',
      type: 'issue',
      priority: 'H',
      trigger: 'The certificate of the https host ends within 30 days of the crawl, or has ended.',
      why: 'Browsers show a warning instead of the site from that day on.',
      fix: 'Renew the certificate, and let a program do so from now on.',
      sources: ['RFC 5280, 4.1.2.5 Validity'],
      thresholds: { days: threshold(30, 'Days left', 'days', 0, 3_650) },
    },
    ({ notAfter }, limits, site) => {
      if (notAfter === null) return 'needs-tls';
      const days = Math.floor((notAfter - site.at) / dayMs);
      return days < (limits['days'] ?? 30) ? [{ value: `${days} days` }] : null;
    },
  ),
  ofTls(
    {
      id: 'sec.cert_name',
      name: 'Certificate for another host',
      type: 'issue',
      priority: 'H',
      trigger: 'The certificate of the https host does not name the host.',
      why: 'Browsers show a warning instead of the site.',
      fix: 'Get a certificate that names all hosts of the site.',
      sources: ['RFC 9525, 6.3 Matching the DNS Domain Name Portion'],
      thresholds: {},
    },
    ({ nameMatches }) => {
      if (nameMatches === null) return 'needs-tls';
      return nameMatches ? null : [];
    },
  ),
  ofTls(
    {
      id: 'sec.tls_old',
      name: 'Old TLS version',
      type: 'warning',
      priority: 'M',
      trigger:
        'The https host agreed with the crawler on a version of TLS before 1.2, or refused TLS 1.2 and 1.3, the only versions that the crawler supports.',
      why: 'TLS 1.0 and 1.1 are broken. Browsers do not support them any more.',
      fix: 'Turn on TLS 1.2 and 1.3 on the server, and turn off the older ones.',
      sources: ['RFC 8996, Deprecating TLS 1.0 and TLS 1.1'],
      thresholds: {},
    },
    ({ protocol, isTooOld }) => {
      if (isTooOld) return [{ value: 'neither TLS 1.2 nor 1.3' }];
      if (protocol === '') return 'needs-tls';
      return old.has(protocol) ? [{ value: protocol }] : null;
    },
  ),
];
