import type { CheckPriority, CheckType, FindingItem, Threshold } from '#shared/model/audit.ts';
import { catalogue } from '../../lint/catalogue.ts';
import type { Check as LintCheck } from '../../lint/diagnostic.ts';
import { type AuditSite, type Check, type Limits, type SiteVerdict, siteCheck, type Verdict } from '../check.ts';
import type { HostRow, RobotsRow } from '../source.ts';
import { diagnosticsOf, type LintedCheckId } from './diagnostics.ts';
import { fileStanding, itemsOf, type LintedFile, lintedHost, type Place } from './linted.ts';
import { robotsOfSite } from './site-robots.ts';

const entries: ReadonlyMap<string, LintCheck> = new Map(catalogue.map(check => [check.id, check]));

/** What a check of robots.txt files says of itself. */
interface Head<T extends string> {
  readonly id: string;
  readonly name: string;
  readonly type: CheckType;
  readonly priority: CheckPriority;
  readonly trigger: string;
  readonly thresholds?: Readonly<Record<T, Threshold>>;
}

interface Words {
  readonly why: string;
  readonly fix: string;
  readonly sources: readonly string[];
}

/** One host whose robots.txt has text. */
export interface LintedHost {
  readonly host: HostRow;
  readonly robots: RobotsRow;
  readonly file: LintedFile;
}

/** The words of the first diagnostic of a check. */
function wordsOf(id: LintedCheckId): Words {
  const entry = entries.get(diagnosticsOf[id][0]) as LintCheck;
  return { why: entry.why, fix: entry.fix === null ? '' : `${entry.fix}.`, sources: entry.source.split('; ') };
}

/** A check that hits a host where the lint of its robots.txt found one of the check's diagnostics. `keep`: the places that count. */
export const lintedCheck = (
  head: Omit<Head<string>, 'id' | 'thresholds'> & { readonly id: LintedCheckId; readonly fix?: string },
  keep: (place: Place) => boolean = () => true,
): Check =>
  fileCheck({ ...head, ...wordsOf(head.id), ...(head.fix === undefined ? {} : { fix: head.fix }) }, ({ file }) => {
    const ids = diagnosticsOf[head.id];
    if (ids.every(id => file.notChecked.has(id))) return 'no-body';
    const places = ids.flatMap(id => file.found.get(id) ?? []).filter(keep);
    return places.length > 0 ? itemsOf(places) : null;
  });

/** A check whose words come from the lint and whose test is its own. */
export const wordedCheck = <T extends string>(
  head: Omit<Head<T>, 'id'> & { readonly id: LintedCheckId; readonly fix?: string },
  test: (host: LintedHost, limits: Limits<T>, site: AuditSite) => Verdict,
): Check => fileCheck({ ...head, ...wordsOf(head.id), ...(head.fix === undefined ? {} : { fix: head.fix }) }, test);

/** A check of the hosts that have a robots.txt. Hosts without one are outside its population. */
export const fileCheck = <T extends string>(
  head: Head<T> & Words,
  test: (host: LintedHost, limits: Limits<T>, site: AuditSite) => Verdict,
): Check =>
  siteCheck<T>({
    ...head,
    group: 'robots',
    population: 'robots',
    *run(site, limits): Generator<SiteVerdict | null> {
      const view = robotsOfSite(site);
      for (const host of view.hosts) {
        const standing = fileStanding(host);
        if (standing === null) continue;
        const of = (verdict: Verdict): SiteVerdict => ({ url: host.origin, id: 0, verdict });
        if (standing !== 'file' || host.robots === null) {
          yield of(standing === 'file' ? 'needs-robots' : standing);
          continue;
        }
        const file = yield* lintedHost(site, view, host, host.robots);
        yield of(test({ host, robots: host.robots, file }, limits, site));
      }
    },
  });

/** A check of how the server responded for robots.txt: covers all hosts where it was requested. */
export const answerCheck = (
  head: Omit<Head<string>, 'id'> & { readonly id: LintedCheckId; readonly fix?: string },
  test: (robots: RobotsRow, host: HostRow, site: AuditSite) => Verdict,
): Check =>
  siteCheck({
    ...head,
    ...wordsOf(head.id),
    ...(head.fix === undefined ? {} : { fix: head.fix }),
    group: 'robots',
    population: 'hosts',
    *run(site): Generator<SiteVerdict | null> {
      for (const host of robotsOfSite(site).hosts)
        yield {
          url: host.origin,
          id: 0,
          verdict: host.robots === null ? 'needs-robots' : test(host.robots, host, site),
        };
    },
  });

/** Lines of a file as evidence; null where there are none. */
export const linesFound = (
  lines: readonly { readonly number: number; readonly text: string }[],
): readonly FindingItem[] | null =>
  lines.length === 0 ? null : itemsOf(lines.map(({ number, text }) => ({ line: number, text, kind: 'text' })));
