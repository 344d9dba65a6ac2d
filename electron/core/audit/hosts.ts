import type { AuditSite } from './check.ts';
import type { HostRow } from './source.ts';

const internal = new WeakMap<AuditSite, readonly HostRow[]>();

/** The hosts inside the scope of the crawl: those of its internal URLs. */
export function internalHosts(site: AuditSite): readonly HostRow[] {
  let hosts = internal.get(site);
  if (hosts === undefined) {
    const origins = site.ownOrigins();
    hosts = site.hosts.filter(({ originId }) => origins.has(originId));
    internal.set(site, hosts);
  }
  return hosts;
}

/** Nobody responded when robots.txt of the host was requested, so nothing else was. */
export const isSilent = ({ robots }: HostRow): boolean =>
  robots !== null && robots.access === 'disallow-all' && robots.status === null;

const four = /^(127(\.\d{1,3}){3}|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2})$/;

/** Start and end of the host in a URL, without user information; null where there is no host. */
function hostRange(url: string): readonly [start: number, end: number] | null {
  const scheme = url.indexOf('://');
  if (scheme < 0) return null;
  const start = scheme + 3;
  for (let at = start; at < url.length; at++) {
    const c = url.charCodeAt(at);
    if (c === 47 || c === 63 || c === 35) return [start, at];
    if (c === 58 && url.charCodeAt(start) !== 91) return [start, at];
  }
  return [start, url.length];
}

/** The host of a normalised URL, as written there; '' for none. */
export function hostNameOf(url: string): string {
  const range = hostRange(url);
  if (range === null) return '';
  const [start, end] = range;
  return url[start] === '[' ? url.slice(start, url.indexOf(']', start) + 1) : url.slice(start, end);
}

/** localhost, 127.0.0.0/8, ::1, the private networks of RFC 1918, and names that end with .local or .localhost. */
export function isPrivate(url: string): boolean {
  const range = hostRange(url);
  if (range === null) return false;
  const [start, end] = range;
  const first = url.charCodeAt(start);
  const isLocal = url.startsWith('.local', end - 6) || url.startsWith('.localhost', end - 10);
  // Most hosts have none of these prefixes, so no substring of their URL is made.
  if (!isLocal && first !== 108 && first !== 49 && first !== 91) return false;
  const host = hostNameOf(url);
  return isLocal || host === 'localhost' || host === '[::1]' || four.test(host);
}
