import { normalizeUrl } from '../url/normalize.ts';

/** What follows a response on the way to a robots.txt. */
export type RobotsHop =
  /** Not a redirect: this is the response for robots.txt. */
  | { readonly kind: 'arrived' }
  | { readonly kind: 'next'; readonly url: string }
  /** The redirect is not followed. `target` is '' where it names no http or https URL. */
  | { readonly kind: 'ended'; readonly why: 'no-target' | 'loop' | 'too-many'; readonly target: string };

/** A response on the way to a robots.txt. */
export interface RobotsResponse {
  /** Null without a response. */
  readonly status: number | null;
  /** The header Location, null without. */
  readonly location: string | null;
}

/**
 * Where a robots.txt is requested next (RFC 9309 section 2.3.1.2). `trail`: the URLs requested so far, the last one gave this response.
 * `most`: redirects to follow at most.
 */
export function robotsHop(trail: readonly string[], { status, location }: RobotsResponse, most: number): RobotsHop {
  if (status === null || status < 300 || status >= 400 || status === 304) return { kind: 'arrived' };
  const normal = location ? normalizeUrl(location, trail.at(-1)) : null;
  if (normal?.kind !== 'url' || !/^https?:/.test(normal.url)) return { kind: 'ended', why: 'no-target', target: '' };
  const target = normal.url;
  if (trail.includes(target)) return { kind: 'ended', why: 'loop', target };
  return trail.length > most ? { kind: 'ended', why: 'too-many', target } : { kind: 'next', url: target };
}
