import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { AuditSite, AuditUrl } from './check.ts';
import type { HostRow, UrlRow } from './source.ts';
import { isIndexableRow, isPageRow } from './url-row.ts';

/**
 * What the audit looks up in an earlier crawl of the same site, by URL. `storage` implements it on a crawl file.
 * Reads only when a check calls it, so memory does not grow with the earlier crawl.
 */
export interface BaselineSource {
  readonly settings: CrawlSettings;
  /** Start of the crawl, epoch milliseconds. */
  readonly at: number;
  /** Null: the earlier crawl does not contain the URL. */
  find(address: string): UrlRow | null;
  /** Address of an id of the earlier crawl; null for none. */
  addressOf(id: number): string | null;
  /** `PageFacts.textHash`; null where the file has none. */
  textHash(id: number): string | null;
  /** The first lastmod that a sitemap gives for the URL, '' for an entry without one; null: no sitemap lists it. */
  lastmod(id: number): string | null;
  hosts(): readonly HostRow[];
}

/** A URL as the earlier crawl saw it. */
export interface EarlierUrl extends UrlRow {
  readonly isPage: boolean;
  readonly isIndexable: boolean;
}

/** The earlier crawl, with the last lookups cached. */
export class Baseline {
  readonly source: BaselineSource;
  #hosts: ReadonlyMap<string, HostRow> | null = null;
  #last: { readonly address: string; readonly url: EarlierUrl | null } | null = null;

  constructor(source: BaselineSource) {
    this.source = source;
  }

  url({ url: address }: Pick<AuditUrl, 'url'>): EarlierUrl | null {
    if (this.#last?.address === address) return this.#last.url;
    const row = this.source.find(address);
    const url = row && { ...row, isPage: isPageRow(row), isIndexable: isIndexableRow(row) };
    this.#last = { address, url };
    return url;
  }

  /** The same origin in the earlier crawl; null where it was not part of it. */
  host(origin: string): HostRow | null {
    this.#hosts ??= new Map(this.source.hosts().map(host => [host.origin, host]));
    return this.#hosts.get(origin) ?? null;
  }
}

/** A URL as the earlier crawl saw it, if it got a response; else why nothing can be compared. */
export function earlierResponse(url: AuditUrl, { baseline }: AuditSite): EarlierUrl | 'needs-baseline' | 'not-in-baseline' {
  if (baseline === null) return 'needs-baseline';
  const found = baseline.url(url);
  return found === null || found.status === null ? 'not-in-baseline' : found;
}
