import { nameOf, withQuery } from '../url/parameter-rules.ts';

/** A path that URLs start with. */
interface CleanPath {
  readonly text: string;
  /** Its parts between `*`, which is any text; one empty part for all URLs. */
  readonly parts: readonly string[];
}

/** A Clean-param line: parameters that change no page below a path. */
export interface CleanRule {
  /** Of the robots.txt, from 1. */
  readonly line: number;
  /** As it stands there; without its comment where that makes it long. */
  readonly text: string;
  readonly path: CleanPath;
}

/** The Clean-param lines of a robots.txt by the parameters that they name, in the order of the file. No two of a name have the same path. */
export interface CleanRules {
  readonly byName: ReadonlyMap<string, readonly CleanRule[]>;
}

/** What the lines make of a URL. */
export interface Cleaned {
  readonly to: string;
  /** The lines that dropped a parameter, in the order of the file; at least one. */
  readonly rules: readonly CleanRule[];
}

/** Longest rule, in characters. */
const longest = 500;
const longestText = 600;
/** Pairs of a name and a path in a file, and asterisks in its paths. Ours, so that no robots.txt can slow a crawl down. */
export const mostCleanNames = 4_096;
export const mostCleanAsterisks = 1_024;

/**
 * The Clean-param lines of a robots.txt, wherever they stand in it. Yandex Webmaster Help, "The Clean-param directive": parameters joined by
 * `&`, then at most one path prefix of the characters A–Z a–z 0–9 . - / * _, with an asterisk implied at its end; upper and lower case
 * differ; at most 500 characters; of several lines all apply. Lines of another form are ignored, and so is what follows our limits.
 */
export function cleanRules(text: string): CleanRules {
  const byName = new Map<string, CleanRule[]>();
  const paths = new Map<string, CleanPath>();
  const seen = new Set<string>();
  let asterisks = 0;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [, value] = /^[\s\ufeff]*clean-param\s*:([^#]*)/i.exec(line) ?? [];
    const rule = value?.trim() ?? '';
    if (rule.length > longest) continue;
    const [, names, prefix = ''] = /^([^\s]+)(?:\s+([A-Za-z0-9./*_-]+))?$/.exec(rule) ?? [];
    if (names === undefined) continue;
    let path = paths.get(prefix);
    if (path === undefined) {
      path = { text: prefix, parts: prefix.split('*') };
      asterisks += path.parts.length - 1;
      if (asterisks > mostCleanAsterisks) return { byName };
      paths.set(prefix, path);
    }
    const whole = line.trim();
    const read: CleanRule = { line: index + 1, text: whole.length > longestText ? `Clean-param: ${rule}` : whole, path };
    for (const name of names.split('&')) {
      const key = `${name} ${prefix}`;
      if (name === '' || seen.has(key)) continue;
      if (seen.size === mostCleanNames) return { byName };
      seen.add(key);
      const known = byName.get(name);
      if (known) known.push(read);
      else byName.set(name, [read]);
    }
  }
  return { byName };
}

/** Whether a path starts with another. */
function startsWith({ parts: [first = '', ...rest] }: CleanPath, path: string): boolean {
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

/** A URL without the parameters that the lines name; null where they name none. All paths are compared with the URL as it is given. */
export function cleanedBy({ byName }: CleanRules, url: string): Cleaned | null {
  if (byName.size === 0) return null;
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  const fits = new Map<CleanPath, boolean>();
  const isBelow = (prefix: CleanPath): boolean => {
    const known = fits.get(prefix);
    if (known !== undefined) return known;
    const fit = startsWith(prefix, path);
    fits.set(prefix, fit);
    return fit;
  };
  const asked = new Map<string, boolean>();
  const used = new Set<CleanRule>();
  const drops = (name: string): boolean => {
    const known = asked.get(name);
    if (known !== undefined) return known;
    const rule = byName.get(name)?.find(each => isBelow(each.path));
    asked.set(name, rule !== undefined);
    if (rule) used.add(rule);
    return rule !== undefined;
  };
  const to = withQuery(url, pairs => pairs.filter(pair => !drops(nameOf(pair))));
  return used.size === 0 ? null : { to, rules: [...used].toSorted((a, b) => a.line - b.line) };
}
