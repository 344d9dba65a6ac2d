import { encodingOfLabel } from '../html/charset.ts';
import { readableLines } from '../html/readable-lines.ts';
import { BytePlaces } from './byte-places.ts';
import { nodeTypes, type PageNode, textOf } from './node.ts';
import type { PageKind } from './page-kind.ts';
import { parsePage } from './parse-page.ts';

/** A stored response as rules use it. Text, tree and JSON are made when the first rule needs them. */
export class RulePage {
  readonly url: string;
  readonly kind: PageKind;
  readonly #body: Uint8Array;
  readonly #charset: string;
  #source: string | null = null;
  #readable: string | null = null;
  #tree: PageNode | null = null;
  #places: BytePlaces | null = null;

  /** `charset`: label of the encoding, '' for UTF-8. */
  constructor(page: { readonly url: string; readonly kind: PageKind; readonly body: Uint8Array; readonly charset: string }) {
    this.url = page.url;
    this.kind = page.kind;
    this.#body = page.body;
    this.#charset = encodingOfLabel(page.charset || 'utf-8') ?? 'utf-8';
  }

  get source(): string {
    this.#source ??= new TextDecoder(this.#charset).decode(this.#body);
    return this.#source;
  }

  /** What a reader sees of an HTML page, a line for each block; the source of anything else. */
  get readable(): string {
    if (this.kind !== 'html') return this.source;
    this.#readable ??= readableLines(this.source, Number.POSITIVE_INFINITY).lines.join('\n');
    return this.#readable;
  }

  get tree(): PageNode {
    this.#tree ??= parsePage(this.source);
    return this.#tree;
  }

  /** Bytes of the body for characters of the source. */
  bytes(start: number, end: number): readonly [start: number, end: number] | undefined {
    const [first, second, third] = this.#body;
    const hasMark =
      this.#charset === 'utf-8'
        ? first === 0xef && second === 0xbb && third === 0xbf
        : (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    this.#places ??= new BytePlaces(this.source, this.#charset, hasMark);
    return this.#places.range(start, end);
  }

  /** Scripts whose type is JSON, or only JSON-LD, in order. */
  *scripts(which: 'ld' | 'scripts'): Generator<{ readonly text: string; readonly start: number; readonly end: number }> {
    for (const node of elementsBelow(this.tree)) {
      if (node.localName !== 'script') continue;
      const type = (node.getAttribute('type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      const fits = which === 'ld' ? type === 'application/ld+json' : /^(application|text)\/(.+\+)?json$/.test(type);
      if (fits) yield { text: textOf(node), start: node.firstChild?.start ?? -1, end: node.firstChild?.end ?? -1 };
    }
  }
}

function* elementsBelow(root: PageNode): Generator<PageNode> {
  for (let at = root.firstChild; at !== null; ) {
    if (at.nodeType === nodeTypes.element) yield at;
    if (at.firstChild !== null) {
      at = at.firstChild;
      continue;
    }
    let up: PageNode | null = at;
    while (up !== null && up.nextSibling === null) up = up.parentNode;
    at = up === null ? null : up.nextSibling;
  }
}
