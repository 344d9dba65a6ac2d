import { originOf } from '#core/url/authority.ts';
import type { RequestedAs } from '#shared/explain/answers.ts';
import { momentWords } from '#shared/explain/blame.ts';
import { namedByRobots, robotsOutcomeWords, sitemapOutcomeWords } from '#shared/explain/evidence.ts';
import type { KnownSitemap, Lookup } from '#storage/reads/lookup.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';

interface Source {
  readonly lookup: Pick<Lookup, 'sitemap' | 'fetch'>;
  readonly robots: Pick<RobotsTable, 'byId'>;
  readonly origins: Pick<OriginTable, 'byKey'>;
}

/** How the crawler requested a URL that is not a page: as robots.txt or as a sitemap. Null for any other URL. */
export function requestedAs(source: Source, url: string): RequestedAs | null {
  const origin = originOf(url);
  if (origin && url === `${origin.key}/robots.txt`) {
    const id = source.origins.byKey(origin.key)?.robotsId ?? null;
    const version = id === null ? undefined : source.robots.byId(id);
    return version
      ? { kind: 'robots.txt', named: '', at: momentWords(version.lastSeenAt), result: robotsOutcomeWords(version) }
      : null;
  }
  const sitemap = source.lookup.sitemap(url);
  return sitemap ? asSitemap(source, sitemap) : null;
}

function asSitemap(
  { lookup, robots }: Source,
  { fetchId, robotsId, robotsLine, state, detail, entries }: KnownSitemap,
): RequestedAs {
  const fetch = fetchId === null ? undefined : lookup.fetch(fetchId);
  const version = robotsId === null ? undefined : robots.byId(robotsId);
  return {
    kind: 'sitemap',
    named: version && robotsLine !== null ? namedByRobots(version.finalUrl, robotsLine) : '',
    at: fetch ? momentWords(fetch.startedAt) : '',
    result: sitemapOutcomeWords({ state, detail, entries, status: fetch?.status ?? null }),
  };
}
