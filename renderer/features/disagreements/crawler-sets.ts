/** Crawlers to compare at one click; the crawl's own is always among them. */
export interface CrawlerSet {
  readonly label: string;
  readonly profiles: readonly string[];
}

export const crawlerSets: readonly CrawlerSet[] = [
  { label: 'Search engines', profiles: ['googlebot', 'bingbot', 'yandexbot', 'baiduspider', 'applebot', 'seznambot'] },
  {
    label: 'AI crawlers',
    profiles: ['gptbot', 'oai-searchbot', 'claudebot', 'perplexitybot', 'google-extended', 'ccbot', 'bytespider'],
  },
  {
    label: 'Archives and SEO',
    profiles: ['heritrix', 'archive-org-bot', 'ahrefsbot', 'semrushbot', 'mj12bot', 'screaming-frog'],
  },
  {
    label: 'Historic parsers',
    profiles: ['yioopbot', 'slurp', 'geoportal', 'scooter', 'webcrawler', 'lycos', 'infoseek', 'excite', 'opentext'],
  },
  {
    label: 'Software libraries',
    profiles: ['scrapy', 'crawlee', 'nutch', 'heritrix', 'python-urllib', 'wget', 'texting-robots'],
  },
];

/** The crawlers of `wanted` that the program knows, without the crawl's own. */
export const knownOf = (wanted: readonly string[], known: ReadonlySet<string>, own: string): string[] =>
  wanted.filter(id => known.has(id) && id !== own);

export const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every(id => b.includes(id));
