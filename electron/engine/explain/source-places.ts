import { RulePage } from '#core/rules/page.ts';
import { placesOf } from '#core/rules/patterns.ts';
import type { SourcePlaces } from '#shared/model/explanation.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import { charsetOf } from './source.ts';

/** Places of a text that are kept. */
const mostPlaces = 1_000;
/** Longer bodies are not searched: they would hold up the other lists. */
const longestSearched = 8 * 1024 * 1024;

/** The places of a text in a stored body, letter case ignored. */
export function sourcePlaces(lookup: Lookup, url: string, text: string): SourcePlaces {
  const none = (unavailable: string): SourcePlaces => ({ places: [], count: 0, unavailable });
  const known = lookup.url(url);
  const fetch = known && lookup.fetches(known.id).findLast(attempt => attempt.outcome === 'response');
  const body = fetch ? lookup.body(fetch.bodyHash) : null;
  if (!known || !fetch || !body) return none('There is no stored source.');
  if (body.length > longestSearched) return none('The source is longer than 8 MiB, so it is not searched.');
  const charset = lookup.facts(known.id)?.charset ?? charsetOf(fetch.contentType) ?? 'utf-8';
  const page = new RulePage({ url, kind: 'html', body, charset });
  const places: (readonly [number, number])[] = [];
  let count = 0;
  for (const { start, end } of placesOf(text, page.source, 'ignore')) {
    if (++count > mostPlaces) continue;
    const bytes = page.bytes(start, end);
    if (!bytes) return none(`The places cannot be told in the encoding ${charset}.`);
    places.push(bytes);
  }
  return { places, count, unavailable: '' };
}
