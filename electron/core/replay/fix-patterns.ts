import { append, largest, least } from '#shared/lists.ts';
import type { Dialect } from '../robots/dialect.ts';

/** What patterns of a dialect can say. */
export interface PatternSigns {
  /** `*` matches any run of characters. */
  readonly stars: boolean;
  /** A `$` at the end matches the end of the path. */
  readonly dollar: boolean;
  /** `*` and `$` of a URL are written as escapes. */
  readonly escapes: boolean;
}

export function signsOf({ starPattern, dollar, ruleNormalisation }: Dialect): PatternSigns {
  return {
    stars: starPattern.value !== 'literal',
    dollar: dollar.value !== 'literal',
    escapes: ruleNormalisation.value === 'rfc9309' || ruleNormalisation.value === 'rfc9309-and-unsafe',
  };
}

/** Levels of folders, segments and query keys of one target that are looked at. */
const MOST_PARTS = 8;
const MOST_PATTERNS = 200;

/** A target as a pattern: without fragment, special characters escaped where the dialect supports it. */
export function plainPattern(target: string, { escapes }: PatternSigns): string {
  const hash = target.indexOf('#');
  const plain = hash < 0 ? target : target.slice(0, hash);
  return escapes ? plain.replaceAll('*', '%2A').replaceAll('$', '%24') : plain;
}

/** Patterns that match every one of the targets, the most natural first. Not all of them are narrow. */
export function commonPatterns(targets: readonly string[], signs: PatternSigns): string[] {
  const [first = ''] = targets;
  if (targets.length === 1) return signs.dollar ? [`${first}$`, first] : [first];
  let ahead = first.length;
  let behind = first.length;
  for (const target of targets) {
    let length = 0;
    while (length < ahead && target[length] === first[length]) length += 1;
    ahead = length;
    length = 0;
    while (length < behind && target.at(-1 - length) === first.at(-1 - length) && length < target.length) length += 1;
    behind = length;
  }
  const prefix = first.slice(0, ahead);
  const cut = prefix.slice(0, lastMark(prefix, '/?&=') + 1);
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1) || '/';
  const found = [cut, prefix];
  if (signs.stars) {
    let shared = new Set(partsOf(first, folder));
    for (const target of targets) {
      if (shared.size === 0) break;
      const parts = new Set(partsOf(target, folder));
      shared = new Set([...shared].filter(part => parts.has(part)));
    }
    append(found, shared);
    if (signs.dollar && behind > 0) {
      const suffix = first.slice(Math.max(ahead, first.length - behind));
      const mark = firstMark(suffix, './?&=');
      for (const end of [suffix.slice(Math.max(0, mark)), suffix])
        if (end !== '') found.push(`${folder}*${end}$`, `${prefix}*${end}$`);
    }
  }
  return usable(found, signs);
}

/** Patterns that each match some of the targets, those of most targets first. */
export function partPatterns(targets: readonly string[], signs: PatternSigns): string[] {
  const counts = new Map<string, number>();
  const add = (pattern: string): void => void counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  for (const target of targets) {
    const mine = new Set<string>();
    const path = pathPart(target);
    let folder = '/';
    for (let level = 0; level < MOST_PARTS; level += 1) {
      mine.add(folder);
      const slash = path.indexOf('/', folder.length);
      if (slash < 0) break;
      folder = path.slice(0, slash + 1);
    }
    mine.add(path);
    if (target.length > path.length) mine.add(`${path}?`);
    if (signs.dollar) mine.add(`${path}$`);
    if (signs.stars) for (const part of partsOf(target, folder)) mine.add(part);
    for (const pattern of mine) add(pattern);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1] || b[0].length - a[0].length);
  return usable(
    most.slice(0, MOST_PATTERNS).map(([pattern]) => pattern),
    signs,
  );
}

/** Patterns with a star for what makes a target special: extension, query keys, segments. In the whole site and below `folder`. */
function partsOf(target: string, folder: string): string[] {
  const path = pathPart(target);
  const found: string[] = [];
  const add = (rest: string): void => {
    found.push(`/*${rest}`);
    if (folder !== '/') found.push(`${folder}*${rest}`);
  };
  const dot = path.lastIndexOf('.');
  if (dot > path.lastIndexOf('/')) {
    add(`${path.slice(dot)}$`);
    if (target.length > path.length) add(`${path.slice(dot)}?`);
  }
  const segments = path.split('/').slice(1);
  const last = segments.pop() ?? '';
  for (const segment of segments.slice(0, MOST_PARTS)) if (segment !== '') add(`/${segment}/`);
  if (last !== '') add(`/${last}`);
  const query = target.slice(path.length + 1);
  if (query === '') return found;
  add('?');
  for (const [index, pair] of query.split('&', MOST_PARTS).entries()) {
    const sign = index === 0 ? '?' : '&';
    const equals = pair.indexOf('=');
    if (equals > 0) {
      add(`${sign}${pair.slice(0, equals + 1)}`);
      add(pair.slice(0, equals + 1));
    }
    if (pair !== '') {
      add(`${sign}${pair}`);
      add(pair);
    }
  }
  return found;
}

const pathPart = (target: string): string => {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
};

const usable = (patterns: readonly string[], { dollar }: PatternSigns): string[] => [
  ...new Set(patterns.filter(pattern => pattern.startsWith('/') && (dollar || !pattern.endsWith('$')))),
];

const lastMark = (text: string, marks: string): number => largest([...marks].map(mark => text.lastIndexOf(mark)));

function firstMark(text: string, marks: string): number {
  const places = [...marks].map(mark => text.indexOf(mark)).filter(at => at >= 0);
  return places.length > 0 ? least(places) : -1;
}
