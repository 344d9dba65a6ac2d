import { FieldDifference, type FieldRow, type FieldValue } from '#core/compare/field-difference.ts';
import type { Steps } from '#core/steps.ts';
import { similarity } from '#core/text/signature.ts';
import type { CompareField, FieldChange, FieldCounts, FieldWay } from '#shared/model/compare-fields.ts';
import type { ReadDb } from '#storage/file/handle.ts';
import { type FieldValues, fieldValues, type StoredFieldRow, urlHashes } from '#storage/reads/field-values.ts';
import { FieldChanges } from './field-changes.ts';

const blockRows = 256;
/** Rows that are looked through between two steps of a search. */
const searchedRows = 500;

/** The two files, and how a URL of the first is written in the second; null: in the same way. */
export interface FieldSides {
  readonly before: ReadDb;
  readonly after: ReadDb;
  readonly map: ((url: string) => string) | null;
}

export interface WantedChanges {
  readonly field: string;
  readonly way: FieldWay | null;
  /** Only URLs and values that contain this, whatever the case; '' for all. */
  readonly contains: string;
}

interface LinkHashes {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** What differs between two crawls field by field. Counts are kept; values are read again from the files, page by page. */
export class ComparedFields {
  readonly fields: readonly CompareField[];
  readonly counts: readonly FieldCounts[];
  readonly #sides: FieldSides;
  readonly #changes: FieldChanges;
  readonly #hashes: LinkHashes | null;
  readonly #reads = new Map<string, readonly [FieldValues, FieldValues]>();
  #listed: { readonly key: string; readonly places: Int32Array } | null = null;

  constructor(
    fields: readonly CompareField[],
    found: { readonly counts: readonly FieldCounts[]; readonly changes: FieldChanges; readonly hashes: LinkHashes | null },
    sides: FieldSides,
  ) {
    this.fields = fields;
    this.counts = found.counts;
    this.#changes = found.changes;
    this.#hashes = found.hashes;
    this.#sides = sides;
  }

  /** The places of the wanted differences. Reads the values only to search them. Yields places done. */
  *list({ field, way, contains }: WantedChanges): Steps<Int32Array> {
    const key = JSON.stringify([field, way, contains]);
    if (this.#listed?.key === key) return this.#listed.places;
    let places = this.#changes.places(this.#indexOf(field), way);
    if (contains !== '') {
      const wanted = contains.toLowerCase();
      const found: number[] = [];
      for (let from = 0; from < places.length; from += searchedRows) {
        const part = places.subarray(from, from + searchedRows);
        for (const [at, { url, oldUrl, before, after }] of this.#read(field, part, false).entries())
          if (`${url}\n${oldUrl}\n${before ?? ''}\n${after ?? ''}`.toLowerCase().includes(wanted)) found.push(part[at] as number);
        yield from + part.length;
      }
      places = Int32Array.from(found);
    }
    this.#listed = { key, places };
    return places;
  }

  page(field: string, places: Int32Array): FieldChange[] {
    return this.#read(field, places, true);
  }

  /** All wanted differences, one after the other. */
  *rows(wanted: WantedChanges): Generator<FieldChange> {
    const listing = this.list(wanted);
    let step = listing.next();
    while (step.done !== true) step = listing.next();
    for (let from = 0; from < step.value.length; from += blockRows)
      yield* this.page(wanted.field, step.value.subarray(from, from + blockRows));
  }

  #indexOf(field: string): number {
    return this.fields.findIndex(({ id }) => id === field);
  }

  #read(field: string, places: Int32Array, isShown: boolean): FieldChange[] {
    const at = this.#indexOf(field);
    const spec = this.fields[at] as CompareField;
    const kept = Array.from(places, place => this.#changes.at(at, place));
    const reads = this.#readsOf(spec);
    const before = reads[0].ofIds(kept.map(each => each.before));
    const after = reads[1].ofIds(kept.map(each => each.after));
    return kept.map(each => {
      const [old, now] = [before.get(each.before), after.get(each.after)];
      const [url, oldUrl] = [now?.url ?? '', old?.url ?? ''];
      const [was, is] = [old?.values[0] ?? null, now?.values[0] ?? null];
      const change = isShown && old && now ? this.#change(spec, reads, old, now) : '';
      return { url, oldUrl: oldUrl === url ? '' : oldUrl, way: each.way, before: was, after: is, change };
    });
  }

  #readsOf(field: CompareField): readonly [FieldValues, FieldValues] {
    const known = this.#reads.get(field.id);
    if (known) return known;
    const made = [fieldValues(this.#sides.before, [field]), fieldValues(this.#sides.after, [field])] as const;
    this.#reads.set(field.id, made);
    return made;
  }

  #change(field: CompareField, reads: readonly [FieldValues, FieldValues], old: StoredFieldRow, now: StoredFieldRow): string {
    if (field.id === 'links' && this.#hashes && old.targets && now.targets) {
      const { added, removed } = movedLinks(this.#hashes, old.targets, now.targets);
      return `+${added} −${removed}`;
    }
    if (field.id === 'text') {
      const [a, b] = [reads[0].signature(old.id), reads[1].signature(now.id)];
      return a && b && a.length === b.length ? `${Math.floor(similarity(a, b) * 100)} % of the text is the same` : '';
    }
    const [was, is] = [old.values[0] ?? null, now.values[0] ?? null];
    if (field.kind !== 'number' || was === null || is === null) return '';
    const by = Number(is) - Number(was);
    return by > 0 ? `+${by}` : `−${-by}`;
  }
}

/** How many targets the links of a page gained and lost. */
function movedLinks(hashes: LinkHashes, old: readonly number[], now: readonly number[]) {
  const before = new Set(old.map(id => hashes.before[id]));
  const after = new Set(now.map(id => hashes.after[id]));
  let added = 0;
  for (const each of after) if (!before.has(each)) added += 1;
  let removed = 0;
  for (const each of before) if (!after.has(each)) removed += 1;
  return { added, removed };
}

/**
 * Compares two crawls field by field in one pass over the first. Memory: 8 bytes a URL that differs, 4 to 12 a value that differs, and
 * for link targets 8 bytes a URL of both files. Yields URLs of the first crawl done. `watch` gets what reads the counts so far.
 */
export function* compareFields(
  sides: FieldSides,
  fields: readonly CompareField[],
  watch: (countsSoFar: () => FieldCounts[]) => void = () => undefined,
): Steps<ComparedFields> {
  const { map } = sides;
  const [before, after] = [fieldValues(sides.before, fields), fieldValues(sides.after, fields)];
  const linksAt = fields.findIndex(({ id }) => id === 'links');
  const hashes = linksAt < 0 ? null : { before: yield* urlHashes(sides.before, map), after: yield* urlHashes(sides.after, null) };
  const difference = new FieldDifference(fields, field => before.isStored(field) && after.isStored(field));
  watch(() => difference.counts());
  const changes = new FieldChanges(fields.map(({ kind, id }) => kind === 'number' || id === 'links'));
  const targets = map === null ? [] : fields.flatMap(({ kind }, at) => (kind === 'target' ? [at] : []));
  const met = map === null ? null : new Set<number>();
  let done = 0;
  for (let last = 0; ; ) {
    const block = before.after(last, blockRows);
    const urls = block.map(({ url }) => (map === null ? url : map(url)));
    const stored = after.find(urls, map === null ? block.map(({ key }) => key) : undefined);
    for (const [at, old] of block.entries()) {
      const now = stored.get(urls[at] as string);
      if (!now || met?.has(now.id)) continue;
      met?.add(now.id);
      changes.begin();
      const was = map === null || targets.length === 0 ? old : { ...old, values: mapped(old.values, targets, map) };
      const ids = { before: old.id, after: now.id };
      const moved = hashes && old.targets && now.targets ? movedLinks(hashes, old.targets, now.targets) : null;
      const [first, second] = moved === null ? [was, now] : linkCounts(was, now, linksAt, moved);
      difference.add(first, second, (field, way, by) =>
        changes.add(field, way, field === linksAt && moved ? moved.added + moved.removed : by, ids),
      );
    }
    done += block.length;
    yield done;
    if (block.length < blockRows) break;
    last = block.at(-1)?.id ?? last;
  }
  return new ComparedFields(fields, { counts: difference.counts(), changes, hashes }, sides);
}

const mapped = (values: readonly FieldValue[], places: readonly number[], map: (url: string) => string): FieldValue[] =>
  values.map((value, at) => (typeof value === 'string' && places.includes(at) ? map(value) : value));

/** Values for the link targets of a pair that are equal if the targets are: pages can have as many others. */
function linkCounts(old: FieldRow, now: FieldRow, at: number, moved: { readonly added: number; readonly removed: number }) {
  const isSame = moved.added + moved.removed === 0;
  const withValue = (row: FieldRow, text: string): FieldRow => {
    const value = row.values[at] === 0 ? null : text;
    return { ...row, values: row.values.map((other, place) => (place === at ? value : other)) };
  };
  return [withValue(old, 'before'), withValue(now, isSame ? 'before' : 'after')] as const;
}
