import { parseDirectiveDate } from '../../directives/date.ts';
import { normalizeUrl } from '../../url/normalize.ts';
import { isPriority, isW3cDate } from '../checks.ts';
import type { SitemapCode } from './catalogue.ts';
import { type Entry, type Leaf, lineOf, mostOfAName, textOf } from './entry.ts';
import { type Findings, shown } from './findings.ts';

/** Characters a loc may have; sitemaps.org requires fewer than 2,048. */
const longestLoc = 2_047;
const day = 86_400_000;
/** A file with fewer dates may have equal ones by chance. The threshold of the audit's check. */
const fewestSame = 100;
const frequencies = new Set(['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never']);
/** Characters that RFC 3986 does not have in a URL. */
const unescaped = /[^!#$%&'()*+,./0-9:;=?@A-Z[\]_a-z~-]/;

/** Where and when a sitemap is checked. */
export interface CheckPlace {
  /** The address of the file; '' when unknown, as of a file that is not published yet. */
  readonly url: string;
  /** Whether robots.txt of its host names it or its index; null: unknown. */
  readonly isNamed: boolean | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Epoch milliseconds of the beginning of a year, month, day or time in the W3C format; null if there is none. */
export function w3cTime(value: string): number | null {
  const rest = value.length === 4 ? '-01-01' : value.length === 7 ? '-01' : '';
  return parseDirectiveDate(value + rest);
}

/** An absolute http or https URL, parsed; null for anything else. */
export function webUrl(text: string): URL | null {
  if (!/^https?:\/\/[^/?#]/i.test(text) || /\s/.test(text.trim()) || !URL.canParse(text)) return null;
  return new URL(text);
}

/** Says why an address cannot be used, '' if it can. */
export function addressFault(text: string): string {
  if (text === '') return 'is empty';
  if (text.length > longestLoc) return `has ${text.length >= 4_096 ? 'more than 4,000' : text.length} characters: ${shown(text)}`;
  if (/[\x00-\x1f\x7f]/.test(text)) return `has a control character or a line break: ${shown(text)}`;
  if (webUrl(text) !== null) return '';
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? `is no http or https URL: ${shown(text)}` : `is not a whole URL: ${shown(text)}`;
}

/** Checks the protocol's own fields of entries, one by one and against each other. */
export class EntryRules {
  readonly #findings: Findings;
  readonly #place: CheckPlace;
  readonly #isIndex: boolean;
  readonly #lines = new Map<string, number>();
  /** The file's host and scheme: those of its address, or of its first entry. */
  #base: URL | null;
  readonly #isPlaced: boolean;
  #firstDate: string | null = null;
  #isUniform = true;
  entries = 0;
  dates = 0;

  constructor(findings: Findings, place: CheckPlace, isIndex: boolean) {
    this.#findings = findings;
    this.#place = place;
    this.#isIndex = isIndex;
    this.#base = webUrl(place.url);
    this.#isPlaced = this.#base !== null;
  }

  /** Returns the address of an entry in the spelling of a request, null if it cannot be used. */
  add(entry: Entry): string | null {
    this.entries++;
    for (const [name, list] of entry.leaves)
      if (list.length > 1) {
        const times = list.length < mostOfAName ? list.length : `at least ${mostOfAName}`;
        this.#findings.add('element-twice', (list[1] as Leaf).line, `<${name}> stands ${times} times in one entry.`);
      }
    this.#date(entry);
    if (!this.#isIndex) this.#hints(entry);
    const loc = entry.leaves.get('loc')?.[0];
    if (loc === undefined) {
      this.#findings.add('no-loc', entry.line, 'The entry has no <loc>.');
      return null;
    }
    return this.#address(loc);
  }

  /** What only the whole file shows. */
  finish(): void {
    if (this.entries === 0) this.#findings.add('no-entries', 0, 'The file has no entries.');
    if (!this.#isIndex && this.#isUniform && this.dates >= fewestSame && this.dates === this.entries)
      this.#findings.add('same-lastmod', 0, `All ${this.dates} entries have the lastmod ${shown(this.#firstDate ?? '')}.`);
  }

  #address(loc: Leaf): string | null {
    const { text, line } = loc;
    if (loc.hasPlainAmpersand) this.#findings.add('bad-escape', line, `A plain & in ${shown(text)}; write &amp;.`);
    const fault = addressFault(text);
    if (fault !== '') {
      this.#findings.add('bad-loc', line, `The address ${fault}.`);
      return null;
    }
    const odd = unescaped.exec(text)?.[0];
    if (odd !== undefined) this.#findings.add('loc-unescaped', line, `“${odd}” must be percent-encoded in ${shown(text)}.`);
    if (text.includes('#')) this.#findings.add('loc-fragment', line, `The address has a fragment: ${shown(text)}.`);
    const normal = normalizeUrl(text);
    const key = normal.kind === 'url' ? normal.url : text;
    const first = this.#lines.get(key);
    if (first !== undefined) this.#findings.add('duplicate', line, `${shown(text)} is in line ${first} too.`);
    else this.#lines.set(key, line);
    this.#position(new URL(text), line, text);
    return key;
  }

  /** Host, scheme and folder. */
  #position(url: URL, line: number, text: string): void {
    this.#base ??= url;
    const base = this.#base;
    const of = this.#isPlaced ? 'the sitemap' : 'the first entry';
    if (url.hostname !== base.hostname || url.port !== base.port) {
      this.#findings.add('other-host', line, `${url.host} is not ${base.host}, the host of ${of}.`);
      return;
    }
    if (url.protocol !== base.protocol) {
      this.#findings.add(
        'other-scheme',
        line,
        `${shown(text)} has ${url.protocol.slice(0, -1)}; ${of} has ${base.protocol.slice(0, -1)}.`,
      );
      return;
    }
    if (!this.#isPlaced || this.#place.isNamed === true) return;
    const folder = base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1);
    if (!url.pathname.startsWith(folder))
      this.#findings.add('other-folder', line, `${shown(text)} is not below ${shown(folder)}.`);
  }

  #date(entry: Entry): void {
    const lastmod = textOf(entry.leaves, 'lastmod');
    if (lastmod === null) return;
    this.dates++;
    this.#firstDate ??= ownDate(lastmod);
    if (lastmod !== this.#firstDate) this.#isUniform = false;
    const line = lineOf(entry, 'lastmod');
    if (!isW3cDate(lastmod))
      this.#findings.add('bad-lastmod', line, `No W3C date: ${lastmod === '' ? 'empty' : shown(lastmod)}.`);
    else if ((w3cTime(lastmod) ?? 0) > this.#place.now + day)
      this.#findings.add('future-lastmod', line, `${lastmod} is in the future.`);
  }

  #hints(entry: Entry): void {
    const wrong = (code: SitemapCode, name: string, isRight: (text: string) => boolean): void => {
      const text = textOf(entry.leaves, name);
      if (text !== null && !isRight(text)) this.#findings.add(code, lineOf(entry, name), `${name} is “${shown(text)}”.`);
    };
    wrong('bad-priority', 'priority', isPriority);
    wrong('bad-changefreq', 'changefreq', text => frequencies.has(text));
  }
}

const ownDate = (text: string): string => text.slice(0, 100);
