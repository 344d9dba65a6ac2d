/** A document to hand over. */
export type ReportRequest =
  /** `profiles`: crawlers to compare; absent: all. */
  | { readonly kind: 'url'; readonly url: string; readonly profiles?: readonly string[] | undefined }
  /** `version` absent: the one in force. `profile` '': the crawl's own. */
  | {
      readonly kind: 'line';
      readonly origin: string;
      readonly version?: number | undefined;
      readonly line: number;
      readonly profile: string;
    }
  /** No origins: all origins that were requested. */
  | { readonly kind: 'politeness'; readonly origins: readonly string[] };
