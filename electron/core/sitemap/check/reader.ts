import { SlidingText } from '../sliding-text.ts';
import { hasPlainAmpersand } from '../xml-parser.ts';
import type { XmlSink } from '../xml-scanner.ts';
import { type AlternateLink, addLeaf, type Block, type Entry, type Leaves } from './entry.ts';
import { type Findings, shown } from './findings.ts';
import { Namespaces, namespaces, type Resolved, type Vocabulary, xmlAttributes } from './namespaces.ts';

export type BlockKind = 'image' | 'video' | 'news';

/** Receives what the reader finds, each at its end. */
export interface EntrySink {
  entry(entry: Entry): void;
  /** An element of an extension; `pageLoc` is the loc of its entry if that came before. */
  block(kind: BlockKind, block: Block, pageLoc: string | null): void;
  /** An element of an extension whose namespace is not declared, or declared wrong. */
  namespace(prefix: string, resolved: Resolved, line: number): void;
}

type Role = 'root' | 'entry' | 'leaf' | 'block' | 'group' | 'ignored';

interface Frame {
  readonly name: string;
  readonly role: Role;
  readonly vocabulary: Vocabulary;
}

const roots: ReadonlyMap<string, 'urlset' | 'index' | 'feed'> = new Map([
  ['urlset', 'urlset'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['feed', 'feed'],
  ['rdf', 'feed'],
]);
const fieldsOf = {
  urlset: new Set(['loc', 'lastmod', 'changefreq', 'priority']),
  index: new Set(['loc', 'lastmod']),
} as const;
const blocks = new Set<string>(['image', 'video', 'news']);
/** Children that have children of their own. */
const groups: ReadonlySet<string> = new Set(['news publication', 'video tvshow']);

const deepest = 64;
/** Characters of one text that are kept: more than any field may have. */
const longestText = 4_096;

/** Reads the elements of a urlset or a sitemap index out of the scanner's events. Names only what stands in the wrong place. */
export class SitemapReader implements XmlSink {
  kind: 'urlset' | 'index' | 'feed' | 'none' | null = null;
  readonly #text: string;
  readonly #sink: EntrySink;
  readonly #findings: Findings;
  readonly #lines: SlidingText;
  readonly #namespaces = new Namespaces();
  readonly #open: Frame[] = [];
  #deeper = 0;
  #entry: Entry | null = null;
  #block: Block | null = null;
  #leafName = '';
  #leafLine = 0;
  #leafAttributes = '';
  #leafText = '';
  #leafAmpersand = false;

  constructor(text: string, sink: EntrySink, findings: Findings) {
    this.#text = text;
    this.#sink = sink;
    this.#findings = findings;
    this.#lines = new SlidingText([text]);
  }

  /** The element that is still open, '' if the document closed all. */
  get unclosed(): string {
    return this.#open.at(-1)?.name ?? '';
  }

  /** Ends the entry that the end of the file cut off; it does not count without a loc. */
  finish(): void {
    if (this.#entry?.leaves.has('loc') === false) this.#entry = null;
    while (this.#open.length > 0) this.#pop();
  }

  doctype(text: string, offset: number): void {
    if (this.kind !== null) return;
    if (/^<!doctype\s+html/i.test(text)) this.#isHtml(offset);
    else this.#findings.add('doctype', this.#lines.lineAt(offset), 'The file has a DOCTYPE.');
  }

  open(name: string, attributes: string, selfClosing: boolean, offset: number): void {
    if (this.kind === null) {
      this.#root(name, attributes, selfClosing, offset);
      return;
    }
    if (this.kind === 'none' || this.kind === 'feed') return;
    if (this.#open.length >= deepest || this.#deeper > 0) {
      if (!selfClosing) this.#deeper++;
      return;
    }
    const { prefix, isLower } = nameAt(this.#text, offset, name);
    this.#namespaces.enter(attributes, this.#open.length);
    let resolved = this.#namespaces.resolve(prefix);
    const isEntry = resolved.vocabulary === 'sitemap' && (name === 'url' || name === 'sitemap');
    // Also when the entry before was not closed.
    if (isEntry && this.#entry !== null && this.#open.length <= 3) {
      while (this.#entry !== null) this.#pop();
      this.#namespaces.enter(attributes, this.#open.length);
      resolved = this.#namespaces.resolve(prefix);
    }
    const { vocabulary } = resolved;
    const line = this.#lines.lineAt(offset);
    if (vocabulary !== 'other' && !resolved.isRight && prefix !== this.#namespaces.root)
      this.#sink.namespace(prefix, resolved, line);
    if (!isLower && vocabulary !== 'other')
      this.#findings.add('unknown-element', line, `<${shown(name)}> is written with capital letters.`);
    const parent = this.#open.at(-1) ?? { name: '', role: 'root', vocabulary: 'sitemap' };
    const role = this.#roleIn(parent, { name, vocabulary, prefix, attributes, line });
    this.#open.push({ name, role, vocabulary });
    if (selfClosing) this.#pop();
  }

  close(name: string): void {
    if (this.#deeper > 0) {
      this.#deeper--;
      return;
    }
    const at = this.#open.findLastIndex(frame => frame.name === name);
    // An end tag closes what is still open inside.
    while (at >= 0 && this.#open.length > at) this.#pop();
  }

  text(text: string, offset: number): void {
    if (this.#leafName === '' || this.#deeper > 0 || this.#open.at(-1)?.role !== 'leaf') return;
    const isCdata = this.#text.startsWith('<![CDATA[', offset - 9);
    if (!isCdata && text.includes('&') && hasPlainAmpersand(this.#text, offset)) this.#leafAmpersand = true;
    const piece = this.#leafText === '' ? text.trimStart() : text;
    if (this.#leafText.length < longestText) this.#leafText += piece.slice(0, longestText);
  }

  #root(name: string, attributes: string, selfClosing: boolean, offset: number): void {
    const kind = roots.get(name);
    if (kind === undefined && (name === 'html' || name === 'head' || name === 'body')) {
      this.#isHtml(offset);
      return;
    }
    this.kind = kind ?? 'none';
    const line = this.#lines.lineAt(offset);
    if (kind === undefined) this.#findings.add('unknown-root', line, `The root element is <${shown(name)}>.`);
    if (kind !== 'urlset' && kind !== 'index') return;
    const { prefix } = nameAt(this.#text, offset, name);
    this.#namespaces.enter(attributes, 0);
    this.#namespaces.rootIs(prefix);
    const { uri } = this.#namespaces.resolve(prefix);
    if (uri !== namespaces.sitemap)
      this.#findings.add('bad-namespace', line, `The root has ${uri === '' ? 'no namespace' : `the namespace ${shown(uri)}`}.`);
    if (!selfClosing) this.#open.push({ name, role: 'root', vocabulary: 'sitemap' });
  }

  #isHtml(offset: number): void {
    this.kind = 'none';
    this.#findings.add('is-html', this.#lines.lineAt(offset), 'The file is an HTML page.');
  }

  /** What an element is where it stands. */
  #roleIn(parent: Frame, element: Element): Role {
    const { name, vocabulary, attributes, line } = element;
    switch (parent.role) {
      case 'root':
        return this.#inRoot(element);
      case 'entry':
        return this.#inEntry(element);
      case 'block':
        if (vocabulary !== parent.vocabulary) return 'ignored';
        if (groups.has(`${vocabulary} ${name}`)) {
          addLeaf(this.#leaves(), name, { text: '', line, attributes, hasPlainAmpersand: false });
          return 'group';
        }
        return this.#beginLeaf(name, element);
      case 'group':
        return vocabulary === parent.vocabulary ? this.#beginLeaf(`${parent.name}.${name}`, element) : 'ignored';
      case 'leaf':
        this.#findings.add('misplaced', line, `<${shown(name)}> stands inside <${shown(parent.name)}>, which has text only.`);
        return 'ignored';
      default:
        return 'ignored';
    }
  }

  #inRoot({ name, vocabulary, line }: Element): Role {
    // A name that no XML parser accepts is named with the form of the file.
    if (vocabulary === 'other' || !/^[a-z_]/.test(name)) return 'ignored';
    const wanted = this.kind === 'index' ? 'sitemap' : 'url';
    if (vocabulary === 'sitemap' && (name === 'url' || name === 'sitemap')) {
      if (name !== wanted)
        this.#findings.add(
          'misplaced',
          line,
          `<${name}> stands in a ${this.kind === 'index' ? 'sitemapindex' : 'urlset'}; <${wanted}> belongs there.`,
        );
      this.#entry = { line, leaves: new Map(), alternates: [], blocks: { image: 0, video: 0, news: 0 } };
      return 'entry';
    }
    this.#findings.add('misplaced', line, `<${shown(name)}> stands outside <${wanted}>.`);
    return 'ignored';
  }

  #inEntry(element: Element): Role {
    const { name, vocabulary, attributes, line } = element;
    if (vocabulary === 'other' || vocabulary === 'mobile') return 'ignored';
    if (vocabulary === 'sitemap') {
      if (this.kind !== 'feed' && fieldsOf[this.kind === 'index' ? 'index' : 'urlset'].has(name))
        return this.#beginLeaf(name, element);
      this.#findings.add('unknown-element', line, `The protocol has no <${shown(name)}> in an entry.`);
      return 'ignored';
    }
    if (vocabulary === 'xhtml') {
      if (name === 'link') this.#entry?.alternates.push(alternateOf(attributes, line));
      else this.#findings.add('misplaced', line, `<${shown(name)}> of XHTML has no meaning in a sitemap.`);
      return 'ignored';
    }
    if (blocks.has(name) && name === vocabulary) {
      this.#block = { line, leaves: new Map() };
      return 'block';
    }
    this.#findings.add('misplaced', line, `<${vocabulary}:${shown(name)}> stands outside <${vocabulary}:${vocabulary}>.`);
    return 'ignored';
  }

  #leaves(): Leaves {
    return this.#block?.leaves ?? this.#entry?.leaves ?? new Map();
  }

  #beginLeaf(name: string, { attributes, line }: Element): Role {
    this.#leafName = name;
    this.#leafLine = line;
    this.#leafAttributes = attributes;
    this.#leafText = '';
    this.#leafAmpersand = false;
    return 'leaf';
  }

  /** Ends the innermost element. */
  #pop(): void {
    const frame = this.#open.pop();
    if (frame === undefined) return;
    this.#namespaces.leave(this.#open.length);
    if (frame.role === 'leaf') {
      addLeaf(this.#leaves(), this.#leafName, {
        text: this.#leafText.trim(),
        line: this.#leafLine,
        attributes: this.#leafAttributes,
        hasPlainAmpersand: this.#leafAmpersand,
      });
      this.#leafName = '';
    } else if (frame.role === 'block' && this.#block && this.#entry) {
      const kind = frame.name as BlockKind;
      this.#entry.blocks[kind]++;
      this.#sink.block(kind, this.#block, this.#entry.leaves.get('loc')?.[0]?.text ?? null);
      this.#block = null;
    } else if (frame.role === 'entry' && this.#entry) {
      const entry = this.#entry;
      this.#entry = null;
      this.#sink.entry(entry);
    }
  }
}

interface Element {
  readonly name: string;
  readonly vocabulary: Vocabulary;
  readonly prefix: string;
  readonly attributes: string;
  readonly line: number;
}

/** The prefix of the start tag at `offset`, and whether its local name is written in lower case. */
function nameAt(text: string, offset: number, local: string): { readonly prefix: string; readonly isLower: boolean } {
  const start = offset + 1;
  if (text.startsWith(local, start) && text[start + local.length] !== ':') return { prefix: '', isLower: true };
  // A longer prefix is no prefix of an extension.
  const prefix = /^([^\s/>:]*):/.exec(text.slice(start, start + 100))?.[1] ?? '';
  return { prefix, isLower: text.startsWith(local, prefix === '' ? start : start + prefix.length + 1) };
}

function alternateOf(attributes: string, line: number): AlternateLink {
  const all = xmlAttributes(attributes);
  const of = (name: string): string | null => all.get(name)?.trim() ?? null;
  return { line, rel: of('rel'), hreflang: of('hreflang'), href: of('href') };
}
