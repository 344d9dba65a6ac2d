import { quickVerdict } from './decide.ts';
import type { Dialect } from './dialect.ts';
import { parseRobots } from './parse/parse.ts';

/** A setting of a dialect. */
export type KnobName = Exclude<keyof Dialect, 'id' | 'name'>;

/** One setting, changed from one dialect's value to another's. */
export interface KnobChange {
  readonly knob: KnobName;
  readonly from: unknown;
  readonly to: unknown;
}

/** The setting because of which two dialects differ; `also` is a second one if one is not enough. */
export interface SplittingKnob extends KnobChange {
  readonly also?: KnobChange;
}

/** Settings that can change a verdict, ordered from those that affect single rules to those that affect every line. */
const MOST_SPECIFIC_FIRST: readonly KnobName[] = [
  ...(['emptyDisallow', 'emptyAllow', 'indexQuirk', 'landingPage', 'selfExemption', 'deadCharacters', 'trailingSlash'] as const),
  ...([
    'allowKnown',
    'trailingStar',
    'tie',
    'literalSearch',
    'length',
    'precedence',
    'dollar',
    'starPattern',
    'pathCase',
  ] as const),
  ...(['fragment', 'emptyPath', 'ruleNormalisation', 'urlNormalisation', 'brokenEscape', 'absoluteRule', 'noSlash'] as const),
  ...(['rulePaths', 'bareNamed', 'starPresence', 'mixedStar', 'star', 'choice', 'starToken'] as const),
  ...(['agentCompare', 'lineToken', 'robotToken', 'agentCase', 'groupJoin', 'emptyAgent', 'agentValues', 'orphan'] as const),
  ...(['runEnd', 'crawlDelay', 'nul', 'html', 'blankLine', 'aliases', 'keyMatch', 'separator', 'comment'] as const),
  ...(['lineLimit', 'ruleLimit', 'sizeLimit', 'byteOrderMark', 'lineEnds', 'brokenUtf8', 'rejectedFile'] as const),
];

/**
 * The one setting of `a` that makes `a` decide as `b` when it has `b`'s value. If no single setting does, the first pair of settings
 * that does. Null if the dialects agree, or differ because of more than two settings. They agree if verdict and deciding line are the
 * same; if the verdicts differ, only the verdicts are compared. Each try parses the file once. After `tries` tries the result is null.
 */
export function splittingKnob(
  file: Uint8Array,
  agent: string,
  url: string,
  a: Dialect,
  b: Dialect,
  tries = Number.POSITIVE_INFINITY,
): SplittingKnob | null {
  const judge = (dialect: Dialect): { readonly allowed: boolean | null; readonly line: number } =>
    quickVerdict(parseRobots(file, dialect), dialect, agent, url);
  const own = judge(a);
  const wanted = judge(b);
  const isVerdict = own.allowed !== wanted.allowed;
  if (!isVerdict && own.line === wanted.line) return null;
  let left = tries;
  const agrees = (dialect: Dialect): boolean => {
    left -= 1;
    if (left < 0) return false;
    const { allowed, line } = judge(dialect);
    return allowed === wanted.allowed && (isVerdict || line === wanted.line);
  };
  const different = MOST_SPECIFIC_FIRST.filter(knob => JSON.stringify(a[knob].value) !== JSON.stringify(b[knob].value));
  for (const knob of different) if (agrees(withKnobs(a, b, [knob]))) return change(a, b, knob);
  for (const [index, knob] of different.entries()) {
    if (left <= 0) return null;
    for (const second of different.slice(index + 1))
      if (agrees(withKnobs(a, b, [knob, second]))) return { ...change(a, b, knob), also: change(a, b, second) };
  }
  return null;
}

/**
 * Like `splittingKnob`, for two dialects that are known to differ on the file. It tries `reduced` (see `reducedFile`) first, which is
 * many times faster. The result is used only if both dialects decide on `reduced` as they do on the file.
 */
export function splittingKnobOfVerdicts(
  files: { readonly whole: Uint8Array; readonly reduced: Uint8Array | null },
  agent: string,
  url: string,
  a: { readonly dialect: Dialect; readonly allowed: boolean | null },
  b: { readonly dialect: Dialect; readonly allowed: boolean | null },
  octets: number,
): SplittingKnob | null {
  const tries = (file: Uint8Array): number => Math.floor(octets / Math.max(512, file.length));
  const { whole, reduced } = files;
  if (reduced !== null) {
    const isSame = ({ dialect, allowed }: typeof a): boolean =>
      whole.length <= (dialect.sizeLimit.value.limit ?? whole.length) &&
      dialect.ruleLimit.value.rules === null &&
      quickVerdict(parseRobots(reduced, dialect), dialect, agent, url).allowed === allowed;
    if (isSame(a) && isSame(b)) {
      const found = splittingKnob(reduced, agent, url, a.dialect, b.dialect, tries(reduced));
      if (found !== null) return found;
    }
  }
  return splittingKnob(whole, agent, url, a.dialect, b.dialect, tries(whole));
}

function withKnobs(a: Dialect, b: Dialect, knobs: readonly KnobName[]): Dialect {
  return { ...a, ...Object.fromEntries(knobs.map(knob => [knob, b[knob]])) };
}

function change(a: Dialect, b: Dialect, knob: KnobName): KnobChange {
  return { knob, from: a[knob].value, to: b[knob].value };
}
