import type { RenderedAspect } from '#shared/model/rendered-facts.ts';

/** From when on a page has other content after its scripts: words in percent of the other document, and words more. */
export const contentFloor = { percent: 120, words: 50 } as const;

/**
 * Whether scripts change what a crawler learns from a page, so that other pages of its template are worth rendering: links, robots metas, or
 * so many words. A date or a counter changes a word on every page.
 */
export function changesPage(
  changes: readonly RenderedAspect[],
  words: { readonly raw: number; readonly rendered: number },
): boolean {
  const [fewer, more] = [Math.min(words.raw, words.rendered), Math.max(words.raw, words.rendered)];
  const { percent, words: least } = contentFloor;
  return changes.includes('links') || changes.includes('robots') || (more * 100 >= fewer * percent && more - fewer >= least);
}
