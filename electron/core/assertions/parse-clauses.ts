import { append } from '#shared/lists.ts';
import { catalogue } from '../lint/catalogue.ts';
import { didYouMean } from '../query/near.ts';
import type { Dialect } from '../robots/dialect.ts';
import { originOf } from '../url/authority.ts';
import { normalizeUrl } from '../url/normalize.ts';
import type { Assertion, Operator, Pin, Placed } from './assertion.ts';
import { type AssertedCrawler, everyCrawler } from './crawlers.ts';
import { listParts, type Word } from './words.ts';

/** One line taken apart, and what its parser needs. `complain` returns null so that a parser can end with it. */
export interface Clauses {
  readonly words: readonly Word[];
  readonly placed: Placed;
  readonly dialect: Dialect | null;
  complain(at: Word, message: string, fix: string): null;
  crawler(word: Word): AssertedCrawler | null;
}

type ClauseParser = (clauses: Clauses) => Assertion | null;

/** Keywords that a line may start with, for error messages. */
export const verbs = ['allow', 'deny', 'delay', 'sitemap', 'same as', 'unchanged', 'lint', 'size', 'site', 'as'] as const;

export const parsers = {
  allow: readAccess,
  deny: readAccess,
  delay: readDelay,
  sitemap: readSitemap,
  same: readSame,
  'same-as': readSame,
  unchanged: readSame,
  lint: readLint,
  size: readSize,
} as const satisfies Record<string, ClauseParser>;

/** Joins a list that was written with blanks after its commas. */
function crawlersFrom(clauses: Clauses, from: number): { readonly crawlers: AssertedCrawler[]; readonly next: number } | null {
  const { words, complain } = clauses;
  let next = from;
  const parts: Word[] = [];
  for (let isOpen = true; isOpen; next += 1) {
    const word = words[next];
    if (!word) break;
    isOpen = word.text.endsWith(',') && next + 1 < words.length;
    append(parts, listParts(isOpen ? { ...word, text: word.text.slice(0, -1) } : word));
  }
  const last = words.at(-1);
  if (parts.length === 0)
    return last
      ? complain(last, 'The crawler is missing.', 'Write its name, Googlebot,bingbot for several, or * for any other.')
      : null;
  const crawlers: AssertedCrawler[] = [];
  let failed = false;
  for (const part of parts) {
    if (part.text.toLowerCase() === 'every') append(crawlers, everyCrawler(clauses.dialect));
    else {
      const found = clauses.crawler(part);
      if (found) crawlers.push(found);
      else failed = true;
    }
  }
  return failed ? null : { crawlers, next };
}

function noMore({ words, complain }: Clauses, from: number, what: string): boolean {
  const extra = words[from];
  if (!extra) return true;
  complain(extra, `“${extra.text}” is not expected here.`, `${what} To write a comment, put # before it.`);
  return false;
}

function readAccess(clauses: Clauses): Assertion | null {
  const { words, placed, complain } = clauses;
  const verb = words[0]?.text.toLowerCase() === 'allow' ? 'allow' : 'deny';
  const example = `Write ${verb} Googlebot /path`;
  const second = words[1];
  if (second && words.length === 2 && /^(\/|https?:)/i.test(second.text))
    return complain(second, 'The crawler is missing.', `Write ${verb} * ${second.text}`);
  const read = crawlersFrom(clauses, 1);
  if (!read) return null;
  const last = words.at(-1);
  const target = words[read.next];
  if (!target) return last ? complain(last, 'The URL or path is missing.', `${example}.`) : null;
  const origin = target.text.startsWith('/') ? placed.origin : (originOf(target.text)?.key ?? '');
  if (origin === '')
    return complain(
      target,
      `“${target.text}” is neither a path nor an http or https URL.`,
      `Start with /, as in ${verb} ${words[1]?.text ?? '*'} /${target.text.replace(/^[a-z]+:\/*/i, '')}, or with https://.`,
    );
  const by = words[read.next + 1];
  if (by && by.text.toLowerCase() !== 'by') {
    noMore(clauses, read.next + 1, 'Write a space in a path as %20. After the path, by and a rule may follow.');
    return null;
  }
  const pinned = by ? readPin(clauses, read.next + 1) : { pin: null, next: read.next + 1 };
  if (!pinned || !noMore(clauses, pinned.next, 'The line ends here.')) return null;
  return { ...placed, verb, origin, crawlers: read.crawlers, target: target.text, by: pinned.pin };
}

function readPin(clauses: Clauses, at: number): { readonly pin: Pin; readonly next: number } | null {
  const { words, complain } = clauses;
  const by = words[at];
  const what = words[at + 1];
  const fix = 'Write by /path, by line 12 or by nothing.';
  if (!by) return null;
  if (!what) return complain(by, 'What decides is missing.', fix);
  const word = what.text.toLowerCase();
  if (word === 'nothing') return { pin: { kind: 'nothing' }, next: at + 2 };
  if (word === 'line') {
    const number = words[at + 2];
    if (!number || !/^[1-9]\d{0,8}$/.test(number.text))
      return complain(number ?? what, 'The number of the line is missing.', fix);
    return { pin: { kind: 'line', line: Number(number.text) }, next: at + 3 };
  }
  return { pin: { kind: 'pattern', pattern: what.text }, next: at + 2 };
}

const operators: readonly string[] = ['<', '<=', '=', '>=', '>'] satisfies Operator[];

/** An operator and a number, with or without a blank between them. */
function readLimit(clauses: Clauses, from: number, fix: string): { operator: Operator; words: Word[] } | null {
  const { words, complain } = clauses;
  const [first, ...rest] = words.slice(from);
  const last = words.at(-1);
  if (!first) return last ? complain(last, 'What to compare with is missing.', fix) : null;
  const sign = /^[<>=!]*/.exec(first.text)?.[0] ?? '';
  if (!operators.includes(sign)) return complain(first, `“${first.text}” does not start with <, <=, =, >= or >.`, fix);
  const glued = first.text.slice(sign.length);
  const number = { text: glued, column: first.column + sign.length, endColumn: first.endColumn };
  const left = glued === '' ? rest : [number, ...rest];
  if (left.length === 0) return complain(first, 'The number is missing.', fix);
  return { operator: sign as Operator, words: left };
}

function readDelay(clauses: Clauses): Assertion | null {
  const { placed, complain, words } = clauses;
  const fix = 'Write delay bingbot <= 5, in seconds, or delay bingbot none.';
  const read = crawlersFrom(clauses, 1);
  if (!read) return null;
  const { crawlers, next } = read;
  if (words[next]?.text.toLowerCase() === 'none')
    return noMore(clauses, next + 1, 'The line ends here.') ? { ...placed, verb: 'delay', crawlers, limit: null } : null;
  const limit = readLimit(clauses, next, fix);
  const [number, unit, extra] = limit?.words ?? [];
  if (!limit || !number) return null;
  if (!/^\d{1,9}(\.\d{1,6})?s?$/i.test(number.text)) return complain(number, `“${number.text}” is no number of seconds.`, fix);
  if (unit && !/^(s|sec|seconds?)$/i.test(unit.text)) return complain(unit, `“${unit.text}” is not expected here.`, fix);
  if (extra) return complain(extra, `“${extra.text}” is not expected here.`, fix);
  return { ...placed, verb: 'delay', crawlers, limit: { operator: limit.operator, seconds: Number.parseFloat(number.text) } };
}

function readSitemap(clauses: Clauses): Assertion | null {
  const { words, placed, complain } = clauses;
  const [verb, url] = words;
  if (!verb) return null;
  const fix = 'Write sitemap https://example.com/sitemap.xml, sitemap /sitemap.xml or sitemap none.';
  if (!url) return complain(verb, 'The address of the sitemap is missing.', fix);
  if (!noMore(clauses, 2, 'One address a line.')) return null;
  if (url.text.toLowerCase() === 'none') return { ...placed, verb: 'sitemap', url: null };
  if (!url.text.startsWith('/') && (!originOf(url.text) || normalizeUrl(url.text).kind !== 'url'))
    return complain(url, `“${url.text}” is neither a path nor an http or https URL.`, fix);
  // A file may declare sitemaps of other hosts: without a site line the assertion is about the target's own file.
  return { ...placed, verb: 'sitemap', url: url.text };
}

const sameFix = 'Write same as v12, then for Googlebot or except /path if you need to.';

function readSame(clauses: Clauses): Assertion | null {
  const { words, placed, complain } = clauses;
  const verb = words[0];
  if (!verb) return null;
  const name = verb.text.toLowerCase();
  let at = 1;
  let version: number | 'previous' = 'previous';
  if (name !== 'unchanged') {
    if (name === 'same') {
      if (words[1]?.text.toLowerCase() !== 'as') return complain(words[1] ?? verb, 'It says same as.', sameFix);
      at = 2;
    }
    const which = words[at];
    if (!which) return complain(verb, 'The version is missing.', sameFix);
    const number = /^v?([1-9]\d{0,8})$/i.exec(which.text)?.[1];
    if (number === undefined && which.text.toLowerCase() !== 'previous')
      return complain(which, `“${which.text}” is no version.`, 'Write v12 for the twelfth stored version, or previous.');
    version = number === undefined ? 'previous' : Number(number);
    at += 1;
  }
  let crawlers: AssertedCrawler[] | null = null;
  let except: readonly string[] | null = null;
  while (at < words.length) {
    const clause = words[at] as Word;
    const word = clause.text.toLowerCase();
    if (word === 'for' && crawlers === null) {
      const read = crawlersFrom(clauses, at + 1);
      if (!read) return null;
      crawlers = read.crawlers;
      at = read.next;
    } else if (word === 'except' && except === null) {
      const patterns = exceptions(clauses, at + 1);
      if (!patterns) return null;
      except = patterns;
      at += 1 + patterns.length;
    } else return complain(clause, `“${clause.text}” is not expected here.`, sameFix);
  }
  if (!crawlers) {
    const everybody = clauses.crawler({ ...verb, text: '*' });
    if (!everybody) return null;
    crawlers = [everybody];
  }
  return { ...placed, verb: 'same', version, crawlers, except: except ?? [] };
}

/** Path patterns up to the next clause. */
function exceptions({ words, complain }: Clauses, from: number): string[] | null {
  const found: string[] = [];
  for (const word of words.slice(from)) {
    if (word.text.toLowerCase() === 'for' && found.length > 0) break;
    if (!/^[/*]/.test(word.text))
      return complain(
        word,
        `“${word.text}” is no path pattern.`,
        'Patterns start with / or *, as in robots.txt: /sale/* or *.pdf$',
      );
    if (word.text.includes('#')) return complain(word, 'A # ends a pattern.', 'Write %23 for it.');
    found.push(word.text);
  }
  const before = words[from - 1];
  return found.length === 0 && before ? complain(before, 'The pattern is missing.', 'Write except /sale/*') : found;
}

function readLint(clauses: Clauses): Assertion | null {
  const { words, placed, complain } = clauses;
  const [verb, no, what] = words;
  const fix = 'Write lint no errors, lint no warnings, lint no notes, or lint no and the id of a finding.';
  if (!verb) return null;
  if (no?.text.toLowerCase() !== 'no' || !what) return complain(no ?? verb, 'It says lint no errors.', fix);
  if (!noMore(clauses, 3, 'One kind a line.')) return null;
  const word = what.text.toLowerCase();
  if (word === 'errors' || word === 'warnings' || word === 'notes') return { ...placed, verb: 'lint', none: word };
  const ids = catalogue.map(check => check.id);
  const id = ids.find(each => each.toLowerCase() === word);
  return id === undefined
    ? complain(
        what,
        `Lint has no finding “${what.text}”.`,
        didYouMean(what.text, [...ids, 'errors', 'warnings', 'notes']).trim() || fix,
      )
    : { ...placed, verb: 'lint', none: { id } };
}

const units: Readonly<Record<string, number>> = { '': 1, b: 1, byte: 1, bytes: 1, kb: 1e3, kib: 1024, mb: 1e6, mib: 1024 * 1024 };

function readSize(clauses: Clauses): Assertion | null {
  const { placed, complain } = clauses;
  const fix = 'Write size <= 500 KiB; units are B, kB, KiB, MB and MiB.';
  const limit = readLimit(clauses, 1, fix);
  const [first, second, extra] = limit?.words ?? [];
  if (!limit || !first) return null;
  const parts = /^(\d{1,12}(?:\.\d{1,6})?)([a-z]*)$/i.exec(first.text);
  if (!parts) return complain(first, `“${first.text}” is no size.`, fix);
  const unit = (parts[2] || second?.text || '').toLowerCase();
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (factor === undefined) return complain(parts[2] ? first : (second ?? first), 'The unit is not known.', fix);
  const tooMany = parts[2] ? second : extra;
  if (tooMany) return complain(tooMany, `“${tooMany.text}” is not expected here.`, fix);
  const written = `${parts[1] ?? ''} ${parts[2] || second?.text || 'bytes'}`;
  return { ...placed, verb: 'size', operator: limit.operator, bytes: Number(parts[1]) * factor, written };
}
