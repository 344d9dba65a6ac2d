import type { PageFacts } from '#shared/model/page-facts.ts';
import type { NewLink } from '../links/page-links.ts';

/** Fragments of links that are kept of a page, and the characters of each. */
const mostFragments = 500;
const longestFragment = 200;

/** The one place that writes facts of a page. Returns the JSON text of `page.facts`; null where none were collected. */
export function encodePageFacts(facts: PageFacts | null, links: readonly NewLink[]): string | null {
  if (facts === null) return null;
  const fragments: (readonly [number, string])[] = [];
  for (let seq = 0; seq < links.length && fragments.length < mostFragments; seq++) {
    const { fragment } = links[seq] as NewLink;
    if (fragment) fragments.push([seq, fragment.slice(0, longestFragment)]);
  }
  return JSON.stringify(fragments.length === 0 ? facts : { ...facts, fragments });
}
