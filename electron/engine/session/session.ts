import { FirstAddresses } from '#fetcher/host-guard.ts';
import type { ExportWish } from '#shared/export-list.ts';
import type { AuditSettingsChange, AuditSettingsChanged, StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { BodiesWish, BodyCount, DroppedBodies, DropReport } from '#shared/model/bodies.ts';
import type { ComparisonMapping } from '#shared/model/comparison-details.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { TrendFiles } from '#shared/model/crawl-trend.ts';
import type { CredentialUse, Secret } from '#shared/model/credentials.ts';
import type { RenderingCounts, RenderingsLeft } from '#shared/model/rendering-view.ts';
import type { SitemapWish } from '#shared/model/sitemap-make.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import { storageError } from '#storage/file/database.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { renderingRows } from '#storage/reads/rendering-rows.ts';
import { renderingsLeft } from '#storage/reads/renderings-left.ts';
import { type StoredRendering, storedRendering } from '#storage/reads/stored-rendering.ts';
import type { RenderVariant } from '#storage/tables/renderings.ts';
import { auditFiles } from '../audit/audit-files.ts';
import { KeptAuditSettings } from '../audit/kept-settings.ts';
import type { ComparisonFormat } from '../compare/comparison-file.ts';
import { type CrawlClock, systemClock } from '../crawl/clock.ts';
import { checkSettings, completeSettings } from '../crawl/scope.ts';
import { createReader } from '../reader/reader.ts';
import { robotsSchedule } from '../robots/schedule.ts';
import { type RuleDesk, ruleDesk } from '../rules/rule-desk.ts';
import { RuleRuns } from '../rules/rule-runs.ts';
import { TextSearch } from '../threads/search/text-search.ts';
import { SiteReportThread } from '../threads/site-report/site-report-thread.ts';
import { isDemoCrawl } from './again.ts';
import { bodyWork } from './body-work.ts';
import { installedBrowser } from './browser.ts';
import type { CrawlControl, StopReason } from './crawl-control.ts';
import type { CrawlFile } from './file.ts';
import { engineHandlers } from './handlers.ts';
import { inWords } from './in-words.ts';
import type { OpenBrowser, WrapFetcher } from './network.ts';
import { NetworkTurn } from './network-turn.ts';
import { createFile, openFile } from './open.ts';
import type { Allowed } from './permissions.ts';
import { type Queries, queries } from './queries.ts';
import { type Reports, reports } from './reports.ts';
import { type RobotsWork, robotsWork } from './robots-work.ts';
import { CrawlRun } from './run.ts';
import { Secrets } from './secrets.ts';
import { untilFree } from './until-free.ts';

export { checkSettings, completeSettings };

/** One open crawl file: reviewing it, and crawling into it. The window, the command line and the tests all work through this. */
export interface Session extends CrawlControl, Queries, RobotsWork, Reports {
  readonly path: string;
  /** Custom rules: searches, extractions, own checks and segments. */
  readonly rules: RuleDesk;
  readonly handlers: Handlers<'engine' | 'reader'>;
  /** Id of a URL of the file; null: the crawl has not seen it. */
  urlId(url: string): number | null;
  /** The URL was fetched, it redirects nowhere, and its links are followed. */
  isFollowed(url: string): boolean;
  /** The last rendering of a page; null: it was never rendered. */
  rendering(urlId: number, variant: RenderVariant): StoredRendering | null;
  /** Pages that wait to be rendered. */
  renderingsLeft(): RenderingsLeft;
  /** What `rendering.counts` answers, without starting the reader thread. */
  renderingCounts(): RenderingCounts;
  /** Counts the file in slices where that was not done, so that `status` returns at once. False when it was closed meanwhile. */
  counted(): Promise<boolean>;
  /** The share of the file that is counted, 0 to 1; null: all of it, so that `status` returns at once. */
  countedShare(): number | null;
  /** Values of credentials, which the user hereby allows to be sent, for as long as the session is open. Throws for one that cannot be sent. They are stored nowhere. */
  giveSecrets(secrets: readonly Secret[]): void;
  /** The values given so far, for another session of the same crawl. */
  readonly secrets: Secrets;
  /** The credentials of this crawl that have no value, without those that a file from another installation may not send. */
  missingCredentials(): readonly CredentialUse[];
  /** Whether another installation made the file, and the user has not allowed all that it requests. */
  isForeign(): boolean;
  /** The user allows what a file from another installation requests (`status().waiting`). */
  allow(allowed: Allowed): void;
  /**
   * Starts the comparison with another crawl that the window reads (`comparison.*`). Throws for crawls that cannot be
   * compared.
   */
  compare(path: string): Promise<void>;
  /** Writes the comparison the window shows, whole or not at all. */
  saveComparison(wanted: { readonly run: number; readonly path: string; readonly format: ComparisonFormat }): Promise<void>;
  /** Takes over a mapping of URLs for comparisons: settings of a comparison as JSON, or pairs as CSV. Compares again. */
  takeMapping(path: string): Promise<ComparisonMapping>;
  /** Writes the mapping, whole or not at all. */
  saveMapping(path: string): Promise<void>;
  /** Starts the trend over these crawls and this one that the window reads (`trend.read`). */
  trend(files: TrendFiles): Promise<void>;
  /** Starts to write a list to a file and returns the number of the export. The window reads its progress (`export.*`). */
  startExport(wanted: { readonly path: string; readonly wish: ExportWish }): Promise<number>;
  /** The same for a copy of the file that any SQLite client reads. */
  startUnpacking(path: string): Promise<number>;
  startHar(wanted: { readonly path: string | null; readonly filter: string }): Promise<number>;
  /** The same for the link graph as GraphML. */
  startGraphml(path: string): Promise<number>;
  /** The same for a copy of the crawl as it is now, also while it runs. The session stays with its file. */
  startCopying(path: string): Promise<number>;
  /** Starts to write sitemap files. Without a path it only refuses what cannot be used. */
  startSitemap(wanted: { readonly path: string | null; readonly wish: SitemapWish }): Promise<number>;
  /** How many stored bodies a wish means. Changes nothing. */
  countBodies(wish: BodiesWish): BodyCount;
  /** Drops stored bodies and keeps what is known of them (`dropBodies`). `report` may end it. */
  dropBodies(wish: BodiesWish, report: DropReport): Promise<DroppedBodies>;
  /** Thresholds and ignore rules: those of the file, or of the session if the file is read-only. */
  auditSettings(): StoredAuditSettings;
  changeAudit(change: AuditSettingsChange): Promise<AuditSettingsChanged>;
  /** Compares the audit of the window with an earlier crawl; null: with none. Refuses what cannot be compared. */
  setBaseline(path: string | null): Promise<void>;
  /** Path that the crawl of the last comparison has if it is beside this file. Throws if there was none. */
  besideBaseline(): string;
  /** Adds the ignore rules of another crawl file or of a JSON document that this file does not have. Returns their ids. */
  takeIgnoreRules(path: string): Promise<AuditSettingsChanged>;
  /** Writes the ignore rules as JSON, whole or not at all. */
  saveIgnoreRules(path: string): void;
  /** The file is read-only. */
  isReadOnly(): boolean;
  /** Starts the reader thread before the window's first question. */
  prepare(): void;
  /** From now on robots.txt is requested as often as the file says, until the session is closed. */
  keepChecking(): void;
  onChange(listener: () => void): void;
  /** Writes a consistent copy; the session itself stays with its file. */
  copyTo(path: string): Promise<void>;
  /** Ends a crawl that runs; `why` is what its state says afterwards. */
  close(why?: StopReason): Promise<void>;
}

export interface SessionOptions {
  /** The seed is the built-in demo site: resuming serves it again at the same address. */
  readonly demo?: boolean;
  readonly readOnly?: boolean;
  /** Memory for pages of the file, in KiB. Reading it once from end to end needs little. */
  readonly cacheKiB?: number;
  readonly wrapFetcher?: WrapFetcher;
  /** Path of the file as it was before it was converted just now. */
  readonly original?: string | null;
  /** Values of credentials that are known already. */
  readonly secrets?: Secrets;
  /** Path of an earlier crawl: what its file has is requested conditionally. The new file stands alone. */
  readonly earlier?: string;
  /** Starts the browser that renders pages; absent: one that is installed. */
  readonly openBrowser?: OpenBrowser;
  /** The time a crawl waits by. Tests replace it so that they do not wait. */
  readonly clock?: CrawlClock;
}

/** Creates a crawl file with these settings. Throws an RpcError that names what is wrong. */
export function createSession(path: string, wanted: CrawlSettings, options: SessionOptions = {}): Session {
  const { earlier, demo = earlier !== undefined && isDemoCrawl(earlier, wanted.seeds) } = options;
  return sessionOf(createFile(path, wanted, demo ? 'demo' : 'crawl'), options);
}

/** Opens a crawl file. Throws an RpcError: missing, not a crawl, damaged, of a newer version, no permission. */
export function openSession(path: string, options: SessionOptions = {}): Session {
  const file = openFile(path, options.readOnly ? 'read' : 'write', options.original);
  try {
    if (options.cacheKiB !== undefined) file.db.pragma(`cache_size = -${options.cacheKiB}`);
    return sessionOf(file, options);
  } catch (error) {
    file.close();
    throw storageError(error, path);
  }
}

/** Puts the parts of a session together, each from those before it. */
function sessionOf(file: CrawlFile, options: SessionOptions): Session {
  const { wrapFetcher, clock = systemClock, secrets = new Secrets() } = options;
  const openBrowser = options.openBrowser ?? installedBrowser({ browser: null, unsandboxed: false });
  const { path, store } = file;
  const found = lookup(file.db);
  const network = { wrapFetcher, clock, firstAddresses: new FirstAddresses(), secrets, openBrowser, earlier: options.earlier };
  const turn = new NetworkTurn();
  const rules = new RuleRuns(file);
  const run = new CrawlRun(file, turn, network, rules);
  const robots = robotsWork({ file, turn, network });
  const schedule = robotsSchedule({
    store,
    check: robots.checkRobots,
    isCrawling: () => turn.sender === 'crawl',
    mayWrite: () => file.mayWrite(),
    everyHours: () => file.permissions.checkEveryHours(),
    setByUser: change => {
      file.permissions.whileChanging(change);
      file.permissions.allow({ schedule: true });
    },
    onChange: () => file.changed(),
    now: Date.now,
  });
  const reader = createReader(path);
  const audit = new KeptAuditSettings(file, settings => reader.useAuditSettings(settings));
  const ofAudit = auditFiles(file, audit, reader);
  const desk = ruleDesk(file, rules);
  const search = new TextSearch(path);
  const siteReports = new SiteReportThread();
  const listed = queries(file, found);
  const bodies = bodyWork({ file, run, urls: filter => urlsOf(listed.urls({ filter })) });
  const steering = engineHandlers({
    file,
    audit,
    dropBaseline: () => ofAudit.setBaseline(null),
    run,
    lookup: found,
    surroundings: async url => reader.handlers['url.relatives']({ url }),
    schedule,
    rules: desk,
    search,
    bodies,
  });
  const own = inWords(retrying(steering), path);
  const handlers = new Proxy(own as Handlers<'engine' | 'reader'>, {
    get: (_own, name) => own[name as keyof typeof own] ?? reader.handlers[name as keyof typeof reader.handlers],
  });
  const session: Session = {
    path,
    handlers,
    urlId: url => found.url(url)?.id ?? null,
    isFollowed(url) {
      const known = found.url(url);
      return (
        known?.reason === 'fetched' && known.mayFetch === 'yes' && known.redirectId === null && known.linksFollowed === 'yes'
      );
    },
    rendering: (urlId, variant) => storedRendering(file.db, urlId, variant),
    renderingsLeft: renderingsLeft(file.db),
    renderingCounts: () => renderingRows(file.db).counts(),
    counted: () => file.counted(),
    countedShare: () => (file.store.tally.isCounted ? null : file.store.tally.share),
    ...listed,
    status: () => run.status(),
    settings: () => run.settings(),
    state: () => run.state(),
    waiting: () => run.waiting(),
    diskWait: () => run.diskWait(),
    outage: () => run.outage(),
    run: () => run.run(),
    render: (errand, how) => run.render(errand, how),
    pause: () => run.pause(),
    resume: () => run.resume(),
    resumeAfterCrash: () => run.resumeAfterCrash(),
    stop: why => run.stop(why),
    changeSettings: change => run.changeSettings(change),
    ...robots,
    ...reports({ file, lookup: found, handlers, siteReports, auditSettings: audit.read }),
    rules: inWords(desk, path),
    secrets,
    missingCredentials: () => secrets.missing(file.permissions.settings()),
    isForeign: () => file.permissions.isForeign(),
    giveSecrets(given) {
      secrets.give(given);
      file.permissions.allow({ credentials: given });
      file.changed();
    },
    allow: allowed => file.permissions.allow(allowed),
    compare: other => reader.compare(other),
    saveComparison: wanted => reader.saveComparison(wanted),
    takeMapping: path => reader.takeMapping(path),
    saveMapping: path => reader.saveMapping(path),
    trend: files => reader.trend(files),
    startExport: wanted => reader.startExport(wanted),
    startUnpacking: path => reader.startUnpacking(path),
    startHar: wanted => reader.startHar(wanted),
    startGraphml: path => reader.startGraphml(path),
    startCopying: path => reader.startCopying(path),
    startSitemap: wanted => reader.startSitemap(wanted),
    auditSettings: audit.read,
    changeAudit: change => audit.change(change),
    ...ofAudit,
    countBodies: bodies.count,
    dropBodies: bodies.drop,
    isReadOnly: () => file.readOnly,
    prepare: () => reader.prepare(),
    keepChecking: () => schedule.start(),
    onChange: listener => file.onChange(listener),
    async copyTo(target) {
      if (run.active) fail('refused', 'Stop or pause-and-stop the crawl before saving a copy.');
      await file.copyTo(target);
    },
    async close(why = 'file-closed') {
      try {
        await schedule.stop();
        await run.stop(why);
        await bodies.close();
        await siteReports.close();
        search.stop();
        await rules.close();
        await reader.close();
      } finally {
        file.close();
      }
    },
  };
  return inWords(session, path);
}

function* urlsOf(rows: Iterable<{ readonly url: string }>): Generator<string> {
  for (const { url } of rows) yield url;
}

/** While a crawl runs, statements do not wait for other programs: the handlers of this thread try again instead. */
function retrying(handlers: Handlers<'engine'>): Handlers<'engine'> {
  const made = Object.entries(handlers).map(([name, handle]) => {
    const ask = handle as (input: unknown) => unknown;
    return [name, (input: unknown) => untilFree(() => ask(input))] as const;
  });
  return Object.fromEntries(made) as unknown as Handlers<'engine'>;
}
