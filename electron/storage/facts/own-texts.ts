import { mostWords, type TextsByNumber } from '../file/words.ts';
import { ownTextsForm } from './sections.ts';

/** Texts that a page has as columns: title, description, first heading and canonical URL. Facts refer to them instead of repeating them. */
export type OwnTexts = readonly [title: string | null, description: string | null, h1: string | null, canonical: string | null];

/** Numbers of these texts. They follow those of `word`. The fifth is the canonical without scheme and host. Numbers never change. */
const firstNumber = mostWords + 1;
const canonicalAt = 3;
const pathNumber = firstNumber + 4;
/** Texts that are no longer than their number stay in the facts, and long ones: a damaged file could ask for one many times. */
const [shortest, longest] = [4, 20_000];
/** Half a surrogate pair, which a column of SQLite cannot hold. */
const halfPair = /[\uD800-\uDFFF]/u;

/** An URL without its scheme and host. */
function pathOf(url: string): string {
  const path = url.indexOf('/', url.indexOf('//') + 2);
  return path < 0 ? '' : url.slice(path);
}

/** Finds the numbers of texts while the facts of a page are written. */
export class OwnNumbers {
  readonly #texts: OwnTexts;
  readonly #path: string;
  /** Which texts were referred to, as bits in their order. */
  used = 0;

  constructor(texts: OwnTexts) {
    this.#texts = texts;
    this.#path = pathOf(texts[canonicalAt] ?? '');
  }

  /** The number of a text; 0 if it has none. */
  of(text: string): number {
    if (text.length < shortest || text.length > longest) return 0;
    for (let i = 0; i < this.#texts.length; i++) {
      if (this.#texts[i] !== text || halfPair.test(text)) continue;
      this.used |= 1 << i;
      return firstNumber + i;
    }
    if (text !== this.#path || halfPair.test(text)) return 0;
    this.used |= 1 << canonicalAt;
    return pathNumber;
  }
}

const sizeBytes = 4;

/** Most bytes of UTF-8 for a unit of UTF-16. */
const mostOfUnit = 3;
/** All results lie in one buffer, because SQLite copies them. */
let room = Buffer.allocUnsafe(16_384);
const sizes = [0, 0, 0, 0];

/**
 * Facts with the texts of the page behind them if they refer to any: the texts, and then their sizes in bytes. `parts`: the facts in pieces. The
 * result is valid until the next call.
 */
export function withOwnTexts(parts: readonly Buffer[], own: OwnTexts): Buffer {
  const refers = parts[0]?.[0] === ownTextsForm;
  if (!refers && parts.length === 1) return parts[0] as Buffer;
  let most = sizeBytes * own.length;
  for (const part of parts) most += part.length;
  for (const text of own) most += textBehind(text).length * mostOfUnit;
  if (most > room.length) room = Buffer.allocUnsafe(2 * most);
  let at = 0;
  for (const part of parts) {
    room.set(part, at);
    at += part.length;
  }
  if (refers) {
    for (let i = 0; i < own.length; i++) {
      const text = textBehind(own[i]);
      const size = text === '' ? 0 : room.write(text, at);
      sizes[i] = size;
      at += size;
    }
    for (const size of sizes) at = room.writeUInt32LE(size, at);
  }
  return room.subarray(0, at);
}

/** Facts refer to no longer text. A damaged file may have one. */
const textBehind = (text: string | null | undefined): string => (text && text.length <= longest ? text : '');

/** The texts behind facts, and those of `word`. Texts are decoded when they are asked for. */
export class TextsBehind implements TextsByNumber {
  readonly #words: TextsByNumber;
  readonly #blob: Buffer;
  readonly #known: string[] = [];
  /** Bytes of the facts without the texts behind them; less than 0 if these are damaged. */
  readonly length: number;

  constructor(blob: Buffer, words: TextsByNumber) {
    this.#words = words;
    this.#blob = blob;
    let length = blob.length - sizeBytes * (canonicalAt + 1);
    for (let i = 0; i <= canonicalAt && length >= 0; i++) length -= this.#sizeOf(i);
    this.length = length;
  }

  #sizeOf(i: number): number {
    const sizes = this.#blob.length - sizeBytes * (canonicalAt + 1);
    return sizes < 0 ? 0 : this.#blob.readUInt32LE(sizes + sizeBytes * i);
  }

  textOf(number: number): string {
    if (number < firstNumber) return this.#words.textOf(number);
    if (number > pathNumber) return '';
    if (number === pathNumber) return pathOf(this.textOf(firstNumber + canonicalAt));
    const own = number - firstNumber;
    const known = this.#known[own];
    if (known !== undefined) return known;
    let start = this.length;
    for (let i = 0; i < own; i++) start += this.#sizeOf(i);
    const text = this.#blob.toString('utf8', start, start + this.#sizeOf(own));
    this.#known[own] = text;
    return text;
  }
}
