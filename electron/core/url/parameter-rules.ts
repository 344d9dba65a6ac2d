import { hostGlobExpression } from './glob.ts';
import { trackingParameters } from './tracking-parameters.ts';
import { readPattern } from './url-pattern.ts';

/** What a rule of the setting `parameters` does with the query of a URL. `keep`: nothing, and no later rule applies. */
type Action =
  | { readonly kind: 'keep' }
  | { readonly kind: 'sort' }
  | { readonly kind: 'drop' | 'keep-only'; readonly names: readonly string[] };

export interface ParameterRule {
  /** As the user wrote it. */
  readonly source: string;
  readonly action: Action;
  /** Whether it is about the URLs of a host below a path; `host` as in `URL.host`. */
  covers(host: string, path: string): boolean;
}

export const mostParameterRules = 100;
const longestRule = 1_000;
const verbs = ['keep', 'keep-only', 'drop', 'drop-tracking', 'sort'] as const;
type Verb = (typeof verbs)[number];

/**
 * Reads `[WHERE] VERB [NAME,NAME…]`, such as `drop utm_*,sid`, `example.com/shop/ keep-only id,page`, `/search sort`, `drop-tracking`, or
 * `app.example.com keep`. WHERE is a host (`*` is any text), a path that URLs start with, or both. Names are compared with case; `*` is any
 * text. Returns the problem as a text where it cannot be read.
 */
export function readParameterRule(text: string): ParameterRule | string {
  const shown = `“${text.slice(0, 100)}”`;
  const words = text.trim().split(/\s+/);
  const at = words.findIndex(word => (verbs as readonly string[]).includes(word));
  const usage =
    'Write drop NAMES, keep-only NAMES, drop-tracking, sort or keep, with a host or path before it if need be, like example.com/shop/ drop sid,utm_*.';
  if (text.length > longestRule) return `${shown} has more than ${longestRule} characters.`;
  if (at < 0 || at > 1) return `${shown} is no rule for parameters. ${usage}`;
  const verb = words[at] as Verb;
  const names = words
    .slice(at + 1)
    .join(',')
    .split(',')
    .filter(name => name !== '');
  const needsNames = verb === 'drop' || verb === 'keep-only';
  if (needsNames && names.length === 0) return `${shown} names no parameter. ${usage}`;
  if (!needsNames && names.length > 0) return `${shown}: nothing may follow ${verb}. ${usage}`;
  const covers = coversOf(at === 1 ? (words[0] ?? '') : '');
  if (covers === null) return `${shown}: “${words[0]}” is no host and no path. ${usage}`;
  const action: Action =
    verb === 'drop-tracking'
      ? { kind: 'drop', names: trackingParameters.map(({ name }) => name) }
      : verb === 'drop' || verb === 'keep-only'
        ? { kind: verb, names }
        : verb === 'sort'
          ? { kind: 'sort' }
          : { kind: 'keep' };
  return { source: text.trim(), action, covers };
}

function coversOf(where: string): ParameterRule['covers'] | null {
  if (where === '') return () => true;
  const slash = where.indexOf('/');
  const [host, path] = slash < 0 ? [where.toLowerCase(), ''] : [where.slice(0, slash).toLowerCase(), where.slice(slash)];
  if (host === '') return (_, found) => found.startsWith(path);
  if (!/^[a-z0-9.*-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/.test(host)) return null;
  if (!host.includes('*')) return (found, foundPath) => found === host && foundPath.startsWith(path);
  const reading = readPattern(hostGlobExpression(host));
  if (reading.kind === 'problem') return null;
  return (found, foundPath) => reading.pattern.test(found) && foundPath.startsWith(path);
}

/** Whether a name is one of the list. */
export const namesParameter = (names: readonly string[], name: string): boolean => names.some(each => matchesName(each, name));

function matchesName(glob: string, name: string): boolean {
  if (!glob.includes('*')) return glob === name;
  const parts = glob.split('*');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

/** The URL with its query filtered; without `?` where nothing is left. */
export function withQuery(url: string, change: (pairs: readonly string[]) => readonly string[]): string {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const pairs = url.slice(mark + 1).split('&');
  const left = change(pairs);
  return left.length === 0 ? url.slice(0, mark) : `${url.slice(0, mark)}?${left.join('&')}`;
}

/** The name of `name=value`. */
export const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';

/** What a rule makes of a URL; the URL itself where it changes nothing. */
export function applyParameterRule({ action }: ParameterRule, url: string): string {
  if (action.kind === 'keep') return url;
  if (action.kind === 'sort')
    return withQuery(url, pairs => pairs.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0)));
  const { kind, names } = action;
  return withQuery(url, pairs => pairs.filter(pair => namesParameter(names, nameOf(pair)) === (kind === 'keep-only')));
}
