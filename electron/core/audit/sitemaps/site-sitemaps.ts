import type { AuditSite } from '../check.ts';
import type { SitemapRow } from '../source.ts';

/** The sitemap files of a crawl, as checks need them. */
export class SiteSitemaps {
  readonly rows: readonly SitemapRow[];
  readonly #byUrl: ReadonlyMap<string, SitemapRow>;
  readonly #byId: ReadonlyMap<number, SitemapRow>;
  readonly #targets = new Map<number, SitemapRow>();

  constructor(rows: readonly SitemapRow[]) {
    this.rows = rows;
    this.#byUrl = new Map(rows.map(row => [row.url, row]));
    this.#byId = new Map(rows.map(row => [row.id, row]));
    for (const row of rows) {
      const parent = this.#byId.get(row.parentId);
      if (parent && isRedirect(parent)) this.#targets.set(parent.id, row);
    }
  }

  byId(id: number): SitemapRow | null {
    return this.#byId.get(id) ?? null;
  }

  /** The file at a URL, redirects followed; null for one that the crawl does not know. */
  at(url: string): SitemapRow | null {
    let row = this.#byUrl.get(url) ?? null;
    for (let hop = 0; row !== null && isRedirect(row) && hop < 10; hop++) row = this.#targets.get(row.id) ?? null;
    return row;
  }

  /** The index that lists a file; the redirects between them are passed over. Null: no index lists it. */
  indexOf(row: SitemapRow): SitemapRow | null {
    let parent = this.byId(row.parentId);
    for (let hop = 0; parent !== null && isRedirect(parent) && hop < 10; hop++) parent = this.byId(parent.parentId);
    return parent?.kind === 'index' ? parent : null;
  }
}

export const isRedirect = ({ status }: SitemapRow): boolean => status !== null && status >= 300 && status < 400;

const known = new WeakMap<AuditSite, SiteSitemaps>();

export function sitemapsOfSite(site: AuditSite): SiteSitemaps {
  let found = known.get(site);
  if (!found) {
    found = new SiteSitemaps(site.sitemaps);
    known.set(site, found);
  }
  return found;
}
