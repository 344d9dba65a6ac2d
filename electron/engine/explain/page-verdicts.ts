import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { engineById } from '#core/directives/engines.ts';
import { pageVerdict } from '#core/directives/page-verdict.ts';
import type { RobotsFacts } from '#core/directives/verdict-facts.ts';
import type { PageVerdict, VerdictReason } from '#shared/model/directives.ts';
import type { MatrixReason, MatrixRow } from '#shared/model/matrix.ts';
import type { SeenPage, SeenPages } from './page-facts.ts';

/** What a stored page says to all crawlers; null if the URL is not in the file. */
export interface StoredDirectives extends SeenPages {
  /** A fetched page links to it, or it is a seed. */
  readonly linked: boolean;
}

export type VerdictColumns = Pick<
  MatrixRow,
  'engine' | 'indexable' | 'directive' | 'follow' | 'snippet' | 'canonical' | 'reasons'
>;

const HIDDEN: ReadonlySet<string> = new Set(['noindex-behind-block', 'nofollow-behind-block', 'canonical-behind-block']);
const FORBIDS: ReadonlySet<string> = new Set(['meta-noindex', 'header-noindex', 'unavailable-after']);

/** Makes the columns about page directives. Computes each verdict once: many crawlers share engine, names and robots verdict. */
export function verdictColumns(
  stored: StoredDirectives | null,
  url: string,
  robotsVersion: { readonly origin: string; readonly version: number } | null,
  now: number,
): (profile: CrawlerProfile, robots: RobotsFacts, withReasons: boolean) => VerdictColumns {
  const made = new Map<string, PageVerdict>();
  return (profile, robots, withReasons) => {
    const engine = engineById(profile.directives);
    const names = profile.directiveAgents;
    const key = [
      engine.id,
      names.join(),
      robots.known,
      robots.allowed,
      robots.reason,
      robots.line,
      robots.rule,
      robots.wholeSite,
    ].join('\n');
    const facts = {
      robots,
      page: stored?.last?.page ?? null,
      readable: stored?.readable?.page ?? null,
      linked: stored?.linked ?? true,
    };
    const verdict = made.get(key) ?? pageVerdict(engine, names, facts, { now });
    made.set(key, verdict);
    const forbids = verdict.reasons.find(reason => FORBIDS.has(reason.id));
    const placed = (reason: VerdictReason): MatrixReason => {
      const seen = HIDDEN.has(reason.id) ? stored?.readable : stored?.last;
      return locate(reason, url, robotsVersion, seen ?? null, seen === stored?.last);
    };
    const listed = profile.listsNothing || verdict.index === 'unknown' ? {} : { indexable: verdict.index };
    return {
      engine: engine.id,
      ...listed,
      directive: forbids && !profile.listsNothing ? placeText(forbids.text) : '',
      ...(verdict.follow === 'unknown' ? {} : { follow: verdict.follow }),
      ...(verdict.snippet === null || profile.listsNothing ? {} : { snippet: verdict.snippet }),
      ...(verdict.canonical === null ? {} : { canonical: verdict.canonical }),
      reasons: withReasons ? verdict.reasons.map(placed) : [],
    };
  };
}

/** A meta element as `meta robots: noindex`; a header as it is. */
const placeText = (text: string): string => text.replace(/^<meta name="(.*?)" content="(.*)">$/s, 'meta $1: $2');

/** Where the cause can be opened. Panels show only the last response, so an older one gets no link. */
function locate(
  reason: VerdictReason,
  url: string,
  robots: { readonly origin: string; readonly version: number } | null,
  seen: SeenPage | null,
  isLast: boolean,
): MatrixReason {
  const { place } = reason;
  const seenAt = seen && place.kind !== 'none' && place.kind !== 'robots-line' ? { seenAt: seen.fetch.startedAt } : {};
  switch (place.kind) {
    case 'robots-line':
      return {
        ...reason,
        label: `robots.txt, line ${place.line}`,
        open: robots && { view: 'robots', ...robots, line: place.line },
      };
    case 'header':
      return {
        ...reason,
        ...seenAt,
        label: `response header ${place.index + 1}`,
        open: isLast ? { view: 'header', url, index: place.index } : null,
      };
    case 'bytes':
      return {
        ...reason,
        ...seenAt,
        label: `bytes ${place.start}–${place.end} of the page`,
        open: isLast ? { view: 'source', url, start: place.start, end: place.end } : null,
      };
    case 'none':
      return { ...reason, label: '', open: null };
    default: {
      const never: never = place;
      return never;
    }
  }
}
