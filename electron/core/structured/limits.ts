/** What a page's structured data may take at most. What exceeds a limit is counted, not kept. */
export interface StructuredLimits {
  /** JSON-LD scripts. */
  readonly blocks: number;
  /** Longest JSON-LD script, in units of the page's text (bytes, for nearly every page). */
  readonly blockLength: number;
  /** All JSON-LD scripts of a page together. */
  readonly totalLength: number;
  /** Values and containers of all JSON-LD scripts. */
  readonly nodes: number;
  readonly items: number;
  readonly values: number;
  /** Characters of all names, ids and values. */
  readonly characters: number;
  /** How deep items may be nested. */
  readonly depth: number;
}

export const structuredLimits: StructuredLimits = {
  blocks: 100,
  blockLength: 1 << 20,
  totalLength: 2 << 20,
  nodes: 50_000,
  items: 2_000,
  values: 20_000,
  characters: 500_000,
  depth: 50,
};

/** Types of an item that are kept. */
export const mostTypes = 20;
/** Characters of a value that are kept. */
export const longestValue = 200;
/** Characters of an id or a URL that are kept. */
export const longestAddress = 2_000;
/** Characters of a type or property name that are kept. */
export const longestName = 200;

/** `text` in at most `limit` UTF-16 units. Cut text ends with '…', and no surrogate pair is cut. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 2);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 2 : limit - 1)}…`;
}
