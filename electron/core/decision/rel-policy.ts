import type { CrawlSettings } from '#shared/model/crawl.ts';

/** Tokens of rel that may keep a crawl from following a link. */
export type RelToken = 'nofollow' | 'sponsored' | 'ugc';

export type RelSettings = Pick<CrawlSettings, 'nofollowLinks' | 'sponsoredLinks' | 'ugcLinks'>;

/** Which token of a rel attribute keeps the crawl from following its link; null for none. `rel`: tokens separated by one space. */
export type RelPolicy = (rel: string) => RelToken | null;

const settingOf = { nofollow: 'nofollowLinks', sponsored: 'sponsoredLinks', ugc: 'ugcLinks' } as const;

/** The policy of the settings. Called for every link, so the common case returns early. */
export function relPolicy(settings: RelSettings): RelPolicy {
  const recorded = (['nofollow', 'sponsored', 'ugc'] as const).filter(token => settings[settingOf[token]] === 'record');
  return rel => {
    if (rel === '') return null;
    const padded = ` ${rel} `;
    return recorded.find(token => padded.includes(` ${token} `)) ?? null;
  };
}
