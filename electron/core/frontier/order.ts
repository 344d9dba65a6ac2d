import type { CrawlOrder } from '#shared/model/crawl.ts';

/** What decides the place of a URL in the queue of its host. */
export interface OrderFacts {
  readonly url: string;
  /** Number of the URL in the file: the order in which URLs were found. */
  readonly id: number;
  /** Links from a start URL or a sitemap entry. */
  readonly distance: number;
  /** What sitemaps say of it; '' where none does. Of several entries the last one read. */
  readonly priority: string;
  readonly lastmod: string;
}

/** Larger than each rank and smaller than each time of the clock (2001, in milliseconds): the queue keeps ranks where it keeps times. */
export const endOfRanks = 1_000_000_000_000;

/** sitemaps.org: the priority of a URL without one. */
const usualPriority = 0.5;
/** 2100-01-01 in seconds. */
const farFuture = 4_102_444_800;

/**
 * The rank of a URL in the queue of its host: a whole number from 0, the smaller the sooner. URLs of the same rank go by distance, then in
 * the order in which they were found.
 */
export function rankOf(order: CrawlOrder, facts: OrderFacts): number {
  switch (order) {
    case 'breadth':
      return 0;
    case 'priority':
      return facts.distance * 1_001 + 1_000 - Math.round(priorityOf(facts.priority) * 1_000);
    case 'list':
      return Math.min(facts.id, endOfRanks - 1);
    case 'newest': {
      const seconds = secondsOf(facts.lastmod);
      return seconds === null ? farFuture + 1 : farFuture - seconds;
    }
    case 'parameters':
      return parametersOf(facts.url);
  }
}

/** The priority of a sitemap entry, from 0 to 1; the usual one for what is no such number. */
export function priorityOf(text: string): number {
  const value = /^\d*\.?\d+$/.test(text.trim()) ? Number(text) : usualPriority;
  return value > 1 ? usualPriority : value;
}

/** A W3C date in seconds since 1970, at most 2100; null for what is no date. */
function secondsOf(lastmod: string): number | null {
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', zone = ''] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d))?)?)?$/.exec(lastmod.trim()) ?? [];
  if (year === '') return null;
  const days = daysSince1970(Number(year), Number(month), Number(day));
  if (days === null || Number(hour) > 23 || Number(minute) > 59) return null;
  const offset = /^[+-]/.test(zone)
    ? (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * (zone.startsWith('-') ? 1 : -1)
    : 0;
  const seconds = days * 86_400 + Number(hour) * 3_600 + (Number(minute) + offset) * 60;
  return Math.min(farFuture, Math.max(0, seconds));
}

/** Days of the Gregorian calendar since 1970-01-01; null for a date that does not exist. */
function daysSince1970(year: number, month: number, day: number): number | null {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const length = lengths[month - 1];
  if (length === undefined || day < 1 || day > length) return null;
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const ofYear = lengths.slice(0, month - 1).reduce((sum, days) => sum + days, 0);
  return before * 365 + leapDays - 719_162 + ofYear + day - 1;
}

/** Parameters in the query of a URL. */
export const parametersOf = (url: string): number => {
  const { search } = new URL(url);
  return search.length < 2
    ? 0
    : search
        .slice(1)
        .split('&')
        .filter(part => part !== '').length;
};
