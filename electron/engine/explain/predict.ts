import { mayAccess } from '#core/decision/access.ts';
import { admit } from '#core/decision/admission.ts';
import { type CleanLines, urlPolicyOf } from '#core/url/url-policy.ts';
import {
  fetchUnknown,
  followNoteRequested,
  followUnknown,
  headlineRequested,
  headlineUnseen,
  listNoteRequested,
  listUnknown,
  type Prediction,
} from '#shared/explain/answers.ts';
import type { DecisionDraft, MayFetch } from '#shared/model/decision.ts';
import type { Answer, ExplainedDecision, UrlExplanation } from '#shared/model/explanation.ts';
import { accessFacts } from '../crawl/access-facts.ts';
import { cleanLinesOf } from '../crawl/cleaning.ts';
import { patternProblems, scopeOf } from '../crawl/scope.ts';
import type { ExplainContext } from './explain.ts';
import { answerBy, explainDecision, plainAnswer } from './explained-decision.ts';
import { requestedAs } from './requested-as.ts';
import { type StoredReading, StoredReadings } from './stored-reading.ts';
import { explanationNotes, notedUrl } from './url-notes.ts';
import { whyNotUnseen } from './why-not.ts';

/** Admission as if an ordinary link on a page of the crawl led to the URL: at least one step away from a start URL. */
function admission(context: ExplainContext, url: string, parsed: URL | null, clean: CleanLines | null): DecisionDraft {
  return admit({
    settings: context.settings,
    scope: scopeOf(context.settings),
    url: parsed && { href: url, scheme: parsed.protocol.slice(0, -1), host: parsed.host },
    length: url.length,
    via: 'link',
    kind: 'a',
    unfollowed: null,
    hreflang: false,
    isCheck: false,
    pageNofollow: false,
    depth: 1,
    hops: 0,
    refusedAddress: parsed ? context.refusedAddress(parsed.hostname) : '',
    trap: null,
    respelling: parsed ? (urlPolicyOf(context.settings)?.steps(url, clean) ?? []) : [],
    origin: { kind: 'setting', name: 'link', value: 'an ordinary link' },
  });
}

/** Whether the stored robots.txt allows a fetch. `decision`: the one the crawl would make. */
interface Access {
  readonly answer: Answer<MayFetch>;
  readonly decision: ExplainedDecision | null;
}

function accessOf(
  context: ExplainContext,
  url: string,
  robots: StoredReading | null,
  explained: (draft: DecisionDraft, id: number) => ExplainedDecision,
): Access {
  if (!robots) return { answer: plainAnswer('unknown', fetchUnknown.unseen), decision: null };
  const decision = explained(mayAccess(accessFacts(context, robots.reading, url)), -1);
  const { allowed } = robots.reading.decide(url);
  const strict = robots.reading.strictly(url);
  const may = allowed && strict ? strict.allowed : allowed;
  return { answer: answerBy(may === null ? 'unknown' : may ? 'yes' : 'no', decision), decision };
}

/** What would happen to the URL: the first case that applies. */
function predictionOf(isUrl: boolean, isReadable: boolean, isAdmitted: boolean, { answer, decision }: Access): Prediction {
  if (!isUrl) return 'not-a-url';
  if (!isReadable) return 'patterns-unreadable';
  if (!isAdmitted) return 'not-admitted';
  if (answer.verdict === 'no') return decision?.verdict === 'accept' ? 'fetched-anyway' : 'blocked';
  return decision?.verdict === 'defer' ? 'waits' : 'nothing-stops-it';
}

/** A URL the crawl never saw: the decisions it would get, and the closest stored URLs. */
export function predict(context: ExplainContext, url: string, valid: boolean): UrlExplanation {
  const { settings } = context;
  const [unreadable = ''] = Object.values(patternProblems(settings));
  const parsed = valid ? new URL(url) : null;
  const readings = new StoredReadings(context);
  const robots = parsed && readings.for(url, null);
  const explained = (draft: DecisionDraft, id: number): ExplainedDecision =>
    explainDecision(context, { ...draft, id, url: 0, at: 0, settings: context.settingsId }, { url, facts: null, current: false });
  const admitted = explained(admission(context, url, parsed, robots && cleanLinesOf(context.robots, robots.reading.version)), -2);
  const access = accessOf(context, url, robots, explained);
  const whyNot = whyNotUnseen(context, url, valid, admitted, access.decision);
  const prediction = predictionOf(parsed !== null, unreadable === '', admitted.verdict !== 'reject', access);
  const why: Readonly<Record<Prediction, string>> = {
    'not-a-url': '',
    'patterns-unreadable': unreadable,
    'not-admitted': admitted.sentence,
    'fetched-anyway': access.answer.sentence,
    blocked: access.answer.sentence,
    waits: access.answer.sentence,
    'nothing-stops-it': whyNot.sentence,
  };
  const requested = parsed && requestedAs(context, url);
  const isBlocked = access.answer.verdict === 'no';
  return {
    url,
    seen: false,
    ...(requested ? { requestedAs: requested.kind } : {}),
    headline: requested ? headlineRequested(requested) : headlineUnseen(prediction, why[prediction]),
    mayFetch: access.answer,
    mayList: requested
      ? plainAnswer('unknown', listNoteRequested)
      : plainAnswer(isBlocked ? 'url-only' : 'unknown', listUnknown[isBlocked ? 'unseen-blocked' : 'unseen']),
    linksFollowed: plainAnswer('unknown', requested ? followNoteRequested : followUnknown.unseen),
    decisions: [...(admitted.verdict === 'reject' ? [admitted] : []), ...(access.decision ? [access.decision] : [])],
    facts: null,
    discovery: [],
    robots: robots && readings.shown(robots, url),
    nearest: whyNot.relatives.map(each => ({ url: each.url, why: each.why, reason: each.reason })),
    whyNot,
    profile: settings.profile,
    notes: explanationNotes(context, notedUrl(context.lookup, undefined, url), robots?.reading ?? null),
  };
}
