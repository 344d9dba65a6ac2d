import type { Headers } from '#shared/model/fetch.ts';
import type { WriteDb } from '../file/handle.ts';
import { isText } from '../file/shapes.ts';

/** Most rows of `fetch_kind`. Further responses are stored whole in the rows of their attempts. A site has some dozens of kinds. */
const mostKinds = 2_000;
/** A longer kind also stays in the row of its attempt: long kinds are rare, and kinds stay in memory. */
const longestKind = 4_000;
/** How many kinds that occurred once to remember. Only a kind that occurs a second time gets a row. */
const seenOnce = 500;
/** A header with more values than this is assumed to have a different one on every page. */
const mostValues = 8;
const mostNames = 500;
/** A longer value always counts as different: it is not compared with others. */
const longestValue = 500;

/** The values of a response besides its headers, with those of its connection. */
export interface ResponseParts {
  readonly status: number;
  readonly statusText: string | null;
  readonly httpVersion: string | null;
  readonly contentType: string | null;
  readonly bodyEnd: string | null;
  readonly remoteAddress: string | null;
}

/** A header with its value. A number is the position of the value in `own_headers`, because each attempt has its own value. */
type TemplateHeader = readonly [name: string, value: string | number];

interface Kind {
  readonly id: number;
  readonly parts: ResponseParts;
  readonly headers: readonly TemplateHeader[];
}

/** Whether a value has the form that `FetchKinds` writes. The positions of own values are in ascending order, so no value is used twice. */
function isTemplate(value: unknown): value is readonly TemplateHeader[] {
  if (!Array.isArray(value)) return false;
  let places = 0;
  return value.every(each => {
    if (!Array.isArray(each) || each.length !== 2 || !isText(each[0])) return false;
    return isText(each[1]) || each[1] === places++;
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const keyOf = (
  { status, statusText, httpVersion, contentType, bodyEnd, remoteAddress }: ResponseParts,
  headers: string,
): string => `${JSON.stringify([status, statusText, httpVersion, contentType, bodyEnd, remoteAddress])}${headers}`;

const isSameParts = (one: ResponseParts, other: ResponseParts): boolean =>
  one.status === other.status &&
  one.contentType === other.contentType &&
  one.statusText === other.statusText &&
  one.httpVersion === other.httpVersion &&
  one.bodyEnd === other.bodyEnd &&
  one.remoteAddress === other.remoteAddress;

/** What responses have in common, each stored once in `fetch_kind`. Nearly all pages of a site differ in a few headers only. */
export class FetchKinds {
  readonly #db: WriteDb;
  #kinds: Map<string, Kind> | null = null;
  #last: Kind | null = null;
  readonly #once = new Set<string>();
  /** Values of each header; null: too many. */
  readonly #values = new Map<string, Set<string> | null>();

  constructor(db: WriteDb) {
    this.#db = db;
  }

  /** The kind of a response, and its own values as `fetch_row.own_headers` stores them; null if the row of the attempt stores the whole response. */
  stored(parts: ResponseParts, headers: Headers, startedAt: number): { readonly id: number; readonly own: string } | null {
    const last = this.#last;
    const kind = last !== null && isOfKind(last, parts, headers) ? last : this.#kindOf(parts, headers);
    if (kind === null) return null;
    this.#last = kind;
    const own: (string | number)[] = [];
    for (let i = 0; i < headers.length; i++)
      if (typeof (kind.headers[i] as TemplateHeader)[1] === 'number')
        own.push(ownValue((headers[i] as Headers[number])[1], startedAt));
    return { id: kind.id, own: JSON.stringify(own) };
  }

  /** Call it after a rollback, which may have removed kinds. */
  reload(): void {
    this.#kinds = null;
    this.#last = null;
  }

  #kindOf(parts: ResponseParts, headers: Headers): Kind | null {
    let own = 0;
    const template = headers.map(([name, value]): TemplateHeader => [name, this.#varies(name, value) ? own++ : value]);
    const text = JSON.stringify(template);
    const key = keyOf(parts, text);
    if (key.length > longestKind) return null;
    const kinds = (this.#kinds ??= this.#load());
    const known = kinds.get(key);
    if (known !== undefined) return known;
    if (kinds.size >= mostKinds) return null;
    if (!this.#once.delete(key)) {
      if (this.#once.size >= seenOnce) this.#once.clear();
      this.#once.add(key);
      return null;
    }
    const { status, statusText, httpVersion, contentType, bodyEnd, remoteAddress } = parts;
    const insert = this.#db.prepare(
      'INSERT INTO fetch_kind (status, status_text, http_version, content_type, body_end, remote_address, headers) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const id = Number(insert.run(status, statusText, httpVersion, contentType, bodyEnd, remoteAddress, text).lastInsertRowid);
    const kind = { id, parts, headers: template };
    kinds.set(key, kind);
    return kind;
  }

  #load(): Map<string, Kind> {
    const kinds = new Map<string, Kind>();
    const rows = this.#db.prepare(
      `SELECT id, status, status_text AS statusText, http_version AS httpVersion, content_type AS contentType, body_end AS bodyEnd,
         remote_address AS remoteAddress, headers FROM fetch_kind WHERE length(headers) <= ${longestKind} ORDER BY id LIMIT ${mostKinds}`,
    );
    for (const { id, headers, ...parts } of rows.iterate() as IterableIterator<ResponseParts & { id: number; headers: string }>) {
      const template = parsed(headers);
      if (isTemplate(template)) kinds.set(keyOf(parts, headers), { id, parts, headers: template });
    }
    return kinds;
  }

  /** Whether each attempt stores its own value of this header. */
  #varies(name: string, value: string): boolean {
    if (value.length > longestValue) return true;
    const known = this.#values.get(name);
    if (known === null) return true;
    if (known === undefined) {
      if (this.#values.size >= mostNames) return true;
      this.#values.set(name, new Set([value]));
      return false;
    }
    known.add(value);
    if (known.size <= mostValues) return false;
    this.#values.set(name, null);
    return true;
  }
}

function isOfKind(kind: Kind, parts: ResponseParts, headers: Headers): boolean {
  const { headers: template } = kind;
  if (headers.length !== template.length || !isSameParts(kind.parts, parts)) return false;
  for (let i = 0; i < headers.length; i++) {
    const [name, value] = template[i] as TemplateHeader;
    const header = headers[i] as Headers[number];
    if (header[0] !== name || (header[1] !== value && typeof value !== 'number')) return false;
  }
  return true;
}

/** The end of the last year with four digits, in seconds since 1970. */
const endOfDates = 253_402_300_800;
const daySeconds = 86_400;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];

/** The number that two digits form; NaN for anything else. */
function twoDigits(text: string, at: number): number {
  const high = text.charCodeAt(at) - 48;
  const low = text.charCodeAt(at + 1) - 48;
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : Number.NaN;
}

/**
 * Seconds since 1970 of an HTTP date, like `Sat, 21 Nov 2026 10:00:00 GMT`; NaN for any text that `dateOf` would write differently.
 * `Date` takes ten times as long, and each response has a date or two.
 */
function secondsOf(text: string): number {
  const month = months.indexOf(text.slice(8, 11)) + 1;
  const [day, year] = [twoDigits(text, 5), twoDigits(text, 12) * 100 + twoDigits(text, 14)];
  const [hours, minutes, seconds] = [twoDigits(text, 17), twoDigits(text, 20), twoDigits(text, 23)];
  if (!(month > 0 && year >= 1970 && day > 0 && hours < 24 && minutes < 60 && seconds < 60)) return Number.NaN;
  // Days since 1970, with years that begin in March.
  const years = month > 2 ? year : year - 1;
  const leap = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const date = years * 365 + leap + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 719_469;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (day > (month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31))
    return Number.NaN;
  if (text.slice(0, 3) !== days[date % 7] || text[3] !== ',') return Number.NaN;
  for (const at of [4, 7, 11, 16]) if (text[at] !== ' ') return Number.NaN;
  if (text[19] !== ':' || text[22] !== ':') return Number.NaN;
  return date * daySeconds + hours * 3600 + minutes * 60 + seconds;
}

/** The last date that was read. Consecutive responses mostly have the same one. */
let lastRead: readonly [text: string, seconds: number] = ['', Number.NaN];

/** A value as the row stores it: an HTTP date as seconds after the start of the attempt, anything else unchanged. */
function ownValue(value: string, startedAt: number): string | number {
  if (value.length !== 29 || !value.endsWith(' GMT')) return value;
  if (lastRead[0] !== value) lastRead = [value, secondsOf(value)];
  const at = lastRead[1];
  return Number.isNaN(at) ? value : at - Math.floor(startedAt / 1000);
}

/** JSON of the headers, in pieces: the text before each own value of an attempt, with the position of that value, and the text at the end. */
interface Pieces {
  readonly before: readonly (readonly [text: string, place: number])[];
  readonly rest: string;
}

function piecesOf(template: string): Pieces | null {
  const headers = template.length > longestKind ? null : parsed(template);
  if (!isTemplate(headers)) return null;
  const before: [string, number][] = [];
  let text = '';
  for (const [name, value] of headers) {
    text += `${text === '' && before.length === 0 ? '[' : ','}[${JSON.stringify(name)},`;
    if (typeof value === 'number') {
      before.push([text, value]);
      text = ']';
    } else text += `${JSON.stringify(value)}]`;
  }
  return { before, rest: headers.length === 0 ? '[]' : `${text}]` };
}

/** Templates that a connection keeps. */
const templatesKept = 500;

/**
 * Gives the headers of a response as JSON, from `fetch_kind.headers`, `fetch_row.own_headers` and `fetch_row.started_at`; null where they are
 * damaged. The view `fetch` of the file does the same in SQL alone, which is slower.
 */
export function headersOfKinds(): (template: string, own: string, startedAt: number) => string | null {
  const known = new Map<string, Pieces | null>();
  let last = { template: '', own: '', startedAt: 0, json: null as string | null };
  return (template, own, startedAt) => {
    // A statement may call this several times for one row.
    if (last.own === own && last.startedAt === startedAt && last.template === template) return last.json;
    let pieces = known.get(template);
    if (pieces === undefined) {
      pieces = piecesOf(template);
      if (known.size >= templatesKept) known.clear();
      // `piecesOf` does not read longer templates, so keeping them would only use memory.
      if (template.length <= longestKind) known.set(template, pieces);
    }
    last = { template, own, startedAt, json: pieces && jsonOf(pieces, own, startedAt) };
    return last.json;
  };
}

function jsonOf(pieces: Pieces, own: string, startedAt: number): string | null {
  const values = parsed(own);
  if (!Array.isArray(values)) return null;
  let json = '';
  for (const [text, place] of pieces.before) {
    const value: unknown = values[place];
    if (typeof value !== 'string' && !Number.isSafeInteger(value)) return null;
    json += text + JSON.stringify(typeof value === 'string' ? value : dateOf(Math.floor(startedAt / 1000) + (value as number)));
  }
  return json + pieces.rest;
}

let lastDate: readonly [seconds: number, text: string] = [0, new Date(0).toUTCString()];

/** An HTTP date. Consecutive responses mostly have the same one. */
function dateOf(seconds: number): string {
  if (lastDate[0] !== seconds) {
    const at = seconds >= 0 && seconds < endOfDates ? seconds : 0;
    lastDate = [seconds, new Date(at * 1000).toUTCString()];
  }
  return lastDate[1];
}
