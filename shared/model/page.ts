import type { PageFacts } from './page-facts.ts';

/** What is read out of a page, with the place of everything in bytes of the decoded (decompressed) body. */

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where a link was found; decides whether it is followed. */
export type LinkKind =
  | 'a'
  | 'area'
  | 'frame'
  | 'iframe'
  | 'refresh' // meta refresh
  | 'redirect' // Location
  | 'canonical' // link element or Link header
  | 'alternate' // hreflang and other alternates
  | 'amphtml'
  | 'next-prev'
  | 'stylesheet'
  | 'script'
  | 'image'
  | 'media' // video, audio, source, track, embed, object
  | 'icon'
  | 'share-image' // og:image
  | 'form'
  | 'link-header'
  | 'other';

export interface PageLink {
  readonly kind: LinkKind;
  /** The attribute value as written, character references decoded, trimmed as the URL standard says. */
  readonly href: string;
  /** Lower-case rel tokens separated by one space, '' for none. */
  readonly rel: string;
  /** hreflang for alternates, '' otherwise. */
  readonly hreflang: string;
  /** Visible text, white space collapsed, at most 200 characters; alt text for images. */
  readonly text: string;
  /** The start tag. */
  readonly at: ByteRange;
  /** Facts for the audit as one number (`core/html/facts/link-facts.ts`); 0 where none were collected. */
  readonly facts: number;
}

export interface MetaRobots {
  /** Lower-case name: 'robots', 'googlebot', … */
  readonly name: string;
  readonly content: string;
  readonly at: ByteRange;
  /** Whether it is in the head as an HTML parser builds it. */
  readonly inHead: boolean;
}

export interface Located {
  readonly value: string;
  readonly at: ByteRange;
}

export interface CanonicalElement extends Located {
  readonly inHead: boolean;
}

export interface HtmlFacts {
  readonly charset: string;
  readonly charsetSource: 'header' | 'bom' | 'meta' | 'default';
  readonly lang: string;
  readonly title: Located | null;
  readonly description: Located | null;
  readonly h1: Located | null;
  readonly h1Count: number;
  readonly base: Located | null;
  readonly metaRobots: readonly MetaRobots[];
  readonly canonicals: readonly CanonicalElement[];
  /** Meta robots and canonicals that were not kept: beyond the first ones, those that repeat another, and all beyond a limit. */
  readonly declarationsDropped?: number;
  /**
   * What ended the head before `</head>` or `<body>`, because it is not allowed there: a start tag such as `<div>`,
   * or `text`.
   */
  readonly headEndedBy?: Located;
  readonly refresh: (Located & { readonly seconds: number; readonly href: string }) | null;
  /** All links in document order. */
  readonly links: readonly PageLink[];
  /** Number of links beyond the limit that were not kept. */
  readonly linksDropped: number;
  /** Words of visible text (white-space separated), and the first 300 characters of it for soft-404 detection. */
  readonly words: number;
  readonly excerpt: string;
  /** Facts for the audit; null if they were not requested. */
  readonly facts: PageFacts | null;
}

export type DirectiveSource =
  | {
      readonly kind: 'meta';
      readonly name: string;
      readonly at: ByteRange;
      readonly text: string;
      /** It comes after the end of the head as an HTML parser builds it. */
      readonly inBody?: true;
    }
  | { readonly kind: 'header'; readonly name: string; readonly index: number; readonly text: string };

/** One directive word with its place; `agent` is '' when it applies to every crawler. */
export interface Directive {
  readonly word: string;
  readonly value: string;
  readonly agent: string;
  readonly source: DirectiveSource;
  /** true for header items whose line names several robots: which of them it was meant for is not certain. */
  readonly scopeUncertain?: boolean;
}

/** What decides about listing and links: the directive that forbids each by the rule of the crawler's engine, null for none. */
export interface EffectiveDirectives {
  readonly noindex: Directive | null;
  readonly nofollow: Directive | null;
  /** unavailable_after with a moment that had passed when the page was fetched. */
  readonly unavailable: Directive | null;
}

export interface CanonicalDeclaration {
  readonly href: string;
  readonly source:
    | DirectiveSource
    | { readonly kind: 'link-element'; readonly at: ByteRange; readonly inHead: boolean; readonly text: string };
}

export interface SitemapEntry {
  readonly loc: string;
  readonly lastmod: string;
  readonly changefreq: string;
  readonly priority: string;
  /** Line of the <loc> in the decoded document, from 1. */
  readonly line: number;
  /** Its xhtml:link elements with hreflang, at most 200. Absent: it has none. */
  readonly alternates?: readonly SitemapAlternate[];
}

/** A localized version that a sitemap entry names (Google Search Central, "Localized versions: Sitemap"). Both as written. */
export interface SitemapAlternate {
  readonly lang: string;
  readonly href: string;
}

export type SitemapProblem = {
  readonly code:
    | 'not-xml'
    | 'too-many-entries'
    | 'too-large'
    | 'bad-loc'
    | 'other-host'
    | 'truncated'
    | 'doctype'
    | 'bad-lastmod'
    | 'bad-priority'
    | 'bad-namespace' // the root element is not in the namespace of the protocol
    | 'bad-escape' // an & in a loc that starts no reference, or a control character
    | 'not-well-formed' // XML with an error at which a strict parser stops
    | 'empty'
    | 'is-html'
    | 'unknown-root'
    | 'bad-gzip';
  readonly line: number;
  readonly detail: string;
};

/**
 * The contents of a sitemap file. Limits are those of sitemaps.org: 50,000 entries, 50 MiB. Problems are reported,
 * never thrown.
 */
export interface SitemapDocument {
  readonly kind: 'urlset' | 'index' | 'text' | 'feed' | 'none';
  readonly entries: readonly SitemapEntry[];
  readonly problems: readonly SitemapProblem[];
  readonly bytes: number;
}

/** A sitemap whose entries went elsewhere: how many there are. */
export type SitemapSummary = Omit<SitemapDocument, 'entries'> & { readonly entries: number };
