import type { Knob } from '#core/robots/dialect.ts';

/**
 * A directive engine is how one search engine interprets the directives of a page, its headers and its links, as plain data.
 * `read.ts` branches only on these values and knows nothing else about any engine.
 */

/**
 * `meta`: in the page only. `no`: documented as ignored. `implied`: the engine always does what the word asks for. A missing word is
 * not documented.
 */
export type WordSupport = 'yes' | 'meta' | 'no' | 'implied';
export type Words = Readonly<Record<string, WordSupport>>;

/** `negative`: prohibitions only. `undocumented`: the engine's documentation knows no such header. */
export type HeaderReading = 'yes' | 'negative' | 'undocumented';
/** `prefix`: a robot's name before a colon limits a line to it. `assumed`: the same, although nothing documents it. `whole`: there are no names. */
export type HeaderAgent = 'prefix' | 'assumed' | 'whole';
/** Which meta elements apply to the robot: `robots` and its own names, `robots` alone, or every name with ROBOT in it. */
export type MetaNames = 'robots-and-own' | 'robots' | 'containing-robot';
/** What contradictory words amount to. */
export type Combination = 'most-restrictive' | 'positive-wins' | 'all-wins' | 'negatives';
/** What rel=nofollow on a link means. */
export type LinkNofollow = 'obeyed' | 'hint' | 'undocumented';
/** How the engine treats a declared canonical. `near-dropped`: as a hint, but it ignores near-identical and very long ones. */
export type CanonicalReading = 'element-and-header' | 'element' | 'near-dropped' | 'undocumented';
/** How the engine interprets an immediate refresh, in the page or as a header. */
export type RefreshReading = 'permanent' | 'temporary' | 'undocumented';

export interface DirectiveEngine {
  readonly id: string;
  readonly name: string;
  readonly words: Knob<Words>;
  /** Names of meta elements that apply to it besides `robots`. The list of a single crawler is in its profile. */
  readonly names: Knob<readonly string[]>;
  readonly metaNames: Knob<MetaNames>;
  readonly metaPlace: Knob<'anywhere' | 'head'>;
  readonly header: Knob<HeaderReading>;
  readonly headerAgent: Knob<HeaderAgent>;
  /** The structured field of the draft is read, too. */
  readonly robotsTag: Knob<boolean>;
  readonly combination: Knob<Combination>;
  /** Words for its own name overrule those for all robots. */
  readonly specificWins: Knob<boolean>;
  /** What noarchive and nocache together are. */
  readonly bothCaches: Knob<'noarchive' | 'nocache'>;
  /** noindex without a word about links also stops them. */
  readonly noindexStopsLinks: Knob<boolean>;
  /** The words that `none` means. */
  readonly none: Knob<readonly string[]>;
  readonly linkNofollow: Knob<LinkNofollow>;
  readonly canonical: Knob<CanonicalReading>;
  /** A Link header with rel=canonical stops the links of the page as well. */
  readonly canonicalHeaderStopsLinks: Knob<boolean>;
  readonly refresh: Knob<RefreshReading>;
  /** What a site closed by `Disallow: /` is to searchers: URLs that may be listed alone, or nothing. */
  readonly closedSite: Knob<'url-only' | 'not-listed'>;
  /** Whether it is documented to read the page after scripts have run. */
  readonly renders: Knob<'yes' | 'no' | 'undocumented'>;
}
