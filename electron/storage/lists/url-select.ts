import { type Condition, conditionsOf, type Term, type WordsTerm } from '#core/query/term.ts';
import type { Steps } from '#core/steps.ts';

import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { ReadDb } from '../file/handle.ts';

import { type LinkReads, linkReads } from '../links/link-reads.ts';
import { columnOf } from './column-sql.ts';
import type { ColumnValues } from './column-values.ts';
import { ListedIds } from './listed-ids.ts';
import type { ColumnCodes } from './narrow-numbers.ts';
import { asksWhole, boundIn, compileFilter, isListed, type ListedTerm, listedKey, tagFields } from './url-filter.ts';

/** Rows per step: for columns in memory, and for the file. */
const rowsOfStep = 100_000;
const storedOfStep = 2_000;
/** Room for more ids than there are. */
const growth = 17 / 16;
/** Ids looked up one by one per step. */
const idsOfStep = 1_000;
/** The ids of the last filter stay for the next list, up to so many: four bytes each. */
const mostKept = 1_000_000;

type Test = (id: number) => boolean;

/** What is known of a term without reading the file: where it surely matches, and where it can match. */
interface Known {
  readonly must: Test;
  readonly can: Test;
  /** The two are the same. */
  readonly isSure: boolean;
}

const always: Test = () => true;
const never: Test = () => false;
const unknown: Known = { must: never, can: always, isSure: false };

function not(test: Test): Test {
  if (test === always) return never;
  return test === never ? always : id => !test(id);
}

const negatedIf = (isNegated: boolean, { must, can, isSure }: Known): Known =>
  isNegated ? { must: not(can), can: not(must), isSure } : { must, can, isSure };

function every(tests: readonly Test[]): Test {
  const asked = tests.filter(test => test !== always);
  if (asked.length === 0 || asked.includes(never)) return asked.length === 0 ? always : never;
  return id => {
    for (const test of asked) if (!test(id)) return false;
    return true;
  };
}

const some = (tests: readonly Test[]): Test => not(every(tests.map(not)));

const joined = (known: readonly Known[], join: (tests: readonly Test[]) => Test): Known => ({
  must: join(known.map(each => each.must)),
  can: join(known.map(each => each.can)),
  isSure: known.every(each => each.isSure),
});

/** Like SQLite's LIKE and lower(), which ignore case only for ASCII letters. */
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase());

interface IdRange {
  readonly from: number;
  readonly to: number;
  /** Ids found before. */
  readonly count: number;
}

// Each loop is a function of its own: V8 compiles it once, and it runs over millions of ids for each list.
function addUpTo(ids: Int32Array): void {
  for (let at = 0; at < ids.length; at++) ids[at] = at + 1;
}

/** Adds the ids of a range that have rows. Returns how many ids there are. */
function addRows(states: ColumnCodes, { from, to, count: before }: IdRange, ids: Int32Array): number {
  let count = before;
  for (let id = from; id <= to; id++) if (states[id] !== 0) ids[count++] = id;
  return count;
}

/** Adds those that pass all tests. */
function addMatching(states: ColumnCodes, tests: readonly Test[], { from, to, count: before }: IdRange, ids: Int32Array): number {
  let count = before;
  next: for (let id = from; id <= to; id++) {
    if (states[id] === 0) continue;
    for (const test of tests) if (!test(id)) continue next;
    ids[count++] = id;
  }
  return count;
}

/** Filters lists of URLs: by the columns in memory if they suffice, otherwise by reading as few rows of the file as possible. */
export class UrlSelect {
  private readonly db: ReadDb;
  private readonly columns: ColumnValues;
  private readonly links: LinkReads;
  private table: readonly UrlColumn[];
  private readonly listed: ListedIds;
  private all: Int32Array = new Int32Array(0);
  /** The last filter that needed the columns alone, and what it found in them. */
  private kept: { readonly terms: string; edition: number; readonly last: number; readonly ids: Int32Array } = {
    terms: '',
    edition: -1,
    last: 0,
    ids: new Int32Array(0),
  };

  constructor(db: ReadDb, columns: ColumnValues, table: readonly UrlColumn[] = urlColumns) {
    this.db = db;
    this.table = table;
    this.columns = columns;
    this.links = linkReads(db);
    this.listed = new ListedIds(db);
  }

  setTable(columns: readonly UrlColumn[]): void {
    this.table = columns;
    this.kept.edition = -1;
  }

  /** Whether these terms need no read of the file, so that a selection takes only milliseconds. */
  isQuick(terms: readonly Term[]): boolean {
    return conditionsOf(terms).every(term => !isListed(term) && this.testOf(term) !== null);
  }

  /** Ids that match all terms, ascending; not to be changed. Calls `found` for each block of results. Yields rows checked. */
  *select(terms: readonly Term[], found: (ids: Int32Array, looked: number) => void): Steps<Int32Array> {
    // Read before the link search, which takes several steps: the tests do not cover rows added meanwhile.
    const { last, edition } = this.columns;
    const key = JSON.stringify(terms);
    // Mostly, only the order differs from the list before. After an update that failed, there are more URLs.
    if (this.kept.edition === edition && this.kept.last === last && this.kept.terms === key) return this.kept.ids;
    const tests: Test[] = [];
    const stored: Term[] = [];
    for (const term of terms) {
      const { can, isSure } = yield* this.knownOf(term, last);
      if (can !== always) tests.push(can);
      if (!isSure) stored.push(term);
    }
    const ids = tests.length === 0 && this.columns.count === last ? this.allUpTo(last) : yield* this.passing(tests, last);
    if (stored.length > 0) return yield* this.narrow(ids, stored, found);
    const isOfColumns = !conditionsOf(terms).some(isListed);
    if (isOfColumns && tests.length > 0 && ids.length <= mostKept && this.columns.edition === edition)
      this.kept = { terms: key, edition, last, ids };
    return ids;
  }

  /** The ids from 1 on. They stay for the next list: to make them takes as long as to find the first rows of one. */
  private allUpTo(last: number): Int32Array {
    if (this.all.length < last) {
      this.all = new Int32Array(Math.ceil(last * growth));
      addUpTo(this.all);
    }
    return this.all.subarray(0, last);
  }

  /** The ids of rows that pass all tests. */
  private *passing(tests: readonly Test[], last: number): Steps<Int32Array> {
    const states = this.columns.codesOf('state');
    const ids = new Int32Array(last);
    let count = 0;
    for (let from = 1; from <= last; from += rowsOfStep) {
      const to = Math.min(last, from + rowsOfStep - 1);
      const range = { from, to, count };
      count = tests.length === 0 ? addRows(states, range, ids) : addMatching(states, tests, range, ids);
      yield to;
    }
    return count < last ? ids.slice(0, count) : ids;
  }

  /** Filters the ids to those that match the stored terms. */
  private *narrow(
    ids: Int32Array,
    terms: readonly Term[],
    found: (ids: Int32Array, looked: number) => void,
  ): Steps<Int32Array<ArrayBuffer>> {
    const lists = yield* this.listed.all(conditionsOf(terms).filter(isListed), this.table);
    const { sql, values } = compileFilter(terms, term => lists.get(listedKey(term)) ?? new Uint32Array(0), this.table);
    const kept = new Int32Array(ids.length);
    let count = 0;
    const keep = (rows: readonly number[]): void => {
      for (const id of rows) kept[count++] = id;
    };
    if (terms.some(asksWhole)) {
      // This term is one query over the whole file: run it once, not once per block.
      const wanted = new Uint8Array(this.columns.last + 1);
      for (const id of ids) wanted[id] = 1;
      const rows = this.db.prepare(`SELECT u.id FROM url u WHERE ${sql} ORDER BY u.id`).pluck();
      keep((rows.all(...boundIn(values, 0, Number.MAX_SAFE_INTEGER)) as number[]).filter(id => wanted[id] === 1));
      return kept.slice(0, count);
    }
    // If most rows remain, reading a range of the table is quicker than single rows.
    const dense = ids.length > this.columns.last / 6;
    const few = this.db.prepare(`SELECT u.id FROM json_each(?) j CROSS JOIN url u ON u.id = j.value WHERE ${sql}`).pluck();
    const range = this.db.prepare(`SELECT u.id FROM url u WHERE u.id >= ? AND u.id <= ? AND ${sql} ORDER BY u.id`).pluck();
    const step = dense ? storedOfStep : idsOfStep;
    for (let at = 0; at < ids.length; at += step) {
      const part = ids.subarray(at, at + step);
      const [low, high] = [part[0] as number, part.at(-1) as number];
      const bound = boundIn(values, low - 1, high);
      if (high - low < part.length * 6) {
        const rows = range.all(low, high, ...bound) as number[];
        if (high - low + 1 === part.length) keep(rows);
        else {
          const wanted = new Set(part);
          keep(rows.filter(id => wanted.has(id)));
        }
      } else keep(few.all(`[${part.join()}]`, ...bound) as number[]);
      found(kept.subarray(0, count), (at + part.length) / ids.length);
      yield at;
    }
    return kept.slice(0, count);
  }

  /** What the columns in memory say about a term. */
  private *knownOf(term: Term, last: number): Steps<Known> {
    if (term.kind !== 'any') {
      const test = isListed(term) ? yield* this.listTest(term, last) : this.testOf(term);
      return negatedIf(term.negated, test ? { must: test, can: test, isSure: true } : unknown);
    }
    const lists: Known[] = [];
    for (const terms of term.alternatives) {
      const known: Known[] = [];
      for (const each of terms) known.push(yield* this.knownOf(each, last));
      lists.push(joined(known, every));
    }
    return negatedIf(term.negated, joined(lists, some));
  }

  /** The test for a condition without its negation, or null if the columns do not suffice. */
  private testOf(term: Condition): Test | null {
    const { columns } = this;
    switch (term.kind) {
      case 'text-state': {
        // The length is missing where the text is.
        const column = columnOf(this.table, term.field);
        const length = column.kind === 'text' ? column.length : undefined;
        if (length === undefined || !columns.holds(length)) return null;
        const [lengths, links, targets] = [length, 'outlinks', 'redirectTo'].map(key => columns.numbersOf(key));
        if (!lengths || !links || !targets) return null;
        return id => (lengths[id] as number) < 0 && (links[id] as number) >= 0 && (targets[id] as number) < 0;
      }
      case 'time':
      case 'number': {
        if (!columns.holds(term.field)) return null;
        const values = columns.numbersOf(term.field);
        const { ranges, missing } = term;
        const perUnit = columns.perUnit(term.field);
        return id => {
          // An id after the end of given numbers has none.
          const value = (values[id] ?? -1) / perUnit;
          if (value < 0) return missing;
          for (const { from, to } of ranges) if ((from === null || value >= from) && (to === null || value <= to)) return true;
          return false;
        };
      }
      case 'words':
        return this.wordsTest(term);
      case 'robots': {
        const verdicts = { blocked: 'no', allowed: 'yes', unknown: 'unknown' } as const;
        const wanted = new Set<string>(term.verdicts.map(verdict => verdicts[verdict]));
        return this.wordTest('mayFetch', value => wanted.has(value));
      }
      case 'type': {
        const fits = (value: string): boolean =>
          term.patterns.some(({ match, value: wanted }) => {
            if (match === 'exact') return value === wanted;
            return match === 'prefix'
              ? asciiLower(value).startsWith(asciiLower(wanted))
              : asciiLower(value).includes(asciiLower(wanted));
          });
        return this.wordTest('contentType', fits, term.missing);
      }
      case 'site': {
        if (term.sites.some(({ path }) => path !== '')) return null;
        const { sql, values } = compileFilter([{ ...term, negated: false }], () => new Uint32Array(0), this.table);
        // The condition depends only on the origin, so one URL per origin is enough.
        const origins = this.db
          .prepare(
            `SELECT o.id FROM origin o JOIN (SELECT o2.id AS origin_id, '' AS url FROM origin o2) u ON u.origin_id = o.id WHERE ${sql}`,
          )
          .pluck()
          .all(...boundIn(values, 0, 0)) as number[];
        const wanted = new Set(origins);
        const ids = columns.numbersOf('originId');
        return id => wanted.has(ids[id] as number);
      }
      case 'canonical': {
        const target = columns.numbersOf('canonical');
        if (term.value === 'url') return null;
        if (term.value === 'self') return id => target[id] === id;
        if (term.value === 'other') return id => (target[id] as number) >= 0 && target[id] !== id;
        return id => (target[id] as number) < 0;
      }
      case 'sitemap': {
        if (term.url !== undefined) return null;
        const entries = columns.numbersOf('inSitemaps');
        return id => (entries[id] as number) > 0;
      }
      default:
        return null;
    }
  }

  /** Whether a URL is in the list of a term: one byte per URL up to `last`. */
  private *listTest(term: ListedTerm, last: number): Steps<Test> {
    const listed = new Uint8Array(last + 1);
    const add = (id: number): void => {
      if (id < listed.length) listed[id] = 1;
    };
    if (term.kind === 'link') yield* this.links.eachSource(term.url, add);
    else for (const id of yield* this.listed.of(term, this.table)) add(id);
    return id => listed[id] === 1;
  }

  private wordsTest({ field, values }: WordsTerm): Test | null {
    if (!this.columns.holds(field)) return null;
    const missing = values.includes('');
    if (!tagFields.includes(field)) return this.wordTest(field, value => values.includes(value), missing);
    const wanted = values.filter(value => value !== '');
    const fits = (value: string): boolean => {
      const tag = asciiLower(value);
      return wanted.some(each => tag === each || tag.startsWith(`${each}-`));
    };
    const has = this.wordTest(field, fits);
    const codes = this.columns.codesOf(field);
    const [links, targets] = [this.columns.numbersOf('outlinks'), this.columns.numbersOf('redirectTo')];
    const isNone: Test = id => codes[id] === 0 && (links[id] as number) >= 0 && (targets[id] as number) < 0;
    return missing ? id => has(id) || isNone(id) : has;
  }

  private wordTest(column: string, fits: (value: string) => boolean, missing = false): Test {
    const fitting = Uint8Array.from(this.columns.wordsOf(column), value => Number(value === null ? missing : fits(value)));
    const codes = this.columns.codesOf(column);
    return id => fitting[codes[id] as number] === 1;
  }
}
