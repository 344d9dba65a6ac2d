import { shortestDelayMs } from '#core/frontier/host-limits.ts';
import { internalHostProblem, wwwTwins } from '#core/url/internal-hosts.ts';
import { isPublicAddress } from '#fetcher/address-guard.ts';
import { isLocalName } from '#fetcher/host-guard.ts';
import { type CrawlSettings, defaultSettings, type OwnRobots } from '#shared/model/crawl.ts';
import { type CredentialUse, credentialKey } from '#shared/model/credentials.ts';
import type { FileRequests } from '#shared/model/file-requests.ts';
import type { RenderScope } from '#shared/model/rendering.ts';
import type { Rule } from '#shared/model/rules.ts';
import type { Store } from '#storage/store.ts';
import { type ConnectionName, changedConnections } from '../crawl/connection-settings.ts';
import { ruleKey } from '../rules/allowed.ts';
import type { OwnRecords } from './own-records.ts';

/** What the user allows of a file's requests. */
export interface Allowed {
  readonly hosts?: readonly string[];
  /** Patterns of site rules. */
  readonly ignoreRobots?: readonly string[];
  readonly schedule?: boolean;
  /** Settings that make the crawl faster than the defaults, with their value in the file. */
  readonly speed?: readonly (keyof Speed)[];
  /** Settings by which requests go through a proxy or trust other certificates. */
  readonly connection?: readonly ConnectionName[];
  readonly credentials?: readonly CredentialUse[];
  /** That a browser renders the pages that the file says. */
  readonly rendering?: boolean;
  /** That a browser renders the pages that the user asks for, one by one. */
  readonly askedRendering?: boolean;
}

/** Settings of a file that are faster than the defaults; null for one that is not. */
type Speed = Pick<FileRequests, 'delayMs' | 'connections'>;

const speedOf = (settings: CrawlSettings): Speed => {
  const delayMs = shortestDelayMs(settings);
  const { connections } = settings;
  return {
    delayMs: delayMs < defaultSettings.delayMs ? delayMs : null,
    connections: connections > defaultSettings.connections ? connections : null,
  };
};

/** The same settings, with no host requested faster than by default. */
const slowed = ({ delayMs, hostLimits }: CrawlSettings): Pick<CrawlSettings, 'delayMs' | 'hostLimits'> => {
  const least = (ms: number): number => Math.max(ms, defaultSettings.delayMs);
  return {
    delayMs: least(delayMs),
    hostLimits: hostLimits.map(limit => (limit.delayMs === undefined ? limit : { ...limit, delayMs: least(limit.delayMs) })),
  };
};

const hostOf = (seed: string): string => new URL(seed).hostname;

type Naming = Pick<CrawlSettings, 'seeds' | 'internalHosts'>;

/** The internal hosts that are written out, as in URL.hostname. A pattern, and `www`, name no host. */
const exactInternal = ({ internalHosts }: Naming): string[] =>
  internalHosts
    .filter(entry => entry !== wwwTwins && !entry.includes('*') && internalHostProblem(entry) === '')
    .map(entry => hostOf(`http://${entry}/`));

/** The hosts that the settings name one by one, of start URLs or as internal, sorted, each once. Only these may have private addresses. */
export const namedHosts = (settings: Naming): string[] =>
  [...new Set([...settings.seeds.map(hostOf), ...exactInternal(settings)])].sort();

/** A name that no public server has, or an address that is not public. */
function isPrivate(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(bare) || bare.includes(':')) return !isPublicAddress(bare);
  return isLocalName(bare);
}

/**
 * What an open crawl file may do. A file may do all it requests if this installation made it, or if the user has
 * allowed it. Any other file gets no automatic checks, no private hosts, no rules that ignore robots.txt, no
 * credentials, no browser that renders, and is crawled no faster than the defaults. The file itself cannot say who made it.
 */
export class Permissions {
  readonly #store: Pick<Store, 'crawl' | 'transaction'>;
  readonly #records: OwnRecords;
  readonly #settings: () => CrawlSettings;
  readonly #mayWrite: boolean;
  readonly #place: string;
  /** Permissions looked up or given in this session. They apply even if the data folder or the file cannot be written. */
  readonly #known = new Map<string, boolean>();
  #last: Wanted | null = null;

  constructor(parts: {
    readonly store: Pick<Store, 'crawl' | 'transaction'>;
    readonly records: OwnRecords;
    readonly settings: () => CrawlSettings;
    readonly mayWrite: boolean;
    /** Identifies the file on this disk. A renamed file keeps it; a copy has its own. */
    readonly place: string;
  }) {
    this.#store = parts.store;
    this.#records = parts.records;
    this.#settings = parts.settings;
    this.#mayWrite = parts.mayWrite;
    this.#place = parts.place;
  }

  /** What the user has not allowed yet, null if that is nothing. */
  waiting(): FileRequests | null {
    const { settings, hours, hosts, isAllowed } = this.#wanted();
    const { delayMs, connections } = speedOf(settings);
    const rules = settings.siteRules.filter(({ robots }) => robots === 'never').map(({ pattern }) => pattern);
    if (isAllowed) return null;
    const found = {
      checkEveryHours: hours === 0 || this.#has(this.#schedule(hours)) ? 0 : hours,
      privateHosts: hosts.filter(host => isPrivate(host) && !this.#has(privateHost(host))),
      ignoreRobots: rules.filter(pattern => !this.#has(ignoring(pattern))),
      ownRobots: settings.ownRobots.filter(each => !this.#has(deciding(each))).map(({ origin }) => origin),
      delayMs: delayMs === null || this.#has(faster('delayMs', delayMs)) ? null : delayMs,
      connections: connections === null || this.#has(faster('connections', connections)) ? null : connections,
      connection: changedConnections(settings).filter(name => !this.#has(connecting(name, settings))),
      render: settings.render === 'never' || this.#has(rendering(settings.render)) ? null : settings.render,
      credentials: settings.credentials.filter(use => !this.#has(sending(use, settings))),
    };
    const lists =
      found.privateHosts.length +
      found.ignoreRobots.length +
      found.ownRobots.length +
      found.connection.length +
      found.credentials.length;
    const { checkEveryHours, ...rest } = found;
    const hasNone =
      checkEveryHours === 0 && lists === 0 && rest.delayMs === null && rest.connections === null && rest.render === null;
    return hasNone ? null : found;
  }

  /** The settings to crawl with: those of the file, without rules, speed, rendering and credentials that are not allowed. */
  settings(): CrawlSettings {
    const settings = this.#settings();
    const waiting = this.waiting();
    if (!waiting) return settings;
    const kept = new Set(waiting.credentials.map(credentialKey));
    return {
      ...settings,
      siteRules: settings.siteRules.filter(
        ({ pattern, robots }) => robots !== 'never' || !waiting.ignoreRobots.includes(pattern),
      ),
      ownRobots: settings.ownRobots.filter(({ origin }) => !waiting.ownRobots.includes(origin)),
      ...(waiting.delayMs === null ? {} : slowed(settings)),
      connections: waiting.connections === null ? settings.connections : defaultSettings.connections,
      render: waiting.render === null ? settings.render : 'never',
      credentials: settings.credentials.filter(use => !kept.has(credentialKey(use))),
      login: waiting.credentials.some(({ kind }) => kind === 'login') ? null : settings.login,
      ...Object.fromEntries(waiting.connection.map(name => [name, defaultSettings[name]])),
    };
  }

  /** Whether another installation made the file, and the user has not allowed all that it requests. */
  isForeign(): boolean {
    return !this.#wanted().isAllowed;
  }

  /** Hosts that may have private addresses. */
  trustedHosts(): string[] {
    const { hosts, isAllowed } = this.#wanted();
    return isAllowed ? [...hosts] : hosts.filter(host => this.#has(privateHost(host)));
  }

  /** Whether a browser may render pages that the user asks for: scripts of the file then run. */
  mayRenderAsked(): boolean {
    const { settings, isAllowed } = this.#wanted();
    const isScopeAllowed = settings.render !== 'never' && this.#has(rendering(settings.render));
    return isAllowed || isScopeAllowed || this.#has(rendering('asked'));
  }

  checkEveryHours(): number {
    return this.waiting()?.checkEveryHours ? 0 : this.#store.crawl.checkEveryHours();
  }

  /** The user allows everything that the file requests now. */
  allowAll(): void {
    this.#add(this.#wanted().all);
  }

  /** The user allows these requests. */
  allow({
    hosts = [],
    ignoreRobots = [],
    schedule: isScheduled = false,
    speed = [],
    connection = [],
    credentials = [],
    rendering: isRendering = false,
    askedRendering = false,
  }: Allowed): void {
    const given = new Set(credentials.map(credentialKey));
    for (const use of this.waiting()?.credentials ?? [])
      if (given.has(credentialKey(use))) this.#add(sending(use, this.#settings()));
    for (const name of connection) this.#add(connecting(name, this.#settings()));
    const wanted = speedOf(this.#settings());
    for (const name of speed) {
      const value = wanted[name];
      if (value !== null) this.#add(faster(name, value));
    }
    if (askedRendering) this.#add(rendering('asked'));
    if (isRendering) this.#add(rendering(this.#settings().render));
    for (const host of hosts) this.#add(privateHost(host));
    for (const pattern of ignoreRobots) this.#add(ignoring(pattern));
    if (isScheduled) this.#add(this.#schedule(this.#store.crawl.checkEveryHours()));
  }

  /** Whether a custom rule may run: the user wrote it here, imported it, or allowed it. */
  mayRun(rule: Rule): boolean {
    return this.#has(ruleKey(rule));
  }

  /** The user wrote these rules, or allows them. */
  allowRules(rules: readonly Rule[]): void {
    for (const rule of rules) if (!this.mayRun(rule)) this.#add(ruleKey(rule));
  }

  /** Runs a change of settings or schedule that the user made. A file that was allowed everything stays allowed everything. */
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
    const hosts = namedHosts(settings);
    // One permission for everything, so that a crawl of many start URLs is one record.
    const speed = speedOf(settings);
    const isFast = speed.delayMs !== null || speed.connections !== null;
    const asked = ['all', hours === 0 ? 0 : this.#schedule(hours), hosts, settings.siteRules];
    const connections = changedConnections(settings).map(name => [name, settings[name]]);
    const { credentials, login } = settings;
    const all = JSON.stringify([
      ...asked,
      ...(settings.ownRobots.length > 0 ? [{ ownRobots: settings.ownRobots }] : []),
      ...(isFast ? [speed] : []),
      ...(connections.length > 0 ? [connections] : []),
      ...(credentials.length > 0 ? [{ credentials, login }] : []),
      ...(settings.render === 'never' ? [] : [{ render: settings.render }]),
    ]);
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
  /** Of all start URLs, and internal ones. */
  readonly hosts: readonly string[];
  readonly all: string;
  readonly isAllowed: boolean;
}

const privateHost = (host: string): string => JSON.stringify(['private-host', host]);
const ignoring = (pattern: string): string => JSON.stringify(['ignore-robots', pattern]);
const deciding = ({ origin, text }: OwnRobots): string => JSON.stringify(['own-robots', origin, text]);
const faster = (name: keyof Speed, value: number): string => JSON.stringify(['speed', name, value]);
const connecting = (name: ConnectionName, settings: CrawlSettings): string =>
  JSON.stringify(['connection', name, settings[name]]);
const rendering = (scope: RenderScope | 'asked'): string => JSON.stringify(['render', scope]);
const sending = ({ kind, origin }: CredentialUse, { login }: CrawlSettings): string =>
  JSON.stringify(['credential', kind, origin, ...(kind === 'login' ? [login] : [])]);
