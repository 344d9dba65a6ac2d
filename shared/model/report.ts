/** A document to hand over. */
export type ReportRequest =
  /** `profiles`: crawlers to compare; left out: all. */
  | { readonly kind: 'url'; readonly url: string; readonly profiles?: readonly string[] | undefined }
  /** `version` left out: the one in force. `profile` '': the crawl's own. */
  | {
      readonly kind: 'line';
      readonly origin: string;
      readonly version?: number | undefined;
      readonly line: number;
      readonly profile: string;
    }
  /** No origins: every one that was asked for anything. */
  | { readonly kind: 'politeness'; readonly origins: readonly string[] };
