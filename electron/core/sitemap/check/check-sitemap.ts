import { decodeDocument, headBytes } from '../decode.ts';
import { type DecodedFile, parseDecoded, SITEMAP_MAX_BYTES, SITEMAP_MAX_ENTRIES } from '../parse.ts';
import { lineOf } from '../sliding-text.ts';
import { firstXmlFault } from '../well-formed.ts';
import { scanXml } from '../xml-scanner.ts';
import type { PlacedEntry } from './across-files.ts';
import { AlternateRules } from './alternate-rules.ts';
import type { SitemapCode, Unit } from './catalogue.ts';
import { type Block, type Entry, textOf } from './entry.ts';
import { type CheckPlace, EntryRules } from './entry-rules.ts';
import { ExtensionRules } from './extension-rules.ts';
import { type FindingCount, Findings, type SitemapFinding, shown } from './findings.ts';
import { namespaces, type Resolved } from './namespaces.ts';
import { type BlockKind, type EntrySink, SitemapReader } from './reader.ts';

const units = { image: 'images', video: 'videos', news: 'articles' } as const satisfies Record<BlockKind, Unit>;
/** Google's limits: images of a page, articles of a file. */
const mostImages = 1_000;
const mostArticles = 1_000;

/** A file that a sitemap index lists. */
export interface ListedSitemap {
  readonly url: string;
  readonly line: number;
  readonly lastmod: string;
}

/** What one file is, holds and does wrong. */
export interface CheckedSitemap {
  readonly kind: 'urlset' | 'index' | 'text' | 'feed' | 'none';
  /** Entries in the file, also those after the 50,000th. */
  readonly entries: number;
  /** Among what problems are counted. */
  readonly totals: Readonly<Record<Unit, number>>;
  readonly findings: readonly SitemapFinding[];
  readonly counts: readonly FindingCount[];
  /** The files that an index lists, as far as their addresses can be used. */
  readonly listed: readonly ListedSitemap[];
}

/** What is known of a file that is checked. */
export interface SitemapFacts extends CheckPlace {
  /** A sitemap index lists it. */
  readonly isListed?: boolean;
  /** Gets the entries of a sitemap whose addresses can be used, not those of an index. */
  readonly onEntry?: (entry: PlacedEntry) => void;
  /** What fetching or unpacking found. */
  readonly before?: readonly { readonly code: SitemapCode; readonly message: string }[];
}

/** An unpacked file and what is known of it. */
export interface SitemapInput extends SitemapFacts {
  /** At most 50 MiB and one byte: a longer file is cut there. */
  readonly bytes: Uint8Array;
}

/** Like `checkSitemap`, of a file that is decoded already. */
export function checkDecoded(file: DecodedFile, facts: SitemapFacts): CheckedSitemap {
  const findings = new Findings();
  for (const { code, message } of facts.before ?? []) findings.add(code, 0, message);
  return new Check(file, facts, findings).run();
}

/**
 * Checks one sitemap, sitemap index, text file or feed against the protocol and against what search engines document. Never throws;
 * faults are findings, and the rest is still checked. Time and memory are linear in the bytes.
 */
export function checkSitemap({ bytes, ...facts }: SitemapInput): CheckedSitemap {
  const text = decodeDocument(bytes.length > SITEMAP_MAX_BYTES ? bytes.subarray(0, SITEMAP_MAX_BYTES) : bytes);
  return checkDecoded({ head: bytes.subarray(0, headBytes), text, bytes: bytes.length }, facts);
}

class Check implements EntrySink {
  readonly #file: DecodedFile;
  readonly #input: SitemapFacts;
  readonly #findings: Findings;
  readonly #isCut: boolean;
  readonly #wrongPrefixes = new Set<string>();
  readonly #listed: ListedSitemap[] = [];
  readonly #totals: Record<Unit, number>;
  readonly #extensions: ExtensionRules;
  readonly #alternates: AlternateRules;
  #rules: EntryRules | null = null;
  #reader: SitemapReader | null = null;
  #entries = 0;

  constructor(file: DecodedFile, input: SitemapFacts, findings: Findings) {
    this.#file = file;
    this.#input = input;
    this.#findings = findings;
    this.#extensions = new ExtensionRules(findings, input.now);
    this.#alternates = new AlternateRules(findings);
    this.#isCut = file.bytes > SITEMAP_MAX_BYTES;
    this.#totals = { files: 1, entries: 0, dates: 0, images: 0, videos: 0, articles: 0, alternates: 0, pairs: 0 };
  }

  run(): CheckedSitemap {
    const { head, text } = this.#file;
    // There is no file to look at.
    if (this.#findings.has('bad-status')) return this.#done('none');
    if (head[0] === 0x1f && head[1] === 0x8b) {
      // A file that could not be unpacked at all has been named already.
      if (!this.#findings.has('bad-gzip')) this.#findings.add('bad-gzip', 0, 'The file was packed twice.');
      return this.#done('none');
    }
    if (this.#isCut) this.#findings.add('too-large', 0, 'The file has more than 52,428,800 bytes.');
    this.#encoding(text);
    if (text.trim() === '') {
      this.#findings.add('empty', 0, 'The file is empty.');
      return this.#done('none');
    }
    const kind = looksLikeMarkup(text) ? this.#xml(text) : this.#text(text);
    return this.#done(kind);
  }

  entry(entry: Entry): void {
    this.#entries++;
    if (this.#entries > SITEMAP_MAX_ENTRIES) {
      if (this.#entries === SITEMAP_MAX_ENTRIES + 1)
        this.#findings.add('too-many-entries', entry.line, `The file has more than ${SITEMAP_MAX_ENTRIES} entries.`);
      return;
    }
    const isIndex = this.#reader?.kind === 'index';
    this.#rules ??= new EntryRules(this.#findings, this.#input, isIndex);
    const url = this.#rules.add(entry);
    const targets = this.#alternates.add(entry, url);
    if (url !== null && !isIndex) this.#input.onEntry?.({ url, line: entry.line, targets });
    this.#totals.alternates += entry.alternates.length;
    if (entry.blocks.image > mostImages)
      this.#findings.add('too-many-images', entry.line, `The entry has ${entry.blocks.image} images.`);
    if (entry.blocks.news > 1) this.#findings.add('news-twice', entry.line, `The entry has ${entry.blocks.news} articles.`);
    this.#findings.next('entries');
    this.#findings.next('dates');
    if (isIndex && url !== null) this.#listed.push({ url, line: entry.line, lastmod: textOf(entry.leaves, 'lastmod') ?? '' });
  }

  block(kind: BlockKind, block: Block, pageLoc: string | null): void {
    // The block belongs to the entry that is not counted yet.
    if (this.#entries >= SITEMAP_MAX_ENTRIES) return;
    if (kind === 'image') this.#extensions.image(block);
    else if (kind === 'video') this.#extensions.video(block, pageLoc);
    else this.#extensions.news(block);
    const unit = units[kind];
    this.#totals[unit]++;
    this.#findings.next(unit);
  }

  namespace(prefix: string, { uri, vocabulary }: Resolved, line: number): void {
    if (vocabulary === 'other' || this.#wrongPrefixes.has(prefix)) return;
    if (this.#wrongPrefixes.size < 100) this.#wrongPrefixes.add(prefix);
    const name = prefix === '' ? 'Elements without a prefix' : `The prefix ${shown(prefix)}`;
    const says = uri === '' ? `${name} is not declared` : `${name} stands for ${shown(uri)}`;
    this.#findings.add('bad-namespace', line, `${says}; it must be ${namespaces[vocabulary]}.`);
  }

  #xml(text: string): CheckedSitemap['kind'] {
    const reader = new SitemapReader(text, this, this.#findings);
    this.#reader = reader;
    const unfinished = scanXml(text, reader);
    if (reader.kind === null) {
      this.#findings.add(
        'not-xml',
        1,
        unfinished >= 0 ? 'The file ends inside its first construct.' : 'There is no XML element.',
      );
      return 'none';
    }
    if (reader.kind === 'none') return 'none';
    if (reader.kind === 'feed') return this.#feed();
    if (reader.kind === 'index' && this.#input.isListed === true)
      this.#findings.add('index-in-index', 0, 'A sitemap index lists this index.');
    const { unclosed } = reader;
    reader.finish();
    this.#form(text, unfinished, unclosed);
    this.#rules ??= new EntryRules(this.#findings, this.#input, reader.kind === 'index');
    this.#rules.finish();
    this.#alternates.finish();
    this.#totals.pairs = this.#alternates.pairs;
    const { articles } = this.#totals;
    if (articles > mostArticles) this.#findings.add('too-many-articles', 0, `The file has ${articles} articles.`);
    return reader.kind;
  }

  #form(text: string, unfinished: number, unclosed: string): void {
    if (this.#isCut) return;
    if (unfinished >= 0 || unclosed !== '') {
      const where = unclosed === '' ? 'a tag' : `<${shown(unclosed)}>`;
      this.#findings.add('truncated', lineOf(text.length, text), `The file ends inside ${where}.`);
      return;
    }
    const fault = firstXmlFault(text);
    if (fault !== null) this.#findings.add('not-well-formed', lineOf(fault.offset, text), fault.says);
  }

  /** Feeds are read as the crawl reads them: their items may point anywhere, and their dates follow other rules. */
  #feed(): CheckedSitemap['kind'] {
    const { entries, problems } = parseDecoded(this.#file, { url: '', maxEntries: 1_000_000 });
    this.#entries = entries.length;
    this.#totals.entries = Math.min(entries.length, SITEMAP_MAX_ENTRIES);
    for (const { code, line, detail } of problems) if (!this.#findings.has(code)) this.#findings.add(code, line, detail);
    if (entries.length > SITEMAP_MAX_ENTRIES) this.#findings.add('too-many-entries', 0, `The feed has ${entries.length} items.`);
    if (entries.length === 0) this.#findings.add('no-entries', 0, 'The feed has no items with a link.');
    return 'feed';
  }

  #text(text: string): CheckedSitemap['kind'] {
    // Two passes: the lines of 50 MiB are not kept.
    if (!hasAddress(text, this.#isCut)) {
      this.#findings.add('not-xml', 1, 'Neither XML nor a list of addresses.');
      return 'none';
    }
    for (const { loc, line } of entryLines(text, this.#isCut)) {
      const leaf = { text: loc, line, attributes: '', hasPlainAmpersand: false };
      this.entry({ line, leaves: new Map([['loc', [leaf]]]), alternates: [], blocks: { image: 0, video: 0, news: 0 } });
    }
    this.#rules?.finish();
    return 'text';
  }

  #encoding(text: string): void {
    const head = new TextDecoder('latin1').decode(this.#file.head);
    const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(head)?.[1] ?? '';
    const isWide = /^(?:\xff\xfe|\xfe\xff|<\0|\0<)/.test(head);
    if (isWide) this.#findings.add('other-encoding', 0, 'The file is UTF-16.');
    else if (declared !== '' && !/^(?:utf-?8|us-ascii)$/i.test(declared))
      this.#findings.add('other-encoding', 1, `The declaration says ${shown(declared)}.`);
    if (head.startsWith('\xef\xbb\xbf')) this.#findings.add('bom', 1, 'The file starts with a byte order mark.');
    const bad = this.#isCut ? -1 : text.indexOf('\ufffd');
    if (bad >= 0) this.#findings.add('bad-bytes', lineOf(bad, text), 'There are bytes that are not of the encoding, or U+FFFD.');
  }

  #done(kind: CheckedSitemap['kind']): CheckedSitemap {
    if (this.#rules) Object.assign(this.#totals, { entries: this.#rules.entries, dates: this.#rules.dates });
    return {
      kind,
      entries: this.#entries,
      totals: this.#totals,
      findings: this.#findings.list(),
      counts: this.#findings.counts(this.#totals),
      listed: this.#listed,
    };
  }
}

function looksLikeMarkup(text: string): boolean {
  const start = text.slice(0, 4_096).trimStart();
  return start.startsWith('<') || /<(?:\w+:)?(?:urlset|sitemapindex|rss|feed)[\s>]/i.test(start);
}

function hasAddress(text: string, isCut: boolean): boolean {
  for (const { loc } of entryLines(text, isCut)) if (/^https?:\/\//i.test(loc)) return true;
  return false;
}

/** The lines of a text file that are not blank. */
function* entryLines(text: string, isCut: boolean): Generator<{ readonly loc: string; readonly line: number }> {
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    let end = start;
    while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
    // The last line of a file that was cut is not whole.
    if (isCut && end === text.length) return;
    const loc = text.slice(start, end).trim();
    if (loc !== '') yield { loc, line };
    start = end + (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? 2 : 1);
  }
}
