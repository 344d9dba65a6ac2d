import { endlessCycle } from '../whynot/trap.ts';
import { numbersAside, parametersOf, pathOf, yearOf } from './shape.ts';
import type { Watch } from './watch.ts';

/** Why a guard stops an address. */
export type TrapReason =
  | 'trap-repeated-folders'
  | 'trap-session'
  | 'trap-calendar'
  | 'trap-numbers'
  | 'trap-parameters'
  | 'trap-folder'
  | 'trap-hosts';

/** What a guard stops. */
export interface TrapSign {
  readonly reason: TrapReason;
  /** What the stopped addresses have in common; it can be released. */
  readonly pattern: string;
  /** How many of them the crawl has admitted or read already; years from now for a calendar. */
  readonly count: number;
  /** The address that is the same apart from the number of a visit; 0 for none. */
  readonly same: number;
}

/** Years from now on, and back, that pages of a calendar may have. */
export const calendarYears = { after: 2, before: 40 } as const;
/** Steps from number to number, each found only from the one before: with like texts, and with different ones. */
const steps = { alike: 40, other: 200 } as const;
/** The share of copies from which on texts are alike. */
const mostlyCopies = 0.8;
const mostlyRandom = 0.8;
const mostlyDated = 0.8;
/** The share of new addresses among links from which on a folder has no end in sight. */
const nearlyAllNew = 0.95;
/** The share of addresses of a folder that other folders may lead to. */
const ledFromOutside = 0.05;

const sign = (reason: TrapReason, pattern: string, count: number, same = 0): TrapSign => ({ reason, pattern, count, same });

/** Folders that repeat in a row, as relative links without an end make them. */
export const repeats = (href: string): TrapSign | null => {
  const found = endlessCycle(href);
  return found && sign('trap-repeated-folders', `…/${found.folders.join('/')}/…`, found.times);
};

/** A date far from now, found from a page with a date in the same place. */
export function farDate(href: string, finder: string, thisYear: number): TrapSign | null {
  const year = yearOf(href);
  if (year === 0 || (year <= thisYear + calendarYears.after && year >= thisYear - calendarYears.before)) return null;
  const pattern = numbersAside(href);
  return pattern === numbersAside(finder) ? sign('trap-calendar', pattern, Math.abs(year - thisYear)) : null;
}

/** Filters that add up: a page leads to its own path with one more parameter, or with three and others. */
export function addsParameters(href: string, finder: string): boolean {
  if (pathOf(href) !== pathOf(finder)) return false;
  const names = parametersOf(href);
  const before = parametersOf(finder);
  return names.length >= 3 || (names.length > before.length && before.every(name => names.includes(name)));
}

/** `admitted`: so many such addresses of one path. `most`: how many one trap may have. One parameter is no combination. */
export const tooManyFilters = (href: string, admitted: number, most: number): TrapSign | null =>
  admitted >= most && parametersOf(href).length > 1 ? sign('trap-parameters', `${pathOf(href)}?…`, admitted) : null;

/** A row of numbered addresses, each found only from the one before. `length`: steps in a row. `admitted`: addresses so far. */
export function longRow(
  pattern: string,
  {
    length,
    admitted,
    most,
    watch,
  }: { readonly length: number; readonly admitted: number; readonly most: number; readonly watch: Watch | null },
): TrapSign | null {
  if (admitted < Math.min(most, steps.other)) return null;
  const areAlike = length >= steps.alike && (watch?.isFull ?? false) && (watch?.copies ?? 0) >= mostlyCopies;
  return areAlike || length >= Math.max(steps.other, most) ? sign('trap-numbers', pattern, admitted) : null;
}

/** What is known of a folder. */
export interface FolderCounts {
  /** Pages read. */
  readonly pages: number;
  /** Addresses admitted that pages of the folder led to first, and others. */
  readonly inside: number;
  readonly outside: number;
}

/** A folder whose pages lead to ever more pages of the same folder. Only a full watch says so. */
export function feedsItself(pattern: string, counts: FolderCounts, watch: Watch): TrapSign | null {
  const { pages, inside, outside } = counts;
  if (!watch.isFull || outside > (inside + outside) * ledFromOutside) return null;
  const isCalendar = watch.copies >= mostlyCopies && watch.dated >= mostlyDated;
  if (isCalendar) return sign('trap-folder', pattern, pages);
  if (watch.isCountedThrough || watch.growth < 1 || watch.fresh < nearlyAllNew) return null;
  return watch.copies >= mostlyCopies || watch.random >= mostlyRandom ? sign('trap-folder', pattern, pages) : null;
}

/** Hosts under one domain that lead to ever more hosts. `hosts`: so many were admitted that way. */
export function makesHosts(domain: string, hosts: number, most: number, watch: Watch | null): TrapSign | null {
  if (hosts < most) return null;
  const areCopies = (watch?.isFull ?? false) && (watch?.copies ?? 0) >= mostlyCopies;
  return areCopies || hosts >= most * 10 ? sign('trap-hosts', `*.${domain}`, hosts) : null;
}
