import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { RenderedFacts } from '#shared/model/rendered-facts.ts';
import type { DirectiveEngine } from '../directives/engine.ts';

/** The rule of a listing decision that a rendering made. */
export const renderedRule = 'rendering';

export interface RenderedListingFacts {
  /** Ids of the page's URL and of its rendering. */
  readonly page: number;
  readonly rendering: number;
  /** The engine whose crawler the crawl plays. */
  readonly engine: Pick<DirectiveEngine, 'renders'>;
  /** What its directives say on the rendered page: the noindex that applies as it stands there, '' for none. */
  readonly noindex: string;
  readonly canonical: RenderedFacts['canonical'];
}

/** Verdicts of a response that the rendered page cannot change, because nothing else of it is read. */
const canonicalReasons: ReadonlySet<string> = new Set(['canonical-elsewhere', 'canonical-conflict']);

/**
 * Whether a search engine may list a page whose scripts ran. `response`: what its response alone says. Null: the same.
 *
 * An engine that renders reads the response first, and may not render a page with noindex (Google Search Central, "Understand the JavaScript
 * SEO basics"). So a noindex that a script removes is still one; one that a script adds counts. A canonical that only scripts write counts;
 * one that scripts change contradicts the first.
 */
export function listingAfterScripts(response: DecisionDraft, facts: RenderedListingFacts): DecisionDraft | null {
  const { page, rendering, engine, noindex, canonical } = facts;
  const isOpen = response.verdict === 'accept' || canonicalReasons.has(response.reason);
  if (engine.renders.value !== 'yes' || !isOpen) return null;
  const decided = (verdict: DecisionDraft['verdict'], reason: DecisionDraft['reason'], text: string): DecisionDraft => {
    const evidence: readonly Evidence[] = [{ kind: 'rendering', page, rendering, text }];
    return { stage: 'listing', verdict, reason, rule: renderedRule, evidence, trace: [{ rule: renderedRule, answer: verdict }] };
  };
  if (noindex !== '') return decided('reject', 'rendered-noindex', noindex);
  const { raw, rendered, state } = canonical;
  if ((raw === rendered && state.raw === state.rendered) || rendered === null) return null;
  if (state.raw !== 'none') return decided('unknown', 'rendered-canonical-conflict', rendered);
  if (state.rendered === 'elsewhere') return decided('reject', 'rendered-canonical', rendered);
  return state.rendered === 'conflict' ? decided('unknown', 'rendered-canonical-conflict', rendered) : null;
}
