import { existsSync, realpathSync, renameSync, unlinkSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { parseQuery } from '#core/query/query.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import { type DemoSite, startDemoSite } from '#demo/server.ts';
import { explainRefusal, isPublicAddress } from '#fetcher/address-guard.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { AssertionReport } from '#shared/model/assertions.ts';
import type { CrawlComparison } from '#shared/model/comparison.ts';
import type { CrawlSettings, CrawlState, CrawlStatus } from '#shared/model/crawl.ts';
import type { LinkRow, SitemapRow } from '#shared/model/explanation.ts';
import type { Fetcher } from '#shared/model/fetch.ts';
import type { RobotsImported } from '#shared/model/history.ts';
import type { PolitenessCertificate } from '#shared/model/politeness.ts';
import type { ReportRequest } from '#shared/model/report.ts';
import type { UrlRow } from '#shared/model/url-columns.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import { appVersion } from '#shared/version.ts';
import { createDatabase, openCounted, storageError, type WriteDb } from '#storage/file/database.ts';
import { closeKeeping, type KeptCounts } from '#storage/file/kept-counts.ts';
import { runSql } from '#storage/file/sql.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { urlTableReads } from '#storage/reads/url-table.ts';
import { openStore, type Store } from '#storage/store.ts';
import type { CrawlRow } from '#storage/tables/crawls.ts';
import { compareCrawls, sideOf } from '../compare/compare-crawls.ts';
import type { ComparisonFormat } from '../compare/comparison-file.ts';
import { openOther } from '../compare/other-crawl.ts';
import { Crawl, robotsBodyBytes } from '../crawl/crawl.ts';
import { checkSettings, completeSettings, patternProblems } from '../crawl/scope.ts';
import { createReader } from '../reader/reader.ts';
import { type ReplayQuery, type ReplaySource, replaySource } from '../replay/replay-source.ts';
import { type CertificateCheck, certificatesOf, makeReport, type ReportMade, verifyCertificate } from '../reports/make-report.ts';
import { type AssertionQuery, assertedAs, freezeVerdicts, runQuery } from '../robots/assertions.ts';
import { checkRobots, type RobotsChecked } from '../robots/check.ts';
import { importRobots } from '../robots/import.ts';
import { type LintQuery, lintStored, type StoredLint } from '../robots/lint-stored.ts';
import { robotsSchedule } from '../robots/schedule.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import { engineHandlers } from './handlers.ts';
import { isAlive, ownName } from './owner.ts';
import { statusOf } from './status.ts';

export { checkSettings, completeSettings };

export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

/** One open crawl file: reviewing it, and crawling into it. The window, the command line and the tests all work through this. */
export interface Session {
  readonly path: string;
  readonly handlers: Handlers<'engine' | 'reader'>;
  /** Counts the file first where that was not done. */
  status(): CrawlStatus;
  /** Counts the file in slices where that was not done, so that `status` answers at once. False when it was closed meanwhile. */
  counted(): Promise<boolean>;
  /** Starts or continues the crawl; resolves when it ends for whatever reason, rejects when it could not go on. */
  run(): Promise<CrawlState>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves when the last request is cut off and everything is on disk. */
  stop(): Promise<void>;
  urls(query: { readonly filter: string; readonly limit?: number | undefined }): Iterable<UrlRow>;
  links(query: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly limit?: number | undefined;
  }): Iterable<LinkRow>;
  sitemaps(): readonly SitemapRow[];
  /** An origin and a version of its robots.txt, to be replayed. */
  replay(query: ReplayQuery): ReplaySource;
  /** Diagnostics of the stored robots.txt files, with what the crawl knows. */
  lintRobots(query: LintQuery): Iterable<StoredLint>;
  /** Runs assertions about robots.txt, without storing them. Refuses an origin or a version the file does not have. */
  assert(query: AssertionQuery): AssertionReport;
  /** Assertions that hold on to the verdicts of today for the URLs a filter finds. */
  freeze(query: { readonly filter: string; readonly crawler?: string | undefined; readonly limit?: number | undefined }): string;
  /** Another crawl against this one, the older: what flipped, grouped by what changed. Yields URLs done. */
  compareWith(path: string): Steps<CrawlComparison>;
  /** Begins the comparison with another crawl that the window reads (`comparison.*`). Refuses what cannot be compared. */
  compare(path: string): Promise<void>;
  /** Writes the comparison the window shows, whole or not at all. */
  saveComparison(wanted: { readonly run: number; readonly path: string; readonly format: ComparisonFormat }): Promise<void>;
  sql(statement: string, limits: { readonly timeMs: number; readonly maxRows: number }): SqlRows;
  /** New settings for the rest of the crawl, as a settings version of their own. */
  changeSettings(change: Partial<CrawlSettings>): void;
  /** Brings in robots.txt answers of the past: a file, a folder of dated files, another crawl file. `origin` '' where it is clear whose. */
  importRobots(source: string, origin: string): RobotsImported;
  /** Asks origins for robots.txt again, all that were ever asked unless named. Yields each answer; ends early when cancelled. */
  checkRobots(origins: readonly string[], signal: AbortSignal): AsyncGenerator<RobotsChecked>;
  /** A document to hand over, as stand-alone HTML: the same file, time and version give the same bytes. */
  report(wanted: ReportRequest, made: ReportMade): Promise<string>;
  /** How politely hosts were crawled, all that were asked unless named. */
  politeness(origins: readonly string[]): Promise<readonly PolitenessCertificate[]>;
  /** Computes a politeness certificate anew and compares. `version`: this program's. */
  verifyCertificate(html: string, version: string): Promise<CertificateCheck>;
  /** The window will ask: starts what answers it. */
  prepare(): void;
  /** From now on the hosts are asked for robots.txt as often as the file says, until it is closed. */
  keepChecking(): void;
  onChange(listener: () => void): void;
  /** Writes a consistent copy; the session itself stays with its file. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface SessionOptions {
  /** The seed is the built-in demo site: resuming serves it again at the same address. */
  readonly demo?: boolean;
  readonly readOnly?: boolean;
  /** Stands between engine and network; tests shorten limits and fake answers here. */
  wrapFetcher?(fetcher: Fetcher): Fetcher;
}

/** Creates a crawl file with these settings. Throws an RpcError that names what is wrong. */
export function createSession(path: string, wanted: CrawlSettings, options: SessionOptions = {}): Session {
  const settings = completeSettings(wanted);
  const problem = Object.values(checkSettings(settings))[0];
  if (problem) fail('bad_request', problem);
  const db = createDatabase(path);
  try {
    const store = openStore(db);
    store.transaction(() => {
      store.crawl.create(Date.now(), appVersion, settings);
      if (options.demo) store.crawl.event(Date.now(), 'demo', settings.seeds[0] ?? '');
    });
    return session(path, db, store, options);
  } catch (error) {
    db.close();
    throw storageError(error, path);
  }
}

/** Opens for writing, so that a crawl can go on; a file that may not be written can still be reviewed. */
function openForReview(path: string, readOnly: boolean): { db: WriteDb; kept: KeptCounts | null; readOnly: boolean } {
  if (readOnly) return { ...openCounted(path, true), readOnly };
  try {
    return { ...openCounted(path, false), readOnly };
  } catch (error) {
    if (!(error instanceof RpcError && error.message.startsWith('No permission to write'))) throw error;
    return { ...openCounted(path, true), readOnly: true };
  }
}

/** Opens a crawl file. Throws an RpcError: missing, not a crawl, of a newer version, no permission. */
export function openSession(path: string, options: SessionOptions = {}): Session {
  const { db, kept, readOnly } = openForReview(path, options.readOnly ?? false);
  try {
    const store = openStore(db, kept);
    if (!readOnly && store.inlinks.owes()) countInlinks(store, path);
    return session(path, db, store, { ...options, readOnly });
  } catch (error) {
    db.close();
    throw storageError(error, path);
  }
}

/** What a crawl that was killed left uncounted; one that goes on counts itself, and on a full disk the next run does. */
function countInlinks(store: Store, path: string): void {
  try {
    store.transaction(() => {
      const row = store.crawl.read();
      const taken = row?.state === 'running' || row?.state === 'paused';
      if (row && !(taken && ownerLives(row))) store.inlinks.settle(Date.now(), 'pause');
    });
  } catch (error) {
    if (!(storageError(error, path) instanceof RpcError)) throw error;
  }
}

function refusedAddress(trusted: ReadonlySet<string>, hostname: string): string {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (trusted.has(hostname) || !/^(\d+\.\d+\.\d+\.\d+|.*:.*)$/.test(bare)) return '';
  return isPublicAddress(bare) ? '' : explainRefusal(hostname, bare);
}

/** A file may carry patterns that cannot be used; crawling without them would crawl what the user left out. */
function refuseUnreadablePatterns(settings: CrawlSettings): void {
  const [found] = Object.entries(patternProblems(settings));
  if (!found) return;
  const [field, problem] = found;
  fail('refused', `The ${field} patterns of this file must be changed first. ${problem} Resume with other --${field} patterns.`);
}

/** The demo site at the address a demo crawl knows; null when the crawl is another one, or the site is served already. */
async function serveDemo(url: string | null): Promise<DemoSite | null> {
  if (url === null) return null;
  try {
    return await startDemoSite({ port: Number(new URL(url).port) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
}

function* urlsOfRows(rows: Iterable<UrlRow>): Generator<string> {
  for (const row of rows) yield row.url;
}

const checkedWords = ({ asked, changed, unreachable }: Readonly<Record<'asked' | 'changed' | 'unreachable', number>>): string =>
  `${asked === 1 ? '1 host' : `${asked} hosts`} asked, ${unreachable > 0 ? `${unreachable} unreachable, ` : ''}${changed === 0 ? 'nothing new' : changed === 1 ? '1 new version' : `${changed} new versions`}`;

function closedMeanwhile(error: unknown): void {
  if (!(error instanceof RpcError)) throw error;
}

let sessions = 0;
/** Owner names of the crawls that run in this process. */
const crawling = new Set<string>();

const ownerLives = ({ owner, heartbeatAt }: CrawlRow): boolean =>
  owner?.startsWith(ownName()) ? crawling.has(owner) : isAlive(owner, heartbeatAt, Date.now());

function session(path: string, db: WriteDb, store: Store, options: SessionOptions): Session {
  const first = store.crawl.read();
  if (!first) throw new RpcError('refused', `${basename(path)} holds no crawl.`);
  const reads = { lookup: lookup(db), robots: robotsReads(db), views: urlViews(db), tables: urlTableReads(db) };
  let crawl: Crawl | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let failure = '';
  let counting: Job<void> | null = null;
  const listeners: (() => void)[] = [];
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const row = () => store.crawl.read() ?? first;
  const settings = () => store.crawl.settings(row().settingsId);
  const active = () => crawl?.active ?? false;
  const owner = `${ownName()}:${++sessions}`;
  /** Refuses when another living process, or another session of this one, crawls the file. */
  const refuseForeignOwner = () => {
    const stored = row();
    const taken = stored.state === 'running' || stored.state === 'paused';
    if (taken && stored.owner !== owner && ownerLives(stored))
      fail(
        'unavailable',
        `${basename(path)} is being crawled by another process (pid ${stored.owner?.split(':')[1]}). Stop it there first.`,
      );
  };

  const stateNow = (): CrawlState => {
    if (crawl && active()) return crawl.state;
    const stored = row();
    if (failure) return 'failed';
    if (stored.state !== 'running' && stored.state !== 'paused') return stored.state;
    // Named as owner, but not crawling: what it wrote last did not reach the disk, because that was full.
    if (stored.owner === ownName()) return 'interrupted';
    return ownerLives(stored) ? stored.state : 'interrupted';
  };

  const reportParts = () => ({
    path,
    handlers,
    lookup: reads.lookup,
    robots: store.robots,
    origins: store.origins,
    settings: store.crawl.settingsVersion,
    settingsId: row().settingsId,
    ownProfiles: settings().profiles,
    asked: store.origins.asked,
  });

  const self: Session = {
    path,
    get handlers() {
      return handlers;
    },
    status() {
      store.refresh();
      const state = stateNow();
      const stored = row();
      const detail =
        failure ||
        (state === 'interrupted'
          ? 'The program ended while crawling. Nothing stored is lost; resume to continue.'
          : stored.detail);
      return statusOf({
        file: basename(path),
        store,
        crawl: active() ? crawl : null,
        row: stored,
        state,
        detail,
        settings: settings(),
        now: Date.now(),
      });
    },
    async counted() {
      if (!db.open) return false;
      store.refresh();
      if (!store.tally.isCounted) {
        counting ??= runInSlices(store.tally.count(), 0);
        await counting.finished.catch(closedMeanwhile);
        counting = null;
      }
      return db.open;
    },
    async run() {
      if (options.readOnly) fail('refused', `${basename(path)} is open for reading only.`);
      // A crawl that was told to stop still settles its last requests.
      if (crawl?.state === 'stopped') await ended;
      if (active()) fail('refused', 'The crawl is already running.');
      refuseForeignOwner();
      store.refresh();
      failure = '';
      const used = settings();
      refuseUnreadablePatterns(used);
      const trusted = new Set(used.seeds.map(seed => new URL(seed).hostname));
      const http = createHttpFetcher({ connectionsPerOrigin: used.connections });
      const fetcher = options.wrapFetcher?.(http) ?? http;
      fetcher.trustHosts([...trusted]);
      crawl = new Crawl({
        store,
        settings: used,
        settingsId: row().settingsId,
        fetcher,
        limits: { ...defaultFetchLimits, maxBodyBytes: used.maxBodyBytes },
        refusedAddress: host => refusedAddress(trusted, host),
        owner,
        claim: refuseForeignOwner,
        now: Date.now,
        onChange: changed,
      });
      crawling.add(owner);
      const demo = await serveDemo(store.crawl.demoUrl());
      const run = crawl.run();
      ended = run.then(
        () => fetcher.close(),
        () => fetcher.close(),
      );
      try {
        return await run;
      } catch (error) {
        const known = storageError(error, path);
        failure =
          known instanceof RpcError
            ? known.message
            : 'The crawl ended because of a fault inside Crawlscope; resume continues where it was.';
        try {
          // Only what is ours: the file may belong to another process by now.
          if (row().owner === owner)
            store.transaction(() => {
              store.inlinks.settle(Date.now(), 'pause');
              store.crawl.setState(Date.now(), 'failed', failure, null);
            });
        } catch (second) {
          // The disk is full: the state stays "running" without an owner, which reads as interrupted.
          if (!(second instanceof Error)) throw second;
        }
        changed();
        throw known;
      } finally {
        await ended;
        await demo?.close();
        crawling.delete(owner);
      }
    },
    async pause() {
      crawl?.pause();
    },
    async resume() {
      if (crawl && crawl.state === 'paused') crawl.resume();
      else if (!active() || crawl?.state === 'stopped') {
        // The window does not wait for the end of the crawl; a failure shows in the status.
        self.run().catch((error: unknown) => {
          if (!(error instanceof RpcError)) console.error(error);
          failure ||= error instanceof RpcError ? error.message : '';
          changed();
        });
      }
    },
    async stop() {
      crawl?.stop();
      await ended;
    },
    *urls({ filter, limit = Number.MAX_SAFE_INTEGER }) {
      const query = parseQuery(filter);
      if (query.problem) fail('bad_request', query.problem);
      yield* reads.views.stream(query.terms, limit);
    },
    *links({ from, to, limit = Number.MAX_SAFE_INTEGER }) {
      let left = limit;
      const text = from ?? to;
      if (text === undefined) {
        for (const link of reads.lookup.allLinks()) {
          if (left-- <= 0) return;
          yield link;
        }
        return;
      }
      const known = reads.lookup.url(text) ?? fail('not_found', `${text} is not in ${basename(path)}.`);
      for (let at = 0; left > 0; at += 1_000) {
        const many = Math.min(1_000, left);
        const rows =
          from === undefined ? reads.lookup.linksTo(known.id, at, many) : reads.lookup.links(known.id, 'out', at, many).rows;
        if (rows.length === 0) return;
        yield* rows;
        left -= rows.length;
      }
    },
    sitemaps: () => reads.robots.sitemaps(),
    replay: query =>
      replaySource(
        {
          reads: reads.tables,
          origins: store.origins,
          robots: store.robots,
          list: reads.robots.origins,
          profile: settings().profile,
          profiles: profileSet(settings().profiles),
          seed: settings().seeds[0] ?? '',
        },
        query,
      ),
    lintRobots: query => lintStored(store, query, profileSet(settings().profiles)),
    assert: query => runQuery(store, originOf(settings().seeds[0] ?? '')?.key ?? '', query),
    freeze({ filter, crawler = settings().profile, limit = Number.MAX_SAFE_INTEGER }) {
      const query = parseQuery(filter);
      if (query.problem) fail('bad_request', query.problem);
      const found = reads.views.stream(query.terms, limit);
      return freezeVerdicts(store, urlsOfRows(found), assertedAs(crawler, profileSet(settings().profiles)));
    },
    *compareWith(other) {
      const second = openOther(other, path);
      try {
        // One state of it from the beginning to the end, and no lock for each look-up.
        second.exec('BEGIN');
        return (yield* compareCrawls(sideOf(db, path), sideOf(second, other))).comparison;
      } finally {
        second.close();
      }
    },
    compare: other => reader.compare(other),
    saveComparison: wanted => reader.saveComparison(wanted),
    sql(statement, limits) {
      const result = runSql(path, statement, limits);
      function* rows() {
        try {
          yield* result.rows;
        } catch (error) {
          throw error instanceof RpcError
            ? error
            : new RpcError('bad_request', `SQLite says: ${error instanceof Error ? error.message : String(error)}`);
        } finally {
          result.close();
        }
      }
      return { columns: result.columns, rows: rows() };
    },
    changeSettings(change) {
      if (active()) fail('refused', 'Stop the crawl before changing its settings.');
      refuseForeignOwner();
      const next = { ...settings(), ...change };
      const problem = Object.values(checkSettings(next))[0];
      if (problem) fail('bad_request', problem);
      store.transaction(() => store.crawl.changeSettings(Date.now(), next));
    },
    importRobots(source, origin) {
      if (options.readOnly) fail('refused', `${basename(path)} is open for reading only.`);
      refuseForeignOwner();
      const done = importRobots(store, source, origin, Date.now());
      changed();
      return done;
    },
    async *checkRobots(origins, signal) {
      if (options.readOnly) fail('refused', `${basename(path)} is open for reading only.`);
      if (active()) fail('refused', 'The crawl is running and asks for robots.txt itself.');
      refuseForeignOwner();
      const used = settings();
      const profile = profileSet(used.profiles).byId(used.profile);
      const dialect =
        (profile && dialectById(profile.dialect)) ?? fail('not_found', `There is no crawler profile “${used.profile}”.`);
      const keys = origins.length > 0 ? origins : store.origins.asked();
      const http = createHttpFetcher({ connectionsPerOrigin: 1 });
      const fetcher = options.wrapFetcher?.(http) ?? http;
      fetcher.trustHosts(used.seeds.map(seed => new URL(seed).hostname));
      const parts = {
        store,
        settings: used,
        dialect,
        fetcher,
        limits: { ...defaultFetchLimits, maxBodyBytes: robotsBodyBytes },
        signal,
        now: Date.now,
        wait: (ms: number) => delay(ms, undefined, { signal }),
      };
      const done = { asked: 0, changed: 0, unreachable: 0 };
      try {
        for (const key of keys) {
          const found = (await checkRobots(parts, key)) ?? fail('not_found', `${key} is no origin of this crawl.`);
          done.asked += 1;
          if (found.unreachable !== '') done.unreachable += 1;
          else if (found.isNew) done.changed += 1;
          changed();
          yield found;
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        await fetcher.close();
        if (done.asked > 0) store.transaction(() => store.crawl.event(Date.now(), 'robots-check', checkedWords(done)));
      }
    },
    report: (wanted, made) => makeReport(reportParts(), wanted, made),
    politeness: origins => certificatesOf(reportParts(), origins),
    verifyCertificate: (html, version) => verifyCertificate(reportParts(), html, version),
    prepare: () => reader.prepare(),
    keepChecking: () => schedule.start(),
    onChange: listener => void listeners.push(listener),
    async copyTo(target) {
      if (active()) fail('refused', 'Stop or pause-and-stop the crawl before saving a copy.');
      if (existsSync(target) && realpathSync(target) === realpathSync(path))
        fail('bad_request', `${target} is this crawl itself. Choose another name.`);
      const folder = dirname(resolve(target));
      if (!existsSync(folder)) fail('bad_request', `The folder ${folder} does not exist. Create it first, or choose another.`);
      const half = `${target}.part`;
      try {
        await db.backup(half);
        // A log left behind by the file that is replaced would be read into the new one.
        for (const suffix of ['-wal', '-shm']) if (existsSync(target + suffix)) unlinkSync(target + suffix);
        renameSync(half, target);
      } catch (error) {
        if (existsSync(half)) unlinkSync(half);
        throw storageError(error, target);
      }
    },
    async close() {
      await schedule.stop();
      await self.stop();
      await reader.close();
      counting?.cancel();
      if (db.open) {
        if (options.readOnly) db.close();
        else closeKeeping(db, path, store.tally);
      }
    },
  };
  const reader = createReader(path);
  const mayWrite = (): void => {
    if (options.readOnly) fail('refused', `${basename(path)} is open for reading only.`);
    refuseForeignOwner();
  };
  const schedule = robotsSchedule({
    store,
    check: self.checkRobots,
    isCrawling: active,
    mayWrite,
    onChange: changed,
    now: Date.now,
  });
  const handlers = {
    ...reader.handlers,
    ...engineHandlers({
      session: self,
      store,
      lookup: reads.lookup,
      settings,
      state: stateNow,
      settingsId: () => row().settingsId,
      refusedAddress: host => refusedAddress(new Set(settings().seeds.map(seed => new URL(seed).hostname)), host),
      surroundings: async url => reader.handlers['url.relatives']({ url }),
      schedule,
      mayWrite,
      wrote: changed,
    }),
  };
  return self;
}
