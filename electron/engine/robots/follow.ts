import type { FetchOutcome } from '#shared/model/fetch.ts';
import { hopOf } from './gate.ts';

/** The end of a redirect chain to a robots.txt. */
export interface Followed<T> {
  /** The URLs requested, in order. */
  readonly trail: readonly string[];
  /** A redirect at the end that was not followed; '' for none, or where it named no http or https URL. */
  readonly unfollowed: string;
  /** The outcome of the last request. */
  readonly last: T;
}

/** Requests a robots.txt and the URLs it redirects to, at most `most` of them. `request` makes one request, politely. */
export async function followRobots<T extends { readonly outcome: FetchOutcome }>(
  first: string,
  most: number,
  request: (url: string) => Promise<T>,
): Promise<Followed<T>> {
  let url = first;
  for (let trail = [first]; ; trail = [...trail, url]) {
    const last = await request(url);
    const hop = hopOf(last.outcome, trail, most);
    if (hop.kind !== 'next') return { trail, unfollowed: hop.kind === 'ended' ? hop.target : '', last };
    url = hop.url;
  }
}
