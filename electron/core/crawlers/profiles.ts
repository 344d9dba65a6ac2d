import { aiCrawlers } from './ai.ts';
import { archiveCrawlers } from './archives.ts';
import { googleCrawlers } from './google.ts';
import { historicCrawlers } from './historic.ts';
import { openSourceCrawlers } from './open-source.ts';
import { ours } from './ours.ts';
import type { CrawlerProfile } from './profile.ts';
import { searchEngines } from './search.ts';
import { seoCrawlers } from './seo.ts';

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
