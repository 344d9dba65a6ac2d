import { others } from './others.ts';
import { ours } from './ours.ts';
import type { CrawlerProfile } from './profile.ts';

let known: readonly CrawlerProfile[] | null = null;
let byId: ReadonlyMap<string, CrawlerProfile> | null = null;

/** A profile by its id, null for an unknown one. */
export function profileById(id: string): CrawlerProfile | null {
  const own = ours.find(profile => profile.id === id);
  if (own) return own;
  byId ??= new Map(profiles().map(profile => [profile.id, profile]));
  return byId.get(id) ?? null;
}

/** Every known profile, our own first. */
export function profiles(): readonly CrawlerProfile[] {
  known ??= [...ours, ...others];
  return known;
}
