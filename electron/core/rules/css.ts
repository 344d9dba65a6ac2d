import { compile, type Options } from 'css-select';
import { isElement, type PageNode, textOf } from './node.ts';

type Adapter = NonNullable<Options<PageNode, PageNode>['adapter']>;

const childrenOf = (node: PageNode): PageNode[] => node.childNodes;

const adapter: Adapter = {
  isTag: (node): node is PageNode => isElement(node),
  getAttributeValue: (node, name) => node.getAttribute(name) ?? undefined,
  getChildren: childrenOf,
  getName: node => node.localName,
  getParent: node => node.parentNode,
  getSiblings: node => (node.parentNode === null ? [node] : node.parentNode.childNodes),
  prevElementSibling: node => {
    let before = node.previousSibling;
    while (before !== null && !isElement(before)) before = before.previousSibling;
    return before;
  },
  getText: textOf,
  hasAttrib: (node, name) => node.getAttribute(name) !== null,
  removeSubsets: nodes => nodes.filter(node => !nodes.some(other => other !== node && isAbove(other, node))),
};

function isAbove(above: PageNode, node: PageNode): boolean {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (at === above) return true;
  return false;
}

/** Finds all elements that a selector matches, in the order of the page. */
export type Select = (root: PageNode) => Generator<PageNode>;

/** Compiles a CSS selector (Selectors Level 4 as far as css-select goes). Throws an error whose message names the fault. */
export function compileSelector(selector: string): Select {
  const matches = compile<PageNode, PageNode>(selector, { adapter, cacheResults: false });
  return function* (root) {
    for (let at = root.firstChild; at !== null; ) {
      if (isElement(at) && matches(at)) yield at;
      if (at.firstChild !== null) {
        at = at.firstChild;
        continue;
      }
      let up: PageNode | null = at;
      while (up !== null && up.nextSibling === null) up = up.parentNode;
      at = up === null ? null : up.nextSibling;
    }
  };
}
