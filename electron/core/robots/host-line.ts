import type { RobotsFile } from '#shared/model/robots.ts';
import type { Dialect } from './dialect.ts';

/** The URL that a crawler requests in place of another, and the Host line that makes it do so. */
export interface HostSubstitution {
  readonly url: string;
  readonly line: number;
}

/** `scheme://host:port`; each part may be missing, and a slash may follow. */
const HOST = /^(?:([a-z][a-z0-9+.-]{0,20}):\/\/)?([^/\s:@?#]{1,253})?(?::(\d{1,5}))?\/?$/i;

/** The last Host line of a file, if the dialect lets it change URLs. */
export function hostLineOf(file: RobotsFile, dialect: Dialect): { readonly line: number; readonly value: string } | null {
  if (dialect.hostLine.value === 'unused' || file.override !== undefined) return null;
  const found = file.lines.findLast(({ kind, key, value }) => kind === 'other' && key.toLowerCase() === 'host' && value !== '');
  return found ? { line: found.number, value: found.value } : null;
}

/**
 * What the Host line of a file makes of a URL: its scheme, host and port replace those of the URL, whatever section it stands in. Null
 * if nothing changes. The value `https://myhost:8443` is that of Esri's wiki; parts that are missing stay, and a port counts only with a
 * host (BotsUtils.java @ e0727d73).
 */
export function hostSubstitution(file: RobotsFile, dialect: Dialect, url: string): HostSubstitution | null {
  const found = hostLineOf(file, dialect);
  const parts = found && HOST.exec(found.value);
  if (!found || !parts || !URL.canParse(url)) return null;
  const [, scheme, host, port] = parts;
  const given = new URL(url);
  const authority = host === undefined ? given.host : `${host}${port === undefined ? '' : `:${port}`}`;
  const query = dialect.hostLine.value === 'replaces-drops-query' ? '' : given.search;
  const text = `${scheme === undefined ? given.protocol.slice(0, -1) : scheme.toLowerCase()}://${authority}${given.pathname}${query}`;
  if (!URL.canParse(text) || new URL(text).href === given.href) return null;
  return { url: new URL(text).href, line: found.line };
}
