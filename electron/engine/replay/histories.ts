import { History } from '#core/replay/blame.ts';
import { diffRows, lineCounts, linesOf } from '#core/replay/diff-rows.ts';
import { type Judge, judgeOf } from '#core/replay/judge.ts';
import { judgeUrl } from '#core/replay/replay.ts';
import { Transitions } from '#core/replay/transitions.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { blameSentence } from '#shared/explain/blame.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { RobotsVersionRow } from '#shared/model/explanation.ts';
import type { BlameRun, HistoryVersion, RobotsBlame, RobotsHistory, TextDiff } from '#shared/model/history.ts';
import type { WorkProgress } from '#shared/model/replay.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';
import { accessNow } from '../robots/gate.ts';
import { standInNumber, standIns } from '../robots/stand-in.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import { bytesOf, crawlerFor, type SideSource } from './sides.ts';
import type { Tables } from './tables.ts';

export interface HistoriesSource extends SideSource {
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly robots: Pick<RobotsTable, 'byId' | 'body' | 'all' | 'numberOf'>;
  readonly tables: Tables;
  readonly isStored: (url: string) => boolean;
}

interface Asked {
  readonly origin: string;
  readonly profile: string;
}

/** One origin and one crawler, over all versions of robots.txt. */
interface Kept {
  /** Ids of the versions, and the profile. A change restarts the work. */
  readonly ids: string;
  readonly versions: readonly RobotsVersion[];
  readonly history: History;
  readonly transitions: Transitions;
  readonly lines: readonly HistoryVersion['lines'][];
  /** For each index: the index of the version that applies. */
  readonly counting: readonly number[];
}

interface Work {
  readonly ids: string;
  readonly built: Job<Kept>;
  kept: Kept | null;
  counting: Job<void> | null;
}

const keptHistories = 6;
const shownRows = 3_000;
const shownContext = 3;
const finished: WorkProgress = { state: 'done', done: 0, total: 0, etaMs: 0 };

/** Versions over time: what each changed, and since when a verdict applies. Works in slices and caches the result. */
export class Histories {
  readonly #source: HistoriesSource;
  readonly #works = new Map<string, Work>();

  constructor(source: HistoriesSource) {
    this.#source = source;
  }

  /** The results so far. Starts missing work. */
  read({ origin: key, profile: wanted, again = false }: Asked & { readonly again?: boolean | undefined }): RobotsHistory {
    const origin = this.#origin(key);
    const versions = this.#source.robots.all(origin.id);
    const { profile, dialect } = crawlerFor(this.#source, wanted);
    const work = this.#work(key, origin.id, versions, profile.id);
    if (work.kept) this.#count(work, work.kept, origin.id, again);
    const counts = work.kept && work.kept.transitions.size > 0 ? work.kept.transitions.counts() : null;
    return {
      origin: key,
      profile: profile.id,
      versions: versionRows(versions, origin.robotsId, dialect).map((row, at) => ({
        ...row,
        lines: work.kept?.lines[at] ?? null,
        verdicts: counts?.[at] ?? null,
      })),
      counted: work.kept?.transitions.size ?? 0,
      progress: (work.counting ?? (work.kept ? null : work.built))?.progress() ?? finished,
    };
  }

  cancel({ origin, profile }: Asked): void {
    const work = this.#works.get(keyOf(origin, crawlerFor(this.#source, profile).profile.id));
    work?.counting?.cancel();
  }

  /** What every version says about a URL, whether or not it is in this crawl. */
  async blame(asked: {
    readonly url: string;
    readonly profile: string;
    readonly version?: number | undefined;
  }): Promise<RobotsBlame> {
    const normal = normalizeUrl(asked.url);
    if (normal.kind === 'invalid') return fail('bad_request', `“${asked.url}” is not a URL.`);
    const { url } = normal;
    const key = originOf(url)?.key ?? fail('bad_request', `${url} cannot be crawled: its scheme is neither http nor https.`);
    const origin = this.#origin(key);
    const versions = this.#source.robots.all(origin.id);
    if (versions.length === 0) return fail('not_found', `No robots.txt of ${key} is stored.`);
    const { profile } = crawlerFor(this.#source, asked.profile);
    const { history, counting } = await this.#work(key, origin.id, versions, profile.id).built.finished;
    const place = asked.version === undefined ? versions.length - 1 : versions.findIndex(({ id }) => id === asked.version);
    if (place < 0) return fail('not_found', 'That version of robots.txt is not stored for this origin.');
    const runs = history.runs(url).map(
      ({ from, to, ...run }): BlameRun => ({
        ...run,
        from: from + 1,
        to: to + 1,
        at: versions[from]?.firstSeenAt ?? 0,
        until: versions[to]?.lastSeenAt ?? 0,
        reason: judgeUrl(history.versions[from] as Judge, url).ending.reason,
      }),
    );
    const { since, sameRuleSince } = history.blame(url, place);
    const judged = judgeUrl(history.versions[place] as Judge, url);
    const told = {
      runs,
      asOf: place + 1,
      since: since + 1,
      sameRuleSince: sameRuleSince + 1,
      line: judged.line,
    };
    const standIn = standInNumber(counting, place);
    const failed = versions[place];
    const unreachable =
      standIn > 0 && failed
        ? {
            at: failed.firstSeenAt,
            outcome: robotsOutcomeWords(failed),
            standIn,
            isInForce: versions[standIn - 1]?.id === origin.robotsId,
          }
        : null;
    return {
      origin: key,
      url,
      profile: profile.id,
      ids: versions.map(({ id }) => id),
      ...told,
      sentence: blameSentence({
        ...told,
        unreachable,
        reason: judged.ending.reason,
        at: number => versions[number - 1]?.firstSeenAt ?? 0,
      }),
      isStored: this.#source.isStored(url),
    };
  }

  /** Two texts side by side, `before` null for no file. */
  diff(key: string, before: number | null, after: number): TextDiff {
    const origin = this.#origin(key);
    const versions = this.#source.robots.all(origin.id);
    const counting = standIns(versions, crawlerFor(this.#source, '').dialect);
    const text = (id: number): string[] | null => {
      const place = versions.findIndex(each => each.id === id);
      const version = versions[counting[place] ?? -1];
      if (!version) return fail('not_found', 'That version of robots.txt is not stored for this origin.');
      return this.#lines(version);
    };
    const [old, now] = [before === null ? [] : text(before), text(after)];
    const withoutText = { before: old === null, after: now === null };
    // A response without a file is not an empty file: its lines were not removed.
    if (now === null) return { added: 0, removed: 0, moved: 0, withoutText, rows: [], rowCount: 0 };
    const rows = diffRows(old ?? [], now, shownContext);
    return { ...lineCounts(old ?? [], now), withoutText, rows: rows.slice(0, shownRows), rowCount: rows.length };
  }

  /** Null where the response was not a file. */
  #lines(version: RobotsVersion): string[] | null {
    const bytes = bytesOf(this.#source.robots, version);
    return bytes && linesOf(new TextDecoder().decode(bytes));
  }

  #origin(key: string): { readonly id: number; readonly robotsId: number | null } {
    return this.#source.origins.byKey(key) ?? fail('not_found', `${key} is not an origin of this crawl.`);
  }

  #work(key: string, originId: number, versions: readonly RobotsVersion[], profile: string): Work {
    const name = keyOf(key, profile);
    // The user may have changed a profile of this name.
    const ids = `${versions.map(({ id }) => id).join(' ')} ${JSON.stringify(crawlerFor(this.#source, profile).profile)}`;
    const known = this.#works.get(name);
    this.#works.delete(name);
    if (known?.ids === ids) {
      this.#works.set(name, known);
      return known;
    }
    known?.counting?.cancel();
    const built = runInSlices(this.#build(ids, versions, profile), versions.length);
    const work: Work = { ids, built, kept: null, counting: null };
    built.finished.then(
      kept => {
        work.kept = kept;
        this.#count(work, kept, originId, false);
      },
      () => this.#works.delete(name),
    );
    this.#works.set(name, work);
    const [oldest] = this.#works.keys();
    if (this.#works.size > keptHistories && oldest !== undefined) this.#works.delete(oldest);
    return work;
  }

  /** Reads every version; the same file is read once. Yields versions read. */
  *#build(ids: string, versions: readonly RobotsVersion[], wanted: string): Steps<Kept> {
    const { profile, dialect } = crawlerFor(this.#source, wanted);
    const judges: Judge[] = [];
    const lines: HistoryVersion['lines'][] = [];
    const known = new Map<string, Judge>();
    let before: { readonly text: string[]; readonly since: number } | null = null;
    const counting = standIns(versions, dialect);
    for (const at of versions.keys()) {
      const version = versions[counting[at] as number] as RobotsVersion;
      const access = accessNow(version, dialect);
      const key = `${JSON.stringify(access)} ${Buffer.from(version.bodyHash ?? '').toString('hex')}`;
      const judge = known.get(key) ?? judgeOf(access, bytesOf(this.#source.robots, version), dialect, profile);
      known.set(key, judge);
      judges.push(judge);
      const text = this.#lines(version);
      lines.push(before && text && { ...lineCounts(before.text, text), since: before.since });
      if (text) before = { text, since: at + 1 };
      yield at + 1;
    }
    const history = new History(judges);
    return { ids, versions, history, transitions: new Transitions(history), lines, counting };
  }

  /** Counts the remaining URLs, unless a count is running or was cancelled. */
  #count(work: Work, kept: Kept, originId: number, again: boolean): void {
    const state = work.counting?.progress().state;
    if (state === 'running' || (state === 'cancelled' && !again)) return;
    const { tables } = this.#source;
    const { transitions } = kept;
    const toRead = tables.missing();
    if (toRead === 0 && transitions.size >= (tables.of(originId)?.size ?? 0)) return;
    function* steps(): Steps<void> {
      yield* tables.load();
      const table = tables.of(originId);
      if (!table) return;
      for (const done of transitions.update(table)) yield toRead + done;
    }
    work.counting = runInSlices(steps(), toRead + (tables.of(originId)?.size ?? toRead));
  }
}

const keyOf = (origin: string, profile: string): string => `${profile} ${origin}`;

/** Versions of one origin as lists show them, oldest first; `dialect` decides which version is used instead of one that could not be read. */
export function versionRows(versions: readonly RobotsVersion[], current: number | null, dialect: Dialect): RobotsVersionRow[] {
  const counting = standIns(versions, dialect);
  return versions.map((version, at) => ({
    id: version.id,
    number: at + 1,
    source: version.source,
    sourceName: version.sourceName,
    isCurrent: version.id === current,
    standIn: standInNumber(counting, at),
    firstSeenAt: version.firstSeenAt,
    lastSeenAt: version.lastSeenAt,
    access: version.access,
    status: version.status,
    cause: version.cause,
    bytes: version.size,
    finalUrl: version.finalUrl,
    hash: version.bodyHash ? Buffer.from(version.bodyHash).toString('hex') : null,
  }));
}
