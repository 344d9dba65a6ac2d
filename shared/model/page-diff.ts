/** One page in two crawls: where its text, links, headers and structured data differ. */

/** A run of words. Its place in the line is its place in the list. */
export interface WordRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A block of the readable text. `changed`: words of both texts in order. `gap`: `folded` unchanged blocks. */
export interface WordRow {
  readonly kind: 'same' | 'added' | 'removed' | 'changed' | 'gap';
  readonly runs: readonly WordRun[];
  readonly folded: number;
}

export interface TextPart {
  /** Words of both texts. */
  readonly before: number;
  readonly after: number;
  readonly added: number;
  readonly removed: number;
  /** At most 1,000 of `rowCount`. */
  readonly rows: readonly WordRow[];
  readonly rowCount: number;
  /** A text is longer than what is compared: 1 MiB, 2,000 blocks. */
  readonly isCut: boolean;
}

/** A link as a page has it. */
export interface DiffLink {
  readonly to: string;
  readonly kind: string;
  readonly rel: string;
  readonly text: string;
}

export interface LinksPart {
  /** Links of both pages, repetitions counted. */
  readonly before: number;
  readonly after: number;
  /** At most 500 each of those counted. */
  readonly added: readonly DiffLink[];
  readonly addedCount: number;
  readonly removed: readonly DiffLink[];
  readonly removedCount: number;
  /** The same target with another text or rel. */
  readonly changed: readonly { readonly before: DiffLink; readonly after: DiffLink }[];
  readonly changedCount: number;
  /** A page has more links than are compared: 20,000. */
  readonly isCut: boolean;
}

/** A name with its value in both crawls, null for none. */
export interface DiffValue {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface ValuesPart {
  /** Values that are equal. */
  readonly same: number;
  /** At most 500 of `differCount`. */
  readonly differ: readonly DiffValue[];
  readonly differCount: number;
  /** A page has more structured data than is compared: 20,000 values, 20 levels. Never for headers. */
  readonly isCut: boolean;
}

export interface PageDiff {
  /** As each crawl writes it; they differ where a mapping applies. */
  readonly urls: readonly [before: string, after: string];
  /** Title, description, status … that differ or not. */
  readonly fields: readonly DiffValue[];
  /** Null where one of the files has no body of it. */
  readonly text: TextPart | null;
  readonly links: LinksPart;
  readonly headers: ValuesPart;
  /** Properties by their path, such as `Product.offers.Offer.price`. */
  readonly structured: ValuesPart;
}
