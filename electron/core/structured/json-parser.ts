import type { JsonErrorCode } from '#shared/model/structured-data.ts';
import { faultAt } from './json-faults.ts';
import type { JsonText } from './json-text.ts';
import { longestAddress } from './limits.ts';

export type JsonNode = JsonObject | readonly JsonNode[] | string | number | boolean | null;

/** An object with its place in the text. */
export class JsonObject {
  readonly start: number;
  end = 0;
  /** Of a name given twice the last value counts, as in JSON.parse. */
  readonly entries = new Map<string, JsonNode>();

  constructor(start: number) {
    this.start = start;
  }
}

export interface JsonFault {
  readonly code: JsonErrorCode;
  /** Index into the text. */
  readonly at: number;
}

export type JsonResult =
  | { readonly node: JsonNode; readonly keptNodes: number; readonly droppedNodes: number }
  | { readonly fault: JsonFault };

/** Objects and arrays nested deeper, and values beyond the number, are checked but not kept. */
export interface JsonBounds {
  readonly depth: number;
  readonly nodes: number;
}

/** Escapes take six characters at most for one; this many are read of a string so that `longestAddress` are left. */
const LONGEST_RAW = 6 * (longestAddress + 1);
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class Stop extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.code);
    this.fault = fault;
  }
}

type Frame = JsonObject | JsonNode[];

/** A value that was read to its end. */
interface Complete {
  readonly node: JsonNode;
}

/** Whether `c` is white space of JSON (RFC 8259, section 2). */
function isJsonSpace(c: number): boolean {
  return c === 32 || c === 10 || c === 13 || c === 9;
}

/**
 * A parser of JSON (RFC 8259) that knows the place of each object and of the first error. It uses no recursion, and its time is
 * linear in the length. Strings are cut at `longestAddress` characters.
 */
class JsonParser {
  readonly #source: JsonText;
  readonly #text: string;
  readonly #end: number;
  readonly #bounds: JsonBounds;
  #pos: number;
  #nodes = 0;
  #dropped = 0;
  /** The open containers; null for those that are checked but not kept. */
  readonly #frames: (Frame | null)[] = [];
  /** For each of them whether it is an object. */
  readonly #objects: boolean[] = [];
  readonly #keys: string[] = [];

  constructor(source: JsonText, range: { start: number; end: number }, bounds: JsonBounds) {
    this.#source = source;
    this.#text = source.text;
    this.#pos = range.start;
    this.#end = range.end;
    this.#bounds = bounds;
  }

  parse(): JsonResult {
    this.#space();
    if (this.#pos >= this.#end) this.#stop('empty');
    for (;;) {
      const value = this.#value();
      const outermost = value && this.#complete(value);
      if (outermost !== undefined) {
        return { node: outermost, keptNodes: Math.min(this.#nodes, this.#bounds.nodes), droppedNodes: this.#dropped };
      }
    }
  }

  /** Reads a value. Undefined when a container was opened that is not empty: then the next value is inside it. */
  #value(): Complete | undefined {
    const c = this.#peek();
    if (c === 123) return this.#open('object');
    if (c === 91) return this.#open('array');
    const node = this.#scalar(c);
    if (this.#frames.length > 0) this.#add(node);
    return { node };
  }

  #scalar(c: number): JsonNode {
    if (c === 34) return this.#string(this.#keeps());
    if (c === 45 || (c >= 48 && c <= 57)) return this.#number();
    if (this.#word('true')) return true;
    if (this.#word('false')) return false;
    if (this.#word('null')) return null;
    this.#unexpected('value');
  }

  #open(kind: 'object' | 'array'): Complete | undefined {
    const object = kind === 'object';
    const frame: Frame = object ? new JsonObject(this.#pos) : [];
    const depth = this.#frames.length;
    // The outermost value is kept in any case. The others are added when they open: of too many values the last ones are dropped.
    const keep = depth === 0 || (depth < this.#bounds.depth && this.#add(frame));
    if (!keep && depth >= this.#bounds.depth) this.#dropped++;
    this.#frames.push(keep ? frame : null);
    this.#objects.push(object);
    this.#keys.push('');
    this.#pos++;
    this.#space();
    if (this.#peek() === (object ? 125 : 93)) {
      this.#pos++;
      return this.#close();
    }
    if (object) this.#key();
    return undefined;
  }

  /** Continues after a value with the next one. Returns the outermost value when it is complete. */
  #complete(value: Complete): JsonNode | undefined {
    let { node } = value;
    for (;;) {
      const depth = this.#frames.length;
      this.#space();
      if (depth === 0) {
        if (this.#pos < this.#end) this.#unexpected('end');
        return node;
      }
      const object = this.#objects[depth - 1] as boolean;
      const c = this.#peek();
      if (c === 44) {
        this.#afterComma(object);
        return undefined;
      }
      if (c !== (object ? 125 : 93)) this.#unexpected('comma');
      this.#pos++;
      node = this.#close().node;
    }
  }

  #close(): Complete {
    this.#objects.pop();
    this.#keys.pop();
    const frame = this.#frames.pop();
    if (frame instanceof JsonObject) frame.end = this.#pos;
    return { node: frame ?? null };
  }

  /** Adds a value to the container that is open. Returns whether it is kept. */
  #add(node: JsonNode): boolean {
    const top = this.#frames.length - 1;
    const frame = this.#frames[top];
    this.#nodes++;
    if (!frame || this.#nodes > this.#bounds.nodes) {
      this.#dropped++;
      return false;
    }
    if (frame instanceof JsonObject) frame.entries.set(this.#keys[top] as string, node);
    else frame.push(node);
    return true;
  }

  #afterComma(object: boolean): void {
    const comma = this.#pos++;
    this.#space();
    const c = this.#peek();
    if (c === 125 || c === 93) this.#stop('trailing-comma', comma);
    if (object) this.#key();
  }

  #key(): void {
    if (this.#peek() !== 34) this.#unexpected('key');
    const top = this.#frames.length - 1;
    this.#keys[top] = this.#string(this.#frames[top] !== null);
    this.#space();
    if (this.#peek() !== 58) this.#unexpected('colon');
    this.#pos++;
    this.#space();
  }

  #keeps(): boolean {
    return this.#nodes < this.#bounds.nodes && this.#frames.at(-1) !== null;
  }

  /** Reads a string from its opening quote. '' when it is not kept. */
  #string(keep: boolean): string {
    const text = this.#text;
    const start = this.#pos + 1;
    let escaped = false;
    let units = 0;
    let p = start;
    for (; ; p++) {
      if (p >= this.#end) this.#stop('unclosed-string', this.#pos);
      const c = text.charCodeAt(p);
      if (c === 34) break;
      units |= c;
      if (c === 92) {
        escaped = true;
        p = this.#escape(p);
      } else if (c < 32) this.#stop(c === 10 || c === 13 ? 'line-break-in-string' : 'control-in-string', p);
    }
    this.#pos = p + 1;
    if (!keep) return '';
    const end = Math.min(p, start + LONGEST_RAW);
    // ASCII characters represent themselves; only others need decoding.
    const raw = units < 128 ? text.slice(start, end) : this.#source.slice(start, end);
    return (escaped ? unescapeJson(raw) : raw).slice(0, longestAddress + 1);
  }

  /** From a backslash. Returns the place of the last character of the escape. */
  #escape(at: number): number {
    const text = this.#text;
    const c = text.charCodeAt(at + 1);
    if (at + 1 >= this.#end) this.#stop('unclosed-string', this.#pos);
    if (c !== 117) {
      // One of " \ / b f n r t.
      if (c === 34 || c === 92 || c === 47 || c === 98 || c === 102 || c === 110 || c === 114 || c === 116) return at + 1;
      this.#stop('bad-escape', at);
    }
    for (let i = at + 2; i < at + 6; i++) {
      const d = text.charCodeAt(i);
      const lower = d | 32;
      if (i >= this.#end || !((d >= 48 && d <= 57) || (lower >= 97 && lower <= 102))) this.#stop('bad-escape', at);
    }
    return at + 5;
  }

  #number(): number {
    const text = this.#text;
    const start = this.#pos;
    let p = start;
    const digits = (): boolean => {
      const from = p;
      while (p < this.#end && text.charCodeAt(p) >= 48 && text.charCodeAt(p) <= 57) p++;
      return p > from;
    };
    if (text.charCodeAt(p) === 45) p++;
    const first = p;
    let ok = digits() && !(text.charCodeAt(first) === 48 && p > first + 1);
    if (p < this.#end && text.charCodeAt(p) === 46) {
      p++;
      ok = digits() && ok;
    }
    if (p < this.#end && (text.charCodeAt(p) | 32) === 101) {
      p++;
      if (text.charCodeAt(p) === 43 || text.charCodeAt(p) === 45) p++;
      ok = digits() && ok;
    }
    if (!ok) this.#stop('bad-number', start);
    this.#pos = p;
    const value = Number(text.slice(start, p));
    // Infinity is not JSON and could not be stored.
    return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
  }

  #word(word: string): boolean {
    if (this.#pos + word.length > this.#end || !this.#text.startsWith(word, this.#pos)) return false;
    this.#pos += word.length;
    return true;
  }

  #space(): void {
    let p = this.#pos;
    while (p < this.#end && isJsonSpace(this.#text.charCodeAt(p))) p++;
    this.#pos = p;
  }

  /** The character at the current place, -1 at the end. */
  #peek(): number {
    return this.#pos < this.#end ? this.#text.charCodeAt(this.#pos) : -1;
  }

  #unexpected(wanted: 'value' | 'key' | 'colon' | 'comma' | 'end'): never {
    throw new Stop(faultAt(this.#source, { at: this.#pos, end: this.#end }, wanted));
  }

  #stop(code: JsonErrorCode, at = this.#pos): never {
    throw new Stop({ code, at });
  }
}

/** The text of a JSON string without its quotes; an escape cut at the end is omitted. */
function unescapeJson(raw: string): string {
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|([^u])|u?[0-9a-fA-F]{0,3}$)/g, (_, hex?: string, simple?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return simple === undefined ? '' : (SIMPLE_ESCAPES[simple] ?? simple);
  });
}

/** Parses text[start, end) as JSON. Never throws; a fault is a result. */
export function parseJson(source: JsonText, range: { start: number; end: number }, bounds: JsonBounds): JsonResult {
  try {
    return new JsonParser(source, range, bounds).parse();
  } catch (error) {
    if (error instanceof Stop) return { fault: error.fault };
    throw error;
  }
}
