import { coverageOf, rowsDecidedBy, rowsLostBy } from '#core/replay/coverage.ts';
import { allowedAt } from '#core/replay/replay.ts';
import { rowsWhere } from '#core/replay/rows.ts';
import type { TargetTable } from '#core/replay/target-table.ts';
import { sectionsOf } from '#core/replay/weight.ts';
import type { Steps } from '#core/steps.ts';
import type { SiteSection } from '#shared/model/draft.ts';
import type {
  JudgedUrl,
  ReplayDifference,
  ReplayDiscovery,
  ReplaySide,
  RobotsCoverage,
  WorkProgress,
} from '#shared/model/replay.ts';
import type { RobotsFix } from '#shared/model/robots-fix.ts';
import type { RuleEffect } from '#shared/model/rule-report.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import { standIns } from '../robots/stand-in.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import { Differences, differenceView, discoveryView, type PagedList } from './differences.ts';
import { type FixWanted, proposeFix } from './fix.ts';
import { lineEffect } from './line-effect.ts';
import { type GraphSource, LinkGraphs } from './link-graphs.ts';
import { crawlerFor, type PreparedSide, prepareSide, type SideSource } from './sides.ts';
import type { Tables } from './tables.ts';

export interface ReplaysSource extends SideSource, GraphSource {
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly tables: Tables;
}

/** Sections offered as completions. */
const mostSections = 1_000;

type Asked = { readonly origin: string; readonly side: ReplaySide };
type Covered = Asked & { readonly line: number; readonly matches: boolean };
type Judged = Asked & { readonly verdict: 'blocked' | 'allowed' | 'undecided' };

/** Replays drafts, versions and crawlers over all stored URLs of an origin. Newer work of a kind cancels the older. */
export class Replays {
  readonly differences = new Differences();
  readonly #source: ReplaysSource;
  readonly #graphs: LinkGraphs;
  readonly #jobs = new Map<string, Job<unknown>>();

  constructor(source: ReplaysSource) {
    this.#source = source;
    this.#graphs = new LinkGraphs(source);
  }

  async compare(originKey: string, before: ReplaySide, after: ReplaySide): Promise<ReplayDifference> {
    const origin = this.#origin(originKey);
    const sides = [before, after].map(side => prepareSide(this.#source, { origin, side: this.#counting(origin.id, side) })) as [
      PreparedSide,
      PreparedSide,
    ];
    const started = performance.now();
    const { differences } = this;
    const found = await this.#run('compare', origin.id, 2, table => differences.compare(table, ...sides));
    return differenceView(found, performance.now() - started);
  }

  /** The side that counts: for a version that could not be read, the one that stayed in force. */
  #counting(originId: number, side: ReplaySide): ReplaySide {
    if (side.text !== null || side.version === null) return side;
    const versions = this.#source.robots.all(originId);
    const place = versions.findIndex(({ id }) => id === side.version);
    const counts = versions[standIns(versions, crawlerFor(this.#source, side.profile).dialect)[place] ?? -1];
    return counts ? { ...side, version: counts.id } : side;
  }

  async coverage({ origin: originKey, side }: Asked): Promise<RobotsCoverage> {
    const { origin, prepared } = this.#prepared(originKey, side);
    const { differences } = this;
    const found = await this.#run('coverage', origin.id, 2, function* (table) {
      return yield* coverageOf(table, yield* differences.verdictsOf(table, prepared));
    });
    return {
      origin: originKey,
      version: prepared.version,
      profile: prepared.profile.id,
      total: found.total,
      noRule: found.noRule,
      noRuleBlocked: found.noRuleBlocked,
      isFile: found.isFile,
      lines: found.lines.map(each => ({ ...each, start: prepared.judge.file?.line(each.line)?.start ?? 0 })),
    };
  }

  /** Lines of robots.txt as this interpretation reads them: 'Disallow: /a'. '' for a line that is not there. */
  lineTexts(asked: Asked): (line: number) => string {
    const { file } = this.#prepared(asked.origin, asked.side).prepared.judge;
    return line => {
      const found = file?.line(line);
      return found ? `${found.key}: ${found.value}`.trimEnd() : '';
    };
  }

  /** URLs a line decides, or those it only matches. */
  async covered({ from, limit, ...asked }: Covered & { from: number; limit: number }) {
    const { total, page } = await this.coveredUrls(asked);
    return { total, urls: page(from, limit) };
  }

  coveredUrls(asked: Covered): Promise<PagedList<string>> {
    const { origin, prepared } = this.#prepared(asked.origin, asked.side);
    const { differences } = this;
    return this.#run('covered', origin.id, 2, function* (table) {
      const verdicts = yield* differences.verdictsOf(table, prepared);
      const rows = asked.matches ? yield* rowsLostBy(table, verdicts, asked.line) : rowsDecidedBy(verdicts, asked.line);
      return {
        total: rows.length,
        page: (from: number, limit: number) => [...rows.subarray(from, from + limit)].map(row => table.url(row)),
      };
    });
  }

  /** What one line does, weighed and with samples. */
  async lineEffect(asked: Asked & { line: number }): Promise<RuleEffect> {
    const { origin, prepared } = this.#prepared(asked.origin, asked.side);
    const { differences } = this;
    return this.#run('line', origin.id, 3, function* (table) {
      return yield* lineEffect(table, yield* differences.verdictsOf(table, prepared), asked.line);
    });
  }

  /** Pages that a change makes undiscoverable; the links are walked once for each change. */
  async discovery({ handle, from, limit }: { handle: number; from: number; limit: number }): Promise<ReplayDiscovery> {
    const kept = this.differences.open(handle);
    if (kept.discovery === null) {
      const graphs = this.#graphs;
      const origin = this.#origin(kept.table.origin);
      const started = performance.now();
      const job = this.#start('discovery', graphs.lost(kept.table, origin.id, kept.before, kept.after), 0);
      const found = await job.finished;
      kept.discovery = { ...found, ms: performance.now() - started };
    }
    return discoveryView(kept, kept.discovery, from, limit);
  }

  /** The sections of an origin, those with most URLs first. */
  async sections(originKey: string): Promise<readonly SiteSection[]> {
    const origin = this.#origin(originKey);
    // biome-ignore lint/correctness/useYield: one pass without steps; the table is read in steps before it
    return this.#run('sections', origin.id, 1, function* (table): Steps<readonly SiteSection[]> {
      return sectionsOf(table, Array.from(table.targets.keys()), mostSections);
    });
  }

  /** The smallest edit of the file for chosen URLs. */
  async fix(asked: Asked, wanted: FixWanted): Promise<RobotsFix> {
    const { origin, prepared } = this.#prepared(asked.origin, asked.side);
    const started = performance.now();
    const found = await this.#run('fix', origin.id, 4, table => proposeFix(table, prepared, wanted));
    const version = prepared.version === null ? undefined : this.#source.robots.byId(prepared.version);
    return { ...found, version: version ? this.#source.robots.numberOf(version) : null, ms: performance.now() - started };
  }

  /** URLs that one side blocks, allows or leaves undecided; of a version that could not be read, by the one that stayed in force. */
  async judged({ from, limit, ...asked }: Judged & { from: number; limit: number }) {
    const { total, page } = await this.judgedUrls(asked);
    return { total, rows: page(from, limit) };
  }

  judgedUrls(asked: Judged): Promise<PagedList<JudgedUrl>> {
    const { origin, prepared } = this.#prepared(asked.origin, this.#counting(this.#origin(asked.origin).id, asked.side));
    const { differences } = this;
    const code = { blocked: 0, allowed: 1, undecided: 2 }[asked.verdict];
    return this.#run('judged', origin.id, 1, function* (table) {
      const verdicts = yield* differences.verdictsOf(table, prepared);
      const rows = rowsWhere(verdicts.size, row => allowedAt(verdicts, row) === code);
      return {
        total: rows.length,
        page: (from: number, limit: number) =>
          [...rows.subarray(from, from + limit)].map(row => ({ url: table.url(row), line: verdicts.lines[row] as number })),
      };
    });
  }

  progress(): WorkProgress | null {
    for (const job of this.#jobs.values()) {
      const now = job.progress();
      if (now.state === 'running') return now;
    }
    return null;
  }

  cancel(): void {
    for (const job of this.#jobs.values()) job.cancel();
  }

  #origin(key: string): { readonly id: number; readonly robotsId: number | null } {
    return this.#source.origins.byKey(key) ?? fail('not_found', `${key} is not an origin of this crawl.`);
  }

  #prepared(originKey: string, side: ReplaySide) {
    const origin = this.#origin(originKey);
    return { origin, prepared: prepareSide(this.#source, { origin, side }) };
  }

  /** Loads the table of an origin, then works on it. `passes`: how many times the work goes through the table. */
  async #run<T>(kind: string, originId: number, passes: number, work: (table: TargetTable) => Steps<T>): Promise<T> {
    const { tables } = this.#source;
    const toRead = tables.missing();
    function* steps(): Steps<T> {
      yield* tables.load();
      const table = tables.of(originId);
      if (!table) return fail('not_found', 'This origin has no stored URLs.');
      const working = work(table);
      for (;;) {
        const step = working.next();
        if (step.done === true) return step.value;
        yield toRead + step.value;
      }
    }
    return this.#start(kind, steps(), toRead + passes * (tables.of(originId)?.size ?? toRead)).finished;
  }

  /** Newer work of a kind cancels the older. */
  #start<T>(kind: string, steps: Steps<T>, total: number): Job<T> {
    this.#jobs.get(kind)?.cancel();
    const job = runInSlices(steps, total);
    this.#jobs.set(kind, job);
    return job;
  }
}
