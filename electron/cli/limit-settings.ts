import { failureLimitOf } from '#core/frontier/guards.ts';
import { withHostLimits, withPrefixLimits } from '#core/frontier/host-limits.ts';
import {
  hostLimitsProblem,
  longestCrawlMs,
  mostTotalBytes,
  prefixLimitsProblem,
  readHostLimit,
  readPrefixLimit,
} from '#shared/limit-words.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { type Arguments, wholeNumber } from './arguments.ts';
import { usage } from './exit.ts';

/** Bytes of a mebibyte, the unit of options that limit sizes. */
export const MIB = 1024 * 1024;

/** The bytes of an option in MiB. */
export function mebibytes(args: Arguments, name: string): number | undefined {
  const mib = wholeNumber(args, name, 1, 1_024);
  return mib === undefined ? undefined : mib * MIB;
}

type LimitSettings = Pick<CrawlSettings, 'maxDurationMs' | 'maxTotalBytes' | 'maxStoredBytes' | 'hostLimits' | 'prefixLimits'>;

/** A new crawl has the given limits only. A continued one keeps what they do not name, unless an empty value clears it. */
export function limitSettings(args: Arguments, base: LimitSettings, isNew: boolean): LimitSettings {
  const kept = (name: string): boolean => !isNew && !args.all(name).some(text => text.trim() === '');
  const hosts = limitLines(args, 'host', readHostLimit, hostLimitsProblem);
  const prefixes = limitLines(args, 'prefix-limit', readPrefixLimit, prefixLimitsProblem);
  const mib = wholeNumber(args, 'max-total', 0, mostTotalBytes / MIB);
  const stored = wholeNumber(args, 'max-stored', 0, mostTotalBytes / MIB);
  return {
    maxDurationMs: args.has('max-time') ? crawlTime(args.one('max-time') ?? '') : base.maxDurationMs,
    maxTotalBytes: mib === undefined ? base.maxTotalBytes : mib * MIB,
    maxStoredBytes: stored === undefined ? base.maxStoredBytes : stored * MIB,
    hostLimits: args.has('host') ? withHostLimits(kept('host') ? base.hostLimits : [], hosts) : base.hostLimits,
    prefixLimits: args.has('prefix-limit')
      ? withPrefixLimits(kept('prefix-limit') ? base.prefixLimits : [], prefixes)
      : base.prefixLimits,
  };
}

/** `--failure-guard N/M`; '' for no guard. */
export function failureGuard(args: Arguments): string | undefined {
  const text = args.one('failure-guard');
  if (text === undefined || text === '0') return text === undefined ? undefined : '';
  return failureLimitOf(text) ? text : usage(`--failure-guard ${text}: write N/M, as in 40/50, or 0 for no guard.`);
}

/** `90s`, `30min`, `2h`, or a number of seconds, in milliseconds. */
function crawlTime(text: string): number {
  const [, count = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(s|min|h)?$/.exec(text) ?? [];
  const ms = Math.round(Number(count) * { s: 1_000, min: 60_000, h: 3_600_000 }[unit as 's' | 'min' | 'h']);
  if (count === '' || ms > longestCrawlMs) usage(`--max-time ${text}: write a time of up to a year, as in 90s, 30min or 2h.`);
  return ms;
}

function limitLines<T>(
  args: Arguments,
  name: string,
  read: (line: string) => T | string,
  problemOf: (limits: readonly T[]) => string,
): T[] {
  const lines = args.all(name).filter(text => text.trim() !== '');
  const limits = lines.map(line => {
    const limit = read(line);
    return typeof limit === 'string' ? usage(`--${name}: ${limit}`) : limit;
  });
  const problem = problemOf(limits);
  return problem === '' ? limits : usage(`--${name}: ${problem}`);
}
