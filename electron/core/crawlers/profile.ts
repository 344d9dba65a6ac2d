/** A crawler to play: its names, its dialect and the page directives that apply to it. Data only. */
export interface CrawlerProfile {
  readonly id: string;
  readonly name: string;
  /** The name matched in robots.txt (RFC 9309 section 2.2.1); `*` for a robot no group names. */
  readonly productToken: string;
  /** The User-Agent header; '' where the profile is for judging only and never sends one. */
  readonly userAgent: string;
  /** Id of the dialect. */
  readonly dialect: string;
  /** Names honoured in meta elements and X-Robots-Tag besides `robots`, lower case. */
  readonly directiveAgents: readonly string[];
  /** Id of the engine by which it reads page directives (core/directives/engines.ts); an unknown one means Google's rule. */
  readonly directives: string;
  /** The source that says it interprets page directives this way. */
  readonly directivesSource: string;
  /** The crawler looks for its group under its whole User-Agent header instead of its product token. */
  readonly namedByHeader?: true;
  /** Tokens whose group it obeys, in this order, where none names it. */
  readonly fallsBackTo?: readonly string[];
  /** It obeys only groups that name it: those for everybody do not count. */
  readonly ignoresStar?: true;
  /** It shows no pages to searchers (archives, training data, libraries): whether a page may be listed is no question for it. */
  readonly listsNothing?: true;
  /** It follows href and not src: pages in frames are unknown to it unless something else links to them. */
  readonly ignoresFrames?: true;
  /** Its HTTP library follows redirects of pages. Nobody looks at robots.txt for the target. Crawlscope never does the same. */
  readonly followsRedirectsUnseen?: true;
  /** Who reports it. `general knowledge`: no document was opened for it. None was checked against the crawler itself. */
  readonly source: string;
  /** The date of the source, YYYY-MM-DD: facts as of that day. */
  readonly asOf: string;
}

/** The part of a profile that decides which group applies to the crawler. */
export type CrawlerNames = Pick<CrawlerProfile, 'productToken' | 'userAgent' | 'namedByHeader' | 'fallsBackTo' | 'ignoresStar'>;
