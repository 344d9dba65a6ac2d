import type { RobotsFile, RobotsGroup, RobotsLine, RobotsLineNote, RobotsRule } from '#shared/model/robots.ts';
import { octetString } from '../url/percent.ts';
import { lineTokenOf } from './agent.ts';
import type { Dialect } from './dialect.ts';
import { normalizePattern } from './path.ts';
import { readLine } from './read-line.ts';

/** Lines behind the size limit that are listed one by one; what follows them is one last line. Keeps a body of line ends small. */
const LISTED_PAST_LIMIT = 10_000;
const CR = 0x0d;
const LF = 0x0a;

/**
 * Reads a body the way a dialect does: every line with its byte range, kind and notes, and the groups and rules they form.
 * RFC 9309 section 2.2. Takes any bytes, throws nothing, and costs one pass over them.
 */
export function parseRobots(bytes: Uint8Array, dialect: Dialect): RobotsFile {
  const size = dialect.sizeLimit.value;
  const limit = Math.min(size.limit ?? bytes.length, bytes.length);
  const text = octetString(bytes.subarray(0, limit));
  const reader = new GroupReader(bytes, text, dialect);
  let start = markLength(bytes, dialect);
  let number = 1;
  let past = 0;
  while (start < bytes.length) {
    if (start >= limit && past >= LISTED_PAST_LIMIT) {
      reader.skip(number, start, bytes.length);
      break;
    }
    const end = lineEnd(bytes, start, dialect);
    if (start >= limit || (end > limit && size.beyond !== 'cut-line')) {
      reader.skip(number, start, end);
      past += 1;
    } else {
      reader.read(number, start, end, Math.min(end, limit, start + (dialect.lineLimit.value ?? bytes.length)));
    }
    start = end + endLength(bytes, end, dialect);
    number += 1;
  }
  return reader.finish();
}

/** Bytes of the byte order mark that are not part of the first line. */
function markLength(bytes: Uint8Array, dialect: Dialect): number {
  const how = dialect.byteOrderMark.value;
  if (how === 'kept') return 0;
  const mark = [0xef, 0xbb, 0xbf];
  let length = 0;
  while (length < mark.length && bytes[length] === mark[length]) length += 1;
  return length === mark.length || how === 'utf-8-partial' ? length : 0;
}

function lineEnd(bytes: Uint8Array, start: number, dialect: Dialect): number {
  const withCr = dialect.lineEnds.value !== 'lf';
  let at = start;
  while (at < bytes.length && bytes[at] !== LF && !(withCr && bytes[at] === CR)) at += 1;
  return at;
}

function endLength(bytes: Uint8Array, end: number, dialect: Dialect): number {
  return dialect.lineEnds.value !== 'lf' && bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1;
}

type Growing<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

class GroupReader {
  private readonly bytes: Uint8Array;
  private readonly text: string;
  private readonly dialect: Dialect;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly lines: RobotsLine[] = [];
  private readonly groups: Growing<RobotsGroup>[] = [];
  private readonly sitemaps: { line: number; value: string }[] = [];
  private group: Growing<RobotsGroup> | null = null;
  /** Whether the next User-agent line joins the group (RFC 9309 section 2.2.1). */
  private inRun = false;

  constructor(bytes: Uint8Array, text: string, dialect: Dialect) {
    this.bytes = bytes;
    this.text = text;
    this.dialect = dialect;
  }

  skip(number: number, start: number, end: number): void {
    this.lines.push({ number, start, end, kind: 'unparsed', key: '', value: '', notes: ['past-size-limit'] });
  }

  read(number: number, start: number, end: number, readEnd: number): void {
    const read = readLine(this.text, start, readEnd, this.dialect);
    const notes: RobotsLineNote[] = [...read.notes];
    if (readEnd < end) notes.push('cut');
    const isKeyed = read.keyEnd > read.keyStart;
    const key = this.decode(read.keyStart, read.keyEnd);
    const value = this.decode(read.valueStart, read.valueEnd);
    if (isKeyed && value === '') notes.push('empty-value');
    switch (read.kind) {
      case 'user-agent':
        this.agent(number, value);
        break;
      case 'allow':
      case 'disallow':
        this.rule(number, read.kind === 'allow', value, this.text.slice(read.valueStart, read.valueEnd), notes);
        break;
      case 'crawl-delay':
        this.delay(number, value, notes);
        break;
      case 'sitemap':
        if (value !== '' && this.dialect.sitemap.value === 'collected') this.sitemaps.push({ line: number, value });
        this.endRunAt('any-recognised-key', 'any-keyed-line');
        break;
      case 'other':
        this.endRunAt('any-keyed-line');
        break;
      case 'blank':
        if (this.dialect.blankLine.value !== 'ignored') this.group = null;
        break;
      default:
        break;
    }
    this.lines.push({ number, start, end, kind: read.kind, key, value, notes });
  }

  finish(): RobotsFile {
    return {
      dialect: this.dialect.id,
      lines: this.lines,
      groups: this.groups,
      sitemaps: this.sitemaps,
      bytes: this.bytes.length,
    };
  }

  private agent(line: number, value: string): void {
    if (value === '' && this.dialect.emptyAgent.value === 'line-skipped') return;
    if (this.group === null || !this.inRun) {
      this.group = { index: this.groups.length, agents: [], rules: [], crawlDelays: [] };
      this.groups.push(this.group);
    }
    this.group.agents.push({ line, value, token: lineTokenOf(value, this.dialect) });
    this.inRun = this.dialect.runEnd.value !== 'every-agent-line';
  }

  private rule(line: number, allow: boolean, value: string, octets: string, notes: RobotsLineNote[]): void {
    this.inRun = false;
    if (this.group === null) {
      notes.push('orphan');
      return;
    }
    if (allow && !this.dialect.allowKnown.value) return;
    const rule = this.patternOf(line, allow, value, octets);
    if (rule !== null) this.group.rules.push(rule);
  }

  private patternOf(line: number, allow: boolean, value: string, octets: string): RobotsRule | null {
    const { noSlash, ruleNormalisation, dollar, pathCase } = this.dialect;
    const lacksSlash = value !== '' && !value.startsWith('/') && !value.startsWith('*');
    if (lacksSlash && noSlash.value === 'ignored') return null;
    const slash = lacksSlash && noSlash.value === 'slash-added' ? '/' : '';
    const normalized = normalizePattern(slash + octets, slash + value, ruleNormalisation.value, dollar.value);
    return { line, allow, pattern: value, normalized: pathCase.value === 'ignored' ? normalized.toLowerCase() : normalized };
  }

  private delay(line: number, value: string, notes: RobotsLineNote[]): void {
    const seconds = delayOf(value, this.dialect);
    if (seconds === null) notes.push('bad-value');
    if (this.group === null) notes.push('orphan');
    else if (seconds !== null) this.group.crawlDelays.push({ line, seconds });
    this.endRunAt('rules-and-delay', 'any-recognised-key', 'any-keyed-line');
  }

  private endRunAt(...ends: readonly string[]): void {
    if (ends.includes(this.dialect.runEnd.value)) this.inRun = false;
  }

  /** The octets as text: UTF-8 with U+FFFD for what is none. */
  private decode(start: number, end: number): string {
    for (let at = start; at < end; at += 1) {
      if (this.text.charCodeAt(at) >= 0x80) return this.decoder.decode(this.bytes.subarray(start, end));
    }
    return this.text.slice(start, end);
  }
}

/** Digits with at most one point; no sign, no exponent, no unit. */
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const INTEGER = /^\d+$/;

/** No crawler waits longer; a number with more digits means at least this. About 31,000 years in seconds. */
const LONGEST_DELAY = 1e12;

function delayOf(value: string, dialect: Dialect): number | null {
  const form = dialect.crawlDelay.value.number === 'integer' ? INTEGER : DECIMAL;
  return form.test(value) ? Math.min(Number(value), LONGEST_DELAY) : null;
}
