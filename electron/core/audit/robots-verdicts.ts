import type { CrawlerProfile } from '../crawlers/profile.ts';
import { type ProfileSet, profileSet } from '../crawlers/profile-set.ts';
import { type RobotsAccess, robotsAccess } from '../robots/access.ts';
import { chooseGroups } from '../robots/choose/choose.ts';
import { speakerFor } from '../robots/choose/speaker.ts';
import { quickVerdict } from '../robots/decide.ts';
import type { Dialect } from '../robots/dialect.ts';
import { dialectById } from '../robots/dialects/registry.ts';
import { parseRobots } from '../robots/parse/parse.ts';
import type { AuditSite, AuditUrl } from './check.ts';
import type { HostRow, RobotsRow } from './source.ts';

/** What a robots.txt says of one URL to one crawler. `line` is 0 where no line decides. */
export interface CrawlerVerdict {
  readonly allowed: boolean | null;
  readonly line: number;
}

type Judge = (url: string) => CrawlerVerdict;

/** Robots.txt files of all hosts, as crawlers interpret them. Each file is parsed once a dialect, when somebody asks. */
export class RobotsVerdicts {
  readonly profiles: ProfileSet;
  /** The crawl's own crawler. */
  readonly own: CrawlerProfile | null;
  readonly #hosts: ReadonlyMap<number, HostRow>;
  readonly #own = new Map<number, Judge | null>();
  readonly #all = new Map<number, readonly CrawlerJudge[] | null>();

  constructor({ hosts, source: { settings } }: AuditSite) {
    this.profiles = profileSet(settings.profiles);
    this.own = this.profiles.byId(settings.profile);
    this.#hosts = new Map(hosts.map(host => [host.originId, host]));
  }

  /** The verdict for the crawl's own crawler; null where no robots.txt of the host was requested. */
  of(url: AuditUrl): CrawlerVerdict | null {
    let judge = this.#own.get(url.originId);
    if (judge === undefined) {
      const robots = this.#hosts.get(url.originId)?.robots;
      judge = robots && this.own ? (judgesOf(robots, [this.own])[0]?.judge ?? null) : null;
      this.#own.set(url.originId, judge);
    }
    return judge?.(url.url) ?? null;
  }

  /** The verdicts for the crawl's own crawler, the user's profiles and those of `crawlers`; null where no robots.txt was requested. */
  ofAll(url: AuditUrl): readonly CrawlerSaying[] | null {
    let judges = this.#all.get(url.originId);
    if (judges === undefined) {
      const robots = this.#hosts.get(url.originId)?.robots;
      judges = robots ? judgesOf(robots, this.#enabled()) : null;
      this.#all.set(url.originId, judges);
    }
    if (judges === null) return null;
    const made = new Map<string, CrawlerVerdict>();
    return judges.map(({ profile, key, judge }) => {
      const verdict = made.get(key) ?? judge(url.url);
      made.set(key, verdict);
      return { name: profile.name, ...verdict };
    });
  }

  #enabled(): readonly CrawlerProfile[] {
    const { all, isOwn } = this.profiles;
    return all.filter(profile => profile === this.own || isOwn(profile.id) || crawlers.has(profile.id));
  }
}

export interface CrawlerJudge {
  readonly profile: CrawlerProfile;
  /** Equal for crawlers that get the same verdict on every URL. */
  readonly key: string;
  readonly judge: Judge;
}

export interface CrawlerSaying extends CrawlerVerdict {
  /** The crawler's name. */
  readonly name: string;
}

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

/** The verdict on every URL of a host without rules. */
const constant = (access: RobotsAccess): CrawlerVerdict => ({ allowed: access.kind === 'allow-all', line: 0 });

/** How crawlers interpret one robots.txt. The file is parsed once a dialect. */
export function judgesOf(robots: RobotsRow, crawlers: readonly CrawlerProfile[]): readonly CrawlerJudge[] {
  const files = new Map<string, ReturnType<typeof parseRobots>>();
  return crawlers.flatMap(profile => {
    const dialect = dialectById(profile.dialect);
    if (dialect === null) return [];
    const access = accessOf(robots, dialect);
    if (access.kind !== 'rules' || robots.text === null) return [{ profile, key: access.kind, judge: () => constant(access) }];
    const file = files.get(dialect.id) ?? parseRobots(robots.text, dialect);
    files.set(dialect.id, file);
    const { agent, ignoresGroups } = speakerFor(file, dialect, profile);
    if (ignoresGroups && file.override === undefined)
      return [{ profile, key: 'no-group', judge: () => ({ allowed: true, line: 0 }) }];
    const groups = chooseGroups(file, dialect, agent).lines.join();
    return [{ profile, key: `${dialect.id} ${groups}`, judge: (url: string) => quickVerdict(file, dialect, agent, url) }];
  });
}

const accessOf = ({ cause, status }: RobotsRow, dialect: Dialect): RobotsAccess =>
  robotsAccess(cause !== null || status === null ? { kind: 'network', cause: cause ?? '' } : { kind: 'status', status }, dialect);

const known = new WeakMap<AuditSite, RobotsVerdicts>();

/** The verdicts of a site, made once. */
export function robotsVerdicts(site: AuditSite): RobotsVerdicts {
  let found = known.get(site);
  if (found === undefined) {
    found = new RobotsVerdicts(site);
    known.set(site, found);
  }
  return found;
}
