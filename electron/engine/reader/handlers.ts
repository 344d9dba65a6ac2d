import { mergeAssertions } from '#core/assertions/merge.ts';
import { parseAssertions } from '#core/assertions/parse-assertions.ts';
import { readFile, reportInSteps } from '#core/assertions/report.ts';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { parseQuery } from '#core/query/query.ts';
import { chooseGroups } from '#core/robots/choose/choose.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { unreachableSentence } from '#shared/explain/blame.ts';
import { type AssertionReport, longestAssertions } from '#shared/model/assertions.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { HeadersView, RobotsFileView } from '#shared/model/explanation.ts';
import type { RobotsGroup } from '#shared/model/robots.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { WriteDb } from '#storage/file/database.ts';
import { snapshots } from '#storage/file/snapshot.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { type Lookup, lookup } from '#storage/reads/lookup.ts';
import { originUrls } from '#storage/reads/origin-urls.ts';
import { relativeReads } from '#storage/reads/relatives.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { urlTableReads } from '#storage/reads/url-table.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { workbenchTable } from '#storage/tables/drafts.ts';
import { journalReads } from '#storage/tables/journal.ts';
import { originTable } from '#storage/tables/origins.ts';
import { type RobotsVersion, robotsTable } from '#storage/tables/robots-versions.ts';
import type { ComparedCrawls } from '../compare/compared-crawls.ts';
import { robotsOutcomeWords } from '../explain/evidence.ts';
import { urlMatrix } from '../explain/matrix.ts';
import { surroundingsOf } from '../explain/relatives.ts';
import { sourceWindow } from '../explain/source.ts';
import { DisagreementLists } from '../replay/disagreement-lists.ts';
import { mostFixed } from '../replay/fix.ts';
import { Histories, versionRows } from '../replay/histories.ts';
import { Workbench } from '../replay/replays.ts';
import { Tables } from '../replay/tables.ts';
import { politenessCertificate } from '../reports/certificate.ts';
import { ruleFacts } from '../reports/rule-facts.ts';
import { assertedAs, assertedOrigin, crawlTarget, freezeInSteps, type Instead } from '../robots/assertions.ts';
import { draftDesk, draftRow, draftsOf, workingDraft } from '../robots/drafts.ts';
import { readingOf } from '../robots/gate.ts';
import { robotsReaders, robotsReading } from '../robots/interpret.ts';
import { lintText, StoredLints } from '../robots/lint.ts';
import { lintReads } from '../robots/lint-stored.ts';
import { ParsedFiles } from '../robots/parsed-files.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import { UrlLists } from './url-lists.ts';

/** The tables a reader asks, over its own connection. */
export function openReads(db: WriteDb) {
  const crawl = crawlTable(db);
  const robots = robotsTable(db);
  const total = db.prepare('SELECT count(*) FROM url').pluck();
  return {
    path: db.name,
    lookup: lookup(db),
    robots,
    lint: lintReads(db, robots),
    origins: originTable(db),
    lists: robotsReads(db),
    views: urlViews(db),
    orders: new UrlOrders(db),
    workbench: workbenchTable(db),
    urlsByOrigin: originUrls(db),
    relatives: relativeReads(db),
    snapshot: snapshots(db),
    journal: journalReads(db),
    settingsOf: crawl.settings,
    crawlState: () => crawl.read()?.state ?? '',
    tables: urlTableReads(db),
    /** Another number after every commit of another connection. */
    changes: () => db.pragma('data_version', { simple: true }) as number,
    /** The settings in force, read afresh: the crawl may have changed them. */
    settings: () => {
      const row = crawl.read();
      return row ? crawl.settings(row.settingsId) : defaultSettings;
    },
    urls: () => total.get() as number,
  };
}
export type Reads = ReturnType<typeof openReads>;

/** Everything that is answered from the file alone. Thin: reads and words come from elsewhere. */
export function readHandlers(reads: Reads, compared: ComparedCrawls): Handlers<'reader'> {
  const { views, lists, snapshot } = reads;
  const tables = new Tables(reads.urlsByOrigin);
  const ownProfile = () => reads.settings().profile;
  const profiles = () => profileSet(reads.settings().profiles);
  const workbench = new Workbench({
    robots: reads.robots,
    origins: reads.origins,
    tables,
    ownProfile,
    profiles,
    reads: reads.tables,
    changes: reads.changes,
  });
  const disagreements = new DisagreementLists({ robots: reads.robots, origins: reads.origins, tables, ownProfile, profiles });
  const parsed = new ParsedFiles();
  const lints = new StoredLints(reads.lint, reads.robots, reads.path);
  const histories = new Histories({
    robots: reads.robots,
    origins: reads.origins,
    tables,
    ownProfile,
    profiles,
    isStored: url => reads.lookup.url(url) !== undefined,
  });
  const urlLists = new UrlLists(reads.orders, views, reads.urls);
  /** A newer run takes the place of one that still goes on. */
  let asserting: Job<AssertionReport> | null = null;
  const idOf = (url: string) => reads.lookup.url(url)?.id ?? fail('not_found', `${url} is not in this crawl.`);
  return {
    'urls.view': ({ filter, sort, descending, soon = false }) => {
      const query = parseQuery(filter);
      if (query.problem) return { view: 0, count: 0, total: reads.urls(), searched: 1, current: true, problem: query.problem };
      return urlLists.open({ terms: query.terms, sort, descending }, soon).then(info => ({ ...info, problem: '' }));
    },
    'urls.complete': ({ view }) => urlLists.complete(view).then(info => ({ ...info, problem: '' })),
    'urls.rows': ({ view, from, limit }) => urlLists.rows(view, from, limit),
    'urls.position': ({ view, url }) => urlLists.position(view, url),
    'url.matrix': ({ url, profiles, own = [] }) => {
      const settings = reads.settings();
      const known = profileSet([...settings.profiles, ...own]);
      const { lookup, robots, origins } = reads;
      return urlMatrix({ lookup, robots, origins, profile: settings.profile, profiles: known, parsed }, url, profiles);
    },
    'url.relatives': ({ url }) => snapshot(() => surroundingsOf(reads.relatives, url)),
    'url.links': ({ url, direction, from, limit }) => snapshot(() => reads.lookup.links(idOf(url), direction, from, limit)),
    'url.headers': ({ url }) => headersOf(reads.lookup, url),
    'url.source': ({ url, start, end, fromByte }) => sourceWindow(reads.lookup, url, start, end, fromByte),
    'robots.origins': async () => lists.origins(await urlLists.counted(counts => counts.byOrigin())),
    'robots.file': ({ origin, version }) => snapshot(() => robotsFile(reads, origin, version)),
    'robots.reading': ({ origin, version, reader, against }) => {
      const found = versionOf(reads, origin, version);
      return found && robotsReading(origin, found, reads.robots.body(found.bodyHash), ownProfile(), profiles(), reader, against);
    },
    'robots.history': asked => histories.read(asked),
    'robots.cancelHistory': asked => histories.cancel(asked),
    'robots.blame': asked => histories.blame(asked),
    'robots.diff': ({ origin, before, after }) => histories.diff(origin, before, after),
    'robots.readers': () => robotsReaders(profiles()),
    'robots.lint': input => {
      if ('text' in input) return lintText(input.text);
      const found = versionOf(reads, input.origin, input.version);
      return found && lints.view(input.origin, found);
    },
    'replay.compare': ({ origin, before, after }) => workbench.compare(origin, before, after),
    'replay.urls': wanted => workbench.comparisons.urls(wanted),
    'replay.discovery': wanted => workbench.discovery(wanted),
    'replay.sections': ({ origin }) => workbench.sections(origin),
    'replay.progress': () => workbench.progress(),
    'replay.cancel': () => workbench.cancel(),
    'replay.coverage': asked => workbench.coverage(asked),
    'replay.judged': asked => workbench.judged(asked),
    'replay.covered': asked => workbench.covered(asked),
    'report.line': async ({ origin, version: wanted, line, profile: asked }) => {
      const version =
        versionOf(reads, origin, wanted) ?? fail('not_found', `No robots.txt of ${origin} is stored in this crawl.`);
      if (wanted !== undefined && version.id !== wanted) fail('not_found', `${origin} has no version ${wanted}.`);
      const profile = asked || ownProfile();
      const side = { version: version.id, text: null, profile };
      const effect = await workbench.lineEffect({ origin, side, line });
      const { findings } = await lints.view(origin, version);
      return ruleFacts({ origin, version, line, profile, profiles: profiles(), effect, findings, robots: reads.robots });
    },
    'report.politeness': ({ origin, upTo }) =>
      politenessCertificate(
        {
          journal: reads.journal,
          origins: reads.origins,
          robots: reads.robots,
          settings: reads.settingsOf,
          crawlState: reads.crawlState(),
        },
        origin,
        upTo,
      ),
    'drafts.open': ({ origin, version }) => {
      const found = versionOf(reads, origin, version);
      return draftDesk(origin, found, found && reads.robots.body(found.bodyHash), {
        drafts: draftsOf(reads, origin),
        working: workingDraft(reads, origin),
      });
    },
    'drafts.read': ({ id }) => {
      const draft = reads.workbench.draft(id) ?? fail('not_found', 'This draft is no longer in the crawl file.');
      return { ...draftRow(draft), text: draft.text };
    },
    'robots.fix': ({ origin, goal, urls, filter, side }) => {
      const query = parseQuery(filter ?? '');
      if (query.problem) fail('bad_request', query.problem);
      const named = urls?.map(url => {
        const normal = normalizeUrl(url);
        return normal.kind === 'url' ? normal.url : url;
      });
      const [first] = named ?? (origin ? [] : [...views.stream(query.terms, 1)].map(row => row.url));
      const key = origin || originOf(first ?? '')?.key || firstSite(reads);
      function* chosen(): Steps<readonly string[]> {
        const found = named ?? [];
        let read = 0;
        if (!named)
          for (const { url } of views.stream(query.terms, mostFixed)) {
            found.push(url);
            if (++read % 500 === 0) yield 0;
          }
        return found;
      }
      return workbench.fix({ origin: key, side }, { goal, urls: chosen });
    },
    'disagreements.open': ({ profiles, oneName }) => ({ list: disagreements.open(profiles, oneName) }),
    'disagreements.read': ({ list }) => disagreements.read(list),
    'disagreements.urls': ({ list, group, from, limit }) => disagreements.urls(list, group, from, limit),
    'disagreements.cancel': ({ list }) => disagreements.cancel(list),
    'comparison.read': () => compared.read(),
    'comparison.urls': wanted => compared.urls(wanted),
    'comparison.pair': ({ run, url }) => compared.pair(run, url),
    'comparison.swap': () => compared.restart(true),
    'comparison.again': () => compared.restart(false),
    'comparison.cancel': () => compared.cancel(),
    'comparison.close': () => compared.close(),
    'assertions.get': ({ origin }) => {
      const about = assertedOrigin(reads, origin);
      const set = reads.workbench.assertionSet(about);
      const unsaved = reads.workbench.unsavedAssertions(about);
      return { origin, text: set?.text ?? '', unsaved, updatedAt: set?.updatedAt ?? null };
    },
    'assertions.run': ({ origin, text, version, draft }) => {
      const key = origin || firstSite(reads);
      const instead: Instead | null =
        draft !== undefined
          ? { origin: key, draft: readFile('draft', new TextEncoder().encode(draft)) }
          : version !== undefined
            ? { origin: key, version }
            : null;
      asserting?.cancel();
      asserting = runInSlices(reportInSteps(parseAssertions(text), crawlTarget(reads, key, instead)), 0);
      return asserting.finished;
    },
    'assertions.create': async ({ crawler: wanted, urls, rows, filter }) => {
      const crawler = assertedAs(wanted || ownProfile(), profiles());
      const query = parseQuery(filter ?? '');
      if (query.problem) fail('bad_request', query.problem);
      const found =
        urls ??
        (rows
          ? await urlLists.urlsAt(rows.view, rows.ranges, mostFrozen + 1)
          : [...views.stream(query.terms, mostFrozen + 1)].map(row => row.url));
      const taken = found.slice(0, mostFrozen);
      const made = await runInSlices(freezeInSteps(reads, taken, crawler), taken.length).finished;
      return { ...made, crawler, urls: taken.length, more: found.length > taken.length };
    },
    'assertions.merge': ({ origin, text, more }) => {
      const merged = mergeAssertions(text, more, origin || firstSite(reads));
      if (merged.text.length > longestAssertions)
        fail('refused', 'These would be more assertions than one set holds (2 MiB). Take out some first, or select fewer rows.');
      return merged;
    },
    'sitemaps.tree': async () => lists.sitemaps(await urlLists.counted(counts => counts.bySitemap())),
    'sitemaps.entries': ({ sitemap, from, limit }) => lists.entries(sitemap, from, limit),
  };
}

/** URLs that become assertions at once. */
const mostFrozen = 10_000;

/** Whose paths assertions mean that name no site: those of the first seed. */
function firstSite({ settings }: Reads): string {
  const used = settings();
  const seeds = 'seeds' in used ? (used.seeds as readonly string[]) : [];
  return originOf(seeds[0] ?? '')?.key ?? '';
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

/** The wanted version of an origin's robots.txt, else the one in force, else the newest; null where there is none. */
function versionOf({ origins, robots }: Reads, originKey: string, wanted: number | undefined): RobotsVersion | null {
  const origin = origins.byKey(originKey);
  if (!origin) return null;
  const versions = robots.all(origin.id);
  return versions.find(({ id }) => id === (wanted ?? origin.robotsId)) ?? versions.at(-1) ?? null;
}

/** Bytes of a line of robots.txt that are shown. */
const shownBytes = 4_096;

function robotsFile(
  { robots, origins, lists, settings }: Reads,
  originKey: string,
  wanted: number | undefined,
): RobotsFileView | null {
  const origin = origins.byKey(originKey);
  if (!origin) return null;
  const versions = robots.all(origin.id);
  const version = versions.find(({ id }) => id === (wanted ?? origin.robotsId)) ?? versions.at(-1);
  const { profile: id, profiles } = settings();
  const profile = profileSet(profiles).byId(id);
  const dialect = profile && dialectById(profile.dialect);
  if (!version || !profile || !dialect) return null;
  const { file, speaker } = readingOf(robots, version, dialect, profile);
  const decides = lists.decides(version.id);
  const body = robots.body(version.bodyHash);
  const groups = file && !speaker.ignoresGroups ? chooseGroups(file, dialect, speaker.agent).groups : [];
  const chosen = chosenLines(groups);
  const decoder = new TextDecoder();
  const rows = versionRows(versions, origin.robotsId, dialect);
  const row = rows.find(({ id }) => id === version.id) ?? null;
  return {
    origin: originKey,
    versions: rows,
    version: row,
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
    sentence: accessSentence(version, row?.standIn ?? 0, rows[(row?.standIn ?? 0) - 1]?.isCurrent === true),
  };
}

function chosenLines(groups: readonly RobotsGroup[]): Set<number> {
  const lines = new Set<number>();
  for (const group of groups)
    for (const part of [group.agents, group.rules, group.crawlDelays]) for (const { line } of part) lines.add(line);
  return lines;
}

function accessSentence(version: RobotsVersion, standIn: number, isInForce: boolean): string {
  if (version.access === 'rules') return version.size === 0 ? 'The file is empty: everything may be fetched.' : '';
  const outcome = robotsOutcomeWords(version);
  if (standIn > 0) return unreachableSentence({ at: version.firstSeenAt, outcome, standIn, isInForce });
  return version.access === 'allow-all'
    ? `There is no robots.txt here (${outcome}): everything may be fetched (RFC 9309 §2.3.1.3).`
    : `robots.txt could not be read (${outcome}): nothing may be fetched until it can (RFC 9309 §2.3.1.4).`;
}
