import type { RobotsRule } from '#shared/model/robots.ts';
import { toOctets } from '../../url/percent.ts';
import type { Dialect, LengthMeasure } from '../dialect.ts';
import { normalizePattern } from './path.ts';
import { type Pattern, patternFor, readPattern } from './pattern.ts';

/** One pattern of a rule, with all properties that a dialect compares. */
export interface Entry {
  readonly rule: RobotsRule;
  /** The normalized pattern. Entries with the same pattern match the same paths. */
  readonly text: string;
  readonly pattern: Pattern;
  readonly length: number;
  /** Whether the robot may fetch the URL if this entry wins. */
  readonly allows: boolean;
  /** Position of the rule in the group. */
  readonly order: number;
}

/** An entry whose pattern is compiled when a path first needs it: most patterns of a long file begin unlike any path of its host. */
class LateEntry implements Entry {
  readonly rule: RobotsRule;
  readonly text: string;
  readonly length: number;
  readonly allows: boolean;
  readonly order: number;
  readonly #dialect: Dialect;
  #pattern: Pattern | null = null;

  constructor(rule: RobotsRule, text: string, length: number, order: number, dialect: Dialect) {
    this.rule = rule;
    this.text = text;
    this.length = length;
    this.allows = rule.allow;
    this.order = order;
    this.#dialect = dialect;
  }

  get pattern(): Pattern {
    this.#pattern ??= readPattern(this.text, this.#dialect);
    return this.#pattern;
  }
}

const EVERYTHING: Pattern = { pieces: [''], anchored: false };

/** The patterns of a rule: its own, and those a dialect adds. None if the rule has no effect. */
export function entriesOf(rule: RobotsRule, order: number, dialect: Dialect): Entry[] {
  if (rule.pattern === '') {
    const effect = rule.allow ? dialect.emptyAllow.value : dialect.emptyDisallow.value;
    if (effect === 'no-effect') return [];
    const length = effect === 'allow-slash' ? 1 : 0;
    return [{ rule, text: '', pattern: EVERYTHING, length, allows: effect !== 'disallow-all', order }];
  }
  const entries: Entry[] = [];
  const add = (text: string, length: number): void => {
    // Without these, `patternFor` never returns null, so compiling can wait.
    if (dialect.deadCharacters.value === '' && !text.includes('$')) {
      entries.push(new LateEntry(rule, text, length, order, dialect));
      return;
    }
    const pattern = patternFor(text, dialect);
    if (pattern !== null) entries.push({ rule, text, pattern, length, allows: rule.allow, order });
  };
  if (dialect.dollar.value === 'end-or-literal' && rule.pattern.includes('$')) {
    const twin = toOctets(rule.pattern.replaceAll('$', '%24'));
    const text = normalizePattern(twin, twin, dialect.ruleNormalisation.value, dialect.dollar.value);
    add(text, text.length);
  }
  const own = lengthOf(rule, dialect.length.value);
  add(rule.normalized, own);
  if (dialect.trailingSlash.value === 'optional-at-end' && rule.normalized.endsWith('/'))
    add(`${rule.normalized.slice(0, -1)}$`, own);
  const directory = directoryOf(rule, dialect);
  if (directory !== null) add(directory, directory.length);
  return entries;
}

function lengthOf(rule: RobotsRule, measure: LengthMeasure): number {
  const { normalized } = rule;
  switch (measure) {
    case 'written-characters':
      return rule.pattern.length;
    case 'regex-source':
      return /[*$]/.test(normalized) ? regexLength(toOctets(normalized)) : toOctets(normalized).length;
    case 'collapsed-stars':
      return normalized.replace(/\*{2,}/g, '*').replace(/\*$/, '').length;
    default:
      return normalized.length;
  }
}

/** Bytes of the regular expression that a pattern becomes in Go: two for `*` and for each character that QuoteMeta escapes, one for `$`. */
function regexLength(octets: string): number {
  let length = octets.length;
  for (let at = 0; at < octets.length; at += 1) if ('*\\.+?()|[]{}^'.includes(octets.charAt(at))) length += 1;
  return length;
}

/** The second pattern of a rule that names an index page: its directory only. */
function directoryOf(rule: RobotsRule, dialect: Dialect): string | null {
  const { normalized } = rule;
  switch (dialect.indexQuirk.value) {
    case 'allow-prefix': {
      const slash = normalized.lastIndexOf('/');
      const named = rule.allow && slash >= 0 && normalized.startsWith('/index.htm', slash);
      return named ? `${normalized.slice(0, slash + 1)}$` : null;
    }
    case 'allow-exact':
      return rule.allow && normalized.endsWith('/index.html') ? `${normalized.slice(0, -'index.html'.length)}$` : null;
    case 'both-exact':
      return normalized.endsWith('index.htm') || normalized.endsWith('index.html')
        ? `${normalized.slice(0, normalized.indexOf('index.htm'))}$`
        : null;
    default:
      return null;
  }
}

/** Orders entries so that the winner for any path is the first one that matches. */
export function ranking(dialect: Dialect): (a: Entry, b: Entry) => number {
  // Of two empty rules that decide nothing, the Allow is reported.
  const allowFirst = (a: Entry, b: Entry): number =>
    Number(b.allows) - Number(a.allows) || (a.text === '' && b.text === '' ? Number(b.rule.allow) - Number(a.rule.allow) : 0);
  const fileOrder = (a: Entry, b: Entry): number => a.order - b.order;
  switch (dialect.precedence.value) {
    case 'first':
      return fileOrder;
    case 'last':
      return (a, b) => b.order - a.order;
    case 'any-allow':
      return (a, b) => allowFirst(a, b) || fileOrder(a, b);
    case 'any-disallow':
      return (a, b) => -allowFirst(a, b) || fileOrder(a, b);
    default:
      break;
  }
  switch (dialect.tie.value) {
    case 'allow':
    case 'unspecified':
      return (a, b) => b.length - a.length || allowFirst(a, b) || fileOrder(a, b);
    case 'disallow':
      return (a, b) => b.length - a.length || -allowFirst(a, b) || fileOrder(a, b);
    default:
      return (a, b) => b.length - a.length || fileOrder(a, b);
  }
}

/** Why an entry lost to the winner, in a few words. */
export function whyLost(entry: Entry, winner: Entry, dialect: Dialect, lengths?: readonly [number, number]): string {
  const inFile = entry.order > winner.order ? 'later in file' : 'earlier in file';
  switch (dialect.precedence.value) {
    case 'first':
    case 'last':
      return inFile;
    case 'any-allow':
      return entry.allows ? inFile : 'any allow wins';
    case 'any-disallow':
      return entry.allows ? 'any disallow wins' : inFile;
    default:
      break;
  }
  const [own, best] = lengths ?? [entry.length, winner.length];
  if (own < best) return 'shorter';
  if (entry.allows === winner.allows || dialect.tie.value === 'first') return inFile;
  return winner.allows ? 'tie: allow wins' : 'tie: disallow wins';
}
