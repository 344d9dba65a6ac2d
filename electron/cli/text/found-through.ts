import { linkKindWords } from '#shared/explain/link-words.ts';
import type { FoundThrough } from '#shared/model/link-detail.ts';
import { printable } from '../../export/text-width.ts';

/** The section that lists every source of a URL. */
export function foundThroughText({ isSeed, links, counted, total, sitemaps, moreSitemaps }: FoundThrough): string {
  const lines = [
    ...(isSeed ? ['start URL'] : []),
    ...links.map(({ kind, count, from, seq }) => `${linkKindWords(kind)}: ${count}, first on ${from}, link ${seq + 1}`),
    ...sitemaps.map(({ url, seq, lastmod }) => `Sitemap ${url}, entry ${seq + 1}${lastmod === '' ? '' : `, lastmod ${lastmod}`}`),
    ...(moreSitemaps > 0 ? [`and ${moreSitemaps} more sitemaps`] : []),
    ...(counted < total ? [`The counts are of the first ${counted} of ${total} links to this URL.`] : []),
  ];
  const shown = lines.length === 0 ? ['No source is recorded for this URL.'] : lines;
  return `\nFound through\n${shown.map(line => `  ${printable(line)}\n`).join('')}`;
}
