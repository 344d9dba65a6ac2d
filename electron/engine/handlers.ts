import { interpret, parseQuery } from '#core/lookup/query.ts';
import { chooseGroups } from '#core/robots/choose.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { profileById } from '#core/robots/profiles.ts';
import type { CrawlSettings, CrawlState } from '#shared/model/crawl.ts';
import type { HeadersView, RobotsFileView, RobotsVersionRow } from '#shared/model/explanation.ts';
import type { RobotsGroup } from '#shared/model/robots.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { Lookup } from '#storage/lookup.ts';
import type { RobotsReads } from '#storage/robots-reads.ts';
import type { RobotsVersion } from '#storage/robots-versions.ts';
import type { Store } from '#storage/store.ts';
import type { UrlViews } from '#storage/url-views.ts';
import { robotsOutcomeWords } from './evidence.ts';
import { explainUrl } from './explain.ts';
import { urlMatrix } from './matrix.ts';
import { readingOf } from './robots-gate.ts';
import { lintText, lintVersion } from './robots-lint.ts';
import { robotsReaders, robotsReading } from './robots-reading.ts';
import type { Session } from './session.ts';
import { sourceWindow } from './source.ts';

export interface HandlerParts {
  readonly session: Session;
  readonly store: Store;
  readonly reads: { readonly lookup: Lookup; readonly robots: RobotsReads; readonly views: UrlViews };
  settings(): CrawlSettings;
  state(): CrawlState;
  settingsId(): number;
  refusedAddress(hostname: string): string;
}

/** Everything the window and the command line may ask of an open file. Thin: reads and words come from elsewhere. */
export function engineHandlers(parts: HandlerParts): Handlers<'engine'> {
  const { session, store, reads } = parts;
  const idOf = (url: string) => reads.lookup.url(url)?.id ?? fail('not_found', `${url} is not in this crawl.`);
  return {
    'crawl.pause': () => session.pause(),
    'crawl.resume': () => session.resume(),
    'crawl.stop': () => session.stop(),
    'crawl.continue': async ({ maxPages }) => {
      session.changeSettings({ maxPages });
      await session.resume();
    },
    'status.get': () => session.status(),
    'lookup.interpret': ({ text }) => interpret(text),
    'urls.view': ({ filter, sort, descending }) => {
      const query = parseQuery(filter);
      if (query.problem) return { view: 0, count: 0, total: store.tally.urls, problem: query.problem };
      return { ...reads.views.create(query.terms, sort, descending), problem: '' };
    },
    'urls.rows': ({ view, from, limit }) =>
      reads.views.rows(view, from, limit) ?? fail('not_found', 'This list is no longer open; open it again.'),
    'urls.position': ({ view, url }) => reads.views.position(view, url),
    'url.explain': ({ url }) =>
      explainUrl(
        {
          lookup: reads.lookup,
          robots: store.robots,
          origins: store.origins,
          settings: parts.settings(),
          settingsId: parts.settingsId(),
          crawlState: parts.state(),
          refusedAddress: parts.refusedAddress,
        },
        url,
      ),
    'url.matrix': ({ url, profiles }) =>
      urlMatrix(
        { lookup: reads.lookup, robots: store.robots, origins: store.origins, profile: parts.settings().profile },
        url,
        profiles,
      ),
    'url.links': ({ url, direction, from, limit }) => reads.lookup.links(idOf(url), direction, from, limit),
    'url.headers': ({ url }) => headersOf(reads.lookup, url),
    'url.source': ({ url, start, end, fromByte }) => sourceWindow(reads.lookup, url, start, end, fromByte),
    'robots.origins': () => reads.robots.origins(),
    'robots.file': ({ origin, version }) => robotsFile(parts, origin, version),
    'robots.reading': ({ origin, version, reader, against }) => {
      const found = versionOf(parts, origin, version);
      return found && robotsReading(origin, found, store.robots.body(found.bodyHash), parts.settings().profile, reader, against);
    },
    'robots.readers': () => robotsReaders(),
    'robots.lint': input => {
      if ('text' in input) return lintText(input.text);
      const found = versionOf(parts, input.origin, input.version);
      return found && lintVersion(found, input.origin, store.robots.body(found.bodyHash));
    },
    'sitemaps.tree': () => reads.robots.sitemaps(),
    'sitemaps.entries': ({ sitemap, from, limit }) => reads.robots.entries(sitemap, from, limit),
  };
}

function headersOf(lookup: Lookup, url: string): HeadersView | null {
  const known = lookup.url(url);
  const attempts = known ? lookup.fetches(known.id) : [];
  const last = attempts.at(-1);
  if (!last) return null;
  return {
    url,
    status: last.status,
    statusText: last.statusText ?? '',
    request: last.requestHeaders,
    response: last.responseHeaders,
    attempts: attempts.map(fetch => ({
      id: fetch.id,
      startedAt: fetch.startedAt,
      totalMs: fetch.totalMs,
      outcome: fetch.outcome === 'response' ? `${fetch.status} ${fetch.statusText ?? ''}`.trim() : (fetch.outcome ?? 'in flight'),
      detail: fetch.detail ?? '',
    })),
  };
}

const versionRow = (version: RobotsVersion): RobotsVersionRow => ({
  id: version.id,
  firstSeenAt: version.firstSeenAt,
  lastSeenAt: version.lastSeenAt,
  access: version.access,
  status: version.status,
  cause: version.cause,
  bytes: version.size,
  finalUrl: version.finalUrl,
  hash: version.bodyHash ? Buffer.from(version.bodyHash).toString('hex') : null,
});

/** The wanted version of an origin's robots.txt, else the one in force, else the newest; null where there is none. */
function versionOf({ store }: HandlerParts, originKey: string, wanted: number | undefined): RobotsVersion | null {
  const origin = store.origins.byKey(originKey);
  if (!origin) return null;
  const versions = store.robots.all(origin.id);
  return versions.find(({ id }) => id === (wanted ?? origin.robotsId)) ?? versions.at(-1) ?? null;
}

/** Bytes of a line of robots.txt that are shown. */
const shownBytes = 4_096;

function robotsFile(
  { store, reads, settings }: HandlerParts,
  originKey: string,
  wanted: number | undefined,
): RobotsFileView | null {
  const origin = store.origins.byKey(originKey);
  if (!origin) return null;
  const versions = store.robots.all(origin.id);
  const version = versions.find(({ id }) => id === (wanted ?? origin.robotsId)) ?? versions.at(-1);
  const profile = profileById(settings().profile);
  const dialect = profile && dialectById(profile.dialect);
  if (!version || !profile || !dialect) return null;
  const { file, speaker } = readingOf(store.robots, version, dialect, profile);
  const decides = reads.robots.decides(version.id);
  const body = store.robots.body(version.bodyHash);
  const groups = file && !speaker.ignoresGroups ? chooseGroups(file, dialect, speaker.agent).groups : [];
  const chosen = chosenLines(groups);
  const decoder = new TextDecoder();
  return {
    origin: originKey,
    versions: versions.map(versionRow),
    version: versionRow(version),
    dialect: dialect.id,
    agent: speaker.agent,
    lines: (file?.lines ?? []).map(line => ({
      number: line.number,
      start: line.start,
      text: body ? decoder.decode(body.subarray(line.start, Math.min(line.end, line.start + shownBytes))) : '',
      hidden: Math.max(0, line.end - line.start - shownBytes),
      kind: line.kind,
      notes: line.notes,
      chosen: chosen.has(line.number),
      decides: decides.get(line.number) ?? 0,
    })),
    noRule: decides.get(0) ?? 0,
    sentence: accessSentence(version),
  };
}

function chosenLines(groups: readonly RobotsGroup[]): Set<number> {
  const lines = new Set<number>();
  for (const group of groups)
    for (const part of [group.agents, group.rules, group.crawlDelays]) for (const { line } of part) lines.add(line);
  return lines;
}

function accessSentence(version: RobotsVersion): string {
  if (version.access === 'rules') return version.size === 0 ? 'The file is empty: everything may be fetched.' : '';
  const outcome = robotsOutcomeWords(version);
  return version.access === 'allow-all'
    ? `There is no robots.txt here (${outcome}): everything may be fetched (RFC 9309 §2.3.1.3).`
    : `robots.txt could not be read (${outcome}): nothing may be fetched until it can (RFC 9309 §2.3.1.4).`;
}
