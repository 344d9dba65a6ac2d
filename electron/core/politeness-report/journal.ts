/** One attempt as the journal has it. Times are whole epoch milliseconds. */
export interface JournalEntry {
  readonly purpose: 'page' | 'robots' | 'sitemap' | 'check' | 'probe' | 'resource';
  readonly target: string;
  readonly startedAt: number;
  /** Null while it is in flight, or where the program ended with it. */
  readonly endedAt: number | null;
  readonly outcome: string | null;
  readonly cause: string | null;
  readonly status: number | null;
  readonly wireBytes: number;
  readonly userAgent: string;
  /** The header as received, null without one. */
  readonly retryAfter: string | null;
}

/** What was in force from an instant on. */
export interface InForce {
  readonly from: number;
  readonly robots: number | null;
  readonly requiredMs: number;
  readonly line: number;
  /** Applies the rules; null where robots.txt was unknown. */
  readonly forbids: ((url: string) => { readonly line: number; readonly rule: string } | null) | null;
  /** The user's setting by which forbidden URLs are fetched all the same, '' for none. */
  readonly override: string;
  /** URL of the login form that the user named, '' for none. */
  readonly login: string;
}

export interface JournalRules {
  /** By time, at least one. The first one also applies to everything before it. */
  readonly inForce: readonly InForce[];
  /** Epoch milliseconds of an HTTP date, NaN for none: core has no clock. */
  readonly parseDate: (text: string) => number;
}

/** Attempts that ended before anything was sent to the host. */
const unsentCauses = new Set(['address-blocked', 'scheme-blocked', 'dns-failure']);
export const wasSent = ({ cause }: JournalEntry): boolean => cause === null || !unsentCauses.has(cause);

/** When it ended, for measuring: an attempt still open has not. */
export const endOf = ({ startedAt, endedAt }: JournalEntry): number =>
  endedAt === null ? Number.POSITIVE_INFINITY : Math.max(startedAt, endedAt);

type Named = Pick<JournalEntry, 'purpose' | 'target'>;

/** The request for the page of the login form. */
export const isLoginPage = ({ purpose, target }: Named, login = ''): boolean =>
  login !== '' && purpose === 'probe' && target === login;

/** The user named the login: its page, and the form that is sent right after it. `before`: the previous request to the host. */
export const isLogin = (entry: Named, before: Named | undefined, login = ''): boolean =>
  isLoginPage(entry, login) || (entry.purpose === 'probe' && before !== undefined && isLoginPage(before, login));

/** What was in force at a time: the last span that had started by then. */
export function inForceAt(spans: readonly InForce[], at: number): number {
  let low = 0;
  let high = spans.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((spans[middle] as InForce).from <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
