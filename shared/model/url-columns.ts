import type { LinksFollowed, MayFetch, MayList, UrlState } from './decision.ts';

/**
 * Every column of a list of URLs, said once. SQL, sort orders, filters, operators and their help, the command line, exports, the
 * grid, comparisons and docs/crawl-file.md derive from this table. To add a stored column: a migration, the write (`settle`), an
 * entry here, a line of docs/crawl-file.md; `test/storage/lists/new-column.test.ts` does it with a spare one.
 */

/** Where a column shows before the user chooses: `grid` and `list` (`crawlscope urls`), one of them, or neither. */
export type ColumnPlace = 'everywhere' | 'grid' | 'list' | 'on-request';

/**
 * How crawls are compared by a column. `own-rule`: `core/compare` has a rule for it. `by-value`: any other value is a difference.
 * `shown-only`: both values are shown, but a difference in it alone is none.
 */
export type ColumnComparison = 'own-rule' | 'by-value' | 'shown-only';

export interface ColumnOperator {
  /** Further names of the operator; the name of the column always works. The first one is suggested in its place. */
  readonly names?: readonly string[];
  /** A whole condition, or several joined by commas and 'or'. */
  readonly example: string;
  /** What can be written after the colon, in a few words. */
  readonly help: string;
}

interface AnyColumn {
  /** Field of a row. */
  readonly key: string;
  /** Name in the view `urls`, in lists of the command line, in exports, and as an operator. */
  readonly name: string;
  /** Column of the table `url`. */
  readonly stored: string;
  /** Heading in the window. */
  readonly label: string;
  /** What a value means: a phrase without a full stop. */
  readonly help: string;
  /** What a missing value means; absent where there always is a value. */
  readonly none?: string;
  /** The words of a filter's description; the label in lower case where it is absent. */
  readonly inWords?: string;
  /** Pixels in the grid. */
  readonly width: number;
  readonly shown: ColumnPlace;
  /** Null: no filter asks for it. */
  readonly operator: ColumnOperator | null;
}

/** Whole numbers from 0. */
export interface NumberColumn extends AnyColumn {
  readonly kind: 'number';
  readonly format: 'count' | 'status' | 'bytes' | 'duration';
  /** Values may need more than 31 bits. */
  readonly wide?: true;
  /** A stored 0 means that there is no value. */
  readonly zeroIsNone?: true;
  readonly compared?: ColumnComparison;
}

/** Epoch milliseconds. */
export interface TimeColumn extends AnyColumn {
  readonly kind: 'time';
  readonly compared?: ColumnComparison;
}

/** Few different words. */
export interface WordColumn extends AnyColumn {
  readonly kind: 'word';
  readonly format: 'text' | 'verdict' | 'reason';
  /** All words there are, with their meaning; null where a server or a later version makes up others. */
  readonly values: Readonly<Record<string, string>> | null;
  readonly compared?: ColumnComparison;
}

/** Any text. */
export interface TextColumn extends AnyColumn {
  readonly kind: 'text';
}

/** Another URL: `stored` holds its id, a row its text. */
export interface TargetColumn extends AnyColumn {
  readonly kind: 'target';
}

export type UrlColumn = NumberColumn | TimeColumn | WordColumn | TextColumn | TargetColumn;

const states = {
  queued: 'waits to be requested',
  leased: 'in flight',
  done: 'a response was stored',
  failed: 'every attempt failed',
  disregarded: 'the crawl chose not to request it',
} as const satisfies Record<UrlState, string>;

const fetching = {
  yes: 'allowed',
  no: 'blocked; with state done it was requested in spite of that, by a site rule',
  unknown: 'robots.txt was not checked',
} as const satisfies Record<MayFetch, string>;

const listing = {
  yes: 'nothing found forbids it',
  no: 'a noindex, a status or a canonical stops it',
  'url-only': 'robots.txt blocks the page, so only its URL may be listed',
  unknown: 'not known',
} as const satisfies Record<MayList, string>;

const following = {
  yes: 'followed',
  no: 'the page or a header says nofollow',
  none: 'it has no links, or is not HTML',
  unknown: 'not fetched',
} as const satisfies Record<LinksFollowed, string>;

/** In the order of `crawlscope urls`; those it prints by default come first. */
export const urlColumns = [
  {
    key: 'url',
    name: 'url',
    stored: 'url',
    kind: 'text',
    label: 'URL',
    help: 'normalized URL; the raw text of a link that is not a URL',
    inWords: 'URL',
    width: 360,
    shown: 'everywhere',
    operator: { names: ['inurl'], example: 'inurl:shop', help: 'Text in the URL' },
  },
  {
    key: 'status',
    name: 'status',
    stored: 'status',
    kind: 'number',
    format: 'status',
    label: 'Status',
    help: 'HTTP status of the last attempt',
    none: 'no response',
    width: 72,
    shown: 'everywhere',
    operator: {
      example: 'status:404, status:4xx, status:>=400 or status:none',
      help: 'HTTP status: 404, 4xx, >=400, none',
    },
    compared: 'own-rule',
  },
  {
    key: 'contentType',
    name: 'content_type',
    stored: 'content_type',
    kind: 'word',
    format: 'text',
    values: null,
    label: 'Type',
    help: 'media type in lower case, without parameters',
    none: 'no response, or none declared',
    width: 130,
    shown: 'everywhere',
    operator: { names: ['type'], example: 'type:html', help: 'html, pdf, image, css, or a media type' },
  },
  {
    key: 'depth',
    name: 'depth',
    stored: 'depth',
    kind: 'number',
    format: 'count',
    label: 'Depth',
    help: 'fewest clicks from a start URL; redirects add none, links with nofollow do not count',
    none: 'no followed link leads there (a sitemap may list it)',
    width: 76,
    shown: 'everywhere',
    operator: { example: 'depth:2 or depth:2..4', help: 'Links from a start URL: 0, 2..4, >3' },
  },
  {
    key: 'state',
    name: 'state',
    stored: 'state',
    kind: 'word',
    format: 'text',
    values: states,
    label: 'State',
    help: 'where it stands in the crawl',
    width: 96,
    shown: 'list',
    operator: { example: 'state:queued', help: 'queued, leased, done, failed, disregarded' },
  },
  {
    key: 'reason',
    name: 'reason',
    stored: 'reason',
    kind: 'word',
    format: 'reason',
    values: null,
    label: 'Decision',
    help: 'reason code of the current decision',
    inWords: 'reason',
    width: 180,
    shown: 'everywhere',
    operator: { example: 'reason:not-found', help: 'Current decision: robots-disallow, robots-*' },
    compared: 'shown-only',
  },
  {
    key: 'mayFetch',
    name: 'may_fetch',
    stored: 'may_fetch',
    kind: 'word',
    format: 'verdict',
    values: fetching,
    label: 'May fetch',
    help: 'what robots.txt says about fetching it',
    width: 84,
    shown: 'everywhere',
    operator: { names: ['fetch'], example: 'fetch:no', help: 'Robots.txt allows it: yes, no, unknown' },
    compared: 'own-rule',
  },
  {
    key: 'mayList',
    name: 'may_list',
    stored: 'may_list',
    kind: 'word',
    format: 'verdict',
    values: listing,
    label: 'May list',
    help: 'whether a search engine may list it',
    width: 112,
    shown: 'everywhere',
    operator: { names: ['list'], example: 'list:url-only', help: 'Search engines may list it: yes, no, url-only, unknown' },
    compared: 'own-rule',
  },
  {
    key: 'linksFollowed',
    name: 'links_followed',
    stored: 'links_followed',
    kind: 'word',
    format: 'verdict',
    values: following,
    label: 'Links followed',
    help: 'whether the crawl followed its links',
    width: 110,
    shown: 'everywhere',
    operator: { names: ['follow'], example: 'follow:no', help: 'Its links were followed: yes, no, none, unknown' },
    compared: 'own-rule',
  },
  {
    key: 'inlinks',
    name: 'inlinks',
    stored: 'inlinks',
    kind: 'number',
    format: 'count',
    label: 'Links in',
    help: 'other pages with a link of a followed kind to it (see `links`; rel=nofollow counts), and redirects to it',
    inWords: 'inlinks',
    width: 72,
    shown: 'everywhere',
    operator: { example: 'inlinks:0', help: 'Pages that link to it: 0, >10' },
  },
  {
    key: 'outlinks',
    name: 'outlinks',
    stored: 'outlinks',
    kind: 'number',
    format: 'count',
    label: 'Links out',
    help: 'links of followed kinds on the page, repetitions counted; 1 for a redirect',
    none: 'not an HTML page with status 2xx',
    inWords: 'outlinks',
    width: 80,
    shown: 'everywhere',
    operator: { example: 'outlinks:>100', help: 'Links on the page: 0, >100' },
  },
  {
    key: 'title',
    name: 'title',
    stored: 'title',
    kind: 'text',
    label: 'Title',
    help: 'text of `<title>`, at most 2,000 characters',
    none: 'no title',
    width: 220,
    shown: 'everywhere',
    operator: { names: ['intitle'], example: 'intitle:"winter sale"', help: 'Text in the title' },
  },
  {
    key: 'bytes',
    name: 'bytes',
    stored: 'bytes',
    kind: 'number',
    format: 'bytes',
    wide: true,
    label: 'Size',
    help: 'size of the decoded body',
    none: 'no body',
    inWords: 'size in bytes',
    width: 80,
    shown: 'grid',
    operator: { example: 'bytes:>100k', help: 'Size of the body: >100k, <1m' },
  },
  {
    key: 'totalMs',
    name: 'total_ms',
    stored: 'total_ms',
    kind: 'number',
    format: 'duration',
    label: 'Time',
    help: 'duration of the last attempt',
    none: 'never requested',
    inWords: 'milliseconds taken',
    width: 76,
    shown: 'grid',
    operator: { names: ['ms'], example: 'ms:>1000', help: 'Duration of the last attempt in milliseconds: >1000' },
  },
  {
    key: 'canonical',
    name: 'canonical',
    stored: 'canonical_id',
    kind: 'target',
    label: 'Canonical',
    help: 'URL it declares as canonical, itself included',
    none: 'none, several different ones, or an unusable one',
    width: 220,
    shown: 'on-request',
    operator: { example: 'canonical:other', help: 'self, other, none or a URL' },
  },
  {
    key: 'redirectTo',
    name: 'redirect_to',
    stored: 'redirect_id',
    kind: 'target',
    label: 'Redirects to',
    help: 'target of its redirect',
    none: 'not a redirect',
    inWords: 'redirect target',
    width: 220,
    shown: 'on-request',
    operator: { example: 'redirect_to:example.com', help: 'Text in the redirect target' },
  },
  {
    key: 'inSitemaps',
    name: 'in_sitemaps',
    stored: 'in_sitemaps',
    kind: 'number',
    format: 'count',
    label: 'In sitemaps',
    help: 'sitemap entries that name it',
    inWords: 'sitemap entries',
    width: 92,
    shown: 'on-request',
    operator: { names: ['sitemaps'], example: 'sitemaps:>0', help: 'Sitemap entries that name it: 0, >1' },
  },
  {
    key: 'robotsLine',
    name: 'robots_line',
    stored: 'robots_line',
    kind: 'number',
    format: 'count',
    zeroIsNone: true,
    label: 'Robots line',
    help: 'line of robots.txt that decided whether it may be fetched',
    none: 'no line decided',
    inWords: 'deciding robots.txt line',
    width: 84,
    shown: 'on-request',
    operator: { names: ['line'], example: 'line:12', help: 'Decided by this robots.txt line' },
  },
  {
    key: 'fetchedAt',
    name: 'fetched_at',
    stored: 'fetched_at',
    kind: 'time',
    label: 'Fetched at',
    help: 'end of the last attempt',
    none: 'never requested',
    width: 170,
    shown: 'on-request',
    operator: null,
  },
] as const satisfies readonly UrlColumn[];

type Entry = (typeof urlColumns)[number];
type Cell<C> = C extends { readonly kind: 'number' | 'time' }
  ? number
  : C extends { readonly kind: 'word'; readonly values: Readonly<Record<infer W, string>> }
    ? W
    : string;

/** Key of a column: what lists are sorted by. */
export type UrlColumnKey = Entry['key'];
export const urlColumnKeys = urlColumns.map(column => column.key) as [UrlColumnKey, ...UrlColumnKey[]];

/** A row of the grid and of `crawlscope urls`: a field for each column, null where a value is missing. */
export type UrlRow = { readonly id: number } & {
  readonly [C in Entry as C['key']]: C extends { readonly none: string } ? Cell<C> | null : Cell<C>;
};

/** A row read by the key of a column, whatever columns there are. */
export type CellValue = string | number | null;
export const cellOf = (row: object, { key }: Pick<UrlColumn, 'key'>): CellValue =>
  (row as Record<string, CellValue>)[key] ?? null;

/** How a filter's description names a column. */
export const columnWords = ({ inWords, label }: UrlColumn): string => inWords ?? label.toLowerCase();

function meaning(column: UrlColumn, missing: string): string {
  const values = column.kind === 'word' && column.values ? Object.entries(column.values) : [];
  const words = values.map(([word, means]) => `\`${word}\` (${means})`).join(', ');
  return `${column.help}${words && ': '}${words}${column.none === undefined ? '' : `; ${missing}: ${column.none}`}`;
}

/** What a column means, as Markdown: its values and what a missing one stands for. Docs have this text. */
export const columnMeaning = (column: UrlColumn): string => meaning(column, 'null');

/** The same for the window: plain text that begins like a sentence. */
export function columnHint(column: UrlColumn): string {
  const text = meaning(column, 'empty').replaceAll('`', '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
