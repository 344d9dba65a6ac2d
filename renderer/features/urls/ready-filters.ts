import { type UrlCount, urlCounts } from '#shared/explain/url-counts.ts';
import type { UrlColumnKey } from '#shared/model/url-columns.ts';
import type { ClassTab } from '../../bridge/nav-state.ts';
import { hasWords } from './filter-words.ts';

/** A filter for one click: one word of the filter language, or several that must all match. */
export interface ReadyFilter {
  readonly words: string;
  readonly label: string;
  /** Columns that show the answer. They are next to the URL while the filter is on. */
  readonly shows: readonly UrlColumnKey[];
}

export interface ReadyGroup {
  readonly heading: string;
  readonly filters: readonly ReadyFilter[];
}

const ready = (label: string, words: string, ...shows: UrlColumnKey[]): ReadyFilter => ({ label, words, shows });
const counted = ({ filter, label }: UrlCount): ReadyFilter => ready(label, filter);

const usual: readonly ReadyFilter[] = [
  ready('Errors', 'status:>=400'),
  ready('Redirects', 'status:3xx', 'redirectHops', 'redirectEnd'),
  counted(urlCounts.blocked),
  ready('Noindex', 'noindex:yes'),
  ready('Canonical elsewhere', 'canonical:other', 'canonical'),
  counted(urlCounts.failed),
  counted(urlCounts.notCrawled),
  counted(urlCounts.waiting),
];

const checked: readonly ReadyFilter[] = [
  ready('Errors', 'check_status:>=400'),
  ready('Redirects', 'check_status:3xx'),
  ready('Blocked by robots.txt', 'fetch:no'),
  ready('No response', 'check:check-no-response,check-tls-failure'),
];

/** The chips of each tab. Resources and external URLs are checked, not crawled. */
export const chipsOf: Readonly<Record<ClassTab, readonly ReadyFilter[]>> = {
  '': usual,
  page: usual,
  resource: [...checked, ready('Images', 'type:image'), ready('Scripts', 'type:script'), ready('Style sheets', 'type:css')],
  external: [...checked, ready('Host refuses checks', 'check:check-host-refuses')],
};

/** The menu next to the chips: questions that auditors ask about pages. */
export const readyGroups: readonly ReadyGroup[] = [
  {
    heading: 'Titles and descriptions',
    filters: [
      ready('No title', 'title:none'),
      ready('Duplicate titles', 'title:duplicate', 'title'),
      ready('Long titles', 'title_length:>60', 'title', 'titleLength', 'titlePixels'),
      ready('No meta description', 'description:none'),
      ready('Duplicate meta descriptions', 'description:duplicate', 'description'),
    ],
  },
  {
    heading: 'Headings and content',
    filters: [
      ready('No h1', 'h1:none'),
      ready('Several h1', 'h1_count:>1', 'h1Count', 'h1'),
      ready('Same text as another page', 'content:duplicate', 'textHash', 'title'),
      ready('Few words', 'words:<200', 'words'),
      ready('Images without alt', 'without_alt:>0', 'imagesWithoutAlt', 'images'),
    ],
  },
  {
    heading: 'Search engines, sitemaps and links',
    filters: [
      ready('Indexable', 'indexable:yes', 'indexability'),
      ready('Not indexable', 'indexable:no', 'indexability'),
      ready('Noindex, but in a sitemap', 'in:sitemap noindex:yes', 'inSitemaps'),
      ready('In a sitemap, but no page links to it', 'in:sitemap inlinks:0', 'inSitemaps', 'inlinks'),
      ready('Indexable, but in no sitemap', 'indexable:yes -in:sitemap'),
    ],
  },
  {
    heading: 'Redirects',
    filters: [ready('Redirect chains', 'redirects:>1', 'redirectHops', 'redirectEnd', 'redirectTo')],
  },
  {
    heading: 'Speed and size',
    filters: [
      ready('Slow: over 1 second', 'ms:>1000', 'totalMs', 'firstByteMs'),
      ready('Slow to respond: first byte after 600 ms', 'ttfb:>600', 'firstByteMs', 'totalMs'),
      ready('Large: over 500 KB', 'bytes:>500k', 'bytes'),
      ready('Large by Content-Length: over 500 KB', 'declared:>500k', 'declaredBytes', 'contentType'),
    ],
  },
];

/** The ready filters of a tab, chips first, that a filter contains. */
export const readyIn = (filter: string, tab: ClassTab | null): readonly ReadyFilter[] =>
  [...chipsOf[tab ?? ''], ...readyGroups.flatMap(group => group.filters)].filter(({ words }) => hasWords(filter, words));
