import type { StructuredData } from './structured-data.ts';

/**
 * Everything the audit needs to know about an HTML page, read in the same pass as its links. One packed column a page in the crawl file.
 * A missing field means none, false or 0. Lists are cut at a limit; `dropped` counts what was not kept. Texts are collapsed and cut.
 * Response headers are not repeated here: the audit reads them from `fetch`.
 */

/** First byte of a start tag and the byte after its `>`, in the decoded body. */
export type Place = readonly [start: number, end: number];

export interface PlacedText {
  readonly text: string;
  readonly at: Place;
  /** It comes after the end of the head as an HTML parser builds it. */
  readonly inBody?: true;
}

/** An address as written: character references decoded, not resolved. */
export interface PlacedHref {
  readonly href: string;
  readonly at: Place;
  readonly inBody?: true;
}

export interface CanonicalFact extends PlacedHref {
  /** Attributes that have no business on a canonical: hreflang, media, type, lang; separated by spaces. */
  readonly extra?: string;
}

export interface AlternateFact extends PlacedHref {
  readonly lang: string;
}

export interface NamedMeta {
  /** Lower case. */
  readonly name: string;
  readonly content: string;
  readonly at: Place;
  readonly inBody?: true;
}

export interface HeadingFact {
  readonly level: number;
  readonly text: string;
  readonly at: Place;
  /** The text is only that of images. */
  readonly alt?: true;
}

export interface ImageFact {
  /** As written; of the first candidate of `srcset` where `src` is missing. */
  readonly src: string;
  readonly at: Place;
  /** Missing: no alt attribute. */
  readonly alt?: string;
  /** Both width and height, or an aspect-ratio in its style. */
  readonly sized?: true;
  /** The width attribute in CSS pixels. */
  readonly width?: number;
  readonly lazy?: true;
  /** It is the only content of a link without other name. */
  readonly onlyLinkContent?: true;
  /** role=presentation, role=none or aria-hidden=true. */
  readonly decorative?: true;
  /** A source of its picture, or a candidate of its srcset, is WebP or AVIF. */
  readonly modern?: true;
}

export interface FormFact {
  /** As written, '' where missing. */
  readonly action: string;
  readonly at: Place;
  readonly hasPassword?: true;
}

/**
 * Faults of single elements, and elements that are worth a look. `text` says which attribute, role or name. A crawl file has
 * the positions in this list: it only grows, at the end.
 */
export const elementNotes = [
  'field-without-label',
  'button-without-name',
  'link-without-name',
  'frame-without-title',
  'table-without-headers',
  'positive-tabindex',
  'repeated-accesskey',
  'autoplay-with-sound',
  'list-child',
  'unknown-role',
  'unknown-aria',
  'duplicate-id',
  'picture-without-img',
  'video-without-poster',
  'background-image',
  'fixed-width',
  'plug-in',
  'frame',
  'large-svg',
  'blocking-script',
  'blocking-stylesheet',
  'amp-disallowed',
  'meta-in-body',
] as const;
export type ElementNoteKind = (typeof elementNotes)[number];
export interface ElementNote {
  readonly kind: ElementNoteKind;
  readonly text: string;
  readonly at: Place;
}

/** A link that is no URL to crawl. */
export interface OddLink {
  readonly href: string;
  readonly why: 'javascript' | 'malformed' | 'scheme-typo' | 'hash-bang';
  readonly at: Place;
}

/** Markup of the document as a whole. */
export type DocumentNote =
  | 'head-missing'
  | 'head-repeated'
  /** There is a `<head>`, but neither `</head>` nor `<body>`: HTML allows both to be omitted. */
  | 'head-end-missing'
  | 'content-before-head'
  | 'body-missing'
  | 'body-repeated'
  | 'body-before-html'
  | 'html-missing'
  | 'no-main'
  | 'amp-boilerplate'
  | 'amp-script'
  | 'unclosed-comment'
  | 'unclosed-script'
  | 'unclosed-style'
  | 'unclosed-title'
  | 'unclosed-textarea';

/** What the readable text says. Counted over the main content where a page marks it, else over all but navigation, header, footer and aside. */
export interface TextFacts {
  /** Bytes of all visible text in UTF-8, white space collapsed. */
  readonly bytes: number;
  /** Characters (code points) of all visible text. */
  readonly characters: number;
  /** Words of the main content. */
  readonly words: number;
  /** Where the main content was taken from; `chosen`: elements that the user named. */
  readonly area: 'chosen' | 'main' | 'article' | 'rest';
  /** ISO 639-1, and how sure from 0 to 1. */
  readonly language?: string;
  readonly confidence?: number;
  /** Flesch reading ease of the main content, in its language's own formula. */
  readonly flesch?: number;
  /** Tokens of placeholder text. */
  readonly lorem?: number;
  /** The phrase that says "not found" in title or first heading. */
  readonly notFound?: string;
  /** Words of a program's error on the page. */
  readonly errorText?: string;
  /** The newest year beside a copyright sign. */
  readonly copyright?: number;
  /** The beginning of the main content, if its script writes no spaces between words. Before version 30 of the file: of any main content. */
  readonly excerpt?: string;
}

export interface PageFacts {
  /** Version of this form. Other versions are read as "no facts". */
  readonly v: 1;
  /** Missing: no doctype. 'html' is today's; others as written. */
  readonly doctype?: string;
  /** The `<html>` tag. */
  readonly lang?: string;
  readonly isAmp?: true;
  /** Encoding by source, lower case as declared. */
  readonly metaCharset?: string;
  readonly metaCharsetAt?: Place;
  /** The page starts with a byte-order mark, which names the encoding. */
  readonly hasMark?: true;
  readonly document?: readonly DocumentNote[];
  /** What ended the head, because it is not allowed there: `<div>` or `text`. */
  readonly headEndedBy?: PlacedText;
  readonly elements: number;
  readonly deepest: number;
  readonly bases?: readonly PlacedHref[];
  readonly titles?: readonly PlacedText[];
  readonly descriptions?: readonly PlacedText[];
  readonly keywords?: readonly PlacedText[];
  readonly viewports?: readonly PlacedText[];
  readonly robots?: readonly NamedMeta[];
  readonly canonicals?: readonly CanonicalFact[];
  readonly hreflangs?: readonly AlternateFact[];
  readonly next?: readonly PlacedHref[];
  readonly prev?: readonly PlacedHref[];
  readonly amp?: readonly PlacedHref[];
  /** Alternates for small screens. */
  readonly mobile?: readonly PlacedHref[];
  readonly icons?: readonly PlacedHref[];
  /** RSS and Atom. */
  readonly feeds?: readonly PlacedHref[];
  readonly refresh?: PlacedHref & { readonly seconds: number };
  /** Open Graph, Twitter card and article metas. */
  readonly social?: readonly NamedMeta[];
  readonly metaCsp?: string;
  readonly metaReferrer?: string;
  readonly headings?: readonly HeadingFact[];
  readonly text: TextFacts;
  readonly images?: readonly ImageFact[];
  readonly forms?: readonly FormFact[];
  readonly notes?: readonly ElementNote[];
  readonly oddLinks?: readonly OddLink[];
  /** Distinct DOM paths of links, as `body>main>ul>li>a`; a link's `path` is an index. */
  readonly paths?: readonly string[];
  /** Fragments of links to this page or others, in the order of `links`: [position among the links, fragment]. */
  readonly fragments?: readonly (readonly [seq: number, fragment: string])[];
  /** 32-bit FNV-1a hashes of all ids and anchor names, little endian, base64. */
  readonly ids?: string;
  /**
   * 64-bit hash of the readable text: `2-` and 16 hex digits. Equal texts have equal ones. Without `2-`, this hash and the signature are those of an
   * older version, and cannot be compared with newer ones.
   */
  readonly textHash?: string;
  /** Near-duplicate signature of the main content, base64; missing where it has too few words. */
  readonly signature?: string;
  /** JSON-LD, microdata and RDFa (core/structured). */
  readonly structured?: StructuredData;
  /** Not kept, by the name of the list. */
  readonly dropped?: Readonly<Record<string, number>>;
}

/** The region of the page that contains a link, by the nearest landmark around it. */
export const linkZones = ['none', 'nav', 'header', 'main', 'footer', 'aside'] as const;
export type LinkZone = (typeof linkZones)[number];

/** How an address is written. */
export const hrefForms = [
  'absolute',
  'protocol-relative',
  'root-relative',
  'path-relative',
  'fragment',
  'query',
  'empty',
] as const;
export type HrefForm = (typeof hrefForms)[number];

/** Further facts of a link, kept as one number beside it. */
export interface LinkFacts {
  readonly zone: LinkZone;
  readonly form: HrefForm;
  /** target=_blank. */
  readonly newWindow: boolean;
  /** White space inside the address as written. */
  readonly hasSpace: boolean;
  /** It has no text, but the alt text of an image. */
  readonly byImage: boolean;
  /** It has no text and no alt text, but aria-label or title. */
  readonly byLabel: boolean;
  /** Index into `paths` of the page's facts, -1 where none was kept. */
  readonly path: number;
  /** The page has it only after rendering. */
  readonly rendered: boolean;
}
