import { didYouMean } from '#core/lookup/near.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { type ProfileSet, profileSet } from '#core/robots/profile-set.ts';
import type { CrawlerProfile } from '#core/robots/profiles/profile.ts';
import { usage } from './exit.ts';

/** The profile of that name; refuses unknown ones with the list. */
export function requireProfile(id: string, known: ProfileSet = profileSet()): CrawlerProfile {
  const ids = known.all.map(profile => profile.id);
  return known.byId(id) ?? usage(`there is no crawler profile “${id}”.${didYouMean(id, ids)} Known: ${ids.join(', ')}.`);
}

/** The dialect of that name; refuses unknown ones with the list. */
export function requireDialect(id: string): Dialect {
  return (
    dialectById(id) ?? usage(`there is no dialect “${id}”.${didYouMean(id, dialectIds())} Known: ${dialectIds().join(', ')}.`)
  );
}
