import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { Check } from '#core/audit/check.ts';
import { allChecks } from '#core/audit/checks.ts';
import type { Audit } from '#core/audit/result.ts';
import { infoOf } from '#core/audit/run.ts';
import { scoreOfChecks } from '#core/audit/score.ts';
import { type CheckTrend, trendSteps } from '#core/audit/trend.ts';
import { finish } from '#core/steps.ts';
import type { CrawlTrend, TrendCheck, TrendCrawl, TrendLeftOut, TrendPoint } from '#shared/model/crawl-trend.ts';
import { mostTrendCrawls } from '#shared/model/crawl-trend.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { trendNumbersOf } from '#storage/reads/trend-numbers.ts';
import { auditInSlices, openAudited, opened } from '../audit/audit-file.ts';

export interface TrendOptions {
  /** Checks to run in every crawl; none: only numbers. */
  readonly checks: readonly Check[];
  /** Leaves out crawls that share no start host with this crawl file, or that do not have this start host. */
  readonly siteOf?: string | { readonly host: string } | null;
  /** Called between slices. `crawl`: its place from 0, of `crawls`; `share` of it done, 0 to 1. */
  readonly report: (at: { readonly crawl: number; readonly crawls: number; readonly share: number }) => 'go-on' | 'cancel';
}

interface Dated {
  readonly path: string;
  readonly crawl: Omit<TrendCrawl, 'score' | 'hits'>;
  readonly hosts: ReadonlySet<string>;
}

/**
 * Counts several crawls, the oldest first, and runs the same checks with the thresholds of the newest one in all of them. Checks over two
 * crawls and own checks are left out, and ignore rules do not apply, so that all crawls are judged alike. Two files at most are open at a time.
 * Null: cancelled. Throws an `RpcError` that names a file which cannot be read.
 */
export async function trendOfFiles(
  paths: readonly string[],
  { checks, siteOf = null, report }: TrendOptions,
): Promise<CrawlTrend | null> {
  const distinct = [...new Map(paths.map(path => [real(path), path])).values()];
  const { dated, leftOut } = siteOf === null ? { dated: distinct.map(numbersOf), leftOut: null } : ofSite(distinct, siteOf);
  if (dated.length > mostTrendCrawls)
    fail('bad_request', `A trend has at most ${mostTrendCrawls} crawls; ${dated.length} were given.`);
  dated.sort((a, b) => a.crawl.startedAt - b.crawl.startedAt);
  const newest = dated.at(-1) ?? fail('bad_request', 'Choose at least one crawl.');
  const limits = checks.length === 0 ? {} : limitsOf(newest.path);
  const crawls: TrendCrawl[] = [];
  const points = new Map<string, TrendPoint[]>();
  let before: { readonly audit: Audit; close(): void } | null = null;
  try {
    for (const [at, { path, crawl }] of dated.entries()) {
      if (report({ crawl: at, crawls: dated.length, share: 0 }) === 'cancel') return null;
      if (checks.length === 0) {
        crawls.push({ ...crawl, score: null, hits: null });
        continue;
      }
      const file = openAudited(path);
      let audit: Audit | null = null;
      try {
        const choice = { checks, limits, within: null };
        audit = await auditInSlices(file, choice, {
          report: ({ done, total }) => report({ crawl: at, crawls: dated.length, share: total === 0 ? 0 : done / total }),
        });
      } finally {
        if (audit === null) file.close();
      }
      if (audit === null) return null;
      const trends: ReadonlyMap<string, CheckTrend> | null =
        before === null ? null : finish(trendSteps(audit, before.audit, null));
      before?.close();
      before = { audit, close: file.close };
      for (const { check, count } of audit.results) {
        const list = points.get(check.id) ?? [];
        list.push(pointOf(count, trends?.get(check.id)));
        points.set(check.id, list);
      }
      const score = scoreOfChecks(audit.results.map(({ check, count }) => ({ info: check, count })));
      const hits = audit.results.reduce((sum, { check, count }) => sum + (check.type === 'opportunity' ? 0 : count.hits), 0);
      crawls.push({ ...crawl, score: score?.value ?? null, hits });
    }
  } finally {
    before?.close();
  }
  return { crawls, checks: hitChecks(checks, points), ...(leftOut && { leftOut }) };
}

/** The checks that a trend runs unless others are named. Those over two crawls have nothing to check, and count nowhere. */
export const trendChecks: readonly Check[] = allChecks;

function pointOf(
  { hits, checked }: { readonly hits: number; readonly checked: number },
  trend: CheckTrend | undefined,
): TrendPoint {
  return {
    hits,
    checked,
    new: trend?.new ?? null,
    persisting: trend?.persisting ?? null,
    fixed: trend?.fixed ?? null,
    gone: trend?.gone ?? null,
  };
}

function hitChecks(checks: readonly Check[], points: ReadonlyMap<string, readonly TrendPoint[]>): TrendCheck[] {
  const last = ({ points: each }: TrendCheck): number => each.at(-1)?.hits ?? 0;
  return checks
    .map(check => {
      const { id, name, type, priority } = infoOf(check);
      return { id, name, type, priority, points: points.get(id) ?? [] };
    })
    .filter(({ points: each }) => each.some(({ hits }) => hits > 0))
    .sort((a, b) => last(b) - last(a));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Opening the file will say what is wrong with it.
    return path;
  }
}

const nameOf = (path: string): string => basename(path).replace(/\.crawl$/i, '');

/** The crawls of a site, and the files that are of another site or cannot be read. Throws if the crawl that names the site cannot be read. */
function ofSite(
  paths: readonly string[],
  site: NonNullable<TrendOptions['siteOf']>,
): { readonly dated: Dated[]; readonly leftOut: readonly TrendLeftOut[] } {
  const wanted = typeof site === 'string' ? hostsOf(site) : new Set([withoutWww(site.host)]);
  const dated: Dated[] = [];
  const leftOut: TrendLeftOut[] = [];
  for (const path of paths) {
    try {
      const crawl = numbersOf(path);
      if ([...crawl.hosts].some(host => wanted.has(host))) dated.push(crawl);
      else leftOut.push({ file: nameOf(path), why: 'other-site' });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      leftOut.push({ file: nameOf(path), why: 'unreadable' });
    }
  }
  return { dated, leftOut };
}

/** With and without www is the same site. */
const withoutWww = (host: string): string => host.replace(/^www\./, '');

const seedHosts = (seeds: readonly string[]): ReadonlySet<string> =>
  new Set(seeds.flatMap(seed => (URL.canParse(seed) ? withoutWww(new URL(seed).hostname) : [])));

/** The hosts of the start URLs of a crawl, without www. Throws an `RpcError` that names the file if it cannot be read. */
export function hostsOf(path: string): ReadonlySet<string> {
  const { made, close } = opened(path, (_, { settings }) => seedHosts(settings.seeds));
  close();
  return made;
}

function numbersOf(path: string): Dated {
  const { made, close } = opened(path, (db, { crawl, settings }) => ({
    crawl: {
      file: nameOf(path),
      state: crawl.state,
      startedAt: crawl.startedAt,
      ...trendNumbersOf(db),
    },
    hosts: seedHosts(settings.seeds),
  }));
  close();
  return { path, ...made };
}

function limitsOf(path: string) {
  const file = openAudited(path);
  try {
    return file.stored.limits;
  } finally {
    file.close();
  }
}
