import type { CanonicalDiagnosis } from '#shared/model/canonical.ts';
import { seriesOf } from './series.ts';

/** What the stored crawl knows about a URL that is declared as a canonical. Null: nothing, or nothing yet. */
export interface CanonicalTarget {
  readonly status: number | null;
  readonly redirectTo: string | null;
  /** The robots.txt verdict. */
  readonly blocked: boolean | null;
  /** Its own directives forbid listing it. */
  readonly noindex: boolean | null;
  /** The address it names itself, null for none. */
  readonly canonical: string | null;
}

const MOST_HOPS = 10;

/**
 * Follows a canonical through the stored crawl: its target's robots verdict, status, redirect, noindex, and the canonical the target
 * names. `target` gives null for a URL the crawl never saw. Every finding names the URL it is about, in order of discovery.
 */
export function diagnoseCanonical(
  pageUrl: string,
  canonical: string,
  target: (url: string) => CanonicalTarget | null,
): CanonicalDiagnosis[] {
  if (canonical === pageUrl) return [{ code: 'self', url: canonical }];
  const found: CanonicalDiagnosis[] = [];
  const [from, to] = [new URL(pageUrl), new URL(canonical)];
  if (from.hostname !== to.hostname) found.push({ code: 'other-host', url: canonical });
  if (from.protocol !== to.protocol) found.push({ code: 'scheme-mix', url: canonical });
  if (seriesOf(pageUrl).number > 1 && seriesOf(canonical).number <= 1) found.push({ code: 'paginated', url: canonical });
  const passed = new Set([pageUrl]);
  let at = canonical;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    if (passed.has(at)) {
      found.push({ code: 'loop', url: at });
      return found;
    }
    passed.add(at);
    if (hop > 0) found.push({ code: 'chain', url: at });
    const known = target(at);
    if (known?.blocked) found.push({ code: 'target-blocked', url: at });
    if (!known || (known.status === null && !known.blocked)) {
      found.push({ code: 'target-unknown', url: at });
      return found;
    }
    if (known.redirectTo !== null) {
      found.push({ code: 'target-redirects', url: at });
      at = known.redirectTo;
      continue;
    }
    if (known.status !== null && known.status !== 200) found.push({ code: 'target-not-200', url: at });
    if (known.noindex) found.push({ code: 'target-noindex', url: at });
    if (known.canonical === null || known.canonical === at) return found;
    at = known.canonical;
  }
  return found;
}
