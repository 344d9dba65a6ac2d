import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { nodeTypes, type PageAttribute, type PageNode } from './node.ts';

type Parsed = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

class Node implements PageNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly localName: string;
  readonly namespaceURI = null;
  readonly prefix = null;
  readonly data: string;
  attributes: readonly PageAttribute[] = [];
  readonly childNodes: PageNode[] = [];
  parentNode: PageNode | null = null;
  previousSibling: PageNode | null = null;
  nextSibling: PageNode | null = null;
  firstChild: PageNode | null = null;
  lastChild: PageNode | null = null;
  readonly start: number;
  readonly end: number;

  constructor(type: number, name: string, data: string, range: readonly [start: number, end: number]) {
    this.nodeType = type;
    this.nodeName = name;
    this.localName = name;
    this.data = data;
    [this.start, this.end] = range;
  }

  getAttribute(name: string): string | null {
    return this.attributes.find(attribute => attribute.name === name)?.value ?? null;
  }

  append(child: Node): void {
    child.parentNode = this;
    child.previousSibling = this.lastChild;
    if (this.lastChild === null) this.firstChild = child;
    else this.lastChild.nextSibling = child;
    this.lastChild = child;
    this.childNodes.push(child);
  }
}

const added = [-1, -1] as const;

function nodeOf(parsed: Parsed): Node | null {
  const at = parsed.sourceCodeLocation;
  const range = at ? ([at.startOffset, at.endOffset] as const) : added;
  if (defaultTreeAdapter.isTextNode(parsed)) return new Node(nodeTypes.text, '#text', parsed.value, range);
  if (defaultTreeAdapter.isCommentNode(parsed)) return new Node(nodeTypes.comment, '#comment', parsed.data, range);
  if (!defaultTreeAdapter.isElementNode(parsed)) return null;
  const node = new Node(nodeTypes.element, parsed.tagName, '', range);
  node.attributes = parsed.attrs.map(({ name, value }) => ({
    nodeType: nodeTypes.attribute,
    nodeName: name,
    name,
    localName: name,
    namespaceURI: null,
    prefix: null,
    value,
    ownerElement: node,
  }));
  return node;
}

/** Parses a page as browsers do (HTML standard), with the place of each node in the source. Takes time and memory in proportion to it. */
export function parsePage(source: string): PageNode {
  const document = parse(source, { sourceCodeLocationInfo: true });
  const root = new Node(nodeTypes.document, '#document', '', [0, source.length]);
  const open: { readonly from: readonly Parsed[]; readonly into: Node }[] = [{ from: document.childNodes, into: root }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    for (const child of level.from) {
      const node = nodeOf(child);
      if (node === null) continue;
      level.into.append(node);
      if ('childNodes' in child && child.childNodes.length > 0) open.push({ from: child.childNodes, into: node });
    }
  }
  return root;
}
