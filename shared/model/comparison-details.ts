import type { FieldCounts } from './compare-fields.ts';
import type { WorkProgress } from './replay.ts';
import type { SitemapChangeKind, SitemapFileChanges } from './sitemap-diff.ts';
import type { LastmodFile } from './sitemap-lastmod.ts';
import type { MappingRule } from './url-mapping.ts';

/** Parts of a comparison that are worked out when the window asks for them. */

export interface ComparedFieldsView {
  readonly progress: WorkProgress;
  /** Why it failed, '' otherwise. */
  readonly problem: string;
  /** While it runs, those so far; null before the first, and after a failure. */
  readonly counts: readonly FieldCounts[] | null;
  /** The counts are of all URLs, and URLs can be listed. */
  readonly isWhole: boolean;
}

/** Which changes of sitemaps to list. `contains`: part of the URL, '' for all. */
export interface SitemapChoice {
  readonly kind: SitemapChangeKind | null;
  readonly contains: string;
}

export interface ComparedSitemapsView {
  readonly progress: WorkProgress;
  readonly problem: string;
  readonly found: {
    /** URLs by what became of their entries. */
    readonly totals: Readonly<Record<SitemapChangeKind | 'same', number>>;
    readonly files: readonly SitemapFileChanges[];
    /** Whether the dates of the later crawl are true, file by file; held against the earlier texts unless URLs are mapped. */
    readonly dates: readonly LastmodFile[];
    /** False: only the first 500,000 changes can be listed. */
    readonly isWhole: boolean;
  } | null;
}

/** The mapping of the open comparison. Pairs come from files and can be many: only their number is told. */
export interface ComparisonMapping {
  readonly rules: readonly MappingRule[];
  readonly pairs: number;
}
