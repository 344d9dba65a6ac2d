import { aiCrawlers } from './profiles/ai.ts';
import { archiveCrawlers } from './profiles/archives.ts';
import { googleCrawlers } from './profiles/google.ts';
import { historicCrawlers } from './profiles/historic.ts';
import { openSourceCrawlers } from './profiles/open-source.ts';
import { ours } from './profiles/ours.ts';
import type { CrawlerProfile } from './profiles/profile.ts';
import { searchEngines } from './profiles/search.ts';
import { seoCrawlers } from './profiles/seo.ts';

const known: readonly CrawlerProfile[] = [
  ...ours,
  ...googleCrawlers,
  ...searchEngines,
  ...aiCrawlers,
  ...seoCrawlers,
  ...archiveCrawlers,
  ...historicCrawlers,
  ...openSourceCrawlers,
];

const byId: ReadonlyMap<string, CrawlerProfile> = new Map(known.map(profile => [profile.id, profile]));

/** A profile by its id, null for an unknown one. */
export function profileById(id: string): CrawlerProfile | null {
  return byId.get(id) ?? null;
}

/** Every known profile, our own first. */
export function profiles(): readonly CrawlerProfile[] {
  return known;
}
