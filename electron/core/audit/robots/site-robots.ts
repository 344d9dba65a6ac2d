import type { NotCheckableReason } from '#shared/model/audit.ts';
import type { CrawlerProfile } from '../../crawlers/profile.ts';
import { profileSet } from '../../crawlers/profile-set.ts';
import { profileById } from '../../crawlers/profiles.ts';
import { allowedByEnding, comparedPath, type Judge, judgeOf, judgePath, UNREACHABLE } from '../../replay/judge.ts';
import { targetOf, traitsOf } from '../../replay/target-table.ts';
import { robotsAccess } from '../../robots/access.ts';
import { dialectById } from '../../robots/dialects/registry.ts';
import { rfc9309 } from '../../robots/dialects/rfc9309.ts';
import type { AuditSite, AuditUrl } from '../check.ts';
import type { HostRow, RobotsRow } from '../source.ts';
import { IdList } from '../tally.ts';

/** Whether the rules let a crawler fetch a URL, and the deciding line; 0: no line decides. */
export interface RobotsSaid {
  readonly allowed: boolean;
  readonly line: number;
}

/** Judges kept parsed. */
const mostJudges = 200;

/** What the robots.txt files of a crawl say, worked out once for all checks. */
export class SiteRobots {
  /** The crawler that the crawl imitates: its verdicts count. */
  readonly profile: CrawlerProfile;
  /** The hosts with URLs inside the scope of the crawl. */
  readonly hosts: readonly HostRow[];
  readonly #own: ReadonlySet<number>;
  readonly #byId: ReadonlyMap<number, HostRow>;
  readonly #urls = new Map<number, IdList>();
  readonly #judges = new Map<number, Judge>();

  constructor(site: AuditSite) {
    const { profile, profiles } = site.source.settings;
    this.profile = profileSet(profiles).byId(profile) ?? (profileById('generic-rfc9309') as CrawlerProfile);
    this.#byId = new Map(site.hosts.map(host => [host.originId, host]));
    const own = new Set<number>();
    for (const url of site.urls()) {
      if (url.originId === 0) continue;
      if (url.class === 'page') own.add(url.originId);
      const ids = this.#urls.get(url.originId) ?? new IdList();
      this.#urls.set(url.originId, ids);
      ids.push(url.id);
    }
    this.#own = own;
    this.hosts = site.hosts.filter(({ originId }) => own.has(originId));
  }

  /** The ids of all URLs of a host, rising. */
  urlsOf(originId: number): Int32Array {
    return this.#urls.get(originId)?.ids ?? new Int32Array(0);
  }

  isOwn(originId: number): boolean {
    return this.#own.has(originId);
  }

  hostOf(originId: number): HostRow | null {
    return this.#byId.get(originId) ?? null;
  }

  /** The verdict on a URL for the crawler of the crawl, by the file in force at the end of the crawl. */
  verdict(url: AuditUrl): RobotsSaid | NotCheckableReason {
    const host = this.#byId.get(url.originId);
    if (!host?.robots) return 'needs-robots';
    if (host.robots.access === 'rules' && host.robots.text === null) return 'no-body';
    return said(this.#judge(host, host.robots), host.origin, targetOf(url.url));
  }

  /** As `verdict`, quickly: what the crawl decided, where it did. */
  blocks(url: AuditUrl): boolean | NotCheckableReason {
    if (url.mayFetch === 'yes') return false;
    const found = this.verdict(url);
    return typeof found === 'string' ? found : !found.allowed;
  }

  #judge(host: HostRow, robots: RobotsRow): Judge {
    const known = this.#judges.get(host.originId);
    if (known) return known;
    if (this.#judges.size >= mostJudges) this.#judges.clear();
    const judge = judgeFor(robots, this.profile);
    this.#judges.set(host.originId, judge);
    return judge;
  }
}

/** A crawler with a stored robots.txt. */
export function judgeFor({ cause, status, text }: RobotsRow, profile: CrawlerProfile): Judge {
  const dialect = dialectById(profile.dialect) ?? rfc9309;
  const failed = cause !== null || status === null;
  const access = robotsAccess(failed ? { kind: 'network', cause: cause ?? '' } : { kind: 'status', status }, dialect);
  return judgeOf(access, access.kind === 'rules' ? text : null, dialect, profile);
}

/** What a judge says of a path, query included. */
export function said(judge: Judge, origin: string, target: string): RobotsSaid | 'no-response' {
  const { line, ending } = judgePath(judge, comparedPath(judge, origin, target, traitsOf(target)));
  return ending === UNREACHABLE ? 'no-response' : { allowed: allowedByEnding[ending] !== 0, line };
}

const known = new WeakMap<AuditSite, SiteRobots>();

export function robotsOfSite(site: AuditSite): SiteRobots {
  let found = known.get(site);
  if (!found) {
    found = new SiteRobots(site);
    known.set(site, found);
  }
  return found;
}
