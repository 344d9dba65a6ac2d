/**
 * A crawler profile as a user writes it: plain data, complete, checked by `core/robots/user-profiles.ts`. A crawl file keeps a copy
 * in its settings, so that it can be read without the program's own list.
 */
export interface UserProfile {
  /** Lower-case letters, digits, dots, dashes; never that of a built-in profile. */
  readonly id: string;
  readonly name: string;
  /** The name matched in robots.txt; `*` for a robot no group names. */
  readonly productToken: string;
  /** Tokens whose group it obeys, in this order, where none names it. */
  readonly fallsBackTo: readonly string[];
  /** The User-Agent header; '' where it is only judged with and never sent. */
  readonly userAgent: string;
  /** Id of the dialect. */
  readonly dialect: string;
  /** Names honoured in meta elements and X-Robots-Tag besides `robots`, lower case. */
  readonly directiveAgents: readonly string[];
  /** Id of the engine whose rules for page directives it uses; `unknown` means Google's rule. */
  readonly directives: string;
  /** It looks for its group under its whole User-Agent header. */
  readonly namedByHeader: boolean;
  /** It obeys only groups that name it: those for everybody do not count. */
  readonly ignoresStar: boolean;
  /** It shows no pages to searchers, so whether a page may be listed is no question for it. */
  readonly listsNothing: boolean;
  /** It follows href and not src, so it finds no pages through frames. */
  readonly ignoresFrames: boolean;
  /** It follows redirects of pages without a look at the robots.txt for their target. */
  readonly followsRedirectsUnseen: boolean;
  /** Who says so: a document, a mail, a guess. */
  readonly source: string;
  /** The date of the source, YYYY-MM-DD. */
  readonly asOf: string;
}

/** A profile to choose from, as the window and the command line list it. */
export interface ProfileEntry extends UserProfile {
  /** The user's own; false for a built-in one. */
  readonly own: boolean;
  readonly dialectName: string;
}

export interface ProfileList {
  readonly profiles: readonly ProfileEntry[];
  readonly dialects: readonly { readonly id: string; readonly name: string }[];
  /** How page directives can be read. */
  readonly engines: readonly { readonly id: string; readonly name: string }[];
  /** '' or why the user's own profiles could not be read. */
  readonly problem: string;
}
