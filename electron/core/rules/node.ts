/** A node of a parsed page, with as much of the DOM's shape as CSS selectors and XPath need. */
export interface PageNode {
  readonly nodeType: number;
  readonly nodeName: string;
  /** Elements: lower case; without namespace, so that `//svg` finds svg elements. */
  readonly localName: string;
  readonly namespaceURI: null;
  readonly prefix: null;
  /** Text and comments: their data. Attributes: their value. */
  readonly data: string;
  readonly attributes: readonly PageAttribute[];
  readonly childNodes: PageNode[];
  parentNode: PageNode | null;
  previousSibling: PageNode | null;
  nextSibling: PageNode | null;
  firstChild: PageNode | null;
  lastChild: PageNode | null;
  /** Characters of the source; -1 for an element that the parser added. */
  readonly start: number;
  readonly end: number;
  getAttribute(name: string): string | null;
}

export interface PageAttribute {
  readonly nodeType: 2;
  readonly nodeName: string;
  readonly name: string;
  readonly localName: string;
  readonly namespaceURI: null;
  readonly prefix: null;
  readonly value: string;
  readonly ownerElement: PageNode;
}

export const nodeTypes = { element: 1, attribute: 2, text: 3, comment: 8, document: 9 } as const;

export const isElement = (node: PageNode): boolean => node.nodeType === nodeTypes.element;

/** The text of a node and all below it. No recursion: pages nest elements a hundred thousand deep. */
export function textOf(node: PageNode): string {
  if (node.nodeType === nodeTypes.text) return node.data;
  let found = '';
  for (let at = node.firstChild; at !== null; ) {
    if (at.nodeType === nodeTypes.text) found += at.data;
    if (at.firstChild !== null) {
      at = at.firstChild;
      continue;
    }
    while (at !== null && at !== node && at.nextSibling === null) at = at.parentNode;
    at = at === null || at === node ? null : at.nextSibling;
  }
  return found;
}
