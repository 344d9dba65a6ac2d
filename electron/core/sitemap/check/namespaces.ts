import { decodeXmlReferences } from '../xml-scanner.ts';

/** Whose element it is. `other`: of a namespace that is nobody's business here, which the schema allows. */
export type Vocabulary = 'sitemap' | 'image' | 'video' | 'news' | 'xhtml' | 'mobile' | 'other';

/** The namespaces of the protocol and its extensions. */
export const namespaces: Readonly<Record<Exclude<Vocabulary, 'other'>, string>> = {
  sitemap: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  image: 'http://www.google.com/schemas/sitemap-image/1.1',
  video: 'http://www.google.com/schemas/sitemap-video/1.1',
  news: 'http://www.google.com/schemas/sitemap-news/0.9',
  xhtml: 'http://www.w3.org/1999/xhtml',
  mobile: 'http://www.google.com/schemas/sitemap-mobile/1.0',
};

const byUri = new Map(Object.entries(namespaces).map(([name, uri]) => [uri, name as Vocabulary]));

/** The extension that a namespace or prefix means, although it is written wrong. */
function meant(uri: string, prefix: string): Vocabulary {
  const named = /sitemap-(image|video|news|mobile)\b/i.exec(uri)?.[1]?.toLowerCase();
  if (named !== undefined) return named as Vocabulary;
  if (/www\.w3\.org\/(?:1999|TR)\/xhtml/i.test(uri)) return 'xhtml';
  if (uri === '' && prefix === '') return 'sitemap';
  return uri === '' && Object.hasOwn(namespaces, prefix) ? (prefix as Vocabulary) : 'other';
}

/** What a prefix stands for where it is used. */
export interface Resolved {
  readonly vocabulary: Vocabulary;
  /** The namespace as declared; '' if the prefix has none. */
  readonly uri: string;
  /** Declared, and exactly the namespace of its vocabulary. */
  readonly isRight: boolean;
}

/** Most declarations in force at once. */
const mostDeclared = 200;

/** The attributes of a start tag, the first of each name. Linear; looks at the first 8,192 characters. */
export function xmlAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const name = /[^\s=/"'<>]+/y;
  const value = /\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  const part = text.slice(0, 8_192);
  for (let at = 0; at < part.length; ) {
    name.lastIndex = at;
    const key = name.exec(part)?.[0];
    if (key === undefined) {
      at++;
      continue;
    }
    value.lastIndex = at + key.length;
    const given = value.exec(part);
    if (given !== null && !found.has(key)) found.set(key, decodeXmlReferences(given[1] ?? given[2] ?? ''));
    at = given === null ? at + key.length : value.lastIndex;
  }
  return found;
}

/** Namespace declarations in force while a document is read (Namespaces in XML 1.0). */
export class Namespaces {
  readonly #declared: { readonly prefix: string; readonly uri: string; readonly depth: number }[] = [];
  readonly #resolved = new Map<string, Resolved>();
  /** The prefix of the root element. */
  root = '';

  /** Takes the declarations of the element that opens at this depth. */
  enter(attributes: string, depth: number): void {
    if (!attributes.includes('xmlns')) return;
    for (const [key, uri] of xmlAttributes(attributes)) {
      const prefix = key === 'xmlns' ? '' : key.startsWith('xmlns:') ? key.slice(6) : null;
      if (prefix === null || this.#declared.length >= mostDeclared) continue;
      this.#declared.push({ prefix, uri, depth });
      this.#resolved.clear();
    }
  }

  /** Forgets what elements at this depth or deeper declared. */
  leave(depth: number): void {
    while ((this.#declared.at(-1)?.depth ?? -1) >= depth) {
      this.#declared.pop();
      this.#resolved.clear();
    }
  }

  /** The elements of the protocol have the root's prefix, whatever namespace it stands for: the crawl reads them too. */
  rootIs(prefix: string): void {
    this.root = prefix;
    this.#resolved.clear();
  }

  resolve(prefix: string): Resolved {
    const known = this.#resolved.get(prefix);
    if (known) return known;
    const declared = this.#declared.findLast(each => each.prefix === prefix);
    const uri = declared?.uri ?? '';
    const right = byUri.get(uri);
    const isCore = prefix === this.root && (declared === undefined || declared.depth === 0);
    const vocabulary = isCore ? 'sitemap' : (right ?? meant(uri, prefix));
    const found: Resolved = { vocabulary, uri, isRight: right === vocabulary };
    if (this.#resolved.size < mostDeclared) this.#resolved.set(prefix, found);
    return found;
  }
}
