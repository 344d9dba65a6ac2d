import { registrableDomain } from './authority.ts';
import { hostGlobExpression } from './glob.ts';
import { readPattern } from './url-pattern.ts';

/** Stands for the start hosts with and without `www.`. */
export const wwwTwins = 'www';
export const mostInternalHosts = 200;
const longest = 300;

/** What is wrong with an entry of the setting `internalHosts`; '' if it can be used. */
export function internalHostProblem(entry: string): string {
  if (entry === wwwTwins) return '';
  const shown = `“${entry.slice(0, 100)}”`;
  const [, host = '', port = ''] = /^([^:]*)(:\d{1,5})?$/.exec(entry) ?? [];
  const plain = host.replaceAll('*', 'x');
  if (
    entry.length > longest ||
    plain === '' ||
    !URL.canParse(`http://${plain}${port}/`) ||
    new URL(`http://${plain}/`).host !== plain
  )
    return `${shown} is not a host. Write shop.example.com, *.example.com, a host with a port, or www.`;
  const last = host.lastIndexOf('*');
  if (last < 0) return '';
  const tail = host.slice(last + 1);
  const isOneOwner = tail.startsWith('.') && tail.slice(1).includes('.') && registrableDomain(`x${tail}`) !== `x${tail}`;
  return isOneOwner
    ? ''
    : `${shown} covers sites of many owners. After the last asterisk, write a dot and a domain: *.example.com.`;
}

/**
 * Whether a host counts as internal besides those of the start URLs, by the setting `internalHosts`. Takes `URL.host`, with its port
 * unless it is the usual one; an entry without a port is about the usual ports. Entries that cannot be used are ignored.
 */
export function internalHostsOf({
  internalHosts,
  seeds,
}: {
  readonly internalHosts: readonly string[];
  readonly seeds: readonly string[];
}): (host: string) => boolean {
  if (internalHosts.length === 0) return () => false;
  const names = new Set<string>();
  const globs: { test(host: string): boolean }[] = [];
  for (const entry of internalHosts) {
    if (internalHostProblem(entry) !== '') continue;
    if (entry === wwwTwins) for (const seed of seeds) names.add(twinOf(new URL(seed).host));
    else if (!entry.includes('*')) names.add(entry);
    else {
      const reading = readPattern(hostGlobExpression(entry));
      if (reading.kind === 'pattern') globs.push(reading.pattern);
    }
  }
  return host => names.has(host) || globs.some(glob => glob.test(host));
}

const twinOf = (host: string): string => (host.startsWith('www.') ? host.slice(4) : `www.${host}`);
