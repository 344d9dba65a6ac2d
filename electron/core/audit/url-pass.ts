import type { Steps } from '../steps.ts';
import type { Blocks } from './blocks.ts';
import type { AuditSite, AuditUrl, Check, Limits, UrlCheck } from './check.ts';
import type { Readers } from './page-pass.ts';
import { PendingSizes } from './pending.ts';
import { standing } from './populations.ts';
import type { CheckTally } from './tally.ts';
import type { UrlTable } from './url-table.ts';

/** Rows between two yields. */
const rowsOfStep = 1_000;

/** Whether a URL whose page was not read can belong to the population of a check. */
export const mayApply = (check: Check, url: AuditUrl): boolean =>
  !('mayApply' in check) || check.mayApply === undefined || check.mayApply(url);

export interface UrlPassParts {
  readonly table: UrlTable;
  readonly site: AuditSite;
  readonly checks: readonly Check[];
  readonly limitsOf: (check: Check) => Limits;
  /** By row: 1 where a URL is counted; null: all are. */
  readonly counted: Uint8Array | null;
  readonly readers: readonly Readers[];
  /** Where verdicts are counted. */
  readonly tallies: ReadonlyMap<Check, CheckTally>;
}

interface UrlTester {
  readonly applies: UrlCheck['applies'] | null;
  readonly test: UrlCheck['test'];
  readonly limits: Limits;
  readonly tally: CheckTally;
}

/** Runs the checks of URLs, and counts what nobody read, after all pages were read. Several threads may share the work. */
export class UrlPass {
  readonly pending: PendingSizes;
  readonly #parts: UrlPassParts;

  constructor(parts: UrlPassParts) {
    this.#parts = parts;
    this.pending = new PendingSizes(parts.checks);
  }

  /** Looks at URLs until all blocks are taken. Yields how many are taken. */
  *run(blocks: Blocks): Steps<void> {
    const { table, counted, checks } = this.#parts;
    const testers = this.#testersOf(checks);
    for (let block = blocks.next(); block !== null; block = blocks.next()) {
      for (let row = block.first; row < block.end; row++) {
        if (row % rowsOfStep === 0) yield blocks.taken;
        if (counted !== null && counted[row] === 0) continue;
        const url = table.view(row);
        this.#unread(url);
        this.pending.see(url);
        this.#test(testers, url);
      }
    }
  }

  /** Runs only these checks of URLs, on all of them. */
  *only(checks: readonly Check[]): Steps<void> {
    const { table, counted } = this.#parts;
    const testers = this.#testersOf(checks);
    if (testers.length === 0) return;
    for (let row = 0; row < table.size; row++) {
      if (row % rowsOfStep === 0) yield row;
      if (counted === null || counted[row] === 1) this.#test(testers, table.view(row));
    }
  }

  #test(testers: readonly UrlTester[], url: AuditUrl): void {
    const { site } = this.#parts;
    for (const { applies, test, limits, tally } of testers)
      if (!applies || applies(url, site)) tally.take(url.id, test(url, limits, site));
  }

  #testersOf(checks: readonly Check[]): readonly UrlTester[] {
    const { limitsOf, tallies } = this.#parts;
    return checks.flatMap(check => {
      const tally = tallies.get(check);
      if (check.scope !== 'url' || tally === undefined) return [];
      return [{ applies: check.applies ?? null, test: check.test, limits: limitsOf(check), tally }];
    });
  }

  /** Counts a URL that belongs to the population of a check, but whose page was not read. */
  #unread(url: AuditUrl): void {
    const { readers, tallies } = this.#parts;
    for (const { population, responses, pages, sharing } of readers) {
      const found = standing(population, url);
      if (found === 'in' || found === 'out') continue;
      for (const list of [responses, pages, sharing])
        for (const { check } of list) if (mayApply(check, url)) tallies.get(check)?.missed(found);
    }
  }
}
