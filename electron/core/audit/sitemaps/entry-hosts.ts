import type { NotCheckableReason } from '#shared/model/audit.ts';
import { readSource } from '../../lint/source.ts';
import { normalizeUrl } from '../../url/normalize.ts';
import type { AuditSite, AuditUrl } from '../check.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { sitemapStanding } from './file-check.ts';
import { sitemapsOfSite } from './site-sitemaps.ts';

/** The sitemap files with entries, taken together. */
export interface SitemapHosts {
  readonly files: number;
  /** Their hosts, with the port. */
  readonly hosts: ReadonlySet<string>;
  /** Why a file that may have more entries was not read; null: all were. */
  readonly unread: NotCheckableReason | null;
}

const known = new WeakMap<AuditSite, SitemapHosts>();

export function sitemapHosts(site: AuditSite): SitemapHosts {
  const found = known.get(site);
  if (found) return found;
  const hosts = new Set<string>();
  let files = 0;
  let unread: NotCheckableReason | null = null;
  for (const row of sitemapsOfSite(site).rows) {
    if (row.state === 'done' && row.kind !== 'index') {
      files += 1;
      hosts.add(row.url.split('/', 3)[2] ?? '');
      continue;
    }
    const standing = sitemapStanding(row);
    // A file that is not there lists nothing.
    if (standing !== 'file' && standing !== 'none' && row.status !== 404 && row.status !== 410) unread ??= standing;
  }
  const made = { files, hosts, unread };
  known.set(site, made);
  return made;
}

const named = new WeakMap<AuditSite, Map<number, ReadonlySet<string> | null>>();

/** The sitemaps that the robots.txt of a URL's host names: the proof that they may list its URLs. Null: it was not requested. */
export function proofs(site: AuditSite, { originId }: AuditUrl): ReadonlySet<string> | null {
  const byHost = named.get(site) ?? new Map<number, ReadonlySet<string> | null>();
  named.set(site, byHost);
  let found = byHost.get(originId);
  if (found === undefined) {
    const host = robotsOfSite(site).hostOf(originId);
    found = host?.robots ? urlsOf(host.robots.text, host.origin) : null;
    byHost.set(originId, found);
  }
  return found;
}

function urlsOf(text: Uint8Array | null, origin: string): ReadonlySet<string> {
  const lines = text === null ? [] : readSource({ bytes: text }).byKind('sitemap');
  return new Set(
    lines.map(({ value }) => {
      const target = normalizeUrl(value, `${origin}/`);
      return target.kind === 'url' ? target.url : '';
    }),
  );
}
