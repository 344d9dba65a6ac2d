import { renderedColumns } from '#core/rendering/columns.ts';
import type { RenderedFacts } from '#shared/model/rendered-facts.ts';

/** How a page of a test was rendered: what scripts change, or why it failed. */
export type RenderedAs = RenderedFacts | { readonly failed: string; readonly detail?: string; readonly movedTo?: string };

const text = (value: string | null): string => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`);

/** SQL that stores a rendering of each page, by URL, as the crawl stores it. */
export const renderedRows = (
  pages: Readonly<Record<string, RenderedAs>>,
  { variant = 'obeying', endedAt = 1_000 }: { readonly variant?: 'obeying' | 'freed'; readonly endedAt?: number } = {},
): string =>
  Object.entries(pages)
    .map(([url, as]) => {
      const columns = 'v' in as ? renderedColumns(as) : null;
      const values = {
        variant: text(variant),
        wanted: "'asked'",
        template: "''",
        state: columns ? "'done'" : "'failed'",
        result: text('v' in as ? 'rendered' : as.failed),
        detail: text('v' in as ? '' : (as.detail ?? '')),
        moved_to: text('v' in as ? null : (as.movedTo ?? null)),
        settings_id: '1',
        queued_at: '1',
        ended_at: String(endedAt),
        title: text(columns?.title ?? null),
        words: String(columns?.words ?? 'NULL'),
        links_added: String(columns?.linksAdded ?? 'NULL'),
        links_removed: String(columns?.linksRemoved ?? 'NULL'),
        requests_blocked: String(columns?.blocked ?? 'NULL'),
        requests_failed: String(columns?.failed ?? 'NULL'),
        errors: String(columns?.errors ?? 'NULL'),
        changes: text(columns?.changes ?? null),
        compared: text('v' in as ? JSON.stringify(as) : null),
      };
      return `INSERT INTO rendering (url_id, fetch_id, ${Object.keys(values).join()})
        SELECT id, fetch_id, ${Object.values(values).join()} FROM url WHERE url = ${text(url)};`;
    })
    .join('\n');
