import {
  alsoNoindex,
  fetchNowSentence,
  fetchUnknown,
  followUnknown,
  listUnknown,
  withScriptedLinks,
} from '#shared/explain/answers.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import { ownRobotsName } from '#shared/explain/own-robots.ts';
import { reasonOf } from '#shared/explain/reasons.ts';
import type { LinksFollowed, MayFetch, MayList } from '#shared/model/decision.ts';
import type { Answer, ExplainedDecision, ResolvedEvidence } from '#shared/model/explanation.ts';
import type { RenderedPage } from '#shared/model/rendered-facts.ts';
import type { KnownUrl } from '#storage/reads/lookup.ts';
import { answerBy, plainAnswer } from './explained-decision.ts';
import type { StoredReading } from './stored-reading.ts';

/** Whether a stored URL may be fetched: by its decision, otherwise by the current robots.txt. */
export function fetchAnswer(
  known: KnownUrl,
  access: ExplainedDecision | undefined,
  robots: StoredReading | null,
  isQueued: boolean,
): Answer<MayFetch> {
  if (access) return answerBy(known.mayFetch, access);
  if (!robots) return plainAnswer('unknown', fetchUnknown[isQueued ? 'queued' : 'not-queued']);
  // Never requested, but its host's robots.txt is known: the same function computes the verdict now.
  const { reading, origin } = robots;
  const { allowed, line, rule, reason } = reading.decide(known.url);
  const { setting, robots: obeyed } = reading.obedience;
  const because = reason === 'no-file' || reason === 'unreachable' ? robotsOutcomeWords(reading.version) : 'no rule matches';
  const overrides = allowed !== true && obeyed === 'never';
  return plainAnswer(
    allowed === null ? 'unknown' : allowed ? 'yes' : 'no',
    fetchNowSentence({
      robots: reading.server ? ownRobotsName(origin) : `${origin}/robots.txt`,
      isQueued,
      allowed,
      line,
      rule,
      because,
      setting: overrides ? setting : '',
    }),
  );
}

/** Places shown besides the deciding one. */
const mostOthers = 5;

/** `noindex`: every place that says noindex, as the stored response is read now. */
export function listAnswer(
  known: KnownUrl,
  listing: ExplainedDecision | undefined,
  access: ExplainedDecision | undefined,
  noindex: readonly ResolvedEvidence[],
): Answer<MayList> {
  if (!listing) return plainAnswer('unknown', listUnknown[access?.verdict === 'defer' ? 'later' : 'not-read']);
  const answer = answerBy(known.mayList, listing);
  if (reasonOf(listing.reason)?.family !== 'noindex') return answer;
  const decisive = new Set(answer.evidence.map(({ label }) => label));
  const places = new Map(noindex.map(each => [each.label, each]));
  const others = [...places.values()].filter(({ label }) => !decisive.has(label));
  const shown = others.slice(0, mostOthers);
  const words = shown.map(({ kind, text }) => ({ isHeader: kind === 'header', text }));
  return {
    ...answer,
    sentence: answer.sentence + alsoNoindex(words, others.length - shown.length),
    evidence: [...answer.evidence, ...shown],
  };
}

/** Of a page that was rendered (robots.txt obeyed), the links of its rendering count, too. */
export function followAnswer(
  known: KnownUrl,
  follow: ExplainedDecision | undefined,
  { isDone, rendering }: { readonly isDone: boolean; readonly rendering: RenderedPage | null },
): Answer<LinksFollowed> {
  if (follow) {
    const answer = answerBy(known.linksFollowed, follow);
    const facts = rendering?.kind === 'rendered' ? rendering.facts : null;
    if (facts === null || facts.links.addedCount === 0) return answer;
    const isNofollow = known.linksFollowed === 'no' || facts.nofollow.rendered;
    const own = follow.reason === 'no-links' ? '' : answer.sentence;
    return { ...answer, sentence: withScriptedLinks(own, { count: facts.links.addedCount, isNofollow }) };
  }
  if (known.linksFollowed === 'none' && isDone) return plainAnswer('none', followUnknown['no-page']);
  return plainAnswer('unknown', followUnknown['not-read']);
}
