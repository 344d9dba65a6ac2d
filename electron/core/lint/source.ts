import { append } from '#shared/lists.ts';
import { isUtf8 } from '../robots/parse/body.ts';
import type { LintInput } from './diagnostic.ts';
import { type Keyword, type KnownKey, readKeyword } from './keywords.ts';
import { readSourceLine } from './source-line.ts';

export type LineEndKind = 'lf' | 'crlf' | 'cr' | 'none';
/** What keeps a line from being `key: value`. `colon-split`: a colon further on is taken for the one that is missing. */
export type Trouble = 'no-colon' | 'no-colon-more-words' | 'colon-split' | 'comment-alt' | 'bare-url' | 'prose' | 'syntax';

/** A line as its author meant it: slips in the keyword or colon are read through, so that one slip is one diagnostic. Places from 0. */
export interface SourceLine {
  readonly number: number;
  readonly text: string;
  readonly end: LineEndKind;
  readonly kind: KnownKey | 'unknown' | 'text' | 'comment' | 'blank';
  readonly keyword: Keyword | null;
  readonly trouble: Trouble | null;
  readonly key: string;
  readonly keyAt: number;
  readonly keyEnd: number;
  readonly value: string;
  readonly valueAt: number;
  readonly valueEnd: number;
  /** Place of the first `#`, -1 for none. */
  readonly hash: number;
  /** Byte offsets: its first character, its line end, the next line. */
  readonly byteAt: number;
  readonly byteEnd: number;
  readonly byteNext: number;
}

/** RFC 9309 section 2.2.1: the names of one run of User-agent lines, and what follows up to the next run. */
export interface LintGroup {
  readonly agents: SourceLine[];
  readonly rules: SourceLine[];
  readonly delays: SourceLine[];
  /** Lines between the first and the last User-agent line of the run that are none. */
  readonly foreign: SourceLine[];
}

/** The whole file, read once for all checks. */
export interface Source {
  readonly input: LintInput;
  readonly bytes: Uint8Array;
  /** What stops the reading of lines. */
  readonly body: 'text' | 'html' | 'binary' | 'utf-16' | 'empty';
  readonly text: string;
  readonly isUtf8: boolean;
  readonly hasMark: boolean;
  readonly lines: readonly SourceLine[];
  /** Lines that have a character. */
  readonly written: readonly SourceLine[];
  /** Allow and Disallow lines, in file order. */
  readonly rules: readonly SourceLine[];
  readonly groups: readonly LintGroup[];
  /** Rules before any User-agent line. */
  readonly orphans: readonly SourceLine[];
  /** Names in User-agent lines, lower case. */
  readonly names: ReadonlySet<string>;
  readonly byKind: (kind: SourceLine['kind']) => readonly SourceLine[];
}

/** Four times what Google and RFC 9309 read. Our limit: the lint ignores the rest. */
const LOOKED_AT = 2_000 * 1024;
const MAGIC: readonly (readonly number[])[] = [
  [0x1f, 0x8b],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x50, 0x4b, 0x03, 0x04],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
];

export const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((octet, at) => bytes[at] === octet);

function bodyKind(bytes: Uint8Array, text: string): Source['body'] {
  if (bytes.length === 0) return 'empty';
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])) return 'utf-16';
  if (MAGIC.some(magic => startsWith(bytes, magic))) return 'binary';
  const head = bytes.subarray(0, 512);
  const zeros = head.reduce((sum, octet) => sum + Number(octet === 0), 0);
  if (zeros > 0 && zeros * 5 >= head.length * 2) return 'utf-16';
  if (zeros * 10 > head.length) return 'binary';
  const controls = head.reduce((sum, octet) => sum + Number(octet < 9 || (octet > 13 && octet < 32)), 0);
  if (head.length > 64 && controls * 16 > head.length) return 'binary';
  if (/^\s{0,1000}(<!--[^>]{0,1000}-->\s{0,1000})?<(!doctype|html|head|body|meta|script|title|\?xml)/i.test(text.slice(0, 4000)))
    return 'html';
  return 'text';
}

/** Reads the bytes once, in one pass and without throwing. */
export function readSource(input: LintInput): Source {
  const bytes = input.bytes.subarray(0, LOOKED_AT);
  const text = new TextDecoder().decode(bytes);
  const body = bodyKind(bytes, text);
  const lines = body === 'text' ? readLines(text, bytes) : [];
  const kinds = new Map<string, SourceLine[]>();
  for (const line of lines) {
    const same = kinds.get(line.kind);
    if (same) same.push(line);
    else kinds.set(line.kind, [line]);
  }
  return {
    input,
    bytes: input.bytes,
    body,
    text,
    isUtf8: isUtf8(input.bytes),
    hasMark: startsWith(bytes, [0xef, 0xbb, 0xbf]),
    lines,
    written: lines.filter(line => line.text !== ''),
    rules: lines.filter(isRule),
    ...readGroups(lines),
    names: new Set((kinds.get('user-agent') ?? []).map(nameOf)),
    byKind: kind => kinds.get(kind) ?? [],
  };
}

function readLines(text: string, bytes: Uint8Array): SourceLine[] {
  const lines: SourceLine[] = [];
  const words = new Map<string, Keyword | null>();
  const keyword = (word: string): Keyword | null => {
    let read = words.get(word);
    if (read === undefined) {
      read = readKeyword(word);
      if (words.size < 10_000) words.set(word, read);
    }
    return read;
  };
  const breaks = /\r\n|\r|\n/g;
  let start = 0;
  let byteAt = startsWith(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  while (start < text.length) {
    const found = breaks.exec(text);
    const end = found?.index ?? text.length;
    const kind: LineEndKind = !found ? 'none' : found[0] === '\n' ? 'lf' : found[0] === '\r' ? 'cr' : 'crlf';
    // Neither octet is ever part of another character, so lines of the text and of the bytes are the same.
    let byteEnd = byteAt;
    while (byteEnd < bytes.length && bytes[byteEnd] !== 0x0a && bytes[byteEnd] !== 0x0d) byteEnd += 1;
    const place = { byteAt, byteEnd, byteNext: byteEnd + (found?.[0].length ?? 0) };
    lines.push(readSourceLine(lines.length + 1, text.slice(start, end), kind, keyword, place));
    byteAt = place.byteNext;
    start = found ? end + found[0].length : text.length;
  }
  return lines;
}

export const isRule = (line: SourceLine): boolean => line.kind === 'allow' || line.kind === 'disallow';

function readGroups(lines: readonly SourceLine[]): Pick<Source, 'groups' | 'orphans'> {
  const groups: LintGroup[] = [];
  const orphans: SourceLine[] = [];
  let between: SourceLine[] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (line.kind === 'user-agent') {
      if (group && group.rules.length === 0) {
        group.agents.push(line);
        append(group.foreign, between);
      } else groups.push({ agents: [line], rules: [], delays: [], foreign: [] });
      between = [];
    } else if (isRule(line)) {
      if (group) group.rules.push(line);
      else orphans.push(line);
    } else if (line.kind !== 'blank' && line.kind !== 'comment') {
      between.push(line);
      if (line.kind === 'crawl-delay') group?.delays.push(line);
    }
  }
  return { groups, orphans };
}

/** The name of a User-agent line as it is compared. */
export const nameOf = (line: SourceLine): string => line.value.toLowerCase();
