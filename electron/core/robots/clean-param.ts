import { nameOf, withQuery } from '../url/parameter-rules.ts';

/** A Clean-param line: parameters that change no page below a path. */
export interface CleanRule {
  /** Of the robots.txt, from 1. */
  readonly line: number;
  /** As it stands there. */
  readonly text: string;
  readonly names: readonly string[];
  /** The path that URLs start with, with `*` for any text; '' for all. */
  readonly prefix: string;
}

/** Longest rule, in characters. */
const longest = 500;
const mostLines = 2_048;

/**
 * The Clean-param lines of a robots.txt, wherever they stand in it. Yandex Webmaster Help, "The Clean-param directive": parameters joined by
 * `&`, then at most one path prefix of the characters A–Z a–z 0–9 . - / * _, with an asterisk implied at its end; upper and lower case
 * differ; at most 500 characters; of several lines all apply. Lines of another form are ignored.
 */
export function cleanRules(text: string): readonly CleanRule[] {
  const rules: CleanRule[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [, value] = /^[\s\ufeff]*clean-param\s*:([^#]*)/i.exec(line) ?? [];
    if (value === undefined) continue;
    const rule = value.trim();
    const [, names, prefix = ''] = /^([^\s]+)(?:\s+([A-Za-z0-9./*_-]+))?$/.exec(rule) ?? [];
    if (names === undefined || rule.length > longest) continue;
    rules.push({ line: index + 1, text: line.trim(), names: names.split('&').filter(name => name !== ''), prefix });
    if (rules.length === mostLines) break;
  }
  return rules;
}

/** Whether a path starts with a prefix; `*` is any text. */
function startsWith(prefix: string, path: string): boolean {
  const [first = '', ...rest] = prefix.split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

/** A URL without the parameters that a line names; the URL itself where the line is not about it. */
export function applyCleanRule({ names, prefix }: CleanRule, url: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  if (!startsWith(prefix, path)) return url;
  return withQuery(url, pairs => pairs.filter(pair => !names.includes(nameOf(pair))));
}
