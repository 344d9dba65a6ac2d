import { useCall } from '../../bridge/hooks.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { dateWords } from './words.ts';

/** Whether the dates of a sitemap file are plausible: counts with their wholes. Another crawl tells more (Issues, sitemaps --baseline). */
export function Dates({ sitemap }: { readonly sitemap: number }) {
  const { data } = useCall('sitemaps.dates', { sitemap });
  if (!data) return null;
  return (
    <p className="num" data-testid="sitemap-dates">
      <span className="muted">lastmod: </span>
      <Foreign text={dateWords(data)} />
    </p>
  );
}
