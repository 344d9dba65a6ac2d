import type { ProfileEntry, UserProfile } from '#shared/model/profile.ts';

/** The profiles in which every word of `typed` occurs: in name, id, token, dialect or user agent. */
export function matchingProfiles(profiles: readonly ProfileEntry[], typed: string): readonly ProfileEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return profiles;
  return profiles.filter(({ id, name, productToken, dialect, dialectName, userAgent, own }) => {
    const text = [id, name, productToken, dialect, dialectName, userAgent, own ? 'own' : 'built-in'].join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  });
}

/** The stored fields of an entry, without those that a list adds. */
export function plainProfile({ own: _own, dialectName: _dialectName, ...profile }: ProfileEntry): UserProfile {
  return profile;
}

/** A new profile: a copy under a free id, with a note of its source. `today` is YYYY-MM-DD. */
export function copyOf(entry: ProfileEntry, taken: ReadonlySet<string>, today: string): UserProfile {
  let id = `${entry.id}-own`.slice(0, 60);
  for (let n = 2; taken.has(id); n++) id = `${entry.id.slice(0, 56)}-own${n}`;
  return {
    ...plainProfile(entry),
    id,
    name: `${entry.name} (own)`.slice(0, 100),
    source: `my copy of “${entry.id}” (${entry.source})`.slice(0, 500),
    asOf: today,
  };
}

/** The user agent after another profile was chosen: the new one's, unless the user wrote their own. */
export function userAgentFor(
  typed: string,
  before: Pick<UserProfile, 'userAgent'> | undefined,
  after: Pick<UserProfile, 'userAgent'>,
  ours: string,
): string {
  const untouched = typed.trim() === '' || typed === (before?.userAgent || ours) || typed === ours;
  return untouched ? after.userAgent || ours : typed;
}

/** What the User-Agent field means for the chosen profile. */
export function userAgentHint(typed: string, profile: UserProfile | undefined): string {
  if (!profile) return 'Sent as the User-Agent header with every request. Site owners see it in their logs.';
  const name = profile.namedByHeader ? 'its own user agent' : `the name ${profile.productToken}`;
  if (profile.userAgent === '')
    return `This crawler has no known user agent, so Crawlscope sends this one. Rules in robots.txt are chosen by ${name}.`;
  return typed.trim() === profile.userAgent
    ? 'Sent as the User-Agent header with every request. Site owners see it in their logs.'
    : `This is not the crawler’s own user agent. Site owners see this one. Rules in robots.txt are still chosen by ${name}.`;
}
