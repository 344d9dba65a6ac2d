/**
 * How a URL of the first crawl is written in the second one, for sites that moved: staging to live, HTTP to HTTPS, another shop system.
 *
 * `host`: another host, or another origin where `from` has a scheme. `prefix`: another beginning. `rewrite`: an RE2 pattern that is
 * replaced wherever it matches; `$1` is its first group.
 */
export const mappingKinds = ['host', 'prefix', 'rewrite'] as const;
export type MappingKind = (typeof mappingKinds)[number];

export interface MappingRule {
  readonly kind: MappingKind;
  readonly from: string;
  readonly to: string;
}

/** The first of `pairs` or `rules` that fits a URL applies. A URL that none fits stays as it is. */
export interface UrlMapping {
  readonly rules: readonly MappingRule[];
  /** Whole URLs, first crawl and second crawl. */
  readonly pairs: readonly (readonly [from: string, to: string])[];
}

export const mostMappingRules = 50;
export const mostMappingPairs = 1_000_000;

export const noMapping: UrlMapping = { rules: [], pairs: [] };
export const isMapped = ({ rules, pairs }: UrlMapping): boolean => rules.length > 0 || pairs.length > 0;

/** What a mapping does to the URLs of two crawls. */
export interface MappingCounts {
  /** URLs of the two crawls. */
  readonly before: number;
  readonly after: number;
  /** URLs of the first crawl that a rule or a pair fits, and how many each rule fits; the pairs come last. */
  readonly mapped: number;
  readonly byRule: readonly number[];
  /** URLs of the first crawl that the second one has, after the mapping. */
  readonly matched: number;
  /** URLs of the first crawl that lead to a URL which another one has already matched. They count as unmatched. */
  readonly doubles: number;
  /** Unmatched URLs of the first crawl with what they became, and unmatched URLs of the second: at most 20 of each. */
  readonly unmatchedBefore: readonly (readonly [url: string, mapped: string])[];
  readonly unmatchedAfter: readonly string[];
  /** Mapped URLs that the second crawl has: at most 20. */
  readonly examples: readonly (readonly [url: string, mapped: string])[];
}
