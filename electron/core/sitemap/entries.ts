import type { SitemapEntry } from '#shared/model/page.ts';
import { isPriority, isW3cDate, type ProblemList } from './checks.ts';

/** Characters a loc may have; sitemaps.org requires fewer than 2,048. */
const LONGEST_LOC = 2047;

export interface EntryOptions {
  /** Entries that are taken. */
  readonly max: number;
  readonly sitemapUrl: string;
  readonly take: (entry: SitemapEntry) => void;
}

/** Checks entries as they are finished and passes the good ones on, up to a limit. */
export class EntryList {
  /** Entries that were passed on. */
  count = 0;
  readonly #problems: ProblemList;
  readonly #options: EntryOptions;
  readonly #host: string;
  /** Most addresses of the same host begin with it; null: the sitemap has no host. */
  readonly #start: string | null;

  constructor(problems: ProblemList, options: EntryOptions) {
    this.#problems = problems;
    this.#options = options;
    this.#host = hostOf(options.sitemapUrl) ?? '';
    this.#start = this.#host === '' ? null : `${new URL(options.sitemapUrl).origin}/`;
  }

  /**
   * `checkDetails` is false for feeds, whose dates follow other rules and whose items may point anywhere. `length`: that of an address of which
   * the entry has only the beginning.
   */
  add(entry: SitemapEntry, checkDetails: boolean, length = entry.loc.length): void {
    const { loc, line } = entry;
    const { max } = this.#options;
    const shown = loc.slice(0, 100);
    if (length > LONGEST_LOC) {
      this.#problems.add('bad-loc', line, `The address has ${length} characters: ${shown}…`);
      return;
    }
    const host = this.#start !== null && loc.startsWith(this.#start) ? this.#host : hostOf(loc);
    if (host === null) {
      this.#problems.add('bad-loc', line, loc === '' ? 'The entry has no address.' : `Not an absolute http(s) address: ${shown}`);
      return;
    }
    if (this.count >= max) {
      this.#problems.add('too-many-entries', line, `Only the first ${max} entries are read.`);
      return;
    }
    if (checkDetails) {
      if (this.#host !== '' && host !== this.#host) this.#problems.add('other-host', line, `${host} is not ${this.#host}.`);
      if (entry.lastmod !== '' && !isW3cDate(entry.lastmod)) this.#problems.add('bad-lastmod', line, entry.lastmod);
      if (entry.priority !== '' && !isPriority(entry.priority)) this.#problems.add('bad-priority', line, entry.priority);
    }
    this.count++;
    this.#options.take(entry);
  }
}

/** The host with its port, null for anything but an absolute http(s) URL. */
function hostOf(url: string): string | null {
  // `new URL` would throw for what is not a URL. That takes ten times as long, and a hostile file has nothing else.
  return /^https?:\/\//i.test(url) ? (URL.parse(url)?.host ?? null) : null;
}
