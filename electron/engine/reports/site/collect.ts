import { basename } from 'node:path';
import type { AuditSite } from '#core/audit/check.ts';
import { allChecks } from '#core/audit/checks.ts';
import { ignoredHits } from '#core/audit/ignored-hits.ts';
import type { Audit } from '#core/audit/result.ts';
import { infoOf } from '#core/audit/run.ts';
import { scoreOfChecks } from '#core/audit/score.ts';
import { profileSet } from '#core/crawlers/profile-set.ts';
import type { Steps } from '#core/steps.ts';
import { openHits } from '#shared/model/audit.ts';
import type { StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { SiteReportProgress, SiteReportWish } from '#shared/model/site-report.ts';
import { fail } from '#shared/rpc/errors.ts';
import { openDatabase } from '#storage/file/database.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { auditSettingsTable } from '#storage/tables/audit-settings.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import type { EarlierCrawl, ReportedCheck, SiteReportFacts } from '../../../export/html/site/facts.ts';
import { auditSettings, dayOf } from '../../audit/settings.ts';
import { AuditedCrawl } from '../../threads/audit/audited-crawl.ts';
import { runInSlices } from '../../threads/slices.ts';
import { siteFigures } from './figures.ts';
import { topFindings } from './findings.ts';
import { politenessOf, robotsInForce } from './hosts.ts';
import { redirectFigures } from './redirects.ts';

/** Sitemap files that are listed. */
const mostSitemaps = 50;

const infos = new Map(allChecks.map(check => [check.id, infoOf(check)]));

/** What a report is made from besides the wish. */
export interface CollectOptions {
  /** Thresholds and ignore rules; absent: those of the file. */
  readonly settings?: StoredAuditSettings | undefined;
  /** Called between slices of work. When it returns 'cancel', the work ends. */
  readonly report: (progress: Pick<SiteReportProgress, 'step' | 'share'>) => 'go-on' | 'cancel';
}

/** The share of the whole work that each step takes, in order. */
const steps = {
  audit: { words: 'Running the checks', from: 0, to: 0.7 },
  findings: { words: 'Collecting examples', from: 0.7, to: 0.8 },
  figures: { words: 'Counting', from: 0.8, to: 0.85 },
  robots: { words: 'Judging robots.txt', from: 0.85, to: 0.93 },
  politeness: { words: 'Reading the request log', from: 0.93, to: 1 },
} as const;

type Say = (step: keyof typeof steps, done: number, total: number) => 'go-on' | 'cancel';

/**
 * Everything that the report on a crawl shows, from the file at `path`. Null: cancelled. Throws an RpcError: no crawl, no such segment, an
 * earlier crawl that cannot be read.
 */
export async function siteReportFacts(
  path: string,
  wish: SiteReportWish,
  { settings: given, report }: CollectOptions,
): Promise<SiteReportFacts | null> {
  const say: Say = (step, done, total) => {
    const { words, from, to } = steps[step];
    return report({ step: words, share: from + (to - from) * (total > 0 ? Math.min(1, done / total) : 0) });
  };
  const db = openDatabase(path, { readOnly: true });
  try {
    const table = crawlTable(db);
    const row = table.read() ?? fail('refused', `${basename(path)} does not contain a crawl yet.`);
    const settings = table.settings(row.settingsId);
    const stored = given ?? auditSettingsTable(db).read();
    const audited = await auditedFacts(path, wish, stored, say);
    if (audited === null || say('robots', 0, 1) === 'cancel') return null;
    const { origins, ...found } = audited;
    const lists = robotsReads(db);
    const own = lists.origins().flatMap(({ origin }) => (origins.has(origin) ? [origin] : []));
    const robots = await robotsInForce(db, settings, own, (done, total) => say('robots', done, total));
    const sitemaps = lists.sitemaps();
    const polite = robots && (await politenessOf(db, settings, (done, total) => say('politeness', done, total)));
    if (robots === null || polite === null || say('politeness', 1, 1) === 'cancel') return null;
    const { state, detail, startedAt, endedAt, createdAt } = row;
    return {
      wish,
      file: basename(path),
      profileName: profileSet(settings.profiles).byId(settings.profile)?.name ?? settings.profile,
      crawl: { state, detail, startedAt: startedAt ?? createdAt, endedAt },
      settings,
      ...found,
      sitemaps: sitemaps.slice(0, mostSitemaps),
      sitemapCount: sitemaps.length,
      robots,
      robotsCount: own.length,
      ...polite,
    };
  } finally {
    db.close();
  }
}

type AuditedFacts = Pick<
  SiteReportFacts,
  'figures' | 'score' | 'checks' | 'findings' | 'findingCount' | 'limits' | 'ignoreRules' | 'earlier' | 'redirects'
> & {
  /** Origins within the scope of the crawl. */
  readonly origins: ReadonlySet<string>;
};

/** What comes from the audit. It ends with this call: its columns of all URLs are not kept while the request log is read. Null: cancelled. */
async function auditedFacts(
  path: string,
  wish: SiteReportWish,
  stored: StoredAuditSettings,
  say: Say,
): Promise<AuditedFacts | null> {
  const crawl = new AuditedCrawl(path, (done, total) => {
    if (say('audit', done, total) === 'cancel') crawl.cancel();
  });
  try {
    const today = dayOf(new Date());
    const { limits, judged } = auditSettings(stored, infos, today);
    const { baseline, segment } = wish;
    const summary = await crawl.run({ limits, baseline, segment, rules: stored.rules, today });
    if (summary === null) return null;
    const { audit, earlier, within } = crawl.results();
    const { site } = audit;
    const outcomes = new Map(summary.outcomes.map(outcome => [outcome.id, outcome]));
    const checks = audit.results.flatMap(({ check }): ReportedCheck[] => {
      const outcome = outcomes.get(check.id);
      return outcome ? [{ info: infoOf(check), count: outcome.count, trend: outcome.trend ?? null }] : [];
    });
    const score = scoreOfChecks(checks);
    const findings = await topFindings(crawl, checks, score, (done, total) => say('findings', done, total));
    if (findings === null || say('figures', 0, 1) === 'cancel') return null;
    const own = site.ownOrigins();
    return {
      figures: await counted(site, each => siteFigures(each, within)),
      redirects: await counted(site, each => redirectFigures(each, within)),
      score,
      checks,
      findings,
      findingCount: checks.filter(({ count }) => openHits(count) > 0).length,
      limits,
      ignoreRules: judged.applied.length,
      earlier: earlier && (await earlierOf(earlier, wish, judged.applied)),
      origins: new Set(site.hosts.flatMap(({ originId, origin }) => (own.has(originId) ? [origin] : []))),
    };
  } finally {
    crawl.close();
  }
}

const counted = <T>(site: AuditSite, work: (site: AuditSite) => Steps<T>): Promise<T> => runInSlices(work(site), 0).finished;

async function earlierOf(
  audit: Audit,
  { baseline, segment }: SiteReportWish,
  rules: Parameters<typeof ignoredHits>[1],
): Promise<EarlierCrawl> {
  const ignored = await runInSlices(ignoredHits(audit, rules), 0).finished;
  const counts = audit.results.map(result => ({ info: infoOf(result.check), count: ignored.countOf(result) }));
  return {
    name: basename(baseline ?? ''),
    startedAt: audit.site.at,
    figures: await counted(audit.site, site => siteFigures(site, null)),
    score: segment === null ? scoreOfChecks(counts) : null,
  };
}
