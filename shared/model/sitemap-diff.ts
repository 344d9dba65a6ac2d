/** What changed between two states of a site's sitemaps. */

export const sitemapChangeKinds = ['added', 'removed', 'moved', 'changed'] as const;
export type SitemapChangeKind = (typeof sitemapChangeKinds)[number];

/** A URL whose entries differ. */
export interface SitemapChange {
  /** `moved`: other files list it. Values may have changed too. */
  readonly kind: SitemapChangeKind;
  readonly url: string;
  /** In its first file: the new one, else the old one. */
  readonly line: number;
  /** The files that listed it, and those that list it; at most 20 each. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Names of the values of its first entry that differ: lastmod, changefreq, priority, alternates (hreflang). */
  readonly fields: readonly string[];
  readonly lastmodBefore: string;
  readonly lastmodAfter: string;
}

/** Counts of URLs of one file. */
export interface SitemapFileChanges {
  readonly file: string;
  readonly before: number;
  readonly after: number;
  /** URLs that no file listed before, and that no file lists any more. */
  readonly added: number;
  readonly removed: number;
  /** In the same files as before, with other values. */
  readonly changed: number;
  readonly movedIn: number;
  readonly movedOut: number;
}
