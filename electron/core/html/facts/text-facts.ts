import type { PageFacts, TextFacts } from '#shared/model/page-facts.ts';
import type { ReadableText } from './area-text.ts';

const longestExcerpt = 300;

/** What `said` and the page's own words say elsewhere: title, first heading, declared language. */
export interface TextSurroundings {
  readonly title: string;
  readonly heading: string;
  readonly lang: string;
}

/** The facts of a page's readable text. */
export function textFacts(read: ReadableText, _around: TextSurroundings): Pick<PageFacts, 'text' | 'textHash'> {
  const { main, area, all } = read;
  let bytes = 0;
  let characters = 0;
  for (const text of all) {
    bytes += utf8Length(text);
    characters += codePoints(text);
  }
  const copyright = newestCopyright(all);
  const text: TextFacts = {
    bytes,
    characters,
    words: wordCount(main),
    area,
    ...(copyright === 0 ? {} : { copyright }),
    ...(main === '' ? {} : { excerpt: main.slice(0, longestExcerpt) }),
  };
  return main === '' ? { text } : { text, textHash: textHash(main) };
}

/** Words of a text whose white space is collapsed. */
function wordCount(text: string): number {
  if (text === '') return 0;
  let words = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words += 1;
  return words;
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 128) continue;
    if (c < 2_048) length += 1;
    else if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.length) {
      // A pair of units takes four bytes.
      length += 2;
      i += 1;
    } else length += 2;
  }
  return length;
}

function codePoints(text: string): number {
  let points = text.length;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.length) {
      points -= 1;
      i += 1;
    }
  }
  return points;
}

const copyrightYear = /(?:©|&copy;|\(c\)|copyright)\s{0,3}(?:©\s{0,3})?(?:(\d{4})\s{0,2}[-–—]\s{0,2})?(\d{4})/gi;

/** The newest year beside a copyright sign; 0 for none. */
function newestCopyright(texts: readonly string[]): number {
  let newest = 0;
  for (const text of texts)
    for (const [, from, to] of text.matchAll(copyrightYear))
      for (const year of [Number(from ?? 0), Number(to)]) if (year >= 1980 && year <= 2100 && year > newest) newest = year;
  return newest;
}

/** 64 bits of a text as 16 hex digits: two 32-bit hashes with different multipliers, each mixed at the end (MurmurHash3's finalizer). */
function textHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
    b ^= b >>> 13;
  }
  return hex(mixed(a ^ text.length)) + hex(mixed(b));
}

function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
