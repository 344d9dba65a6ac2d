import type { SitemapAlternate, SitemapDocument, SitemapEntry } from '#shared/model/page.ts';
import type { ProblemList } from './checks.ts';
import type { EntryList } from './entries.ts';
import { plainEntry } from './plain-entry.ts';
import { lineOf, type SlidingText, type TextPieces } from './sliding-text.ts';
import { firstXmlFault } from './well-formed.ts';
import { scanXml, type XmlSink, xmlAttribute } from './xml-scanner.ts';

const ROOTS: ReadonlyMap<string, SitemapDocument['kind']> = new Map([
  ['urlset', 'urlset'],
  ['sitemapindex', 'index'],
  ['rss', 'feed'],
  ['feed', 'feed'],
  ['rdf', 'feed'],
]);
/** Elements that are one entry. */
const ENTRIES = new Set(['url', 'sitemap', 'item', 'entry']);
/** Children of an entry whose text is kept, and as what; the first of a name counts. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['loc', 'loc'],
  ['lastmod', 'lastmod'],
  ['changefreq', 'changefreq'],
  ['priority', 'priority'],
]);
const FEED_FIELDS: ReadonlyMap<string, string> = new Map([
  ['link', 'loc'],
  ['guid', 'guid'],
  ['pubdate', 'lastmod'],
  ['updated', 'lastmod'],
  ['date', 'lastmod'],
]);
/** Most open elements remembered; nothing deeper matters. */
const DEEPEST = 64;
/** Characters kept of one field: more than any address may have, so that it can be reported as too long. */
const LONGEST_FIELD = 4096;

/** Localized versions of one entry that are kept, and characters of a language code. */
const MOST_ALTERNATES = 200;
const LONGEST_LANGUAGE = 100;

/** sitemaps.org: protocol, XML tag definitions. */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const LONGEST_SHOWN = 100;
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;
const REFERENCE = /^&(?:amp|lt|gt|quot|apos|#\d{1,8}|#x[\da-fA-F]{1,6});/;

/** Whether the text that starts here has an & that is not the start of a reference. `from` up to the next tag. */
export function hasPlainAmpersand(text: string, from: number): boolean {
  const lt = text.indexOf('<', from);
  const end = lt < 0 ? text.length : lt;
  for (let at = text.indexOf('&', from); at >= 0 && at < end; at = text.indexOf('&', at + 1))
    if (!REFERENCE.test(text.slice(at, at + 12))) return true;
  return false;
}

/** A text, at its beginning, and the same again for a second reading. `cut`: it goes on, but is not read. */
export interface XmlText {
  readonly text: SlidingText;
  readonly pieces: TextPieces;
  readonly cut: boolean;
}

const plainAmpersand = (shown: string): string => `A plain & in ${shown}`;
const controlCharacter = 'A control character in the address.';

/** A text in a field that is so long that it comes in parts. */
class LongText {
  readonly line: number;
  kept = '';
  #hasPlainAmpersand = false;
  #hasControl = false;
  readonly #isFirst: boolean;
  #start = '';
  #length = 0;
  #lastWord = 0;

  /** `isFirst`: white space at its beginning is not kept. */
  constructor(line: number, isFirst: boolean) {
    this.line = line;
    this.#isFirst = isFirst;
  }

  /** `raw`: as it is written, null for CDATA. */
  add(text: string, raw: string | null): void {
    this.#hasPlainAmpersand ||= raw !== null && text.includes('&') && hasPlainAmpersand(raw, 0);
    this.#hasControl ||= CONTROL.test(text);
    const piece = this.#isFirst && this.kept === '' ? text.trimStart() : text;
    this.kept += piece.slice(0, LONGEST_FIELD - this.kept.length);
    const rest = this.#length === 0 ? text.trimStart() : text;
    this.#start += rest.slice(0, LONGEST_SHOWN - this.#start.length);
    const word = rest.trimEnd().length;
    if (word > 0) this.#lastWord = this.#length + word;
    this.#length += rest.length;
  }

  /** What is wrong with it as an address, '' for nothing. */
  get fault(): string {
    // Its beginning, without white space around the whole.
    if (this.#hasPlainAmpersand) return plainAmpersand(this.#start.slice(0, this.#lastWord));
    return this.#hasControl ? controlCharacter : '';
  }
}

/** Reads urlset, index and feed out of the scanner's events. */
export class XmlSitemapParser implements XmlSink {
  readonly #text: SlidingText;
  readonly #pieces: TextPieces;
  readonly #entries: EntryList;
  readonly #problems: ProblemList;
  readonly #cut: boolean;
  #kind: SitemapDocument['kind'] | null = null;
  readonly #open: string[] = [];
  #deeper = 0;
  #fields: Map<string, string> | null = null;
  #alternates: SitemapAlternate[] = [];
  #locLine = 0;
  #entryLine = 0;
  #field = '';
  #fieldText = '';
  /** The text of a field that is being read, in one part or several; null: none. */
  #run: LongText | null = null;

  constructor({ text, pieces, cut }: XmlText, entries: EntryList, problems: ProblemList) {
    this.#text = text;
    this.#pieces = pieces;
    this.#entries = entries;
    this.#problems = problems;
    this.#cut = cut;
  }

  read(): SitemapDocument['kind'] {
    const unfinished = scanXml(this.#text, this);
    if (this.#kind === null) {
      const rest = unfinished >= 0 ? 'The file ends inside its first construct.' : 'No XML element was found.';
      this.#problems.add('not-xml', 1, rest);
      return 'none';
    }
    if (this.#kind === 'none') return 'none';
    this.#finishEntry();
    const openName = this.#open[this.#open.length - 1];
    if (!this.#cut && (unfinished >= 0 || openName !== undefined)) {
      const where = openName === undefined ? 'a tag' : `<${openName}>`;
      this.#problems.add('truncated', this.#text.lineAt(this.#text.end), `The file ends inside ${where}.`);
    } else if (!this.#cut) {
      const fault = firstXmlFault(this.#pieces);
      if (fault !== null) this.#problems.add('not-well-formed', lineOf(fault.offset, this.#pieces), fault.says);
    }
    return this.#kind;
  }

  doctype(text: string, offset: number): void {
    if (this.#kind !== null) return;
    if (/^<!doctype\s+html/i.test(text)) {
      this.#isHtml(offset);
    } else
      this.#problems.add('doctype', this.#text.lineAt(offset), 'A DOCTYPE is not allowed here; its entities are not expanded.');
  }

  open(name: string, attributes: string, selfClosing: boolean, offset: number): void {
    if (this.#kind === null) this.#root(name, attributes, offset);
    if (this.#kind === 'none') return;
    const parent = this.#open[this.#open.length - 1];
    if (ENTRIES.has(name) && this.#open.length <= 3) {
      // Also when the one before was not closed.
      this.#finishEntry();
      while (this.#open.length > 0 && ENTRIES.has(this.#open[this.#open.length - 1] as string)) this.#open.pop();
      this.#fields = new Map();
      this.#alternates = [];
      this.#entryLine = this.#text.lineAt(offset);
      this.#locLine = this.#entryLine;
    } else if (this.#fields && parent !== undefined && ENTRIES.has(parent) && this.#deeper === 0) {
      this.#beginField(name, attributes, offset);
    }
    if (selfClosing) {
      if (this.#field !== '' && parent !== undefined && ENTRIES.has(parent)) this.#endField();
      if (ENTRIES.has(name) && this.#deeper === 0) this.#finishEntry();
    } else if (this.#open.length < DEEPEST) this.#open.push(name);
    else this.#deeper++;
  }

  /** Entries that are written plainly, below the root: the same as by their tags and texts, in far less time. */
  takeAt(text: string, at: number, base: number): number {
    const isBelowRoot = this.#open.length === 1 && this.#deeper === 0 && this.#fields === null;
    if (!isBelowRoot || (this.#kind !== 'urlset' && this.#kind !== 'index')) return at;
    for (let from = at; ; ) {
      const found = plainEntry(text, from);
      // A longer one may have a field that is cut.
      if (found === null || found.end - from > LONGEST_FIELD) return from;
      const { loc, lastmod, changefreq, priority } = found;
      this.#entries.add({ loc, lastmod, changefreq, priority, line: this.#text.lineAt(base + found.locAt) }, true);
      from = found.end;
    }
  }

  close(name: string): void {
    if (this.#deeper > 0) {
      this.#deeper--;
      return;
    }
    const at = this.#open.lastIndexOf(name);
    if (at < 0) return;
    // An end tag closes what is still open inside.
    const depth = this.#open.length;
    this.#open.length = at;
    if (this.#field !== '' && (at === depth - 1 || at < depth)) this.#endField();
    if (ENTRIES.has(name) && this.#fields) this.#finishEntry();
  }

  text(text: string, offset: number, raw: string | null, isEnd: boolean): void {
    if (this.#field === '' || this.#deeper > 0) return;
    const isAddress = this.#field === 'loc' && this.#kind !== 'feed';
    if (isEnd && this.#run === null) {
      if (isAddress) this.#checkEscapes(text, raw, offset);
      const piece = this.#fieldText === '' ? text.trimStart() : text;
      if (this.#fieldText.length < LONGEST_FIELD) this.#fieldText += piece.slice(0, LONGEST_FIELD);
      return;
    }
    this.#run ??= new LongText(isAddress ? this.#text.lineAt(offset) : 0, this.#fieldText === '');
    this.#run.add(text, raw);
    if (!isEnd) return;
    const { line, kept, fault } = this.#run;
    this.#run = null;
    if (isAddress && fault !== '') this.#problems.add('bad-escape', line, fault);
    if (this.#fieldText.length < LONGEST_FIELD) this.#fieldText += kept;
  }

  /** The text as written must be well-formed: an address with a plain & ends the reading of strict parsers. */
  #checkEscapes(text: string, raw: string | null, offset: number): void {
    if (raw !== null && text.includes('&') && hasPlainAmpersand(raw, 0))
      this.#problems.add('bad-escape', this.#text.lineAt(offset), plainAmpersand(text.trim().slice(0, LONGEST_SHOWN)));
    else if (CONTROL.test(text)) this.#problems.add('bad-escape', this.#text.lineAt(offset), controlCharacter);
  }

  #root(name: string, attributes: string, offset: number): void {
    const kind = ROOTS.get(name);
    if (kind !== undefined) {
      this.#kind = kind;
      if (kind !== 'feed') this.#checkNamespace(attributes, offset);
    } else if (name === 'html' || name === 'head' || name === 'body') this.#isHtml(offset);
    else {
      this.#kind = 'none';
      this.#problems.add('unknown-root', this.#text.lineAt(offset), `The root element is <${name.slice(0, 60)}>.`);
    }
  }

  #checkNamespace(attributes: string, offset: number): void {
    const prefix = /^<([^\s:/>]{1,60}):/.exec(this.#text.startAt(offset))?.[1];
    const namespace = xmlAttribute(attributes, prefix === undefined ? 'xmlns' : `xmlns:${prefix}`);
    if (namespace !== NAMESPACE)
      this.#problems.add('bad-namespace', this.#text.lineAt(offset), namespace === null ? 'no namespace' : namespace);
  }

  #isHtml(offset: number): void {
    this.#kind = 'none';
    this.#problems.add('is-html', this.#text.lineAt(offset), 'The file is an HTML page.');
  }

  #beginField(name: string, attributes: string, offset: number): void {
    const feed = this.#kind === 'feed';
    if (name === 'link' && this.#kind === 'urlset') this.#alternate(attributes);
    const field = (feed ? FEED_FIELDS : FIELDS).get(name);
    if (field === undefined || this.#fields === null) return;
    if (feed && name === 'link') {
      const href = xmlAttribute(attributes, 'href');
      if (href !== null) {
        const rel = xmlAttribute(attributes, 'rel') ?? 'alternate';
        if (rel === 'alternate' && !this.#fields.has('loc')) {
          this.#fields.set('loc', href.trim());
          this.#locLine = this.#text.lineAt(offset);
        }
        return;
      }
    }
    if (name === 'guid' && xmlAttribute(attributes, 'isPermaLink') === 'false') return;
    this.#field = field;
    this.#fieldText = '';
    if (field === 'loc' && !this.#fields.has('loc')) this.#locLine = this.#text.lineAt(offset);
  }

  /** Takes an xhtml:link with rel=alternate and hreflang; other links say nothing about languages. */
  #alternate(attributes: string): void {
    if (this.#alternates.length >= MOST_ALTERNATES) return;
    const lang = xmlAttribute(attributes, 'hreflang')?.trim().slice(0, LONGEST_LANGUAGE);
    const href = xmlAttribute(attributes, 'href')?.trim();
    if (!lang || !href || href.length > LONGEST_FIELD) return;
    const rel = xmlAttribute(attributes, 'rel') ?? '';
    if (rel.toLowerCase().split(/\s+/).includes('alternate')) this.#alternates.push({ lang, href });
  }

  #endField(): void {
    const value = this.#fieldText.trim();
    if (this.#fields && !this.#fields.has(this.#field)) this.#fields.set(this.#field, value);
    this.#field = '';
    this.#fieldText = '';
  }

  #finishEntry(): void {
    const fields = this.#fields;
    this.#fields = null;
    this.#field = '';
    if (fields === null) return;
    const get = (name: string): string => fields.get(name) ?? '';
    const feed = this.#kind === 'feed';
    const loc = fields.has('loc') || !feed ? get('loc') : get('guid');
    // An item of a feed may lack a link. A file that ends inside an entry is reported as such.
    if (loc === '' && (feed || (!fields.has('loc') && this.#open.length > 1))) return;
    const entry: SitemapEntry = {
      loc,
      lastmod: get('lastmod'),
      changefreq: get('changefreq'),
      priority: get('priority'),
      line: this.#locLine,
      ...(this.#alternates.length > 0 ? { alternates: this.#alternates } : {}),
    };
    this.#entries.add(entry, !feed);
  }
}
