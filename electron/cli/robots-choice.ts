import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { type ProfileSet, profileSet } from '#core/crawlers/profile-set.ts';
import { didYouMean, editDistance, nearMatches } from '#core/query/near.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import type { Session } from '#engine/session/session.ts';
import { append } from '#shared/lists.ts';
import { usage } from './exit.ts';

/** The profile of that id in any letter case, null for none: ids are written small, names of crawlers are not. */
export const findProfile = (id: string, known: ProfileSet): CrawlerProfile | null =>
  known.byId(id) ?? known.byId(id.toLowerCase());

/**
 * The profile of that id, in any letter case. For an unknown id, throws an error with the nearest profile (by id,
 * token or name) and the command that lists all.
 */
export function requireProfile(id: string, known: ProfileSet): CrawlerProfile {
  return findProfile(id, known) ?? usage(`there is no crawler profile “${id}”.${profileHint(id, known.all)}`);
}

/** As `requireProfile`, among those a crawl file knows: the built-in ones and its own. */
export const profileOf = (session: Pick<Session, 'settings'>, id: string): CrawlerProfile =>
  requireProfile(id, profileSet(session.settings().profiles));

/** ' Did you mean “bingbot”? “crawlscope profiles” lists all 60.' */
export function profileHint(wanted: string, known: readonly CrawlerProfile[]): string {
  const names = known.flatMap(({ id, productToken, name }) => [id, productToken, name].map(word => ({ word, id })));
  const meant = nearMatches(wanted, [...new Set(names.map(({ word }) => word))]).flatMap(
    near => names.find(({ word }) => word === near)?.id ?? [],
  );
  // A name cut short with a slip in it, such as “gogle”.
  const typed = wanted.toLowerCase();
  const begun = typed.length < 4 ? [] : known.filter(({ id }) => editDistance(typed, id.slice(0, typed.length + 1)) <= 1);
  append(
    meant,
    begun.map(({ id }) => id),
  );
  const near = [...new Set(meant)].slice(0, 3).map(each => `“${each}”`);
  const question = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `${question} “crawlscope profiles” lists all ${known.length}.`;
}

/** The dialect of that name; refuses unknown ones with the list. */
export function requireDialect(id: string): Dialect {
  return (
    dialectById(id) ?? usage(`there is no dialect “${id}”.${didYouMean(id, dialectIds())} Known: ${dialectIds().join(', ')}.`)
  );
}
