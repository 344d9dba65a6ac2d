import { type CoverageKey, coverageSets } from '#shared/explain/sitemap-counts.ts';
import { useCall, useProgress } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Share } from './share.tsx';

const sets = ['both', 'onlySitemap', 'onlyCrawl'] as const satisfies readonly CoverageKey[];

/** Internal URLs by where the crawl found them: three sets that add up, and the pages that no sitemap lists. */
export function Coverage() {
  const { data, error, retry } = useCall('sitemaps.coverage', {}, useProgress(3_000));
  if (error && data === undefined) return <Problem text={`The URLs could not be counted: ${error}`} retry={retry} />;
  const internal = data ? data.both + data.onlySitemap + data.onlyCrawl : 0;
  return (
    <section className="sitemap-sets" aria-label="Coverage of all sitemaps">
      <h3>Coverage of all sitemaps</h3>
      {data === undefined ? (
        <p className="muted">Counting…</p>
      ) : (
        <>
          <div className="set-bar" aria-hidden="true">
            {sets.map(key => (
              <span key={key} className={`set-${key}`} style={{ flexGrow: data[key] }} />
            ))}
          </div>
          <ul className="coverage num" data-testid="sitemap-coverage">
            {sets.map(key => (
              <Share
                key={key}
                mark={`set-${key}`}
                label={coverageSets[key].label}
                part={data[key]}
                all={internal}
                filter={coverageSets[key].filter}
              />
            ))}
            <Share
              label={coverageSets.missing.label}
              part={data.missing}
              all={data.indexable}
              filter={coverageSets.missing.filter}
            />
          </ul>
        </>
      )}
    </section>
  );
}
