import type { AssertedCrawler } from './crawlers.ts';

/** The place of an assertion. */
export interface Placed {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** The origin of the `site` line above it or of the assertion's URL. Null: the origin of the target. */
  readonly origin: string | null;
}

/** Which rule must decide: by its path as written, by its line, or none at all. */
export type Pin =
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'nothing' };

export type Operator = '<' | '<=' | '=' | '>=' | '>';

/** Whether a crawler may fetch a URL. `target` is a whole URL or a path. */
export interface AccessAssertion extends Placed {
  readonly verb: 'allow' | 'deny';
  readonly crawlers: readonly AssertedCrawler[];
  readonly target: string;
  readonly by: Pin | null;
}

/** Crawl-delay. `limit` null: the file must have none. */
export interface DelayAssertion extends Placed {
  readonly verb: 'delay';
  readonly crawlers: readonly AssertedCrawler[];
  readonly limit: { readonly operator: Operator; readonly seconds: number } | null;
}

/** A Sitemap line; `url` null: there is none. */
export interface SitemapAssertion extends Placed {
  readonly verb: 'sitemap';
  readonly url: string | null;
}

/** Every stored URL of the origin has the same verdict as in another version, except for the exceptions. */
export interface SameAssertion extends Placed {
  readonly verb: 'same';
  /** Number of a version of the origin, from 1. */
  readonly version: number | 'previous';
  readonly crawlers: readonly AssertedCrawler[];
  /** Path patterns, read as those of a rule (RFC 9309 section 2.2.2). */
  readonly except: readonly string[];
}

/** Lint finds nothing of this severity or worse, or nothing with this id. */
export interface LintAssertion extends Placed {
  readonly verb: 'lint';
  readonly none: 'errors' | 'warnings' | 'notes' | { readonly id: string };
}

export interface SizeAssertion extends Placed {
  readonly verb: 'size';
  readonly operator: Operator;
  readonly bytes: number;
  /** As written, such as `500 KiB`. */
  readonly written: string;
}

export type Assertion = AccessAssertion | DelayAssertion | SitemapAssertion | SameAssertion | LintAssertion | SizeAssertion;
