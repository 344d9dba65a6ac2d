import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { mayAccess } from '#core/decision/access.ts';
import { checkBlocked, judgeCheck } from '#core/decision/check-outcome.ts';
import { blockedListing, mayFollow, mayList } from '#core/decision/listing.ts';
import { judgeOutcome } from '#core/decision/outcome.ts';
import { renderedRule } from '#core/decision/rendered-listing.ts';
import { resourceBlocked } from '#core/decision/resource.ts';
import { engineById } from '#core/directives/engines.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { ownRobotsFor } from '#core/robots/own-robots.ts';
import { obedienceFor } from '#core/robots/site-rules.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft } from '#shared/model/decision.ts';
import type { BodyEnd, FailureCause, FetchOutcome, FetchResponse } from '#shared/model/fetch.ts';
import type { FetchRow, StoredDecision } from '#storage/reads/lookup.ts';
import { isOwnText, type RobotsTable } from '#storage/tables/robots-versions.ts';
import { accessFacts, blockedListingOf, lineOf } from '../crawl/access-facts.ts';
import { challengeOf } from '../crawl/challenge.ts';
import { type PageReading, readPage } from '../crawl/read-page.ts';
import { redirectTarget } from '../crawl/settle.ts';
import type { RobotsReading } from '../crawl/slot.ts';
import { readingOf } from '../robots/gate.ts';
import { ParsedFiles } from '../robots/parsed-files.ts';

/** Readings of robots.txt that are kept. */
const mostReadings = 100;

export interface RecomputeSource {
  readonly robots: Pick<RobotsTable, 'byId' | 'body'>;
  readonly settings: (id: number) => CrawlSettings;
  readonly body: (hash: Uint8Array | null) => Uint8Array | null;
  readonly fetch: (id: number) => FetchRow | undefined;
  readonly idOf: (url: string) => number;
}

/** The URL of a decision, as it is stored. */
export interface DecidedUrl {
  readonly id: number;
  readonly url: string;
  /** 'https://example.com' */
  readonly origin: string;
  readonly fetchId: number | null;
  readonly outlinks: number | null;
}

/** Why a decision cannot be recomputed. */
export class NotRecomputable {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}
const not = (why: string): NotRecomputable => new NotRecomputable(why);

/** A response read again. */
interface Reread {
  readonly fetch: FetchRow;
  readonly response: FetchResponse;
  readonly reading: PageReading | null;
  /** Its body is missing, and would be needed. */
  readonly isIncomplete: boolean;
}

/** Makes decisions again from the evidence that a crawl file stores, by the functions that made them first. */
export class Recompute {
  readonly #source: RecomputeSource;
  readonly #files = new ParsedFiles();
  readonly #readings = new Map<string, RobotsReading>();
  readonly #settings = new Map<number, CrawlSettings>();
  /** The last response: the decisions of one URL are about one or two. */
  #last: Reread | null = null;

  constructor(source: RecomputeSource) {
    this.#source = source;
  }

  /** A decision by robots.txt. `evidence` of a result is not compared where the list is empty. */
  access(url: DecidedUrl, decision: StoredDecision): DecisionDraft | NotRecomputable {
    if (decision.trace[0]?.rule !== 'robots.txt') return not('a limit or a host decided, not robots.txt');
    if (decision.rule === 'delay-ceiling' && ownRobotsFor(this.#settingsOf(decision), url.origin) !== null)
      return not('a text of the user and a Crawl-delay of the server decided');
    const found = this.#facts(url, decision);
    if (found instanceof NotRecomputable) return found;
    const access = mayAccess(found.facts);
    if (decision.reason === 'resource-blocked') {
      // A rule of the user for the site does not free resources.
      const { verdict, strict, robots } = found.facts;
      const isOpen = verdict.allowed && strict?.allowed !== false;
      return isOpen ? access : resourceBlocked(robots, (verdict.allowed && strict ? strict : verdict).line);
    }
    // A check is not requested where robots.txt blocks it; that it does is what can be compared.
    if (decision.reason !== 'check-robots-blocked' || access.verdict === 'accept') return access;
    return checkBlocked(found.facts.robots, lineOf(found.facts, access));
  }

  /** The listing verdict of a URL that robots.txt blocks. */
  blocked(url: DecidedUrl, decision: StoredDecision): DecisionDraft | NotRecomputable {
    const found = this.#facts(url, decision);
    if (found instanceof NotRecomputable) return found;
    const cited = decision.evidence.find(({ kind }) => kind === 'robots-line');
    const line = cited?.kind === 'robots-line' ? cited.line : 0;
    const { facts, reading, profile } = found;
    if (decision.evidence.length > 1) return blockedListing(facts.robots, line);
    return blockedListingOf(profile, reading, facts, facts.strict && !facts.strict.allowed ? line : facts.verdict.line).draft;
  }

  /** What a response or a failure means. Several results where it depends on what is not stored. */
  outcome(url: DecidedUrl, decision: StoredDecision): readonly DecisionDraft[] | NotRecomputable {
    if (decision.trace[0]?.rule !== 'failure') return not('no single attempt decided');
    if (decision.reason === 'network-outage') return not('how other hosts fared at that time is not stored');
    const fetch = this.#fetchOf(decision);
    if (fetch instanceof NotRecomputable) return fetch;
    const { maxAttempts } = this.#settingsOf(decision);
    const outcome = outcomeOf(fetch);
    if (outcome === null) return not('the attempt was interrupted');
    const facts = { outcome, fetch: fetch.id, attempt: fetch.attempt, maxAttempts };
    if (decision.reason.startsWith('check-')) return checked(url, decision, { ...facts, fetch: fetch.id });
    if (outcome.kind === 'failure') {
      const rest = { location: null, loops: false, challenge: null };
      return [0, Number.MAX_SAFE_INTEGER].map(hostFailures => judgeOutcome({ ...facts, ...rest, hostFailures }));
    }
    const read = this.#reread(url, fetch, decision);
    const challenge = read.reading ? read.reading.challenge : challengeOf(read.response, null);
    if (read.isIncomplete && (challenge !== null || decision.reason === 'challenged')) return not('the body is not stored');
    const location = redirectTarget(url.url, read.response);
    // Which redirects were known at that time is not stored.
    return [false, true].map(loops =>
      judgeOutcome({ ...facts, hostFailures: 0, location, loops: location !== null && loops, challenge }),
    );
  }

  /** Whether search engines may list a response. */
  listing(url: DecidedUrl, decision: StoredDecision): DecisionDraft | NotRecomputable {
    if (decision.rule === renderedRule) return not('a rendering decided');
    const fetch = this.#fetchOf(decision);
    if (fetch instanceof NotRecomputable) return fetch;
    const read = this.#reread(url, fetch, decision);
    const { response, reading } = read;
    const base = { fetch: fetch.id, status: response.status, bodyEnd: response.bodyEnd };
    const silent = { noindex: null, nofollow: null, unavailable: null };
    if (
      redirectTarget(url.url, response) !== null &&
      !reading?.challenge &&
      decision.trace.length === 1 &&
      decision.reason === 'redirect-not-listed'
    )
      return mayList({
        ...base,
        redirected: true,
        challenged: false,
        html: null,
        directives: silent,
        canonical: { kind: 'none' },
      });
    if (read.isIncomplete || reading === null) return not('the body is not stored');
    const { canonical, directives, html, challenge } = reading;
    const isSuccess = response.status >= 200 && response.status < 300 && response.status !== 206;
    const isElsewhere = isSuccess && challenge === null && canonical.kind === 'elsewhere';
    const target = isElsewhere ? this.#canonicalOf(url, canonical.url) : 0;
    // As in a repaired file: a crawl stores the URL before it decides so.
    if (isElsewhere && target === 0 && decision.reason === 'canonical-elsewhere')
      return not('the row of its canonical URL is lost');
    return mayList({
      ...base,
      ...{ redirected: false, challenged: challenge !== null, html, directives },
      canonical:
        canonical.kind === 'elsewhere'
          ? target === 0
            ? { kind: 'none' }
            : { kind: 'elsewhere', url: target, source: sourceOf(canonical.declaration.source) }
          : { kind: canonical.kind },
    });
  }

  /** Whether the links of a page were followed. */
  follow(url: DecidedUrl, decision: StoredDecision): DecisionDraft | NotRecomputable {
    if (decision.trace[0]?.rule !== 'html') return not('no response decided');
    const fetch = this.#fetchOf(decision);
    if (fetch instanceof NotRecomputable) return fetch;
    if (fetch.id !== url.fetchId) return not('the links of an earlier response are not stored');
    const read = this.#reread(url, fetch, decision);
    if (read.isIncomplete || read.reading === null) return not('the body is not stored');
    const { html, directives } = read.reading;
    return mayFollow({ fetch: fetch.id, isHtml: html !== null, links: url.outlinks ?? 0, directives });
  }

  #facts(url: DecidedUrl, decision: StoredDecision) {
    const cited = decision.evidence.find(each => each.kind === 'robots-line' || each.kind === 'robots-fetch');
    if (cited === undefined || !('robots' in cited)) return not('no version of robots.txt is cited');
    const settings = this.#settingsOf(decision);
    const profile = profileSet(settings.profiles).byId(settings.profile);
    if (profile === null) return not('the crawler profile is not in the file');
    const reading = this.#reading(url.origin, cited.robots, { id: decision.settings, settings, profile });
    if (reading === null) return not('the version of robots.txt is missing');
    return { facts: accessFacts({ settings, settingsId: decision.settings }, reading, url.url), reading, profile };
  }

  #reading(
    origin: string,
    id: number,
    used: { readonly id: number; readonly settings: CrawlSettings; readonly profile: CrawlerProfile },
  ): RobotsReading | null {
    const obedience = obedienceFor(used.settings, origin);
    const key = `${id} ${used.id} ${obedience.robots} ${obedience.setting}`;
    const known = this.#readings.get(key);
    if (known !== undefined) return known;
    const version = this.#source.robots.byId(id);
    const dialect = dialectById(used.profile.dialect);
    if (version === undefined || !dialect) return null;
    const read = readingOf(this.#source.robots, version, { dialect, names: used.profile, obedience, files: this.#files });
    // Delays are those of the server's file.
    const reading = isOwnText(version) ? { ...read, delay: null } : read;
    if (this.#readings.size >= mostReadings) this.#readings.clear();
    this.#readings.set(key, reading);
    return reading;
  }

  #settingsOf({ settings: id }: StoredDecision): CrawlSettings {
    let found = this.#settings.get(id);
    if (found === undefined) {
      found = this.#source.settings(id);
      this.#settings.set(id, found);
    }
    return found;
  }

  #fetchOf({ evidence }: StoredDecision): FetchRow | NotRecomputable {
    const cited = evidence.find(each => 'fetch' in each);
    const fetch = cited && 'fetch' in cited ? this.#source.fetch(cited.fetch) : undefined;
    if (!fetch) return not('no attempt is cited');
    // Every response has `bodyEnd`. If it is missing, the row of `fetch_kind` is lost, and the headers with it.
    const isLost = fetch.outcome === 'response' && fetch.bodyEnd === null && fetch.responseHeaders.length === 0;
    return isLost ? not('the headers of the response are lost') : fetch;
  }

  #reread(url: DecidedUrl, fetch: FetchRow, decision: StoredDecision): Reread {
    if (this.#last?.fetch.id === fetch.id) return this.#last;
    const body = this.#source.body(fetch.bodyHash);
    const response = responseOf(fetch, body ?? new Uint8Array());
    const settings = this.#settingsOf(decision);
    const profile = profileSet(settings.profiles).byId(settings.profile);
    const isIncomplete = body === null && (fetch.bodyBytes ?? 0) > 0;
    const reading =
      profile === null || isIncomplete
        ? null
        : readPage(url.url, response, { agents: profile.directiveAgents, engine: engineById(profile.directives) }, 'verdicts');
    this.#last = { fetch, response, reading, isIncomplete };
    return this.#last;
  }

  #canonicalOf({ id, url }: DecidedUrl, canonical: string): number {
    const target = normalizeUrl(canonical);
    if (target.kind !== 'url') return 0;
    return target.url === url ? id : this.#source.idOf(target.url);
  }
}

/** How a check ended. Whether its host is outside, what redirected before, and whether other hosts responded is not stored. */
function checked(
  { url }: DecidedUrl,
  { reason }: StoredDecision,
  facts: Pick<Parameters<typeof judgeCheck>[0], 'outcome' | 'fetch' | 'attempt' | 'maxAttempts'>,
): readonly DecisionDraft[] | NotRecomputable {
  if (reason === 'check-challenged') return not('the body of a check is not stored');
  const location = facts.outcome.kind === 'response' ? redirectTarget(url, facts.outcome) : null;
  const either = [false, true];
  return either.flatMap(isOutside =>
    either.flatMap(loops =>
      either.map(isNetworkUp =>
        judgeCheck({ ...facts, location, loops: location !== null && loops, isOutside, isNetworkUp, challenge: null }),
      ),
    ),
  );
}

type Source = Extract<PageReading['canonical'], { readonly kind: 'elsewhere' }>['declaration']['source'];

const sourceOf = (source: Source) =>
  source.kind === 'link-element' ? ({ kind: 'meta', name: 'canonical', at: source.at, text: source.text } as const) : source;

const timings = (fetch: FetchRow) => ({
  startedAt: fetch.startedAt,
  endedAt: fetch.endedAt ?? fetch.startedAt,
  firstByteMs: fetch.firstByteMs,
  totalMs: fetch.totalMs ?? 0,
});

const responseOf = (fetch: FetchRow, body: Uint8Array): FetchResponse => ({
  ...{ kind: 'response', status: fetch.status ?? 0, statusText: '', headers: fetch.responseHeaders, body },
  ...{ bodyEnd: (fetch.bodyEnd ?? 'complete') as BodyEnd, wireBytes: 0, remoteAddress: null, timings: timings(fetch) },
});

/** The attempt as the crawl saw it, without its body; null where it was cut short. */
function outcomeOf(fetch: FetchRow): FetchOutcome | null {
  if (fetch.outcome === 'response') return responseOf(fetch, new Uint8Array());
  if (fetch.outcome !== 'failure') return null;
  return {
    ...{ kind: 'failure', cause: fetch.cause as FailureCause, detail: '', status: fetch.status, headers: [] },
    ...{ wireBytes: 0, remoteAddress: null, timings: timings(fetch) },
  };
}
