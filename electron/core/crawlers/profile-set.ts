import type { ProfileEntry, UserProfile } from '#shared/model/profile.ts';
import { dialectById } from '../robots/dialects/registry.ts';
import type { CrawlerProfile } from './profile.ts';
import { profileById, profiles } from './profiles.ts';

/** The profiles a crawl can name: the built-in ones and the user's own, as its settings contain them. */
export interface ProfileSet {
  /** Built-in ones first, our own at the very front; then the user's. */
  readonly all: readonly CrawlerProfile[];
  byId(id: string): CrawlerProfile | null;
  isOwn(id: string): boolean;
}

/** A user's profile in the shape of a built-in one. */
export const crawlerProfile = (user: UserProfile): CrawlerProfile => ({
  id: user.id,
  name: user.name,
  productToken: user.productToken,
  userAgent: user.userAgent,
  dialect: user.dialect,
  directiveAgents: user.directiveAgents,
  directives: user.directives,
  directivesSource: user.source,
  ...(user.fallsBackTo.length > 0 ? { fallsBackTo: user.fallsBackTo } : {}),
  ...(user.namedByHeader ? { namedByHeader: true as const } : {}),
  ...(user.ignoresStar ? { ignoresStar: true as const } : {}),
  ...(user.listsNothing ? { listsNothing: true as const } : {}),
  ...(user.ignoresFrames ? { ignoresFrames: true as const } : {}),
  ...(user.followsRedirectsUnseen ? { followsRedirectsUnseen: true as const } : {}),
  source: user.source,
  asOf: user.asOf,
});

/** The built-in profiles and `own`. A built-in id is never replaced; of two of one id the first counts. */
export function profileSet(own: readonly UserProfile[] = []): ProfileSet {
  const mine = new Map<string, CrawlerProfile>();
  for (const each of own) if (!profileById(each.id) && !mine.has(each.id)) mine.set(each.id, crawlerProfile(each));
  let all: readonly CrawlerProfile[] | null = null;
  return {
    get all() {
      all ??= [...profiles(), ...mine.values()];
      return all;
    },
    byId: id => profileById(id) ?? mine.get(id) ?? null,
    isOwn: id => mine.has(id),
  };
}

/** The set as lists show it. */
export const profileEntries = (set: ProfileSet): ProfileEntry[] =>
  set.all.map(profile => ({
    ...asUserProfile(profile),
    own: set.isOwn(profile.id),
    dialectName: dialectById(profile.dialect)?.name ?? profile.dialect,
  }));

/** A profile with every field written, to copy and change. */
export const asUserProfile = (profile: CrawlerProfile): UserProfile => ({
  id: profile.id,
  name: profile.name,
  productToken: profile.productToken,
  fallsBackTo: profile.fallsBackTo ?? [],
  userAgent: profile.userAgent,
  dialect: profile.dialect,
  directiveAgents: profile.directiveAgents,
  directives: profile.directives,
  namedByHeader: profile.namedByHeader ?? false,
  ignoresStar: profile.ignoresStar ?? false,
  listsNothing: profile.listsNothing ?? false,
  ignoresFrames: profile.ignoresFrames ?? false,
  followsRedirectsUnseen: profile.followsRedirectsUnseen ?? false,
  source: profile.source,
  asOf: profile.asOf,
});
