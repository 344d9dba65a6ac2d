import { normalizeUrl } from '../url/normalize.ts';

/** The next step after a response to a request for robots.txt. */
export type RobotsHop =
  /** Not a redirect: this is the response for robots.txt. */
  | { readonly kind: 'arrived' }
  | { readonly kind: 'next'; readonly url: string }
  /** The redirect is not followed. `target` is '' if it is not an http or https URL. */
  | { readonly kind: 'ended'; readonly why: 'no-target' | 'loop' | 'too-many'; readonly target: string };

/** A response to a request for robots.txt or to one of its redirects. */
export interface RobotsResponse {
  /** Null if there was no response. */
  readonly status: number | null;
  /** The Location header, null if absent. */
  readonly location: string | null;
}

/**
 * Where robots.txt is requested next (RFC 9309 section 2.3.1.2). `trail`: the URLs requested so far; the last one returned this
 * response. `most`: the maximum number of redirects.
 */
export function robotsHop(trail: readonly string[], { status, location }: RobotsResponse, most: number): RobotsHop {
  if (status === null || status < 300 || status >= 400 || status === 304) return { kind: 'arrived' };
  const normal = location ? normalizeUrl(location, trail.at(-1)) : null;
  if (normal?.kind !== 'url' || !/^https?:/.test(normal.url)) return { kind: 'ended', why: 'no-target', target: '' };
  const target = normal.url;
  if (trail.includes(target)) return { kind: 'ended', why: 'loop', target };
  return trail.length > most ? { kind: 'ended', why: 'too-many', target } : { kind: 'next', url: target };
}
