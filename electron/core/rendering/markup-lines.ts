import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from 'parse5';

/** A line of a document: the start of an element, and the text up to the next one. */
export interface MarkupLine {
  readonly text: string;
  readonly depth: number;
}

/** Elements that have no end tag (HTML standard, section 13.1.2). */
const voids: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
/** Longer texts of one line, scripts and data mostly, are cut. */
const longestLine = 2_000;

type Node = DefaultTreeAdapterTypes.Node;

const attribute = ({ name, value, prefix }: { name: string; value: string; prefix?: string | undefined }): string =>
  ` ${prefix ? `${prefix}:` : ''}${name}="${value.replaceAll('"', '&quot;')}"`;

/**
 * Reads a document as a browser does, and writes it with one line an element: two documents with the same elements and texts have the same
 * lines, however their bytes spell them. White space of texts counts as one space. At most `most` lines.
 */
export function markupLines(html: string, most: number): { readonly lines: readonly MarkupLine[]; readonly isCut: boolean } {
  const lines: { text: string; depth: number }[] = [];
  const begin = (text: string, depth: number): void => void lines.push({ text, depth });
  const add = (text: string, depth: number): void => {
    const last = lines.at(-1);
    if (!last || text === '') return;
    // An end tag closes the line of its element, or stands on its own.
    if (text.startsWith('</') && last.depth !== depth) begin(text, depth);
    else if (last.text.length < longestLine) last.text += text.slice(0, longestLine);
  };
  // Not recursive: a page may nest its elements as deep as it likes.
  const todo: { readonly node: Node | string; readonly depth: number }[] = [{ node: parse(html), depth: -1 }];
  for (let next = todo.pop(); next && lines.length < most; next = todo.pop()) {
    const { node, depth } = next;
    if (typeof node === 'string') add(node, depth);
    else if (tree.isTextNode(node)) {
      const text = node.value.replace(/\s+/g, ' ');
      if (text === ' ') continue;
      add(text, lines.at(-1)?.depth ?? 0);
    } else if (tree.isCommentNode(node)) begin(`<!--${node.data.slice(0, longestLine)}-->`, depth);
    else if (tree.isDocumentTypeNode(node)) begin(`<!doctype ${node.name}>`, 0);
    else {
      if (tree.isElementNode(node)) {
        begin(`<${node.tagName}${node.attrs.map(attribute).join('').slice(0, longestLine)}>`, depth);
        if (!voids.has(node.tagName)) todo.push({ node: `</${node.tagName}>`, depth });
      }
      const content = 'content' in node ? node.content : node;
      for (let at = content.childNodes.length - 1; at >= 0; at -= 1)
        todo.push({ node: content.childNodes[at] as Node, depth: depth + 1 });
    }
  }
  return { lines, isCut: todo.length > 0 };
}
