import { profileSet } from '#core/crawlers/profile-set.ts';
import { mayAccess } from '#core/decision/access.ts';
import { admit } from '#core/decision/admission.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { obedienceFor } from '#core/robots/site-rules.ts';
import { originOf } from '#core/url/authority.ts';
import { maxUrlLength } from '#core/url/length.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { advise, describe, linkCountWords } from '#shared/explain/describe.ts';
import { isReasonCode } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Decision, DecisionDraft, LinksFollowed, MayFetch, MayList } from '#shared/model/decision.ts';
import type { Answer, DiscoveryStep, ExplainedDecision, UrlExplanation, UrlFacts } from '#shared/model/explanation.ts';
import type { KnownUrl } from '#storage/reads/lookup.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';
import { accessFacts } from '../crawl/access-facts.ts';
import { patternProblems, scopeOf, seedUrl } from '../crawl/scope.ts';
import type { RobotsReading } from '../crawl/slot.ts';
import { readingOf } from '../robots/gate.ts';
import { adviceCases } from './advice-cases.ts';
import { type EvidenceSource, resolveEvidence, robotsOutcomeWords } from './evidence.ts';
import { explainPage } from './page-explanation.ts';
import { type WhyNotSource, whyNotKnown, whyNotUnseen } from './why-not.ts';

export interface ExplainContext extends EvidenceSource {
  readonly robots: RobotsTable;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  readonly crawlState: string;
  readonly source: WhyNotSource;
  refusedAddress(hostname: string): string;
}

/** The answer to `info:URL`, for any URL: fetched, blocked, waiting or never seen. */
export function explainUrl(context: ExplainContext, asked: string): UrlExplanation {
  const { known, url, valid } = lookedUp(context, asked);
  return known ? explainKnown(context, known) : predict(context, url, valid);
}

/** A URL as it is asked for, found in the file or made comparable. `valid`: it is one. */
export function lookedUp(
  { lookup }: Pick<ExplainContext, 'lookup'>,
  asked: string,
): { readonly known: KnownUrl | undefined; readonly url: string; readonly valid: boolean } {
  // Longer ones are stored cut at this length.
  const text = asked.slice(0, maxUrlLength);
  const seeded = seedUrl(text);
  const normalized = normalizeUrl(seeded ?? text);
  const valid = normalized.kind === 'url';
  const url = valid ? normalized.url : text;
  return { known: lookup.url(url) ?? lookup.url(text), url, valid };
}

/** The stored robots.txt that speaks for a URL, made ready to be asked; the one the decision used, else the current one. */
function readingFor(
  context: ExplainContext,
  url: string,
  robotsId: number | null,
): { reading: RobotsReading; origin: string } | null {
  const origin = originOf(url);
  const { settings } = context;
  const profile = profileSet(settings.profiles).byId(settings.profile);
  const dialect = profile && dialectById(profile.dialect);
  if (!origin || !profile || !dialect) return null;
  const id = robotsId ?? context.origins.byKey(origin.key)?.robotsId ?? null;
  const version = id === null ? undefined : context.robots.byId(id);
  if (!version) return null;
  const obedience = obedienceFor(settings, origin.key);
  return { reading: readingOf(context.robots, version, dialect, profile, false, obedience), origin: origin.key };
}

function explainDecision(
  context: ExplainContext,
  decision: Decision,
  about: { readonly url: string; readonly facts: UrlFacts | null; readonly current: boolean },
): ExplainedDecision {
  const { url: urlText, facts, current } = about;
  const { shown, params } = resolveEvidence(context, decision, urlText);
  const all = {
    ...params,
    links: facts?.outlinks ?? 0,
    inlinks: linkCountWords(facts?.inlinks ?? 0),
    excerpt: facts?.title ?? facts?.h1 ?? '',
  };
  const known = isReasonCode(decision.reason);
  return {
    ...decision,
    evidence: shown,
    sentence: known ? describe(decision.reason, all) : decision.reason,
    advice: known ? advise(decision.reason, all, adviceCases(context, decision, String(params.host ?? ''), facts)) : '',
    current,
  };
}

const answer = <V extends string>(verdict: V, sentence: string, from?: ExplainedDecision): Answer<V> => ({
  verdict,
  sentence: from?.sentence ?? sentence,
  reason: from?.reason ?? '',
  evidence: from?.evidence ?? [],
});

function explainKnown(context: ExplainContext, known: KnownUrl): UrlExplanation {
  const facts = withHeaderFacts(context, known.id);
  const decisions = context.lookup
    .decisions(known.id)
    .map(decision => explainDecision(context, decision, { url: known.url, facts, current: decision.id === known.decisionId }));
  const last = (stage: string) => decisions.findLast(decision => decision.stage === stage);
  const robots = readingFor(context, known.url, known.robotsId);
  const current = decisions.find(decision => decision.current);
  return {
    url: known.url,
    seen: true,
    headline: headline(known, current, facts?.state ?? '', context.crawlState),
    mayFetch: fetchAnswer(known, last('access'), robots, facts?.state ?? ''),
    mayList: listAnswer(known, last('listing'), last('access')),
    linksFollowed: followAnswer(known, last('follow'), facts?.state ?? ''),
    decisions,
    facts,
    page: explainPage(context, known),
    discovery: discoveryPath(context, known),
    robots: robots && {
      ...robots.reading.decide(known.url),
      origin: robots.origin,
      version: robots.reading.version.id,
      versionNumber: context.robots.numberOf(robots.reading.version),
      agent: robots.reading.speaker.agent,
    },
    nearest: [],
    whyNot: whyNotKnown(context, known, decisions, facts),
    profile: context.settings.profile,
  };
}

/** What only the headers say of something that is no page. */
function withHeaderFacts(context: ExplainContext, id: number): UrlFacts | null {
  const facts = context.lookup.facts(id);
  if (!facts || facts.xRobotsTag !== null) return facts ?? null;
  const headers = context.lookup.fetches(id).findLast(fetch => fetch.outcome === 'response')?.responseHeaders ?? [];
  const tags = headers.filter(([name]) => name.toLowerCase() === 'x-robots-tag').map(([, value]) => value);
  return tags.length > 0 ? { ...facts, xRobotsTag: tags.join('; ') } : facts;
}

function headline(known: KnownUrl, current: ExplainedDecision | undefined, state: string, crawlState: string): string {
  const why = current?.sentence ?? '';
  const words: Record<string, string> = {
    done: current?.stage === 'fetch' ? why : `It was fetched. ${why}`,
    failed: `It could not be fetched. ${why}`,
    disregarded: `It was not fetched. ${why}`,
    leased:
      crawlState === 'running' || crawlState === 'paused' || crawlState === 'stopped'
        ? 'It is being fetched right now.'
        : 'It was being fetched when the program ended; it will be fetched again on resume.',
    queued: `It is waiting to be fetched. ${why}`,
  };
  return words[state] ?? `${known.reason}. ${why}`;
}

function fetchAnswer(
  known: KnownUrl,
  access: ExplainedDecision | undefined,
  robots: { reading: RobotsReading; origin: string } | null,
  state: string,
): Answer<MayFetch> {
  if (access) return answer(known.mayFetch, access.sentence, access);
  if (!robots && state === 'queued')
    return answer('unknown' as MayFetch, 'Not checked yet: the robots.txt of its host is asked before anything else.');
  if (!robots)
    return answer(
      'unknown' as MayFetch,
      'Not checked: the robots.txt of its host was not asked, because nothing there was to be fetched.',
    );
  // Never asked for, but its host's file is known: the same function gives the verdict now.
  const verdict = robots.reading.decide(known.url);
  const line = verdict.line
    ? ` (line ${verdict.line}: ${verdict.rule})`
    : ` (${verdict.reason === 'no-file' || verdict.reason === 'unreachable' ? robotsOutcomeWords(robots.reading.version) : 'no rule matches'})`;
  const { setting, robots: obeyed } = robots.reading.obedience;
  const but = !verdict.allowed && obeyed === 'never' ? ` You set “${setting}”, so that would not stop it.` : '';
  const may = verdict.allowed === null ? 'may or may not' : verdict.allowed ? 'may' : 'may not';
  // The question was never put, so the stored answer stays "unknown"; the file in force tells what it would be.
  return answer(
    known.mayFetch,
    `${state === 'queued' ? 'It has not had its turn yet' : 'Not asked, because it was not queued'}; by ${robots.origin}/robots.txt it ${may} be fetched${line}.${but}`,
  );
}

function listAnswer(
  known: KnownUrl,
  listing: ExplainedDecision | undefined,
  access: ExplainedDecision | undefined,
): Answer<MayList> {
  if (listing) return answer(known.mayList, listing.sentence, listing);
  if (access?.verdict === 'defer') return answer('unknown' as MayList, 'Not checkable yet: the page has not been read.');
  return answer(
    'unknown' as MayList,
    'Not checkable: the page was not read, so its robots directives are unknown. Its bare address can still be listed from links.',
  );
}

function followAnswer(known: KnownUrl, follow: ExplainedDecision | undefined, state: string): Answer<LinksFollowed> {
  if (follow) return answer(known.linksFollowed, follow.sentence, follow);
  if (known.linksFollowed === 'none' && state === 'done')
    return answer('none' as LinksFollowed, 'There was no page whose links could be followed.');
  return answer('unknown' as LinksFollowed, 'Not checkable: the page was not read.');
}

/** From the URL back to a seed by the way it was first found. */
function discoveryPath(context: ExplainContext, known: KnownUrl): DiscoveryStep[] {
  const steps: DiscoveryStep[] = [];
  let at: KnownUrl | undefined = known;
  for (let i = 0; at && i < 200; i++) {
    const how =
      { seed: 'seed', link: 'linked from the page above', redirect: 'redirect of the URL above', sitemap: 'listed in a sitemap' }[
        at.via
      ] ?? at.via;
    steps.unshift({ url: at.url, how });
    at =
      at.via === 'link' || at.via === 'redirect' ? (at.viaId === null ? undefined : context.lookup.urlById(at.viaId)) : undefined;
  }
  return steps;
}

/** A URL the crawl never saw: what would be decided, and the nearest that it did see. */
function predict(context: ExplainContext, url: string, valid: boolean): UrlExplanation {
  const { settings } = context;
  const [unreadable = ''] = Object.values(patternProblems(settings));
  const parsed = valid ? new URL(url) : null;
  const draft = admit({
    settings,
    scope: scopeOf(settings),
    url: parsed && { href: url, scheme: parsed.protocol.slice(0, -1), host: parsed.host },
    length: url.length,
    via: 'link',
    kind: 'a',
    nofollow: false,
    pageNofollow: false,
    // A link is at least one step away from a seed.
    depth: 1,
    hops: 0,
    refusedAddress: parsed ? context.refusedAddress(parsed.hostname) : '',
    origin: { kind: 'setting', name: 'link', value: 'an ordinary link' },
  });
  const asDecision = (d: DecisionDraft, id: number): ExplainedDecision =>
    explainDecision(context, { ...d, id, url: 0, at: 0, settings: context.settingsId }, { url, facts: null, current: false });
  const robots = parsed ? readingFor(context, url, null) : null;
  const admission = asDecision(draft, -2);
  const decisions: ExplainedDecision[] = draft.verdict === 'reject' ? [admission] : [];
  let asked: ExplainedDecision | null = null;
  let accessVerdict = '';
  let fetchVerdict: Answer<MayFetch> = answer(
    'unknown' as MayFetch,
    'Not checked: the robots.txt of its host is not in this file.',
  );
  const verdict = robots?.reading.decide(url) ?? null;
  if (robots && verdict) {
    const access = asDecision(mayAccess(accessFacts(context, robots.reading, url)), -1);
    decisions.push(access);
    asked = access;
    accessVerdict = access.verdict;
    const strict = robots.reading.strictly(url);
    const may = verdict.allowed && strict ? strict.allowed : verdict.allowed;
    fetchVerdict = answer(may === null ? 'unknown' : may ? 'yes' : 'no', access.sentence, access);
  }
  const whyNot = whyNotUnseen(context, url, valid, admission, asked);
  const blocked = fetchVerdict.verdict === 'no';
  const overridden = blocked && accessVerdict === 'accept';
  const why = !parsed
    ? 'It is not a valid URL.'
    : unreadable
      ? `Whether the include and exclude patterns would let it in cannot be said. ${unreadable}`
      : draft.verdict === 'reject'
        ? `If it were linked, it would not be queued. ${decisions[0]?.sentence ?? ''}`
        : overridden
          ? `If it were linked, it would be fetched in spite of robots.txt. ${fetchVerdict.sentence}`
          : blocked
            ? `If it were linked, it would still not be fetched. ${fetchVerdict.sentence}`
            : accessVerdict === 'defer'
              ? `If it were linked, it would have to wait. ${fetchVerdict.sentence}`
              : whyNot.sentence;
  return {
    url,
    seen: false,
    headline: `This crawl never saw this URL. ${why}`,
    mayFetch: fetchVerdict,
    mayList: blocked
      ? answer('url-only' as MayList, 'Its page may not be read, but its bare address could be listed if something links to it.')
      : answer('unknown' as MayList, 'Not checkable: the page was never read.'),
    linksFollowed: answer('unknown' as LinksFollowed, 'Not checkable: the page was never read.'),
    decisions,
    facts: null,
    discovery: [],
    robots: robots &&
      verdict && {
        ...verdict,
        origin: robots.origin,
        version: robots.reading.version.id,
        versionNumber: context.robots.numberOf(robots.reading.version),
        agent: robots.reading.speaker.agent,
      },
    nearest: whyNot.relatives.map(each => ({ url: each.url, why: each.why, reason: each.reason })),
    whyNot,
    profile: settings.profile,
  };
}
