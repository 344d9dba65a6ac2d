import { setImmediate as turn } from 'node:timers/promises';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { coverageOf } from '#core/replay/coverage.ts';
import { replay } from '#core/replay/replay.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { targetTableReads } from '#storage/reads/target-tables.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { journalReads } from '#storage/tables/journal.ts';
import { originTable } from '#storage/tables/origins.ts';
import { robotsTable } from '#storage/tables/robots-versions.ts';
import type { ReportedHost, ReportedRobots } from '../../../export/html/site/facts.ts';
import { type ReplayContext, replaySource } from '../../replay/replay-source.ts';
import { runInSlices } from '../../threads/slices.ts';
import { politenessCertificate } from '../certificate.ts';
import { hexOf, linesOf } from '../rule-facts.ts';

/** What a report says of hosts: robots.txt in force with its effect, and how politely they were crawled. */

const mostHosts = 20;
const mostLines = 150;
const longestLine = 300;
const mostCovered = 40;
/** Hosts whose file is shown. */
const mostFiles = 5;

type Go = (done: number, total: number) => 'go-on' | 'cancel';

/** robots.txt in force on the hosts of the crawl (`own`: their origins), with what each line decides. Null: cancelled. */
export async function robotsInForce(
  db: WriteDb,
  settings: CrawlSettings,
  own: readonly string[],
  report: Go,
): Promise<readonly ReportedRobots[] | null> {
  const reads = robotsReads(db);
  const robots = robotsTable(db);
  const context: ReplayContext = {
    reads: targetTableReads(db),
    origins: originTable(db),
    robots,
    list: reads.origins,
    profile: settings.profile,
    profiles: profileSet(settings.profiles),
    seed: settings.seeds[0] ?? '',
  };
  const found: ReportedRobots[] = [];
  const shown = own.slice(0, mostHosts);
  for (const origin of shown) {
    if (report(found.length, shown.length) === 'cancel') return null;
    const source = replaySource(context, { origin });
    const judge = source.stored(source.profile);
    const { table } = await runInSlices(source.table(), 0).finished;
    const verdicts = await runInSlices(replay(table, judge), 0).finished;
    const coverage = await runInSlices(coverageOf(table, verdicts), 0).finished;
    const { version } = source;
    const lines = version.access === 'rules' ? linesOf(source.bytes) : [];
    const deciding = new Set(coverage.lines.filter(({ decides }) => decides > 0).map(({ line }) => line));
    found.push({
      origin,
      version: source.number,
      firstSeenAt: version.firstSeenAt,
      access: version.access,
      outcome: robotsOutcomeWords(version),
      hash: hexOf(version),
      lineCount: lines.length,
      lines: lines
        .slice(0, found.length < mostFiles ? mostLines : 0)
        .map((text, at) => ({ number: at + 1, text: text.slice(0, longestLine), marked: deciding.has(at + 1) })),
      total: coverage.total,
      noRule: coverage.noRule,
      blocked: coverage.lines.reduce((sum, { blocks }) => sum + blocks, coverage.noRuleBlocked),
      coverageCount: coverage.lines.length,
      coverage: coverage.lines.slice(0, mostCovered).map(each => {
        const rule = judge.file?.line(each.line);
        const text = rule === undefined ? '' : `${rule.key}: ${rule.value}`.trimEnd();
        return { ...each, start: 0, rule: text.slice(0, longestLine) };
      }),
    });
  }
  return found;
}

/** How politely hosts were crawled: the facts of the certificates. Null: cancelled. */
export async function politenessOf(
  db: WriteDb,
  settings: CrawlSettings,
  report: Go,
): Promise<{ readonly hosts: readonly ReportedHost[]; readonly hostCount: number } | null> {
  const origins = originTable(db);
  const crawl = crawlTable(db);
  const source = {
    journal: journalReads(db),
    origins,
    robots: robotsTable(db),
    settings: (id: number) => crawl.settings(id),
    crawlState: crawl.read()?.state ?? '',
  };
  const asked = origins.asked();
  const own = new Set(settings.seeds.flatMap(seed => (URL.canParse(seed) ? [new URL(seed).origin] : [])));
  // Hosts of the start URLs first.
  const shown = [...asked].sort((a, b) => Number(own.has(b)) - Number(own.has(a))).slice(0, mostHosts);
  const hosts: ReportedHost[] = [];
  for (const origin of shown) {
    if (report(hosts.length, shown.length) === 'cancel') return null;
    await turn();
    hosts.push({ origin, report: politenessCertificate(source, origin).report });
  }
  return { hosts, hostCount: asked.length };
}
