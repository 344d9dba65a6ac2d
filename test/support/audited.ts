import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { checkById } from '#core/audit/checks.ts';
import type { Audit, CheckResult } from '#core/audit/result.ts';
import { type AuditChoice, populationSize, runAudit } from '#core/audit/run.ts';
import { finish } from '#core/steps.ts';
import { openAuditedWith } from '#engine/audit/audit-file.ts';
import { createSession } from '#engine/session/session.ts';
import type { CheckCount, Finding } from '#shared/model/audit.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import type { Fetcher, FetchFailure } from '#shared/model/fetch.ts';
import { routed } from './routed.ts';
import { type Answer, type Site, startSite } from './site.ts';
import { tempFolder } from './temp.ts';
import { waitlessClock } from './waitless-clock.ts';

/** What checks found on a site of the test, by path. */
export interface Audited {
  readonly site: Site;
  /** The crawl file. */
  readonly path: string;
  readonly audit: Audit;
  count(check: string): CheckCount;
  /** Paths of the URLs that a check hit, sorted; other URLs whole. */
  hits(check: string): string[];
  /** The finding of a check about a path. */
  finding(check: string, path: string): Finding | undefined;
}

export interface AuditedOptions {
  /** Or what makes them of the site's origin. */
  readonly settings?: Partial<CrawlSettings> | ((origin: string) => Partial<CrawlSettings>);
  readonly limits?: AuditChoice['limits'];
  /** Start URLs, as paths or whole; '/' unless named. */
  readonly seeds?: readonly string[];
  /** Origins that lead to servers of the test, '' to its site, null to no host (`routed`). */
  readonly routes?: Readonly<Record<string, string | null>>;
  /** Changes the file after the crawl: facts that a crawl on loopback cannot have. */
  readonly sql?: string;
  /** What the site returned in an earlier crawl, which is the baseline; paths that are not named did not exist. */
  readonly before?: Readonly<Record<string, Answer>>;
  /** Changes the file of the earlier crawl. */
  readonly beforeSql?: string;
  /** What the site returns for every other path; 404 unless named. */
  readonly anything?: Answer;
  /** How requests for a path fail, instead of reaching a server. */
  readonly fails?: Readonly<Record<string, FetchFailure['cause']>>;
}

/**
 * Crawls a site on loopback with the real engine into a real file, and audits it with the named checks. Every check keeps the rule that
 * hits are at most what was checked, and that checked and not checkable make up the population.
 */
export async function audited(
  answers: Readonly<Record<string, Answer>>,
  checks: readonly string[],
  options: AuditedOptions = {},
): Promise<Audited> {
  const { before, anything, beforeSql = '', sql = '', limits = {} } = options;
  const site = await startSite(before ?? answers, undefined, anything);
  onTestFinished(() => site.close());
  const baseline = before === undefined ? null : join(tempFolder(), 'before.crawl');
  if (baseline !== null) {
    await crawled(site, baseline, { ...options, sql: beforeSql });
    for (const path of Object.keys(before ?? {})) site.set(path, { status: 404, body: 'Not found' });
    for (const [path, answer] of Object.entries(answers)) site.set(path, answer);
  }
  const path = join(tempFolder(), 'audited.crawl');
  await crawled(site, path, { ...options, sql });
  return auditedFile(path, site, checks, { limits, baseline });
}

/** Crawls the site into a new file. */
async function crawled(
  site: Site,
  path: string,
  { settings = {}, seeds = ['/'], routes = {}, fails = {}, sql = '' }: AuditedOptions,
): Promise<void> {
  const wanted = {
    ...defaultSettings,
    delayMs: 0,
    ...(typeof settings === 'function' ? settings(site.origin) : settings),
    seeds: seeds.map(seed => (seed[0] === '/' ? site.url(seed) : seed)),
  };
  const ends = Object.entries(routes).map(([origin, to]) => [origin, to === '' ? site.origin : to] as const);
  const clock = waitlessClock();
  const route = routed(Object.fromEntries(ends));
  const session = createSession(path, wanted, {
    clock,
    wrapFetcher: fetcher => clock.watching(failing(route(fetcher), fails)),
  });
  await session.run();
  await session.close();
  if (sql !== '') {
    const db = new Database(path);
    db.exec(sql);
    db.close();
  }
}

/** Audits a crawl file that a test made. */
export function auditedFile(
  path: string,
  site: Site,
  checks: readonly string[],
  { limits = {}, baseline = null }: { readonly limits?: AuditChoice['limits']; readonly baseline?: string | null } = {},
): Audited {
  const file = openAuditedWith(path, baseline);
  onTestFinished(() => file.close());
  const chosen = checks.map(id => checkById(id) ?? missing(id));
  const audit = finish(runAudit(file.source, { checks: chosen, limits, baseline: file.baseline }));
  const resultOf = (id: string): CheckResult => audit.results.find(({ check }) => check.id === id) ?? missing(id);
  for (const { check, count } of audit.results)
    if (count.hits > count.checked || count.checked > populationSize(count)) throw new Error(`${check.id} counts wrongly`);
  const short = (url: string): string => (url.startsWith(`${site.origin}/`) ? url.slice(site.origin.length) : url);
  return {
    site,
    path,
    audit,
    count: id => resultOf(id).count,
    hits: id => [...audit.findings(resultOf(id))].map(({ url }) => short(url)).sort(),
    finding: (id, path) => [...audit.findings(resultOf(id))].find(({ url }) => short(url) === path),
  };
}

/** The same fetcher, but requests for these paths fail. */
const failing = (fetcher: Fetcher, fails: NonNullable<AuditedOptions['fails']>): Fetcher => ({
  async fetch(request, limits, signal) {
    const cause = fails[new URL(request.url).pathname];
    if (cause === undefined) return fetcher.fetch(request, limits, signal);
    const now = Date.now();
    const timings = { startedAt: now, endedAt: now, firstByteMs: null, totalMs: 0 };
    return {
      ...{ kind: 'failure', cause, detail: 'The test says so.', status: null },
      ...{ headers: [], wireBytes: 0, remoteAddress: null, timings },
    };
  },
  trustHosts: hosts => fetcher.trustHosts(hosts),
  close: () => fetcher.close(),
});

function missing(id: string): never {
  throw new Error(`There is no check ${id}.`);
}
