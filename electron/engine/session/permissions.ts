import { isPublicAddress } from '#fetcher/address-guard.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { FileRequests } from '#shared/model/file-requests.ts';
import type { Store } from '#storage/store.ts';
import type { OwnRecords } from './own-records.ts';

/** What the user allows of a file's requests. */
export interface Allowed {
  readonly hosts?: readonly string[];
  /** Patterns of site rules. */
  readonly ignoreRobots?: readonly string[];
  readonly schedule?: boolean;
}

const hostOf = (seed: string): string => new URL(seed).hostname;

/** The hosts of the start URLs, sorted, each once. */
export const startHosts = ({ seeds }: Pick<CrawlSettings, 'seeds'>): string[] => [...new Set(seeds.map(hostOf))].sort();

/** Names that no public server has (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal) and addresses that are not public. */
function isPrivate(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(bare) || bare.includes(':')) return !isPublicAddress(bare);
  return !bare.includes('.') || /\.(localhost|local|internal|lan|home|corp|home\.arpa)$/i.test(bare);
}

/**
 * What an open crawl file may do. A file that this installation made, or whose requests the user has allowed, does what it asks for. In
 * any other file the schedule, private hosts and rules that ignore robots.txt wait. The file's own claims do not count.
 */
export class Permissions {
  readonly #store: Pick<Store, 'crawl' | 'transaction'>;
  readonly #records: OwnRecords;
  readonly #settings: () => CrawlSettings;
  readonly #mayWrite: boolean;
  readonly #place: string;
  /** What was looked up, and what was allowed in this session: data folder and file may be closed to writing. */
  readonly #known = new Map<string, boolean>();
  #last: Wanted | null = null;

  constructor(parts: {
    readonly store: Pick<Store, 'crawl' | 'transaction'>;
    readonly records: OwnRecords;
    readonly settings: () => CrawlSettings;
    readonly mayWrite: boolean;
    /** Names the file on this disk, whatever it is called: another file with the same contents has another name. */
    readonly place: string;
  }) {
    this.#store = parts.store;
    this.#records = parts.records;
    this.#settings = parts.settings;
    this.#mayWrite = parts.mayWrite;
    this.#place = parts.place;
  }

  /** Null where nothing waits. */
  waiting(): FileRequests | null {
    const { settings, hours, hosts, isAllowed } = this.#wanted();
    const rules = settings.siteRules.filter(({ robots }) => robots === 'never').map(({ pattern }) => pattern);
    if (isAllowed) return null;
    const found = {
      checkEveryHours: hours === 0 || this.#has(this.#schedule(hours)) ? 0 : hours,
      privateHosts: hosts.filter(host => isPrivate(host) && !this.#has(privateHost(host))),
      ignoreRobots: rules.filter(pattern => !this.#has(ignoring(pattern))),
    };
    return found.checkEveryHours === 0 && found.privateHosts.length + found.ignoreRobots.length === 0 ? null : found;
  }

  /** The settings to crawl under: those of the file, without rules that wait. */
  settings(): CrawlSettings {
    const settings = this.#settings();
    const waiting = this.waiting()?.ignoreRobots ?? [];
    if (waiting.length === 0) return settings;
    const siteRules = settings.siteRules.filter(({ pattern, robots }) => robots !== 'never' || !waiting.includes(pattern));
    return { ...settings, siteRules };
  }

  /** Hosts that may have private addresses. */
  trustedHosts(): string[] {
    const { hosts, isAllowed } = this.#wanted();
    return isAllowed ? [...hosts] : hosts.filter(host => this.#has(privateHost(host)));
  }

  checkEveryHours(): number {
    return this.waiting()?.checkEveryHours ? 0 : this.#store.crawl.checkEveryHours();
  }

  /** The user allows everything that the file asks for now. */
  allowAll(): void {
    this.#add(this.#wanted().all);
  }

  /** The user allows this much. */
  allow({ hosts = [], ignoreRobots = [], schedule: isScheduled = false }: Allowed): void {
    for (const host of hosts) this.#add(privateHost(host));
    for (const pattern of ignoreRobots) this.#add(ignoring(pattern));
    if (isScheduled) this.#add(this.#schedule(this.#store.crawl.checkEveryHours()));
  }

  /** Runs a change of the settings or the schedule by the user. A file that is allowed everything stays so. */
  whileChanging(change: () => void): void {
    const { isAllowed } = this.#wanted();
    change();
    if (isAllowed) this.allowAll();
  }

  /** What the file requests now. Recomputed only when its settings, its schedule or the permissions change. */
  #wanted(): Wanted {
    const settings = this.#settings();
    const hours = this.#store.crawl.checkEveryHours();
    if (this.#last?.settings === settings && this.#last.hours === hours) return this.#last;
    const hosts = startHosts(settings);
    // One permission for everything, so that a crawl of many start URLs is one record.
    const all = JSON.stringify(['all', hours === 0 ? 0 : this.#schedule(hours), hosts, settings.siteRules]);
    this.#last = { settings, hours, hosts, all, isAllowed: this.#has(all) };
    return this.#last;
  }

  /** A schedule sends requests without a click, so its permission applies to this file only and not to copies. */
  #schedule(hours: number): string {
    return JSON.stringify(['schedule', hours, this.#place]);
  }

  #has(what: string): boolean {
    const known = this.#known.get(what);
    if (known !== undefined) return known;
    const found = this.#records.has(this.#store.crawl.crawlId(), what);
    this.#known.set(what, found);
    return found;
  }

  #add(what: string): void {
    this.#known.set(what, true);
    this.#last = null;
    if (this.#mayWrite && this.#store.crawl.crawlId() === '')
      this.#store.transaction(() => this.#store.crawl.nameCrawl(Date.now()));
    this.#records.add(this.#store.crawl.crawlId(), what);
  }
}

interface Wanted {
  readonly settings: CrawlSettings;
  readonly hours: number;
  /** Of all start URLs. */
  readonly hosts: readonly string[];
  readonly all: string;
  readonly isAllowed: boolean;
}

const privateHost = (host: string): string => JSON.stringify(['private-host', host]);
const ignoring = (pattern: string): string => JSON.stringify(['ignore-robots', pattern]);
