/** The files that a thread opens to read pages for the audit. */
export interface AuditPaths {
  readonly path: string;
  /** Of an earlier crawl, for the checks that compare two. */
  readonly baseline: string | null;
}
