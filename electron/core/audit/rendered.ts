import type { FindingItem } from '#shared/model/audit.ts';
import type { BothTexts, RenderedFacts, RenderedPage, RenderedPlace } from '#shared/model/rendered-facts.ts';
import type { FactsPage, Verdict } from './check.ts';

/** Nothing is known of the page: a browser was missing, or the crawl ended before it. */
export const isUnrendered = (found: RenderedPage | null): found is null =>
  found === null || (found.kind === 'failed' && (found.cause === 'no-browser' || found.cause === 'stopped'));

/** Judges what scripts change on a page. Pages that were not rendered cannot be checked. */
export function judgeRendered({ rendering: found }: FactsPage, judge: (facts: RenderedFacts) => Verdict): Verdict {
  if (isUnrendered(found)) return 'needs-rendering';
  if (found.kind === 'failed') return 'render-failed';
  return found.facts === null ? 'no-facts' : judge(found.facts);
}

/** The delivered and the rendered value, and the script that wrote it. */
export const bothValues = ({ raw, rendered, by }: BothTexts): FindingItem[] => [
  ...(raw === null ? [] : [{ value: raw, role: 'raw' as const }]),
  ...(rendered === null ? [] : [{ value: rendered, role: 'rendered' as const }]),
  ...scriptOf({ ...(by ? { by } : {}) }),
];

/** The place in a script, as 'line:column' of its URL. */
export const scriptOf = ({ by }: Pick<RenderedPlace, 'by'>): FindingItem[] =>
  by === undefined ? [] : [{ value: `line ${by.line}, column ${by.column}`, url: by.url, role: 'script' }];
