/** Text of the crawled site as it is, with the characters that would reorder or hide it made visible. */

export interface TextPart {
  readonly text: string;
  /** The text represents a character that cannot be shown. */
  readonly token: boolean;
  /** Place in the text, for keys. */
  readonly at: number;
}

/**
 * Bidirectional controls (Unicode Standard Annex 9, section 2) and the C0 and C1 controls. The tab and the line ends
 * LF and CR LF are shown as the white space they are: they neither reorder nor hide text, and tags span lines.
 */
const hidden = /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** '‹U+202E›' */
const tokenOf = (character: string): string => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`;

/** The text with every hidden character replaced by its code point: 'a‹U+202E›b'. */
export const visibleText = (text: string): string => text.replace(hidden, tokenOf);

/** The same in pieces, so that replaced characters can be told from the same text written by the site. */
export function visibleParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), token: false, at: from });
    parts.push({ text: tokenOf(match[0]), token: true, at: match.index });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), token: false, at: from });
  return parts;
}
