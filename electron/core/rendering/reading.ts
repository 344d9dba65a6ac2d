import type { EffectiveDirectives, HtmlFacts } from '#shared/model/page.ts';
import type { CanonicalChoice } from '../canonical/choose.ts';

/** A page as the crawl reads it: from the delivered HTML or from the rendered one, by the same reader. */
export interface PageForm {
  /** Null: not HTML. */
  readonly html: HtmlFacts | null;
  readonly directives: EffectiveDirectives;
  readonly canonical: CanonicalChoice;
  /** Base URL for its links. */
  readonly baseUrl: string;
}
