/** One change of a text by lines. Numbers count from 1 in the old text. */
export type LineEdit =
  | { readonly kind: 'add'; readonly after: number; readonly text: string }
  | { readonly kind: 'change'; readonly line: number; readonly text: string }
  | { readonly kind: 'remove'; readonly line: number };

/** A rule edit that frees or blocks chosen URLs, and what replaying it showed. */
export interface Fix {
  readonly edits: readonly LineEdit[];
  readonly text: string;
  readonly proof: {
    /** Chosen URLs whose verdict is the wanted one now. */
    readonly chosen: number;
    readonly flipped: number;
    /** Other URLs whose verdict changed; 0 in an exact fix. Rows of the first ones. */
    readonly others: number;
    readonly otherRows: readonly number[];
    readonly total: number;
  };
}
// minimalFix(table, text, makeReader, chosen rows, 'free' | 'block'): Steps<{ exact: Fix | null; nearest: Fix | null; why: string }>
