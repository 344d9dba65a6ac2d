import type { LastmodCode, LastmodFile, LastmodProblem } from '#shared/model/sitemap-lastmod.ts';
import { isSameText } from '../../text/text-hash.ts';
import { w3cTime } from '../check/entry-rules.ts';
import { isW3cDate } from '../checks.ts';

const minute = 60_000;
const day = 86_400_000;

/** An entry with what the crawl knows of its page, and an earlier crawl of the same page. */
export interface DatedEntry {
  readonly url: string;
  readonly line: number;
  readonly lastmod: string;
  /** Last-Modified of the page, epoch milliseconds; null where it has none that says something. */
  readonly modifiedAt: number | null;
  /** `PageFacts.textHash`; null where there is none. */
  readonly textHash: string | null;
  /** Null: the earlier crawl does not list the URL, or there is none. */
  readonly earlier: { readonly lastmod: string; readonly textHash: string | null } | null;
}

/** Milliseconds that a W3C date covers: a day for 2024-05-01. A year and a month count with their longest. */
function spanOf(lastmod: string): number {
  if (lastmod.length === 4) return 366 * day;
  if (lastmod.length === 7) return 31 * day;
  if (lastmod.length === 10) return day;
  return /T\d\d:\d\d(?:Z|[+-])/.test(lastmod) ? minute : 1_000;
}

/**
 * Counts how the dates of one sitemap file go with what is known of its pages. `now`: when the file was read, epoch milliseconds. A date
 * is in the future if it is more than a day after that, so that clocks and time zones may differ.
 */
export class LastmodTally {
  readonly #now: number;
  readonly #counts = {
    entries: 0,
    dated: 0,
    bad: 0,
    future: 0,
    withHeader: 0,
    olderThanHeader: 0,
    compared: 0,
    changed: 0,
    onlyDate: 0,
    onlyText: 0,
  };
  #first: string | null = null;
  #isUniform = true;

  constructor(now: number) {
    this.#now = now;
  }

  /** Returns what is wrong with the entry. */
  add(entry: DatedEntry): readonly LastmodProblem[] {
    const counts = this.#counts;
    const { lastmod } = entry;
    counts.entries++;
    const found: LastmodProblem[] = [];
    const say = (code: LastmodCode, other: string): void => {
      found.push({ code, url: entry.url, line: entry.line, lastmod, other });
    };
    if (lastmod !== '') {
      counts.dated++;
      this.#first ??= lastmod;
      if (lastmod !== this.#first) this.#isUniform = false;
      const at = isW3cDate(lastmod) ? w3cTime(lastmod) : null;
      if (at === null) {
        counts.bad++;
        say('bad', '');
      } else {
        if (at > this.#now + day) {
          counts.future++;
          say('future', '');
        }
        if (entry.modifiedAt !== null) {
          counts.withHeader++;
          if (at + spanOf(lastmod) <= entry.modifiedAt) {
            counts.olderThanHeader++;
            say('older-than-header', String(entry.modifiedAt));
          }
        }
      }
    }
    this.#compare(entry, say);
    return found;
  }

  /** `sameDate`: the date that all entries have, at least two; '' otherwise. */
  result(url: string): LastmodFile {
    const { entries, dated } = this.#counts;
    const isSame = this.#isUniform && dated >= 2 && dated === entries;
    return { url, ...this.#counts, sameDate: isSame ? (this.#first ?? '') : '' };
  }

  #compare({ lastmod, textHash, earlier }: DatedEntry, say: (code: LastmodCode, other: string) => void): void {
    if (earlier === null || textHash === null || earlier.textHash === null) return;
    if (lastmod === '' && earlier.lastmod === '') return;
    const isSame = isSameText(textHash, earlier.textHash);
    if (isSame === null) return;
    const counts = this.#counts;
    const hasNewDate = lastmod !== earlier.lastmod;
    counts.compared++;
    if (hasNewDate || !isSame) counts.changed++;
    if (hasNewDate && isSame) {
      counts.onlyDate++;
      say('only-date', earlier.lastmod);
    } else if (!hasNewDate && !isSame) {
      counts.onlyText++;
      say('only-text', earlier.lastmod);
    }
  }
}
