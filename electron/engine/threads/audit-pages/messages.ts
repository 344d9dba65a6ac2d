import type { PassState, SharedPass } from '#core/audit/page-pass.ts';
import type { RestState, SharedRest } from '#core/audit/rest.ts';

/** The files that a thread opens to read pages for the audit. */
export interface AuditPaths {
  readonly path: string;
  /** Of an earlier crawl, for the checks that compare two. */
  readonly baseline: string | null;
}

/** What the audit thread asks for, in this order. */
export type HelperWork =
  | { readonly kind: 'pages'; readonly pages: SharedPass }
  | { readonly kind: 'rest'; readonly rest: SharedRest };

export type HelperResult =
  | { readonly kind: 'pages'; readonly pages: PassState }
  | { readonly kind: 'rest'; readonly rest: RestState };
