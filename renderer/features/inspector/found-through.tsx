import { linkKindWords } from '#shared/explain/link-words.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { UrlLink } from './evidence.tsx';

/** Every source through which the crawl found a URL. */
export function FoundThrough({ url }: { readonly url: string }) {
  const { go } = useActions();
  const { data, error, retry } = useCall('url.foundThrough', { url });
  if (error) return <Problem text={`The sources of this URL could not be read: ${error}`} retry={retry} />;
  if (!data) return null;
  const { isSeed, links, counted, total, sitemaps, moreSitemaps } = data;
  const isNothing = !isSeed && links.length === 0 && sitemaps.length === 0;
  return (
    <section className="fact-group" data-testid="found-through">
      <h3>Found through</h3>
      {isNothing && <p className="muted">No source is recorded for this URL.</p>}
      <dl className="facts">
        {isSeed && (
          <div>
            <dt>Start URL</dt>
            <dd>yes</dd>
          </div>
        )}
        {links.map(({ kind, count, from, seq }) => (
          <div key={kind}>
            <dt>{linkKindWords(kind)}</dt>
            <dd>
              {countWords(count)}, first on <UrlLink url={from} />{' '}
              <button type="button" className="link" onClick={() => go({ do: 'link', url: from, link: seq })}>
                link {countWords(seq + 1)}
              </button>
            </dd>
          </div>
        ))}
        {sitemaps.map(({ id, url: sitemap, seq, lastmod }) => (
          <div key={id}>
            <dt>Sitemap</dt>
            <dd>
              <button
                type="button"
                className="link"
                onClick={() => go({ do: 'open', target: { view: 'sitemap', sitemap: id, seq } })}
              >
                <Foreign text={sitemap} />
              </button>
              {lastmod !== '' && <span className="muted"> lastmod {lastmod}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {moreSitemaps > 0 && <p className="muted">and {plural(moreSitemaps, 'more sitemap')}</p>}
      {counted < total && (
        <p className="muted num">
          Counts are of the first {countWords(counted)} of {plural(total, 'link')} to this URL.
        </p>
      )}
    </section>
  );
}
