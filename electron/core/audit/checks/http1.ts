import type { NotCheckableReason } from '#shared/model/audit.ts';
import { type AuditSite, siteCheck } from '../check.ts';
import { internalHosts } from '../hosts.ts';

/** Responses of a host that are looked at: the crawl may have begun without HTTP/2. */
const mostResponses = 50;

/** Which versions of HTTP a host spoke in its newest responses. */
function versionsOf(site: AuditSite, originId: number): ReadonlySet<string> {
  const found = new Set<string>();
  let seen = 0;
  for (const id of site.urlsOf(originId).toReversed()) {
    const version = site.page(id)?.response.httpVersion ?? null;
    if (version === null) continue;
    found.add(version);
    seen += 1;
    if (version !== '1.1' || seen >= mostResponses) break;
  }
  return found;
}

function verdictOf(site: AuditSite, originId: number): null | NotCheckableReason | [] {
  // Without the offer every server chooses HTTP/1.1 (RFC 7301 section 3.2).
  if (site.source.settings.http2 !== 'auto') return 'needs-http2';
  const versions = versionsOf(site, originId);
  if (versions.size === 0) return 'no-response';
  return versions.has('2') ? null : [];
}

export const http1Check = siteCheck({
  id: 'perf.http1',
  name: 'Old HTTP version',
  group: 'perf',
  type: 'opportunity',
  priority: 'L',
  population: 'hosts',
  trigger: 'The crawl offered HTTP/2 (--http2 auto), and the https host chose HTTP/1.1.',
  why: 'HTTP/2 and 3 load many files over one connection.',
  fix: 'Turn on HTTP/2 in the server.',
  sources: ['RFC 9113, HTTP/2'],
  *run(site) {
    for (const { origin, originId } of internalHosts(site))
      if (origin.startsWith('https:')) yield { url: origin, id: 0, verdict: verdictOf(site, originId) };
  },
});
