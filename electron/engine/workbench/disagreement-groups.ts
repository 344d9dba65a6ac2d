import { type Reader, readerKey } from '#core/replay/reader.ts';
import { allowedAt, replay, type Verdicts } from '#core/replay/replay.ts';
import type { Steps } from '#core/replay/steps.ts';
import type { UrlTable } from '#core/replay/url-table.ts';

/** URLs on which the same crawlers are parted by the same lines. */
export interface Group {
  /** Verdict by crawler, in the order given: 0 blocked, 1 allowed, 2 none; and the deciding line. */
  readonly says: readonly { readonly allowed: number; readonly line: number }[];
  readonly rows: number[];
}

const rowsAStep = 4_096;

/** Finds the rows of one origin on which crawlers differ. Rows added to the table later are judged by the next `addRows`. */
export class DisagreementGroups {
  readonly table: UrlTable;
  readonly groups = new Map<string, Group>();
  agreed = 0;
  private seen = 0;
  /** Crawlers that read the file alike are judged once; `place` says which of the verdicts is whose. */
  private readonly readers: Reader[] = [];
  private readonly place: number[] = [];
  private verdicts: (Verdicts | null)[] = [];

  constructor(table: UrlTable, crawlers: readonly Reader[]) {
    this.table = table;
    const byKey = new Map<string, number>();
    for (const reader of crawlers) {
      const key = readerKey(reader);
      const known = byKey.get(key);
      const place = known ?? this.readers.push(reader) - 1;
      if (known === undefined) byKey.set(key, place);
      this.place.push(place);
    }
    this.verdicts = this.readers.map(() => null);
  }

  get judged(): number {
    return this.seen;
  }

  /** Judges the rows that are new. Yields how many of them are done. */
  *addRows(): Steps<void> {
    const { table, readers } = this;
    const size = table.size;
    const added = size - this.seen;
    if (added <= 0) return;
    for (const [index, reader] of readers.entries()) {
      const judging = replay(table, reader, this.verdicts[index] ?? null);
      for (let step = judging.next(); ; step = judging.next()) {
        if (step.done === true) {
          this.verdicts[index] = step.value;
          break;
        }
        yield Math.floor(((index + (step.value - this.seen) / added) / (readers.length + 1)) * added);
      }
    }
    const all = this.verdicts as Verdicts[];
    for (let row = this.seen; row < size; row += 1) {
      this.sort(all, row);
      if (row % rowsAStep === 0) yield added;
    }
    this.seen = size;
  }

  private sort(all: readonly Verdicts[], row: number): void {
    const [first] = all;
    if (!first) return;
    const allowed = allowedAt(first, row);
    if (all.every(verdicts => allowedAt(verdicts, row) === allowed)) {
      this.agreed += 1;
      return;
    }
    const key = all.map(verdicts => `${allowedAt(verdicts, row)}:${verdicts.lines[row]}`).join(' ');
    const known = this.groups.get(key);
    if (known) {
      known.rows.push(row);
      return;
    }
    const says = this.place.map(place => {
      const verdicts = all[place] as Verdicts;
      return { allowed: allowedAt(verdicts, row), line: verdicts.lines[row] as number };
    });
    this.groups.set(key, { says, rows: [row] });
  }
}
