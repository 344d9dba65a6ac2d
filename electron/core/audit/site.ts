import { type SiteGraph, siteGraph } from '../graph/site-graph.ts';
import { finish } from '../steps.ts';
import type { BaselineSource } from './baseline.ts';
import { Baseline } from './baseline.ts';
import type { AuditSite } from './check.ts';
import type { Inlinks } from './inlinks.ts';
import { PageView } from './page-view.ts';
import type { Relations } from './relations.ts';
import type { AuditSource } from './source.ts';
import { IdList } from './tally.ts';
import type { UrlTable } from './url-table.ts';

/** What a site is made from. */
export interface SiteParts {
  readonly source: AuditSource;
  readonly table: UrlTable;
  readonly inlinks: Inlinks;
  readonly relations: Relations;
  readonly baseline: BaselineSource | null;
}

/** By origin: the ids of its URLs, rising. */
function idsByOrigin({ numbers: { id, origin }, size }: UrlTable): ReadonlyMap<number, IdList> {
  const found = new Map<number, IdList>();
  let last = 0;
  let list = new IdList();
  found.set(last, list);
  for (let row = 0; row < size; row++) {
    // URLs of one origin come in runs.
    if (origin[row] !== last) {
      last = origin[row] as number;
      list = found.get(last) ?? new IdList();
      found.set(last, list);
    }
    list.push(id[row] as number);
  }
  return found;
}

function ownOrigins(table: UrlTable): ReadonlySet<number> {
  const found = new Set<number>();
  const { origin } = table.numbers;
  let last = -1;
  for (let row = 0; row < table.size; row++) {
    if (origin[row] === last || table.class(row) !== 'page') continue;
    last = origin[row] as number;
    found.add(last);
  }
  return found;
}

/** The crawl as checks see it. */
export function siteOf({ source, table, inlinks, relations, baseline }: SiteParts): AuditSite {
  let graph: SiteGraph | null = null;
  let own: ReadonlySet<number> | null = null;
  let byOrigin: ReadonlyMap<number, IdList> | null = null;
  const urlOf = (id: number) => {
    const row = table.rowOf(id);
    return row < 0 ? null : table.view(row);
  };
  const site: AuditSite = {
    source,
    isCounting: false,
    url: urlOf,
    byAddress: url => table.find(url),
    graph() {
      graph ??= finish(siteGraph(table, source.settings.seeds, source.hyperlinks()));
      return graph;
    },
    urls: () => table.all(),
    ownOrigins() {
      own ??= ownOrigins(table);
      return own;
    },
    urlsOf(originId) {
      byOrigin ??= idsByOrigin(table);
      return byOrigin.get(originId)?.ids ?? new Int32Array(0);
    },
    page(id) {
      const url = urlOf(id);
      const row = url && source.page(id);
      return row ? new PageView(url, row, { table, site, isCounted: false }) : null;
    },
    inlinks: id => inlinks.of(id),
    isLinkedAs: (id, kind) => inlinks.isLinkedAs(id, kind),
    relations,
    hosts: source.hosts(),
    sitemaps: source.sitemaps(),
    baseline: baseline && new Baseline(baseline),
    at: source.crawl.startedAt,
  };
  return site;
}
