import { listingAfterScripts, renderedRule } from '#core/decision/rendered-listing.ts';
import { cutText } from '#core/rendering/room.ts';
import type { DecisionDraft, MayList, Verdict } from '#shared/model/decision.ts';
import type { DirectiveSource, EffectiveDirectives } from '#shared/model/page.ts';
import type { RenderedFacts } from '#shared/model/rendered-facts.ts';
import { storedDecisions } from '#storage/tables/listing-decisions.ts';
import type { SettleContext } from '../settle.ts';

/** A rendering that robots.txt was obeyed in. */
export interface RenderedListing {
  readonly urlId: number;
  readonly rendering: number;
  /** The response that was rendered. */
  readonly fetch: number;
  readonly directives: EffectiveDirectives;
  readonly canonical: RenderedFacts['canonical'];
  /** Epoch milliseconds. */
  readonly at: number;
}

const words: Readonly<Record<Verdict, MayList>> = { accept: 'yes', reject: 'no', unknown: 'unknown', defer: 'unknown' };

/**
 * Decides again whether the page may be listed, now that its scripts have run, as the crawler sees it that the crawl plays. Writes a decision
 * only if it says something else than the last one; the history keeps both. Runs inside the caller's transaction.
 */
export function decideRenderedListing(
  { store, settingsId, directiveProfile }: SettleContext,
  { urlId, rendering, fetch, directives, canonical, at }: RenderedListing,
): void {
  const record = store.urls.byId(urlId);
  // What a crawler may not read says nothing to it, rendered or not; and there may be a newer response.
  if (record?.state !== 'done' || record.mayList === 'url-only' || store.resources.pageFetch(urlId) !== fetch) return;
  store.urls.flush();
  const decisions = storedDecisions(store.db);
  const [last] = decisions.listings(urlId);
  const response = decisions.listings(urlId).find(({ draft }) => draft.rule !== renderedRule);
  if (last === undefined || response === undefined) return;
  const noindex = directives.noindex ?? directives.unavailable;
  const after = listingAfterScripts(response.draft, {
    ...{ page: urlId, rendering, engine: directiveProfile.engine, canonical },
    noindex: noindex === null ? '' : placeText(noindex.source),
  });
  const draft: DecisionDraft = after ?? response.draft;
  if (after === null ? last.draft.rule !== renderedRule : isSame(last.draft, after)) return;
  const decisionId = store.urls.decide(urlId, draft, at, settingsId);
  const mayList = words[draft.verdict];
  if (draft.verdict !== 'accept') {
    store.urls.change(record, { reason: draft.reason, decisionId, mayList });
    return;
  }
  // As after the response: how fetching it ended is in force again.
  const fetched = decisions.lastFetch(urlId);
  store.urls.change(record, fetched === null ? { mayList } : { reason: fetched.reason, decisionId: fetched.id, mayList });
}

const placeText = (source: DirectiveSource): string =>
  cutText(source.kind === 'meta' ? `meta ${source.name}: ${source.text}` : source.text);

const isSame = (one: DecisionDraft, other: DecisionDraft): boolean =>
  one.reason === other.reason && one.rule === other.rule && JSON.stringify(one.evidence) === JSON.stringify(other.evidence);
