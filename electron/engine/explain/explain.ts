import { maxUrlLength } from '#core/url/length.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { foundWords, headlineSeen } from '#shared/explain/answers.ts';
import { headerValues } from '#shared/header-values.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Stage, UrlState } from '#shared/model/decision.ts';
import type { DiscoveryStep, UrlExplanation, UrlFacts } from '#shared/model/explanation.ts';
import type { KnownUrl, Lookup } from '#storage/reads/lookup.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';
import { seedUrl } from '../crawl/scope.ts';
import type { EvidenceSource } from './evidence.ts';
import { explainDecision } from './explained-decision.ts';
import { explainPage } from './page-explanation.ts';
import { predict } from './predict.ts';
import { fetchAnswer, followAnswer, listAnswer } from './seen-answers.ts';
import { StoredReadings } from './stored-reading.ts';
import { explanationNotes, notedUrl } from './url-notes.ts';
import { type WhyNotSource, whyNotKnown } from './why-not.ts';

export interface ExplainContext extends EvidenceSource {
  readonly robots: RobotsTable;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  readonly crawlState: string;
  readonly source: WhyNotSource;
  refusedAddress(hostname: string): string;
}

/** The explanation for `info:URL`, for any URL: fetched, blocked, waiting or never seen. */
export function explainUrl(given: ExplainContext, asked: string): UrlExplanation {
  const context = { ...given, lookup: withBodiesOnce(given.lookup) };
  const { known, url, valid } = lookedUp(context, asked);
  return known ? explainKnown(context, known) : predict(context, url, valid);
}

/** The same reads, with a cache of decompressed bodies, because many pieces of evidence point into one body. */
function withBodiesOnce(lookup: Lookup): Lookup {
  const bodies = new Map<string, Uint8Array | null>();
  return {
    ...lookup,
    body: hash => {
      if (!hash) return null;
      const key = Buffer.from(hash).toString('base64');
      const known = bodies.get(key);
      const body = known === undefined ? lookup.body(hash) : known;
      bodies.set(key, body);
      return body;
    },
  };
}

/** A requested URL: the stored form, or the normalized form. `valid`: it is a URL. */
export function lookedUp(
  { lookup }: Pick<ExplainContext, 'lookup'>,
  asked: string,
): { readonly known: KnownUrl | undefined; readonly url: string; readonly valid: boolean } {
  // The file stores longer ones truncated to this length.
  const text = asked.slice(0, maxUrlLength);
  const seeded = seedUrl(text);
  const normalized = normalizeUrl(seeded ?? text);
  const valid = normalized.kind === 'url';
  const url = valid ? normalized.url : text;
  return { known: lookup.url(url) ?? lookup.url(text), url, valid };
}

function explainKnown(context: ExplainContext, known: KnownUrl): UrlExplanation {
  const facts = withHeaderFacts(context, known.id);
  const state: UrlState = facts?.state ?? 'disregarded';
  const decisions = context.lookup
    .decisions(known.id)
    .map(decision => explainDecision(context, decision, { url: known.url, facts, current: decision.current }));
  const last = (stage: Stage) => decisions.findLast(decision => decision.stage === stage);
  const readings = new StoredReadings(context);
  const robots = readings.for(known.url, known.robotsId);
  const current = decisions.find(decision => decision.current);
  const isLive = context.crawlState === 'running' || context.crawlState === 'paused' || context.crawlState === 'stopped';
  const { page, noindex } = explainPage(context, known, readings);
  return {
    url: known.url,
    seen: true,
    headline: headlineSeen(state, current?.sentence ?? '', {
      isFetch: current?.stage === 'fetch',
      isLive,
      requested: state === 'disregarded' ? requestedWords(context, known.id) : '',
    }),
    mayFetch: fetchAnswer(known, last('access'), robots, state === 'queued'),
    mayList: listAnswer(known, last('listing'), last('access'), noindex),
    linksFollowed: followAnswer(known, last('follow'), {
      isDone: state === 'done',
      rendering: context.lookup.rendering(known.id),
    }),
    decisions,
    facts,
    page,
    discovery: discoveryPath(context, known),
    robots: robots && readings.shown(robots, known.url),
    nearest: [],
    whyNot: whyNotKnown(context, known, decisions, facts),
    profile: context.settings.profile,
    notes: explanationNotes(context, notedUrl(context.lookup, known, known.url), robots?.reading ?? null),
  };
}

/** The response to a URL that is no page of the crawl, but was requested: as a resource, a check or a probe. */
function requestedWords({ lookup }: ExplainContext, id: number): string {
  const last = lookup.fetches(id).at(-1);
  if (last?.endedAt == null || last.outcome === 'interrupted') return '';
  return last.status === null ? 'no response' : `status ${last.status}`;
}

/** The directives of a response that is not a page: only headers count. */
function withHeaderFacts(context: ExplainContext, id: number): UrlFacts | null {
  const facts = context.lookup.facts(id);
  if (!facts || facts.xRobotsTag !== null) return facts ?? null;
  const headers = context.lookup.fetches(id).findLast(fetch => fetch.outcome === 'response')?.responseHeaders ?? [];
  const tags = headerValues(headers, 'x-robots-tag');
  return tags.length > 0 ? { ...facts, xRobotsTag: tags.join('; ') } : facts;
}

function pathParent(lookup: ExplainContext['lookup'], { via, viaId, depthFrom }: KnownUrl): KnownUrl | undefined {
  const isFound = via === 'link' || via === 'redirect';
  const id = depthFrom ?? (isFound ? viaId : null);
  return via === 'seed' || id === null ? undefined : lookup.urlById(id);
}

const linkWord = (from: KnownUrl, to: KnownUrl): string => (from.redirectId === to.id ? 'redirect' : 'link');

/** The most URLs shown of a path. */
const mostSteps = 200;

/** The path from the URL back to a start URL with the fewest clicks; without one, the path by which it was found. */
function discoveryPath({ lookup }: ExplainContext, known: KnownUrl): DiscoveryStep[] {
  const steps: DiscoveryStep[] = [];
  let at: KnownUrl | undefined = known;
  while (at && steps.length < mostSteps) {
    const before: KnownUrl | undefined = pathParent(lookup, at);
    steps.unshift({ url: at.url, how: foundWords(before ? linkWord(before, at) : at.via) });
    at = before;
  }
  return steps;
}
