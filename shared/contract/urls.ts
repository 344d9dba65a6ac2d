import { z } from 'zod';
import type { HeadersView, LinkRow, SourcePlaces, SourceWindow, UrlExplanation } from '../model/explanation.ts';
import type { FilterReading } from '../model/filter-tree.ts';
import type { FoundThrough, LinkDetail } from '../model/link-detail.ts';
import type { UrlMatrix } from '../model/matrix.ts';
import type { PagePreview } from '../model/preview.ts';
import type { RequestPage, RequestRow } from '../model/requests.ts';
import { type SearchHit, type SearchState, searchLimits, searchPlaces } from '../model/text-search.ts';
import type { UrlCells } from '../model/url-columns.ts';
import type { UrlGroups } from '../model/url-groups.ts';
import type { Interpretation, UrlViewInfo } from '../model/url-view.ts';
import type { Surroundings } from '../model/why-not.ts';
import { maxProfiles, UserProfileInput } from '../profiles-file.ts';
import { engineCall, readCall } from '../rpc/define.ts';
import { ColumnKeys, Count, Id, None, text, Url, UrlQuery } from '../rpc/inputs.ts';

/** Procedures of the window: lists of URLs, one URL, its requests, search in stored pages. */
export const urlsProcedures = {
  /** A filter as rows and groups, with the problem of each condition. */
  'filter.read': readCall<FilterReading>()(z.strictObject({ text: text(2_000) })),

  'lookup.interpret': engineCall<Interpretation>()(z.strictObject({ text: text(2_000) })),

  'urls.view': readCall<UrlViewInfo>()(UrlQuery),
  /** Waits for the complete list after one not `current` or not fully `searched`. Fails if a newer one was opened. */
  'urls.complete': readCall<UrlViewInfo>()(z.strictObject({ view: Id })),
  /** URLs that match a filter by class (`url.class`); null while the columns are not loaded. */
  'urls.classes': readCall<Readonly<Record<string, number>> | null>()(z.strictObject({ filter: text(2_000) })),
  /** URLs that match a filter by the value of a column, `host` or `folder`: the largest groups, at most 1,000 unless `limit` says more. Fails if there are more than 10,000. */
  'urls.groups': readCall<UrlGroups>()(
    z.strictObject({
      filter: text(2_000),
      within: text(200).optional(),
      by: text(100),
      numbers: z.array(text(100)).max(8).optional(),
      limit: z.int().min(1).max(10_000).optional(),
    }),
  ),
  /** `columns`: keys of the columns wanted beside the URL. All columns without it; a key that no column has is left out. */
  'urls.rows': readCall<readonly UrlCells[]>()(
    z.strictObject({ view: Id, from: Id, limit: Count, columns: ColumnKeys.optional() }),
  ),
  /** Position of a URL in a view, -1 when it is not in it. */
  'urls.position': readCall<number>()(z.strictObject({ view: Id, url: Url })),

  'url.explain': engineCall<UrlExplanation>()(z.strictObject({ url: Url })),
  /** Stored URLs closest to one, seen or not; a part of `url.explain`. */
  'url.relatives': readCall<Surroundings>()(z.strictObject({ url: Url })),
  /**
   * How crawlers read the stored robots.txt and the page for one URL: all profiles, or those named, which then come with detail.
   * `own`: profiles of the user that the file may lack.
   */
  'url.matrix': readCall<UrlMatrix>()(
    z.strictObject({
      url: Url,
      profiles: z.array(text(100)).max(200).optional(),
      own: z.array(UserProfileInput).max(maxProfiles).readonly().optional(),
    }),
  ),
  'url.links': readCall<{ readonly total: number; readonly rows: readonly LinkRow[] }>()(
    z.strictObject({ url: Url, direction: z.enum(['in', 'out']), from: Id, limit: Count }),
  ),
  /** One link of a page, with the address as written and each step to the stored URL; null if the page has no such link. */
  'url.link': readCall<LinkDetail | null>()(z.strictObject({ url: Url, seq: Id })),
  /** Every source through which the crawl found a URL. */
  'url.foundThrough': readCall<FoundThrough>()(z.strictObject({ url: Url })),
  /** How a page may look in a search result and as a social card; null where the URL is no HTML page. */
  'url.preview': readCall<PagePreview | null>()(z.strictObject({ url: Url })),
  'url.headers': readCall<HeadersView | null>()(z.strictObject({ url: Url })),
  /** Where a text is in the stored body of a URL, letter case ignored. */
  'url.findInSource': readCall<SourcePlaces>()(z.strictObject({ url: Url, text: text(200).min(1) })),
  /** A window of the stored body around a byte range (or from its start), at most 64 KiB. */
  'url.source': readCall<SourceWindow>()(z.strictObject({ url: Url, start: Id, end: Id, fromByte: Id.optional() })),

  /** Every request for a URL, with its times. */
  'requests.ofUrl': readCall<readonly RequestRow[]>()(z.strictObject({ url: Url })),
  /** A page of the requests to the host of one request: from it on, or before it. Null: there is no such request. */
  'requests.ofHost': readCall<RequestPage | null>()(z.strictObject({ request: Id, towards: z.enum(['later', 'earlier']) })),

  /** The custom rules of the file, and the run that looks at stored bodies. */
  /** Starts a search through stored pages, and ends the one before. */
  'search.start': engineCall<SearchState>()(
    z.strictObject({
      text: text(searchLimits.text),
      place: z.enum(searchPlaces),
      isPattern: z.boolean(),
      matchCase: z.boolean(),
      limit: z.int().min(1).max(searchLimits.pages).optional(),
    }),
  ),
  'search.state': engineCall<SearchState>()(None),
  'search.stop': engineCall<void>()(None),
  /** Pages with a match of the search with this number. */
  'search.hits': engineCall<readonly SearchHit[]>()(z.strictObject({ id: Id, from: Id, limit: Count })),
} as const;
