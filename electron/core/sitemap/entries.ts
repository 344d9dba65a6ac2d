import type { SitemapEntry } from '#shared/model/page.ts';
import { isPriority, isW3cDate, type ProblemList } from './checks.ts';

/** Characters a loc may have; sitemaps.org requires fewer than 2,048. */
const LONGEST_LOC = 2047;

/** Checks entries as they are finished and keeps the good ones, up to a limit. */
export class EntryList {
  readonly list: SitemapEntry[] = [];
  readonly #problems: ProblemList;
  readonly #max: number;
  readonly #host: string;

  constructor(problems: ProblemList, max: number, sitemapUrl: string) {
    this.#problems = problems;
    this.#max = max;
    this.#host = hostOf(sitemapUrl) ?? '';
  }

  get full(): boolean {
    return this.list.length >= this.#max;
  }

  /** `checkDetails` is false for feeds, whose dates follow other rules and whose items may point anywhere. */
  add(entry: SitemapEntry, checkDetails: boolean): void {
    const { loc, line } = entry;
    const shown = loc.slice(0, 100);
    if (loc.length > LONGEST_LOC) {
      this.#problems.add('bad-loc', line, `The address has ${loc.length} characters: ${shown}…`);
      return;
    }
    const host = hostOf(loc);
    if (host === null) {
      this.#problems.add('bad-loc', line, loc === '' ? 'The entry has no address.' : `Not an absolute http(s) address: ${shown}`);
      return;
    }
    if (this.full) {
      this.#problems.add('too-many-entries', line, `Only the first ${this.#max} entries are read.`);
      return;
    }
    if (checkDetails) {
      if (this.#host !== '' && host !== this.#host) this.#problems.add('other-host', line, `${host} is not ${this.#host}.`);
      if (entry.lastmod !== '' && !isW3cDate(entry.lastmod)) this.#problems.add('bad-lastmod', line, entry.lastmod);
      if (entry.priority !== '' && !isPriority(entry.priority)) this.#problems.add('bad-priority', line, entry.priority);
    }
    this.list.push(entry);
  }
}

/** The host with its port, null for anything but an absolute http(s) URL. */
function hostOf(url: string): string | null {
  if (!/^https?:\/\//i.test(url)) return null;
  try {
    return new URL(url).host;
  } catch {
    // new URL throws for what is not a URL.
    return null;
  }
}
