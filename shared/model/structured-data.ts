import type { ByteRange } from './page.ts';

/** Structured data of a page: JSON-LD, microdata and RDFa as one list of items. Plain JSON: the crawl file stores it as it is. */
export interface StructuredData {
  readonly blocks: readonly StructuredBlock[];
  /** In page order. A nested item comes after the item that contains it, except where microdata nests it by `itemref`. */
  readonly items: readonly StructuredItem[];
  readonly dropped: StructuredDropped;
}

export type StructuredFormat = 'json-ld' | 'microdata' | 'rdfa';

/** A JSON-LD script, or an outermost element with microdata or RDFa. */
export interface StructuredBlock {
  readonly format: StructuredFormat;
  /** The content of the script, or the start tag of the element. */
  readonly at: ByteRange;
  /** Why the JSON could not be parsed. Such a block has no items. */
  readonly error?: JsonError;
  /** Contexts and vocabularies that Crawlscope does not know. It does not guess what names mean there. */
  readonly unknownContexts?: readonly string[];
  /** Types are given without any @context, so search engines cannot know the vocabulary. */
  readonly contextMissing?: true;
  /** The JSON was inside an HTML comment or a CDATA section; it is read all the same. */
  readonly wrapped?: true;
  /** Ids of `itemref` that name no element of the page. */
  readonly missingReferences?: readonly string[];
}

/** Lines and columns start at 1; columns and `offset` count UTF-16 units from the start of the script's content. */
export interface JsonError {
  readonly code: JsonErrorCode;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  /** The byte of the page. */
  readonly byte: number;
  /** What is there, at most 20 characters; '' at the end. */
  readonly found: string;
}

export type JsonErrorCode =
  | 'empty'
  | 'too-large'
  | 'unexpected-end'
  | 'unclosed-string'
  | 'line-break-in-string'
  | 'control-in-string'
  | 'quote-in-string'
  | 'bad-escape'
  | 'trailing-comma'
  | 'missing-comma'
  | 'missing-colon'
  | 'missing-value'
  | 'unquoted-key'
  | 'single-quotes'
  | 'curly-quotes'
  | 'comment'
  | 'html-entity'
  | 'bad-number'
  | 'bad-word'
  | 'text-after'
  | 'unexpected-character';

/**
 * A value: text, a number or truth value of JSON, the index of a nested item, or a reference to an item by its id.
 * Text has at most 200 characters (URLs 2,000); longer text ends with '…'.
 */
export type StructuredValue = string | number | boolean | null | { readonly item: number } | { readonly ref: string };

export interface StructuredProperty {
  /** The bare name for schema.org, otherwise the full IRI, or the name as written when its vocabulary is not known. */
  readonly name: string;
  readonly values: readonly StructuredValue[];
}

export interface StructuredItem {
  /** Index of the block. */
  readonly block: number;
  /** Like property names. Empty for an item without a type. */
  readonly types: readonly string[];
  readonly id?: string;
  /** The item that contains this one, and the property that it is a value of. */
  readonly parent?: number;
  readonly via?: string;
  /** The start tag of the element; for JSON-LD the bytes from '{' to '}'. */
  readonly at: ByteRange;
  /** The names of this item come from a vocabulary or context that Crawlscope does not know. */
  readonly unknownVocabulary?: true;
  readonly properties: readonly StructuredProperty[];
}

/** Numbers of omitted parts because a page exceeded a limit. All 0 for nearly every page. */
export interface StructuredDropped {
  readonly blocks: number;
  readonly items: number;
  readonly values: number;
}

/** What validation can find. The first eight are the checks `sd.…` of the audit; the others explain why a check could not look. */
export type StructuredCheck =
  | 'parse_error'
  | 'unknown_type'
  | 'unknown_property'
  | 'required_missing'
  | 'recommended_missing'
  | 'bad_value'
  | 'duplicate_blocks'
  | 'superseded'
  | 'unknown_context'
  | 'context_missing';

/** The form that a value should have. */
export type ValueForm =
  | 'date'
  | 'time'
  | 'duration'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'url'
  | 'currency'
  | 'rating'
  | 'choice'
  | 'two-or-more';

/** One finding, with where it is. Sentences come from shared/explain/structured-data.ts. */
export interface StructuredFinding {
  readonly check: StructuredCheck;
  readonly block: number;
  /** The item that has the problem; missing for findings about a block. */
  readonly item?: number;
  /** Where to look in the page. */
  readonly at: ByteRange;
  /** The type that the finding is about: for a nested item that of the outermost one whose rule applies. */
  readonly type?: string;
  /** The property, as a path from `type`: 'offers.price'. Alternatives are separated by ' or '. */
  readonly property?: string;
  readonly value?: string;
  readonly form?: ValueForm;
  /** Terms or values that would be right, at most 12. */
  readonly expected?: readonly string[];
  /** The search engine's rule. */
  readonly rule?: string;
  readonly error?: JsonError;
}
