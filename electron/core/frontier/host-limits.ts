import { intervalOf } from '#shared/limit-words.ts';
import { least } from '#shared/lists.ts';
import type { CrawlSettings, HostLimit, PrefixLimit } from '#shared/model/crawl.ts';

/** A host as an origin names it: `host` as in URL.hostname. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

function matches(pattern: string, { host, port }: HostAndPort): boolean {
  const [, name = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? [];
  if (wanted !== undefined && Number(wanted) !== port) return false;
  if (name === '*') return true;
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
}

/** The limit that applies to a host: the first one whose pattern names it; null for none. */
export const hostLimitOf = (limits: readonly HostLimit[], at: HostAndPort): HostLimit | null =>
  limits.length === 0 ? null : (limits.find(limit => matches(limit.host, at)) ?? null);

/**
 * The limits of hosts, changed by further ones: each keeps what it does not name of the line of the same host, else of the line that
 * bound the host so far, and then comes before that line. The lines of other hosts stay.
 */
export const withHostLimits = (limits: readonly HostLimit[], given: readonly HostLimit[]): readonly HostLimit[] =>
  given.reduce((lines: readonly HostLimit[], limit) => {
    const same = lines.findIndex(({ host }) => host === limit.host);
    if (same >= 0) return lines.with(same, { ...lines[same], ...limit });
    const binding = lines.findIndex(({ host }) => covers(host, limit.host));
    const at = binding < 0 ? lines.length : binding;
    return lines.toSpliced(at, 0, { ...lines[binding], ...limit });
  }, limits);

/** Whether all hosts of one pattern match another. */
function covers(wide: string, narrow: string): boolean {
  const [, host = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(narrow) ?? [];
  return matches(wide, { host, port: Number(port) });
}

/** The limits of paths, changed by further ones: each replaces the limit of the same path, and the others stay. */
export const withPrefixLimits = (limits: readonly PrefixLimit[], given: readonly PrefixLimit[]): readonly PrefixLimit[] => [
  ...limits.filter(({ prefix }) => !given.some(each => each.prefix === prefix)),
  ...given,
];

/** How fast a host may be requested by the user's settings; robots.txt may require longer delays. Milliseconds. */
export interface HostSpeed {
  readonly delayMs: number;
  /** Between the starts of two requests. */
  readonly intervalMs: number;
  /** Connections at once for a host without a delay. */
  readonly connections: number;
  /** A limit of the host states its connections or its rate. */
  readonly isLimited: boolean;
}

export function hostSpeedOf(settings: Pick<CrawlSettings, 'delayMs' | 'connections' | 'hostLimits'>, at: HostAndPort): HostSpeed {
  const limit = hostLimitOf(settings.hostLimits, at);
  return {
    delayMs: limit?.delayMs ?? settings.delayMs,
    intervalMs: limit?.rate === undefined ? 0 : (intervalOf(limit.rate) ?? 0),
    connections: Math.min(settings.connections, limit?.connections ?? settings.connections),
    isLimited: limit?.connections !== undefined || limit?.rate !== undefined,
  };
}

/** The longest wait after a request of the host, in milliseconds: its delay, or the time between two starts. */
export const longestWaitOf = ({ delayMs, intervalMs }: HostSpeed): number => Math.max(delayMs, intervalMs);

/** The shortest delay that the settings have for any host. */
export const shortestDelayMs = ({ delayMs, hostLimits }: Pick<CrawlSettings, 'delayMs' | 'hostLimits'>): number =>
  Math.min(delayMs, least(hostLimits.map(limit => limit.delayMs ?? delayMs)));

/** Whether a URL is below the prefix of a limit. */
export const hasPrefix = ({ prefix }: PrefixLimit, { origin, pathname, search }: URL): boolean =>
  `${prefix.startsWith('/') ? '' : origin}${pathname}${search}`.startsWith(prefix);
