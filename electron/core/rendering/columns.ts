import type { RenderedFacts } from '#shared/model/rendered-facts.ts';

/** Single values of a rendering that lists sort and filter by: columns of the table `rendering`. */
export interface RenderedColumns {
  readonly title: string | null;
  /** Words of the main content. */
  readonly words: number;
  /** Targets of links that only the rendered page has, or only the delivered one. */
  readonly linksAdded: number;
  readonly linksRemoved: number;
  /** Resources, each once. */
  readonly blocked: number;
  readonly failed: number;
  /** Errors that no script caught. */
  readonly errors: number;
  /** What scripts change, in the order of `renderedAspects`, joined by commas; '' for nothing. */
  readonly changes: string;
}

export const renderedColumns = (facts: RenderedFacts): RenderedColumns => ({
  title: facts.title.rendered,
  words: facts.words.rendered,
  linksAdded: facts.links.addedCount,
  linksRemoved: facts.links.removedCount,
  blocked: facts.blockedCount,
  failed: facts.failedCount,
  errors: facts.errorCount,
  changes: facts.changes.join(','),
});
