import { basename } from 'node:path';
import { allChecks } from '#core/audit/checks.ts';
import { infoOf } from '#core/audit/run.ts';
import { healthScore } from '#core/audit/score.ts';
import type { CheckCount, CheckInfo } from '#shared/model/audit.ts';
import type { AuditSettingsView, StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type {
  ChangedLimits,
  CheckOutcome,
  HealthScore,
  HitsShown,
  IssueGroup,
  IssuesView,
  IssueUrl,
  ShownFinding,
  UrlIssues,
} from '#shared/model/issues.ts';
import type { UrlRow } from '#shared/model/url-columns.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { type AuditThread, auditThread } from '../threads/audit/audit-thread.ts';
import { SettingsReader, type SettingsReads } from './read-settings.ts';

/** Members of a group that are named in the list of groups. */
const namedMembers = 5;
/** While a crawl runs, the next audit waits this long after the last, and a multiple of what that one took. */
const pauseMs = 3_000;
const pauseShare = 4;

/** Calls to the reader thread that only the engine may make. */
export interface IssueCalls {
  /** Settings that are not in the file, because the file is read-only. */
  readonly 'issues.useSettings': (settings: StoredAuditSettings) => void;
  /** From now on the audit is compared with this earlier crawl; null: with none. */
  readonly 'issues.setBaseline': (wanted: { readonly path: string | null }) => void;
}

/** What the issues need of the open file. */
export interface IssueReads extends SettingsReads {
  readonly path: string;
  /** Checks that custom rules make. */
  ownChecks(): readonly CheckInfo[];
  /** Changes when what the crawl stored changes. */
  changes(): string;
  /** Id of a URL, 0 if the file does not contain it. */
  idOf(url: string): number;
  /** Rows of URLs, in the order of the ids. */
  rows(ids: Int32Array): readonly UrlRow[];
  /** Puts ids into the order of a column. */
  ordered(ids: Int32Array, sort: string, descending: boolean): Promise<Int32Array>;
  /** Name of the crawl that this one was compared with last, '' for none. */
  lastBaseline(): string;
  /** How long a running crawl lets pass between two audits, in milliseconds; tests shorten it. */
  readonly pauseMs?: number;
}

/** What an audit of the open crawl is to look at. */
export interface AuditWish {
  /** Path of an earlier crawl, for the checks that compare two; null: none. */
  readonly baseline?: string | null | undefined;
  /** Name of a segment whose URLs alone are counted; null: all. */
  readonly segment?: string | null | undefined;
  readonly again?: boolean | undefined;
}

interface Results {
  readonly run: number;
  readonly changes: string;
  readonly limits: ChangedLimits;
  /** Number of the settings whose ignore rules were applied. */
  readonly settings: number;
  readonly baseline: string | null;
  readonly segment: string | null;
  readonly outcomes: readonly CheckOutcome[];
  readonly score: HealthScore | null;
}

/** One list of hits as the window pages through it. */
interface Listed {
  readonly key: string;
  readonly ids: Int32Array;
  /** Findings about something that is no URL of the crawl; they come after the ids. */
  readonly others: readonly ShownFinding[];
}

export interface IssueList {
  readonly check: string;
  readonly show: HitsShown;
  /** Only this group of duplicates; null for all hits. */
  readonly group: string | null;
  readonly sort: string;
  readonly descending: boolean;
}

/** A check with what it found. */
export interface CheckReport {
  readonly info: CheckInfo;
  readonly count: CheckCount;
}

const infos = allChecks.map(infoOf);
const infoById = new Map(infos.map(info => [info.id, info]));

/** The audit of the open crawl: starts it, reports its state, and reads its results from the audit thread. */
export class Issues {
  readonly #reads: IssueReads;
  readonly #thread: AuditThread;
  #state: IssuesView['state'] = 'none';
  #progress = { done: 0, total: 0, startedAt: 0 };
  #problem = '';
  readonly #settings: SettingsReader;
  /** The thresholds of the running audit, or of the last one. */
  #limits: ChangedLimits = {};
  #isIgnoring = false;
  /** Path of an earlier crawl, for the checks that compare two. */
  #baseline: string | null = null;
  /** Name of the segment that is counted alone. */
  #segment: string | null = null;
  #results: Results | null = null;
  #listed: Listed | null = null;
  #endedAt = 0;
  #tookMs = 0;
  #waiting: NodeJS.Timeout | null = null;

  constructor(reads: IssueReads) {
    this.#reads = reads;
    this.#settings = new SettingsReader(reads, infoById);
    this.#thread = auditThread(reads.path, (done, total) => {
      this.#progress = { ...this.#progress, done, total };
    });
  }

  /** Checks of the catalogue, then those of the user. */
  checks = (): readonly CheckInfo[] => [...infos, ...this.#reads.ownChecks()];

  #infoOf = (id: string): CheckInfo | undefined => infoById.get(id) ?? this.#reads.ownChecks().find(own => own.id === id);

  /** Uses these settings from now on instead of those of the file. */
  useSettings(settings: StoredAuditSettings): void {
    this.#settings.use(settings);
  }

  settings = (): AuditSettingsView => this.#settings.view();

  /**
   * Audits the file unless the results match its current content. Soon after an audit of a file that still changes,
   * the next one starts a little later. Another baseline or other thresholds need a new audit at once; other ignore
   * rules are applied to the existing results. `again`: also after a failure or a cancel. `baseline` applies from now
   * on; absent: unchanged.
   */
  start({ baseline = this.#baseline, segment = this.#segment, again = false }: AuditWish): void {
    const { limits: wanted } = this.#settings.now();
    const isOther =
      JSON.stringify(wanted) !== JSON.stringify(this.#limits) || baseline !== this.#baseline || segment !== this.#segment;
    this.#limits = wanted;
    this.#baseline = baseline;
    this.#segment = segment;
    if (this.#state === 'running' && !isOther) return;
    if (this.#isAudited() && !(again && this.#state !== 'done')) {
      if (!this.#isCurrent()) void this.#ignore();
      return;
    }
    if (!again && !isOther && (this.#state === 'cancelled' || this.#state === 'failed')) return;
    const pause = Math.max(this.#reads.pauseMs ?? pauseMs, this.#tookMs * pauseShare);
    const wait = isOther || again || this.#results === null ? 0 : this.#endedAt + pause - performance.now();
    if (this.#waiting) clearTimeout(this.#waiting);
    this.#waiting = null;
    if (wait <= 0) void this.#run();
    else {
      this.#waiting = setTimeout(() => {
        this.#waiting = null;
        if (this.#state !== 'running' && !this.#isAudited()) void this.#run();
      }, wait).unref();
    }
  }

  /** Ends the running audit. The results of the one before stay. */
  cancel(): void {
    if (this.#waiting) clearTimeout(this.#waiting);
    this.#waiting = null;
    if (this.#state !== 'running') return;
    this.#state = 'cancelled';
    void this.#thread.call('cancel', null).catch(() => undefined);
  }

  /** `known`: the run whose results the caller has. */
  read({ known }: { readonly known: number }): IssuesView {
    const { done, total, startedAt } = this.#progress;
    const isRunning = this.#state === 'running';
    const etaMs = done === 0 ? null : ((performance.now() - startedAt) / done) * Math.max(0, total - done);
    const results = this.#results;
    return {
      state: this.#state,
      done: isRunning ? done : 0,
      total: isRunning ? total : 0,
      etaMs: isRunning ? etaMs : 0,
      problem: this.#problem,
      run: results?.run ?? 0,
      isCurrent: this.#isCurrent(),
      outcomes: results && results.run !== known ? results.outcomes : null,
      score: results?.score ?? null,
      limits: results?.limits ?? {},
      segment: results?.segment ?? null,
      settings: this.#settings.now().number,
      baseline: nameOf(results?.baseline ?? null),
      lastBaseline: this.#reads.lastBaseline(),
    };
  }

  /** One page of the URLs that a check hit. */
  async urls(wish: IssueList & { readonly from: number; readonly limit: number }) {
    const { check, from, limit } = wish;
    const { ids, others } = await this.#list(wish);
    const shown = ids.subarray(from, from + limit);
    const findings = await this.#thread.call('findings', { check, ids: [...shown] });
    const rows = new Map(this.#reads.rows(shown).map(row => [row.url, row]));
    const found: IssueUrl[] = [];
    for (const finding of findings) if (finding) found.push(shortOf(finding, rows.get(finding.url) ?? null));
    const first = Math.max(0, from - ids.length);
    for (const other of others.slice(first, Math.max(0, from + limit - ids.length)))
      found.push(shortOf(other, this.#rowOf(other.url)));
    return { total: ids.length + others.length, rows: found };
  }

  /** All hits of a check, for an export: URLs in order, or what it found elsewhere. */
  async hits(list: IssueList): Promise<{ readonly ids: Int32Array; readonly others: readonly ShownFinding[] }> {
    return this.#list(list);
  }

  /** The findings of a check about these URLs. A URL whose evidence is no longer in the file is left out. */
  async findings(check: string, ids: Int32Array): Promise<readonly ShownFinding[]> {
    const found = await this.#thread.call('findings', { check, ids: [...ids] });
    return found.filter(finding => finding !== null);
  }

  /** Every check with its count. Throws before the first audit. */
  report(): readonly CheckReport[] {
    const { outcomes } = this.#results ?? fail('not_found', 'This crawl has not been audited yet.');
    return outcomes.flatMap(({ id, count }) => {
      const info = this.#infoOf(id);
      return info ? [{ info, count }] : [];
    });
  }

  async finding({ check, url }: { readonly check: string; readonly url: string }): Promise<ShownFinding | null> {
    const id = this.#reads.idOf(url);
    if (id !== 0) {
      const [found] = await this.#thread.call('findings', { check, ids: [id] });
      if (found) return found;
    }
    const { others } = await this.#thread.call('hits', { check, show: 'all' });
    return others.find(other => other.url === url) ?? null;
  }

  async ofUrl({ url }: { readonly url: string }): Promise<UrlIssues> {
    const run = this.#results?.run ?? 0;
    const id = this.#reads.idOf(url);
    if (run === 0 || id === 0) return { run, hits: [], passed: [], notCheckable: [] };
    return { run, ...(await this.#thread.call('ofUrl', { id })) };
  }

  async groups({ check, from, limit }: { readonly check: string; readonly from: number; readonly limit: number }) {
    const all = await this.#thread.call('groups', { check });
    const rows: IssueGroup[] = [];
    for (const { group, ids } of all.slice(from, from + limit)) {
      const [first] = await this.#thread.call('findings', { check, ids: ids.slice(0, 1) });
      const urls = this.#reads.rows(Int32Array.from(ids.slice(0, namedMembers))).map(({ url }) => url);
      rows.push({ group, size: ids.length, found: first ? shortOf(first, null).found : '', urls });
    }
    return { total: all.length, rows };
  }

  async #run(): Promise<void> {
    const limits = this.#limits;
    const { rules, today, number: settings } = this.#settings.now();
    const baseline = this.#baseline;
    const segment = this.#segment;
    const changes = this.#reads.changes();
    this.#state = 'running';
    this.#problem = '';
    const startedAt = performance.now();
    this.#progress = { done: 0, total: 0, startedAt };
    const isMine = (): boolean => this.#progress.startedAt === startedAt;
    try {
      const summary = await this.#thread.call('run', { limits, baseline, segment, rules, today });
      if (!isMine()) return;
      if (summary === null) {
        this.#state = 'cancelled';
        return;
      }
      const { outcomes, tookMs } = summary;
      this.#tookMs = tookMs;
      this.#take({ changes, limits, baseline, segment, settings, outcomes });
      this.#state = 'done';
    } catch (error) {
      if (!isMine()) return;
      this.#state = 'failed';
      this.#problem = error instanceof RpcError ? error.message : 'The audit stopped because of a fault in Crawlscope.';
      if (error instanceof RpcError && error.code === 'unavailable') this.#results = null;
      if (!(error instanceof RpcError)) console.error(error);
    } finally {
      if (isMine()) this.#endedAt = performance.now();
    }
  }

  /** Applies other ignore rules to the results there are. */
  async #ignore(): Promise<void> {
    const results = this.#results;
    if (this.#isIgnoring || results === null) return;
    this.#isIgnoring = true;
    const { rules, today, number: settings } = this.#settings.now();
    try {
      const outcomes = await this.#thread.call('ignore', { rules, today });
      if (this.#results === results) this.#take({ ...results, settings, outcomes });
    } catch (error) {
      this.#state = 'failed';
      this.#problem =
        error instanceof RpcError ? error.message : 'The ignore rules could not be applied because of a fault in Crawlscope.';
      if (error instanceof RpcError && error.code === 'unavailable') this.#results = null;
      if (!(error instanceof RpcError)) console.error(error);
    } finally {
      this.#isIgnoring = false;
    }
  }

  #take(results: Omit<Results, 'run' | 'score'>): void {
    this.#listed = null;
    this.#results = { ...results, run: (this.#results?.run ?? 0) + 1, score: scoreOf(results.outcomes) };
  }

  /** The results are those of the crawl as it is, with the thresholds in force. */
  #isAudited(): boolean {
    const results = this.#results;
    return (
      results !== null &&
      results.changes === this.#reads.changes() &&
      results.baseline === this.#baseline &&
      results.segment === this.#segment &&
      JSON.stringify(results.limits) === JSON.stringify(this.#limits)
    );
  }

  #isCurrent(): boolean {
    return this.#isAudited() && this.#results?.settings === this.#settings.now().number;
  }

  async #list({ check, show, group, sort, descending }: IssueList): Promise<Listed> {
    const run = this.#results?.run ?? fail('not_found', 'This crawl has not been audited yet.');
    const key = JSON.stringify([run, check, show, group, sort, descending]);
    if (this.#listed?.key === key) return this.#listed;
    const hits = await this.#thread.call('hits', { check, show });
    const { ids, others } = group === null ? hits : await this.#members(check, group, hits.ids);
    const listed: Listed = { key, ids: await this.#reads.ordered(ids, sort, descending), others };
    this.#listed = listed;
    return listed;
  }

  async #members(check: string, group: string, hits: Int32Array) {
    const all = await this.#thread.call('groups', { check });
    const members = new Set(all.find(each => each.group === group)?.ids);
    return { ids: hits.filter(id => members.has(id)), others: [] as readonly ShownFinding[] };
  }

  #rowOf(url: string): UrlRow | null {
    const id = this.#reads.idOf(url);
    return id === 0 ? null : (this.#reads.rows(Int32Array.of(id))[0] ?? null);
  }
}

const nameOf = (path: string | null): string => (path === null ? '' : basename(path).replace(/\.crawl$/i, ''));

/** Own checks do not count: the score of two crawls stays comparable. */
const scoreOf = (outcomes: readonly CheckOutcome[]): HealthScore | null =>
  healthScore(
    outcomes.flatMap(({ id, count }) => {
      const info = infoById.get(id);
      return info ? [{ id, type: info.type, priority: info.priority, count }] : [];
    }),
  );

function shortOf(
  { url, evidence: { items, dropped = 0, group = '' }, ignored, since }: ShownFinding,
  row: UrlRow | null,
): IssueUrl {
  const [first] = items;
  return {
    url,
    row,
    found: first?.value ?? first?.url ?? '',
    items: items.length + dropped,
    group,
    ignored: ignored ?? null,
    since: since ?? null,
  };
}
