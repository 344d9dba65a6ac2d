import { type CompareField, type FieldCounts, type FieldWay, fieldWays } from '#shared/model/compare-fields.ts';

export type FieldValue = string | number | null;

/** What one crawl knows of a URL. */
export interface FieldRow {
  readonly id: number;
  readonly url: string;
  readonly hasResponse: boolean;
  readonly isPage: boolean;
  /** A version that stores the newer fields read the page, or it is no page. */
  readonly hasNewer: boolean;
  /** In the order of the fields. */
  readonly values: readonly FieldValue[];
}

/** Called for every value that differs. `by`: how much, for numbers; 0 for texts. */
export type KeepField = (field: number, way: FieldWay, by: number) => void;

interface Tally {
  both: number;
  notRecorded: number;
  readonly ways: Record<FieldWay, number>;
  numbers: number;
  before: number;
  after: number;
}

const noWays = (): Record<FieldWay, number> => ({ changed: 0, added: 0, removed: 0, up: 0, down: 0 });

/** The version in front of a text hash; hashes of different versions say nothing about each other. */
const versionOf = (hash: FieldValue): string => /^(\d+)-/.exec(String(hash))?.[1] ?? '';

const isSameForm = ({ id }: CompareField, old: FieldValue, now: FieldValue): boolean =>
  id !== 'text' || old === null || now === null || versionOf(old) === versionOf(now);

/** An older version of Crawlscope read the page. */
const isUnread = (field: CompareField, before: FieldRow, after: FieldRow): boolean =>
  field.isNewer === true && field.whole === 'pages' && !(before.hasNewer && after.hasNewer);

const isIn = ({ whole }: CompareField, row: FieldRow): boolean =>
  whole === 'urls' || (whole === 'pages' ? row.isPage : row.hasResponse);

/** Which way a value went; null where it is the same. Null values are "none". */
export function wayOf({ kind, least }: CompareField, before: FieldValue, after: FieldValue): FieldWay | null {
  if (before === after) return null;
  if (before === null) return after === '' ? null : 'added';
  if (after === null) return before === '' ? null : 'removed';
  if (kind !== 'number') {
    if (before === '') return 'added';
    return after === '' ? 'removed' : 'changed';
  }
  const by = Number(after) - Number(before);
  if (least && (Math.abs(by) < least.by || Math.abs(by) < least.share * Number(before))) return null;
  return by > 0 ? 'up' : 'down';
}

/** Counts what differs, field by field, of URLs that both crawls have. Keeps no URL. */
export class FieldDifference {
  readonly #fields: readonly CompareField[];
  /** Whether each crawl stores each field at all. */
  readonly #isStored: readonly boolean[];
  readonly #tallies: readonly Tally[];

  constructor(fields: readonly CompareField[], isStored: (field: CompareField) => boolean) {
    this.#fields = fields;
    this.#isStored = fields.map(isStored);
    this.#tallies = fields.map(() => ({ both: 0, notRecorded: 0, ways: noWays(), numbers: 0, before: 0, after: 0 }));
  }

  add(before: FieldRow, after: FieldRow, keep: KeepField): void {
    for (const [at, field] of this.#fields.entries()) {
      if (!isIn(field, before) || !isIn(field, after)) continue;
      const tally = this.#tallies[at] as Tally;
      tally.both += 1;
      const [old, now] = [before.values[at] ?? null, after.values[at] ?? null];
      if (!this.#isStored[at] || isUnread(field, before, after) || !isSameForm(field, old, now)) {
        tally.notRecorded += 1;
        continue;
      }
      if (field.kind === 'number' && old !== null && now !== null) {
        tally.numbers += 1;
        tally.before += Number(old);
        tally.after += Number(now);
      }
      const way = wayOf(field, old, now);
      if (way === null) continue;
      tally.ways[way] += 1;
      keep(at, way, field.kind === 'number' ? Number(now ?? 0) - Number(old ?? 0) : 0);
    }
  }

  counts(): FieldCounts[] {
    return this.#fields.map(({ id }, at) => {
      const { both, notRecorded, ways, numbers, before, after } = this.#tallies[at] as Tally;
      const differ = fieldWays.reduce((sum, way) => sum + ways[way], 0);
      return { id, both, notRecorded, differ, ways, means: numbers === 0 ? null : [before / numbers, after / numbers] };
    });
  }
}
