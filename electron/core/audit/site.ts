import type { BaselineSource } from './baseline.ts';
import { Baseline } from './baseline.ts';
import type { AuditSite } from './check.ts';
import type { Inlinks } from './inlinks.ts';
import { PageView } from './page-view.ts';
import type { Relations } from './relations.ts';
import type { AuditSource } from './source.ts';
import type { UrlTable } from './url-table.ts';

/** What a site is made from. */
export interface SiteParts {
  readonly source: AuditSource;
  readonly table: UrlTable;
  readonly inlinks: Inlinks;
  readonly relations: Relations;
  readonly baseline: BaselineSource | null;
}

/** The crawl as checks see it. */
export function siteOf({ source, table, inlinks, relations, baseline }: SiteParts): AuditSite {
  const urlOf = (id: number) => {
    const row = table.rowOf(id);
    return row < 0 ? null : table.view(row);
  };
  return {
    source,
    url: urlOf,
    byAddress: url => table.find(url),
    *urls() {
      for (let row = 0; row < table.size; row++) yield table.view(row);
    },
    page(id) {
      const url = urlOf(id);
      const row = url && source.page(id);
      return row ? new PageView(table, url, row) : null;
    },
    inlinks: id => inlinks.of(id),
    isLinkedAs: (id, kind) => inlinks.isLinkedAs(id, kind),
    relations,
    hosts: source.hosts(),
    sitemaps: source.sitemaps(),
    baseline: baseline && new Baseline(baseline),
    at: source.crawl.startedAt,
  };
}
