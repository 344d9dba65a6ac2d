import type { DelaySyntax, Dialect, Knob, Unreachable } from '../dialect.ts';
import { rfc9309 } from './rfc9309.ts';

/** Every setting of a dialect. */
export type Knobs = Omit<Dialect, 'id' | 'name'>;

/** Returns a function that makes settings with this source, and optionally a remark. */
export function from(source: string): <T>(value: T, remark?: string) => Knob<T> {
  return (value, remark) => ({ value, source: remark === undefined ? source : `${source} (${remark})` });
}

/** An undocumented setting: the assumed value, and why. */
export function assumed<T>(value: T, why = 'not documented; as most robots'): Knob<T> {
  return { value, source: `assumed: ${why}` };
}

/** A dialect with its own settings. It inherits all others from `base`, with `inherited` as their source. A source that starts with
 * `Ours:` is kept. */
export function derive(
  head: { readonly id: string; readonly name: string },
  base: Dialect,
  inherited: string,
  own: Partial<Knobs>,
): Dialect {
  const all = { ...base, ...own, ...head };
  for (const name of Object.keys(all) as (keyof Knobs)[]) {
    const knob: Knob<unknown> | string = all[name];
    if (typeof knob === 'string' || name in own || knob.source.startsWith('Ours:')) continue;
    Object.assign(all, { [name]: { value: knob.value, source: inherited } });
  }
  return all;
}

/** How most dialects with Crawl-delay interpret it. */
export const DELAY: DelaySyntax = {
  use: 'honoured',
  number: 'decimal',
  several: 'last',
  scope: 'chosen-groups',
  closesAbove: null,
};
export const NO_DELAY: DelaySyntax = { ...DELAY, use: 'ignored', several: 'largest' };

/** An outcome that allows, blocks or defers a site at once, without a last good copy. */
export function atOnce(meaning: Unreachable['meaning']): Unreachable {
  return { meaning, lastGoodFor: 0, afterwards: meaning };
}

const plain = <T>(value: T): Knob<T> => ({ value, source: 'as most of the compared robots' });

/** The settings of most compared robots: groups as in RFC 9309, bytes compared as written. Not a dialect that users can choose. */
export const common: Dialect = {
  ...rfc9309,
  id: 'common',
  name: 'Common',
  byteOrderMark: plain('kept'),
  sizeLimit: {
    value: { limit: 1 << 20, unit: 'bytes', beyond: 'drop-line' },
    source: 'Ours: no limit is known; 1 MiB bounds the memory for a hostile body',
  },
  lineToken: plain('whole'),
  robotToken: plain('as-given'),
  ruleNormalisation: plain('none'),
  urlNormalisation: plain('none'),
  selfExemption: plain('none'),
  crawlDelay: plain(NO_DELAY),
  serverError: plain(atOnce('allow-all')),
  networkError: plain(atOnce('allow-all')),
  cacheFor: plain(null),
};

/** The meaning of fetch outcomes, for libraries that do not fetch. */
const left = <T>(value: T): Knob<T> => assumed(value, 'the library does not fetch; as RFC 9309');
export const outcomesLeftToCaller = {
  serverError: left(rfc9309.serverError.value),
  networkError: left(rfc9309.networkError.value),
  forbidden: left('allow-all'),
  clientError: left('allow-all'),
  tooManyRequests: left('allow-all'),
} as const satisfies Partial<Knobs>;

/** What the texts of 1994 to 1997 have in common: records separated by empty lines, and paths without wildcards. */
export function earlyText(text: ReturnType<typeof from>) {
  return {
    lineEnds: text('cr-lf'),
    blankLine: text('ends-record'),
    runEnd: text('rules'),
    star: text('only-without-named'),
    starPattern: text('literal'),
    dollar: text('literal'),
    pathCase: text('significant'),
    length: text('none'),
    tie: text('first'),
    clientError: text('allow-all'),
  } as const satisfies Partial<Knobs>;
}
