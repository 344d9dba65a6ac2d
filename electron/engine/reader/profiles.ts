import { type ProfileSet, profileSet } from '#core/crawlers/profile-set.ts';
import type { Reads } from './reads.ts';

/** The crawl's crawler profile, and all profiles in the file. Reads them each time, because settings may change. */
export interface Profiles {
  ownProfile(): string;
  profiles(): ProfileSet;
}

export const profilesOf = ({ settings }: Pick<Reads, 'settings'>): Profiles => ({
  ownProfile: () => settings().profile,
  profiles: () => profileSet(settings().profiles),
});
