import type { TextState } from '#shared/model/url-column.ts';

/**
 * One condition of a filter. All terms of a list must match; the values inside one term are alternatives. `negated`
 * selects the rows that the positive term does not match, rows with missing values included: `-status:404` matches
 * URLs that were never fetched. So a term and its negation always add up to all URLs.
 */
export type Term = Condition | AnyTerm;

/** A term without terms in it. */
export type Condition =
  | TextTerm
  | TextStateTerm
  | NumberTerm
  | TimeTerm
  | ComparedTerm
  | WordsTerm
  | SiteTerm
  | FolderTerm
  | TypeTerm
  | ResponseTerm
  | RobotsTerm
  | LinkTerm
  | NoindexTerm
  | CanonicalTerm
  | SitemapTerm;

/** At least one of the lists matches. A negated group of conditions is one list. */
export interface AnyTerm {
  readonly kind: 'any';
  readonly alternatives: readonly (readonly Term[])[];
  readonly negated: boolean;
}

/** The conditions in these terms, those in alternatives included. */
export const conditionsOf = (terms: readonly Term[]): readonly Condition[] =>
  terms.flatMap(term => (term.kind === 'any' ? term.alternatives.flatMap(conditionsOf) : [term]));

/** Compares the number in a text, such as the price that an extraction found. A text without a number matches nothing. */
export interface ComparedTerm {
  readonly kind: 'compared';
  readonly field: string;
  readonly sign: '>' | '<' | '>=' | '<=' | '=';
  readonly value: number;
  readonly negated: boolean;
}

/**
 * Substring, letter case ignored; percent-encoded and decoded spellings find each other. `field`: key of a column of texts
 * or targets; `any` means in the URL or in the title. A missing text contains nothing.
 */
export interface TextTerm {
  readonly kind: 'text';
  readonly field: string;
  readonly value: string;
  readonly negated: boolean;
}

/**
 * A condition on a text of pages. `none`: an HTML page that was read has no such text. `duplicate`: the page is
 * indexable, and another indexable page has the same text. Case and spaces do not matter, as in the checks of the
 * audit.
 */
export interface TextStateTerm {
  readonly kind: 'text-state';
  /** Key of a column of texts with `states`. */
  readonly field: string;
  readonly state: TextState;
  readonly negated: boolean;
}

/** Both ends belong to the range; null means open. Whole numbers; of a score, with one decimal. */
export interface NumberRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** The number is in one of the ranges, or there is none and `missing` is set (`status:none`: no response). */
export interface NumberTerm {
  readonly kind: 'number';
  /** Key of a column of numbers. */
  readonly field: string;
  readonly ranges: readonly NumberRange[];
  readonly missing: boolean;
  readonly negated: boolean;
}

/** The time is in one of the ranges, or there is none and `missing` is set. Both ends belong to a range; null means open. */
export interface TimeTerm {
  readonly kind: 'time';
  /** Key of a column of times, or `modified`: the header Last-Modified of the last response. */
  readonly field: string;
  /** Epoch milliseconds. */
  readonly ranges: readonly NumberRange[];
  readonly missing: boolean;
  /** As it was written, for a description. */
  readonly written: string;
  readonly negated: boolean;
}

/**
 * The value is one of the listed ones; '' means a missing one. `field`: key of a column of words. Codes of reasons
 * have their wildcards expanded. A language also matches a longer tag: de matches de-AT.
 */
export interface WordsTerm {
  readonly kind: 'words';
  readonly field: string;
  readonly values: readonly string[];
  readonly negated: boolean;
}

/**
 * The host is `host` or ends in '.' + `host`. `scheme` ('https') and `port` are '' when any will do; `path` is '' or
 * a prefix that the path and query must start with.
 */
export interface SiteTerm {
  readonly kind: 'site';
  /** The host itself, not its subdomains. */
  readonly exact?: true;
  readonly sites: readonly { readonly scheme: string; readonly host: string; readonly port: string; readonly path: string }[];
  readonly negated: boolean;
}

/** The first folder of the URL, as in https://example.com/blog/; https://example.com/ for a URL in no folder. */
export interface FolderTerm {
  readonly kind: 'folder';
  readonly folders: readonly string[];
  readonly negated: boolean;
}

/** Media type without parameters, lower case. */
export interface TypeTerm {
  readonly kind: 'type';
  readonly patterns: readonly { readonly match: 'exact' | 'prefix' | 'contains'; readonly value: string }[];
  /** URLs without a stored media type match too. */
  readonly missing: boolean;
  readonly negated: boolean;
}

/**
 * A value of the last response that no column stores: the IP address that the request went to, or the header Server. Letter case does not
 * matter.
 */
export interface ResponseTerm {
  readonly kind: 'response';
  readonly field: 'ip' | 'server';
  readonly patterns: TypeTerm['patterns'];
  /** URLs without the value match too. */
  readonly missing: boolean;
  readonly negated: boolean;
}

/** The verdict of robots.txt: blocked, allowed, or unknown (never requested, or unreachable). */
export interface RobotsTerm {
  readonly kind: 'robots';
  readonly verdicts: readonly ('blocked' | 'allowed' | 'unknown')[];
  readonly negated: boolean;
}

/** Pages that have a link of any kind to this URL. */
export interface LinkTerm {
  readonly kind: 'link';
  readonly url: string;
  readonly negated: boolean;
}

/**
 * A noindex: in a meta tag or in a header, for the crawler profile of the crawl; `named`: for a crawler that the
 * directive names, as `googlebot: noindex` does; `any`: one of these.
 */
export interface NoindexTerm {
  readonly kind: 'noindex';
  readonly where: 'any' | 'meta' | 'header' | 'named';
  readonly negated: boolean;
}

/** `self`: declares itself; `other`: declares another URL; `none`: declares nothing; `url`: declares exactly `url`. */
export type CanonicalTerm =
  | { readonly kind: 'canonical'; readonly value: 'self' | 'other' | 'none'; readonly negated: boolean }
  | { readonly kind: 'canonical'; readonly value: 'url'; readonly url: string; readonly negated: boolean };

/** Listed in at least one sitemap, or in the one with this URL. */
export interface SitemapTerm {
  readonly kind: 'sitemap';
  readonly url?: string;
  readonly negated: boolean;
}
