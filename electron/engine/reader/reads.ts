import { originOf } from '#core/url/authority.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import { linkScoreColumn } from '#shared/model/link-score-column.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { dataVersion } from '#storage/file/kept-counts.ts';
import { snapshots } from '#storage/file/snapshot.ts';
import { LinkScores, tenths } from '#storage/lists/link-scores.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { blockedCostReads } from '#storage/reads/blocked-cost.ts';
import { contentStamp } from '#storage/reads/content-stamp.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { originUrls } from '#storage/reads/origin-urls.ts';
import { pageFactsOf } from '#storage/reads/page-facts.ts';
import { relativeReads } from '#storage/reads/relatives.ts';
import { renderingRows } from '#storage/reads/rendering-rows.ts';
import { requestLog } from '#storage/reads/request-log.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { signalPages } from '#storage/reads/signal-pages.ts';
import { targetTableReads } from '#storage/reads/target-tables.ts';
import { urlStates } from '#storage/reads/url-states.ts';
import { auditSettingsTable } from '#storage/tables/audit-settings.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { draftsTable } from '#storage/tables/drafts.ts';
import { journalReads } from '#storage/tables/journal.ts';
import { originTable } from '#storage/tables/origins.ts';
import { type RobotsVersion, robotsTable } from '#storage/tables/robots-versions.ts';
import { ruleReads } from '#storage/tables/rules.ts';
import { lintReads } from '../robots/lint-stored.ts';
import { liveColumns } from '../rules/live-columns.ts';
import { datesOfFile } from '../sitemaps/lastmod-report.ts';

/** The tables that the reader thread reads, over its own connection. */
export function openReads(db: WriteDb) {
  const crawl = crawlTable(db);
  const robots = robotsTable(db);
  const rules = ruleReads(db);
  const orders = new UrlOrders(db);
  const scores = new LinkScores();
  const live = liveColumns(db, { rules, crawlId: crawl.crawlId, scores }, columns => orders.setTable(columns));
  const noSettings: CrawlSettings = { ...defaultSettings, seeds: [] };
  return {
    path: db.name,
    lookup: lookup(db),
    pageFacts: pageFactsOf(db),
    robots,
    lint: lintReads(db, robots),
    origins: originTable(db),
    lists: robotsReads(db),
    datesOf: (sitemap: number) => datesOfFile(db, db.name, sitemap),
    rules,
    live,
    crawlId: crawl.crawlId,
    views: live.views,
    orders,
    scores,
    /** Takes link scores by id of a URL, in tenths. */
    scored: (values: Int16Array): void => {
      scores.values = values;
      orders.columns.give(linkScoreColumn.key, values, tenths);
    },
    drafts: draftsTable(db),
    urlsByOrigin: originUrls(db),
    relatives: relativeReads(db),
    renderings: renderingRows(db),
    blockedCost: blockedCostReads(db),
    snapshot: snapshots(db),
    journal: journalReads(db),
    requests: requestLog(db),
    settingsOf: crawl.settings,
    crawlState: () => crawl.read()?.state ?? '',
    /** When the crawl ended, epoch milliseconds; null while it runs, or before it. */
    endedAt: () => crawl.read()?.endedAt ?? null,
    tables: targetTableReads(db),
    signals: signalPages(db),
    /** Changes after every commit of another connection. */
    changes: () => dataVersion(db),
    /** Changes when what the crawl stored changes. */
    contentStamp: contentStamp(db),
    audit: auditSettingsTable(db),
    lastBaseline: crawl.lastBaseline,
    /** The settings in force, read again each time: the crawl may have changed them. */
    settings: (): CrawlSettings => {
      const row = crawl.read();
      return row ? crawl.settings(row.settingsId) : noSettings;
    },
    /** All URLs, in the order of their ids. */
    allUrls: () => db.prepare('SELECT url FROM url ORDER BY id').pluck().iterate() as IterableIterator<string>,
    /** How many URLs are stored. */
    urls: urlStates(db).count,
  };
}
export type Reads = ReturnType<typeof openReads>;

/**
 * The requested version of an origin's robots.txt; otherwise the one in force; otherwise the newest. Null where there
 * is none.
 */
export function versionOf(
  { origins, robots }: Pick<Reads, 'origins' | 'robots'>,
  originKey: string,
  wanted: number | undefined,
): RobotsVersion | null {
  const origin = origins.byKey(originKey);
  if (!origin) return null;
  const versions = robots.all(origin.id);
  return versions.find(({ id }) => id === (wanted ?? origin.robotsId)) ?? versions.at(-1) ?? null;
}

/** The site of the first start URL, '' for none: assertions without a site mean its paths. */
export const firstSite = ({ settings }: Pick<Reads, 'settings'>): string => originOf(settings().seeds[0] ?? '')?.key ?? '';

/** Some of the reader's handlers, those of one topic. */
export type ReaderHandlers = Partial<Handlers<'reader'>>;
