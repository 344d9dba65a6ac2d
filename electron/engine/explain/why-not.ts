import { parametersOf } from '#core/frontier/order.ts';
import { originOf } from '#core/url/authority.ts';
import { causeOf, type Judged, type SeenFacts, testsOf, type UnseenFacts } from '#core/whynot/cause.ts';
import { endlessSign } from '#core/whynot/trap.ts';
import { titleOf } from '#shared/explain/describe.ts';
import { durationWords } from '#shared/explain/duration.ts';
import { evidenceLabels, linkText } from '#shared/explain/evidence.ts';
import { isEndingLimit } from '#shared/explain/reasons.ts';
import { type WhyNotCause, whyNotCauses, whyNotSentence } from '#shared/explain/why-not.ts';
import {
  aheadWords,
  crawlStateWords,
  inFlight,
  leadWords,
  nothingLinks,
  placeWords,
  spellingKnown,
  titleSentence,
  waitDetail,
  waitingUrls,
  wouldNotBeFetched,
} from '#shared/explain/why-not-words.ts';
import type { CrawlState } from '#shared/model/crawl.ts';
import { readsSitemaps } from '#shared/model/crawl.ts';
import type { Evidence, UrlState } from '#shared/model/decision.ts';
import type { ExplainedDecision, LinkRow, ResolvedEvidence, UrlFacts } from '#shared/model/explanation.ts';
import type { Lead, Relative, Surroundings, WhyNot } from '#shared/model/why-not.ts';
import type { KnownUrl } from '#storage/reads/lookup.ts';
import type { RelativeReads } from '#storage/reads/relatives.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import { resolveEvidence } from './evidence.ts';
import type { ExplainContext } from './explain.ts';

/** The inputs of "why not" in addition to those of an explanation. */
export interface WhyNotSource {
  readonly relatives: RelativeReads;
  /** Related stored URLs; the reader thread finds them. */
  readonly around: Surroundings;
  readonly origins: Pick<OriginTable, 'byId' | 'byKey'>;
  /** The first links to a URL, as many as are shown. */
  readonly linksTo: (id: number) => readonly LinkRow[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** URLs waiting to be fetched. */
  readonly waiting: number;
  /** Pages fetched: what the page limit counts. */
  readonly pages: number;
}

/** Links shown as leading to a URL. */
export const shownLinks = 3;
export const noSurroundings: Surroundings = { relatives: [], compared: 0, known: 0, parent: null };

/** Why a stored URL was not fetched, according to its decisions, oldest first. */
export function whyNotKnown(
  context: ExplainContext,
  known: KnownUrl,
  decisions: readonly ExplainedDecision[],
  facts: UrlFacts | null,
): WhyNot {
  const { source } = context;
  const state = (facts?.state ?? 'disregarded') as UrlState;
  const host = known.originId === null ? undefined : source.origins.byId(known.originId);
  const seen: SeenFacts = {
    seen: true,
    state,
    reason: known.reason,
    decisions: decisions as readonly Judged[],
    crawl: context.crawlState as CrawlState,
    now: source.now,
    dueAt: source.relatives.dueAt(known.id),
    host: host
      ? {
          pausedReason: host.pausedReason,
          robotsKnown: host.robotsId !== null,
          nextAt: host.nextAt,
          backoffUntil: host.backoffUntil,
        }
      : null,
    endless: endlessSign(known.url),
  };
  const cause = causeOf(seen);
  const current = decisions.find(decision => decision.current) ?? decisions.at(-1);
  const ahead = state === 'queued' ? source.relatives.ahead(known.id) : 0;
  const why = current?.sentence ?? '';
  const params = {
    state: crawlStateWords(context.crawlState),
    wait: durationWords(Math.max(0, waitOf(seen, cause) - source.now)),
    detail: waitDetail(cause, { delayMs: host?.delayMs ?? 0, why, backOff: host?.backoffDetail ?? '' }),
    ahead: aheadWords(ahead),
    limit: context.settings.maxPages,
    sign: seen.endless,
    reason: known.reason,
    why,
  };
  const ownWords = hasOwnWords(state, cause);
  const deciding =
    state === 'done' && cause !== 'not-listed' ? (decisions.findLast(each => each.stage === 'fetch') ?? current) : current;
  const sentence = seenSentence(state, cause, params, deciding);
  const wasFetched = state === 'done';
  const around = wasFetched || originOf(known.url) === null ? noSurroundings : source.around;
  return {
    cause,
    group: whyNotCauses[cause].group,
    predicted: false,
    sentence,
    change: (ownWords ? '' : (deciding?.advice ?? '')) || whyNotCauses[cause].change,
    tests: testsOf(seen, sentence),
    relatives: around.relatives,
    compared: around.compared,
    known: around.known,
    lead: placed(context, known, leadTo(context, known)),
  };
}

function waitOf({ dueAt, host }: SeenFacts, cause: WhyNotCause): number {
  if (cause === 'waiting-retry') return dueAt;
  return cause === 'waiting-back-off' ? (host?.backoffUntil ?? 0) : (host?.nextAt ?? 0);
}

/** Decisions have their own sentences. Only waiting and endless paths need extra words. */
const hasOwnWords = (state: UrlState, cause: WhyNotCause): boolean =>
  state === 'queued' && !isEndingLimit(cause) && whyNotCauses[cause].sentence !== '';

function seenSentence(
  state: UrlState,
  cause: WhyNotCause,
  params: Readonly<Record<string, string | number>>,
  deciding: ExplainedDecision | undefined,
): string {
  if (hasOwnWords(state, cause) || cause === 'endless-path' || cause === 'unknown-reason') return whyNotSentence(cause, params);
  if (state === 'leased') return inFlight[cause === 'being-fetched' ? 'now' : 'before'];
  return deciding?.sentence ?? whyNotSentence(cause, params);
}

/** Predicts why the crawl did not find an unseen URL, or what would have stopped it. */
export function whyNotUnseen(
  context: ExplainContext,
  url: string,
  valid: boolean,
  admission: ExplainedDecision,
  access: ExplainedDecision | null,
): WhyNot {
  const { source, settings } = context;
  const isWeb = valid && originOf(url) !== null;
  const around = isWeb ? source.around : noSurroundings;
  const spelling = around.relatives.find(each => each.kind === 'spelling');
  const similar = spelling ?? around.relatives.find(each => each.kind === 'typo');
  const { parent } = around;
  const origin = isWeb ? source.origins.byKey(new URL(url).origin) : undefined;
  const facts: UnseenFacts = {
    seen: false,
    valid,
    admission: admission as Judged,
    access: access as Judged | null,
    pageLimitReached: source.pages >= settings.maxPages,
    endless: isWeb ? endlessSign(url) : '',
    spelling: spelling ? spellingKnown(spelling.url, spelling.why) : null,
    isMisspelt: spelling === undefined && similar !== undefined,
    parent: parent && {
      url: parent.url,
      read: parent.links !== null,
      dropped: parent.dropped,
      depth: parent.depth,
      reason: parent.reason,
    },
    sitemapsUnread: origin ? source.relatives.sitemapsUnread(origin.id) : 0,
    sitemapsAsked: readsSitemaps(settings),
    waiting: source.waiting,
    maxDepth: settings.maxDepth,
  };
  const cause = causeOf(facts);
  const decision = admission.verdict !== 'accept' ? admission : access && access.verdict !== 'accept' ? access : null;
  const params = {
    sign: facts.endless,
    why: unseenWhy(cause, similar, parent),
    limit: settings.maxPages,
    relative: similar?.url ?? '',
    page: parent?.url ?? '',
    dropped: parent?.dropped ?? 0,
    kept: parent?.links ?? 0,
    waiting: waitingUrls(source.waiting),
    reason: admission.reason,
  };
  return {
    cause,
    group: whyNotCauses[cause].group,
    predicted: true,
    sentence: decision && valid ? wouldNotBeFetched(decision.sentence) : whyNotSentence(cause, params),
    change: (valid ? decision?.advice : '') || whyNotCauses[cause].change,
    tests: testsOf(facts, ''),
    relatives: around.relatives,
    compared: around.compared,
    known: around.known,
    lead: wouldLead(context, around, facts),
  };
}

function unseenWhy(cause: WhyNotCause, similar: Relative | undefined, parent: Surroundings['parent']): string {
  if (cause === 'other-spelling' || cause === 'misspelt') return similar?.why ?? '';
  return cause === 'parent-unread' ? titleSentence(parent?.reason ?? '') : nothingLinks;
}

const evidenceOf = (context: ExplainContext, evidence: readonly Evidence[], url: string): ResolvedEvidence[] =>
  resolveEvidence(context, { evidence, reason: 'linked' }, url).shown;

/** How it was found, and why it has its place in the queue. */
function placed({ source, settings }: ExplainContext, known: KnownUrl, lead: Lead): Lead {
  if (settings.crawlOrder === 'breadth' || known.originId === null) return lead;
  const facts = { id: known.id, ...source.relatives.place(known.id), parameters: parametersOf(known.url) };
  return { ...lead, sentence: [lead.sentence, placeWords(settings.crawlOrder, facts)].filter(text => text !== '').join(' ') };
}

const none: Lead = { kind: 'none', page: '', sentence: leadWords.none, evidence: [] };

/** How the crawl found a stored URL: its first links with their tags, otherwise the sitemap, otherwise the redirect. */
function leadTo(context: ExplainContext, known: KnownUrl): Lead {
  const { lookup, source } = context;
  const links = source.linksTo(known.id);
  const [first] = links;
  if (first) {
    const evidence = links.map((link): ResolvedEvidence => {
      return {
        kind: 'link',
        label: evidenceLabels.link(link.from),
        text: linkText(link),
        open:
          link.end > 0 ? { view: 'source', url: link.from, start: link.start, end: link.end } : { view: 'url', url: link.from },
      };
    });
    const isRedirect = first.kind === 'redirect';
    return {
      kind: isRedirect ? 'redirect' : 'link',
      page: first.from,
      sentence: isRedirect ? leadWords.redirect(first.from) : leadWords.link(first.from),
      evidence,
    };
  }
  const mention = source.relatives.mention(known.id);
  if (mention) {
    const evidence = evidenceOf(context, [{ kind: 'sitemap-entry', ...mention }], known.url);
    const page = lookup.sitemapEntry(mention.sitemap, mention.seq)?.sitemap ?? '';
    return { kind: 'sitemap', page, sentence: leadWords.sitemap(page), evidence };
  }
  return known.via === 'seed' ? { kind: 'seed', page: '', sentence: leadWords.seed, evidence: [] } : none;
}

/** What would lead to an unseen URL: the links to its closest relative, otherwise its folder's page. */
function wouldLead(context: ExplainContext, { relatives, parent }: Surroundings, { parent: page }: UnseenFacts): Lead {
  const close = relatives.find((each: Relative) => each.kind === 'spelling' || each.kind === 'typo');
  const known = close && context.lookup.url(close.url);
  if (close && known) {
    const lead = leadTo(context, known);
    if (lead.kind === 'link' || lead.kind === 'redirect' || lead.kind === 'sitemap')
      return { ...lead, kind: 'relative', sentence: leadWords.relative(lead.page, close.url, close.why) };
  }
  if (!parent || !page) return none;
  const open = { view: 'url', url: parent.url } as const;
  const evidence: ResolvedEvidence[] = [{ kind: 'url', label: parent.url, text: titleOf(parent.reason), open }];
  if (!page.read)
    return {
      kind: 'parent-unread',
      page: parent.url,
      sentence: leadWords.parentUnread(parent.url),
      evidence,
    };
  const count = parent.links ?? 0;
  return page.dropped > 0
    ? {
        kind: 'parent-cut',
        page: parent.url,
        sentence: leadWords.parentCut(parent.url, count, page.dropped),
        evidence,
      }
    : {
        kind: 'parent-read',
        page: parent.url,
        sentence: leadWords.parentRead(parent.url, count),
        evidence,
      };
}
