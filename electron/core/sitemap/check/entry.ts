/** The text of an element, its place and its attributes as written. */
export interface Leaf {
  readonly text: string;
  readonly line: number;
  readonly attributes: string;
  /** The text has an & that starts no reference, as written. */
  readonly hasPlainAmpersand: boolean;
}

/** The children of an element by name: the first few of each. */
export type Leaves = Map<string, Leaf[]>;

/** An element of an extension with its children: image:image, video:video, news:news. */
export interface Block {
  readonly line: number;
  /** By local name; `publication.name` for a child of a child. */
  readonly leaves: Leaves;
}

/** A localized version: xhtml:link of an entry. */
export interface AlternateLink {
  readonly line: number;
  readonly rel: string | null;
  readonly hreflang: string | null;
  readonly href: string | null;
}

/** One url of a urlset, one sitemap of an index, or one line of a text file. */
export interface Entry {
  readonly line: number;
  readonly leaves: Leaves;
  /** In the order of the file. */
  readonly alternates: AlternateLink[];
  /** Extension elements, counted as they end. */
  readonly blocks: { image: number; video: number; news: number };
}

/** Elements of one name that are kept; more are counted as far as a rule needs it. */
export const mostOfAName = 64;

export function addLeaf(leaves: Leaves, name: string, leaf: Leaf): void {
  const list = leaves.get(name);
  if (!list) leaves.set(name, [leaf]);
  else if (list.length < mostOfAName) list.push(leaf);
}

/** The text of the first child of that name, null without one. */
export const textOf = (leaves: Leaves, name: string): string | null => leaves.get(name)?.[0]?.text ?? null;

/** The line of the first child of that name, else of the element. */
export const lineOf = ({ leaves, line }: { readonly leaves: Leaves; readonly line: number }, name: string): number =>
  leaves.get(name)?.[0]?.line ?? line;
