import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import type { SitemapProblem } from '#shared/model/page.ts';
import { type AuditSite, type Check, type Limits, type SiteCheck, type SiteVerdict, siteCheck, type Verdict } from '../check.ts';
import { atLine } from '../items.ts';
import type { SitemapRow } from '../source.ts';
import { isRedirect, sitemapsOfSite } from './site-sitemaps.ts';

/** `file`: a file that was read, or that should have been a sitemap. `none`: no sitemap file. A reason code: unknown. */
export function sitemapStanding(row: SitemapRow): 'file' | 'none' | NotCheckableReason {
  if (row.state === 'queued' || row.state === 'leased') return 'not-requested';
  if (row.state === 'refused') return 'not-asked';
  if (row.status === null) return 'no-response';
  // The file that a redirect leads to has a row of its own.
  if (isRedirect(row)) return 'none';
  // /sitemap.xml was not announced, so an error or a page in its place is not a bad sitemap.
  if (row.source === 'well-known' && row.state !== 'done' && (row.status >= 400 || hasProblem(row, ['is-html']))) return 'none';
  return row.status >= 400 ? 'no-body' : 'file';
}

export const hasProblem = ({ problems }: SitemapRow, codes: readonly SitemapProblem['code'][]): boolean =>
  problems.some(({ code }) => codes.includes(code));

const unreadable: readonly SitemapProblem['code'][] = ['not-xml', 'is-html', 'unknown-root', 'bad-gzip', 'empty'];

/** The file is whole, but too large to be unpacked: nothing of it was read. */
export const isUnread = (row: SitemapRow): boolean => row.kind === 'none' && hasProblem(row, ['too-large']);

/**
 * Why the contents of a file are unknown: it could not be read, or an older version of Crawlscope did not record
 * them. Null: they are known.
 */
export function unknownForm(row: SitemapRow): NotCheckableReason | null {
  if (row.isOlder) return 'no-facts';
  if (isUnread(row)) return 'cut';
  return hasProblem(row, unreadable) ? 'no-body' : null;
}

/** A check of each sitemap file that was read. */
export const sitemapCheck = <T extends string>(
  head: Omit<SiteCheck<T>, 'scope' | 'group' | 'population' | 'run'>,
  test: (row: SitemapRow, limits: Limits<T>, site: AuditSite) => Verdict,
): Check =>
  siteCheck<T>({
    ...head,
    group: 'sm',
    population: 'sitemaps',
    *run(site, limits): Generator<SiteVerdict> {
      for (const row of sitemapsOfSite(site).rows) {
        const standing = sitemapStanding(row);
        if (standing !== 'none') yield { url: row.url, id: 0, verdict: standing === 'file' ? test(row, limits, site) : standing };
      }
    },
  });

/** A hit where the file has one of these problems, with their lines. */
export function problemsFound({ problems }: SitemapRow, codes: readonly SitemapProblem['code'][]): readonly FindingItem[] | null {
  const found = problems.filter(({ code }) => codes.includes(code));
  return found.length > 0 ? found.map(({ detail, line }) => (line > 0 ? atLine(detail ?? '', line) : { value: detail })) : null;
}
