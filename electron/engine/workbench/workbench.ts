import { coverageOf, rowsDecidedBy, rowsLostBy } from '#core/replay/coverage.ts';
import { allowedAt } from '#core/replay/replay.ts';
import { rowsWhere } from '#core/replay/rows.ts';
import type { Steps } from '#core/replay/steps.ts';
import type { UrlTable } from '#core/replay/url-table.ts';
import type { ReplayComparison, ReplaySide, RobotsCoverage, WorkProgress } from '#shared/model/replay.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { OriginTable } from '#storage/origins.ts';
import { Comparisons, comparisonView } from './comparisons.ts';
import { type ReadingSource, readSide, type SideReading } from './readings.ts';
import { type Job, runInSlices } from './slices.ts';
import type { Tables } from './tables.ts';

export interface WorkbenchSource extends ReadingSource {
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly tables: Tables;
}

type Asked = { readonly origin: string; readonly side: ReplaySide };

/** Judges whole origins again: drafts, versions and crawlers over all stored URLs. Newer work of a kind ends the older. */
export class Workbench {
  readonly comparisons = new Comparisons();
  private readonly source: WorkbenchSource;
  private readonly jobs = new Map<string, Job<unknown>>();

  constructor(source: WorkbenchSource) {
    this.source = source;
  }

  async compare(originKey: string, before: ReplaySide, after: ReplaySide): Promise<ReplayComparison> {
    const origin = this.origin(originKey);
    const sides = [before, after].map(side => readSide(this.source, origin.id, origin.robotsId, side)) as [
      SideReading,
      SideReading,
    ];
    const started = performance.now();
    const { comparisons } = this;
    const found = await this.run('compare', origin.id, 2, table => comparisons.compare(table, ...sides));
    return comparisonView(found, performance.now() - started);
  }

  async coverage({ origin: originKey, side }: Asked): Promise<RobotsCoverage> {
    const { origin, reading } = this.reading(originKey, side);
    const { comparisons } = this;
    const found = await this.run('coverage', origin.id, 2, function* (table) {
      return yield* coverageOf(table, yield* comparisons.verdictsOf(table, reading));
    });
    return {
      origin: originKey,
      version: reading.version,
      profile: reading.profile.id,
      total: found.total,
      noRule: found.noRule,
      lines: found.lines,
    };
  }

  /** URLs a line decides, or those it only matches. */
  async covered(asked: Asked & { line: number; matches: boolean; from: number; limit: number }) {
    const { origin, reading } = this.reading(asked.origin, asked.side);
    const { comparisons } = this;
    return this.run('covered', origin.id, 2, function* (table) {
      const verdicts = yield* comparisons.verdictsOf(table, reading);
      const rows = asked.matches ? yield* rowsLostBy(table, verdicts, asked.line) : rowsDecidedBy(verdicts, asked.line);
      return { total: rows.length, urls: [...rows.subarray(asked.from, asked.from + asked.limit)].map(row => table.url(row)) };
    });
  }

  /** URLs a reading blocks, allows or leaves undecided. */
  async judged(asked: Asked & { verdict: 'blocked' | 'allowed' | 'undecided'; from: number; limit: number }) {
    const { origin, reading } = this.reading(asked.origin, asked.side);
    const { comparisons } = this;
    const code = { blocked: 0, allowed: 1, undecided: 2 }[asked.verdict];
    return this.run('judged', origin.id, 1, function* (table) {
      const verdicts = yield* comparisons.verdictsOf(table, reading);
      const rows = rowsWhere(verdicts.size, row => allowedAt(verdicts, row) === code);
      return { total: rows.length, urls: [...rows.subarray(asked.from, asked.from + asked.limit)].map(row => table.url(row)) };
    });
  }

  progress(): WorkProgress | null {
    for (const job of this.jobs.values()) {
      const now = job.progress();
      if (now.state === 'running') return now;
    }
    return null;
  }

  cancel(): void {
    for (const job of this.jobs.values()) job.cancel();
  }

  private origin(key: string): { readonly id: number; readonly robotsId: number | null } {
    return this.source.origins.byKey(key) ?? fail('not_found', `${key} is no origin of this crawl.`);
  }

  private reading(originKey: string, side: ReplaySide) {
    const origin = this.origin(originKey);
    return { origin, reading: readSide(this.source, origin.id, origin.robotsId, side) };
  }

  /** Loads the table of an origin, then works on it. `passes`: how many times the work goes through the table. */
  private async run<T>(kind: string, originId: number, passes: number, work: (table: UrlTable) => Steps<T>): Promise<T> {
    this.jobs.get(kind)?.cancel();
    const { tables } = this.source;
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
    const job = runInSlices(steps(), toRead + passes * (tables.of(originId)?.size ?? toRead));
    this.jobs.set(kind, job);
    return job.finished;
  }
}
