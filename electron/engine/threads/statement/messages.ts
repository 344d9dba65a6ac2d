/** A statement of an own check. */
export interface StatementWork {
  readonly path: string;
  readonly statement: string;
  readonly timeMs: number;
  readonly maxRows: number;
}

export type StatementMessage =
  /** Sent first: the time limit counts from here. */
  | { readonly kind: 'started' }
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly (string | null)[])[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'problem'; readonly message: string };

/** Characters kept of a cell. */
export const longestCell = 500;
