import type { NotCheckableReason } from '#shared/model/audit.ts';
import type { CrawlerProfile } from '../../crawlers/profile.ts';
import { type ProfileSet, profileSet } from '../../crawlers/profile-set.ts';
import { profileById } from '../../crawlers/profiles.ts';
import type { Judge } from '../../replay/judge.ts';
import { targetOf } from '../../replay/target-table.ts';
import type { AuditSite, AuditUrl } from '../check.ts';
import type { HostRow, RobotsRow } from '../source.ts';
import { type CrawlerSaying, judgeOfRow, judgesOf, type RobotsSaid, Sayings, said } from './judges.ts';
import { Kept } from './kept.ts';

/** Crawlers of the large search engines and of AI companies, of today. Ours: which ones most sites care about. */
const crawlers: ReadonlySet<string> = new Set([
  'googlebot',
  'bingbot',
  'yandexbot',
  'baiduspider',
  'applebot',
  'duckduckbot',
  'seznambot',
  'yeti',
  'petalbot',
  'gptbot',
  'oai-searchbot',
  'claudebot',
  'claude-searchbot',
  'perplexitybot',
  'amazonbot',
  'meta-externalagent',
  'bytespider',
  'ccbot',
]);

/** What the robots.txt files of a crawl say, worked out once for all checks. */
export class SiteRobots {
  readonly profiles: ProfileSet;
  /** The crawler that the crawl imitates: its verdicts count. */
  readonly profile: CrawlerProfile;
  /** The hosts with URLs inside the scope of the crawl. */
  readonly hosts: readonly HostRow[];
  readonly #own: ReadonlySet<number>;
  readonly #byId: ReadonlyMap<number, HostRow>;
  readonly #site: AuditSite;
  readonly #judges = new Kept<Judge>();
  readonly #sayings = new Kept<Sayings>();

  constructor(site: AuditSite) {
    const { profile, profiles } = site.source.settings;
    this.profiles = profileSet(profiles);
    this.profile = this.profiles.byId(profile) ?? (profileById('generic-rfc9309') as CrawlerProfile);
    this.#byId = new Map(site.hosts.map(host => [host.originId, host]));
    const own = site.ownOrigins();
    this.#own = own;
    this.#site = site;
    this.hosts = site.hosts.filter(({ originId }) => own.has(originId));
  }

  /** The ids of all URLs of a host, rising. */
  urlsOf(originId: number): Int32Array {
    return originId === 0 ? new Int32Array(0) : this.#site.urlsOf(originId);
  }

  isOwn(originId: number): boolean {
    return this.#own.has(originId);
  }

  hostOf(originId: number): HostRow | null {
    return this.#byId.get(originId) ?? null;
  }

  /** The verdict on a URL for the crawler of the crawl, by the file in force at the end of the crawl. */
  verdict(url: AuditUrl): RobotsSaid | NotCheckableReason {
    const found = this.#judged(url, this.#judges, robots => judgeOfRow(robots, this.profile));
    return typeof found === 'string' ? found : said(found.judge, found.origin, targetOf(url.url));
  }

  /** As `verdict`, quickly: what the crawl decided, where it did. */
  blocks(url: AuditUrl): boolean | NotCheckableReason {
    if (url.mayFetch === 'yes') return false;
    const found = this.verdict(url);
    return typeof found === 'string' ? found : !found.allowed;
  }

  /** The verdicts for the crawl's own crawler, the user's profiles, and the large search engines and AI crawlers. */
  verdicts(url: AuditUrl): readonly CrawlerSaying[] | NotCheckableReason {
    const found = this.#judged(url, this.#sayings, robots => new Sayings(judgesOf(robots, this.#enabled())));
    return typeof found === 'string' ? found : found.judge.of(found.origin, targetOf(url.url));
  }

  /** Why there are no verdicts on a URL; null: there are. */
  missing({ originId }: AuditUrl): NotCheckableReason | null {
    const host = this.#byId.get(originId);
    if (!host?.robots) return 'needs-robots';
    return host.robots.access === 'rules' && host.robots.text === null ? 'no-body' : null;
  }

  #judged<T>(
    url: AuditUrl,
    kept: Kept<T>,
    make: (robots: RobotsRow) => T,
  ): { readonly judge: T; readonly origin: string } | NotCheckableReason {
    const missing = this.missing(url);
    if (missing !== null) return missing;
    const { robots, origin } = this.#byId.get(url.originId) as HostRow & { readonly robots: RobotsRow };
    return { judge: kept.of(url.originId, () => make(robots)), origin };
  }

  #enabled(): readonly CrawlerProfile[] {
    const { all, isOwn } = this.profiles;
    return all.filter(({ id }) => id === this.profile.id || isOwn(id) || crawlers.has(id));
  }
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
