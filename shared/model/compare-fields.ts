/** What crawls are compared by, field by field: everything that a URL, a response or a page has in both. */

/**
 * The URLs that count as the whole of a field. `urls`: URLs in both crawls. `responses`: those with a response in both. `pages`: those
 * that are an HTML page with status 2xx in both.
 */
export type FieldWhole = 'urls' | 'responses' | 'pages';

export interface CompareField {
  readonly id: string;
  readonly label: string;
  readonly whole: FieldWhole;
  /** `number`: values go up or down. `text`: another value is a change. `target`: a URL, which the mapping applies to. */
  readonly kind: 'number' | 'text' | 'target';
  readonly format?: 'bytes' | 'duration';
  /** What the value is, without a full stop. */
  readonly help: string;
  /** A smaller difference is none: so many, and this share of the first value. */
  readonly least?: { readonly by: number; readonly share: number };
  /** Older versions of Crawlscope did not store it. */
  readonly isNewer?: true;
  /** Compared on request only, because more is read of each page. */
  readonly isSlow?: true;
}

export const compareFields = [
  { id: 'status', label: 'Status', whole: 'urls', kind: 'text', help: 'HTTP status of the last attempt' },
  { id: 'may_fetch', label: 'May fetch', whole: 'urls', kind: 'text', help: 'what robots.txt says about fetching it' },
  { id: 'may_list', label: 'May list', whole: 'urls', kind: 'text', help: 'whether a search engine may list it' },
  { id: 'links_followed', label: 'Links followed', whole: 'urls', kind: 'text', help: 'whether the crawl followed its links' },
  {
    id: 'indexability',
    label: 'Indexability',
    whole: 'urls',
    kind: 'text',
    help: 'whether search engines may index the page, or what keeps them from it',
    isNewer: true,
  },
  { id: 'reason', label: 'Decision', whole: 'urls', kind: 'text', help: 'reason code of the decision' },
  { id: 'depth', label: 'Depth', whole: 'urls', kind: 'number', help: 'fewest steps from a start URL' },
  { id: 'inlinks', label: 'Links in', whole: 'urls', kind: 'number', help: 'pages with a link to it' },
  { id: 'in_sitemaps', label: 'In sitemaps', whole: 'urls', kind: 'number', help: 'sitemap entries that name it' },
  { id: 'redirect_to', label: 'Redirects to', whole: 'responses', kind: 'target', help: 'target of its redirect' },
  { id: 'content_type', label: 'Type', whole: 'responses', kind: 'text', help: 'media type of the response' },
  { id: 'bytes', label: 'Size', whole: 'responses', kind: 'number', format: 'bytes', help: 'size of the decoded body' },
  {
    id: 'total_ms',
    label: 'Time',
    whole: 'responses',
    kind: 'number',
    format: 'duration',
    help: 'duration of the last attempt; only differences of at least 100 ms and 20 % count',
    least: { by: 100, share: 0.2 },
  },
  {
    id: 'first_byte_ms',
    label: 'First byte',
    whole: 'responses',
    kind: 'number',
    format: 'duration',
    help: 'time to the first byte; only differences of at least 100 ms and 20 % count',
    least: { by: 100, share: 0.2 },
    isNewer: true,
  },
  { id: 'title', label: 'Title', whole: 'pages', kind: 'text', help: 'text of the first title element' },
  { id: 'description', label: 'Description', whole: 'pages', kind: 'text', help: 'meta description', isNewer: true },
  { id: 'h1', label: 'H1', whole: 'pages', kind: 'text', help: 'text of the first h1', isNewer: true },
  { id: 'h1_count', label: 'H1s', whole: 'pages', kind: 'number', help: 'h1 elements of the page', isNewer: true },
  { id: 'h2_count', label: 'H2s', whole: 'pages', kind: 'number', help: 'h2 elements of the page', isNewer: true },
  { id: 'canonical', label: 'Canonical', whole: 'pages', kind: 'target', help: 'URL that the page declares as canonical' },
  { id: 'meta_robots', label: 'Meta robots', whole: 'pages', kind: 'text', help: 'robots directives in the page' },
  { id: 'x_robots_tag', label: 'X-Robots-Tag', whole: 'pages', kind: 'text', help: 'robots directives in the header' },
  { id: 'lang', label: 'Language', whole: 'pages', kind: 'text', help: 'language that the page declares', isNewer: true },
  { id: 'words', label: 'Words', whole: 'pages', kind: 'number', help: 'words of the main content', isNewer: true },
  {
    id: 'text',
    label: 'Text',
    whole: 'pages',
    kind: 'text',
    help: 'hash of the readable text; each row says how similar the two texts are',
    isNewer: true,
  },
  { id: 'outlinks', label: 'Links out', whole: 'pages', kind: 'number', help: 'links on the page, repetitions counted' },
  {
    id: 'internal_links',
    label: 'Internal links',
    whole: 'pages',
    kind: 'number',
    help: 'links on the page to internal URLs',
    isNewer: true,
  },
  {
    id: 'external_links',
    label: 'External links',
    whole: 'pages',
    kind: 'number',
    help: 'links on the page to other sites',
    isNewer: true,
  },
  { id: 'hreflangs', label: 'Hreflang', whole: 'pages', kind: 'number', help: 'hreflang elements of the page', isNewer: true },
  { id: 'images', label: 'Images', whole: 'pages', kind: 'number', help: 'img elements of the page', isNewer: true },
  {
    id: 'images_without_alt',
    label: 'No alt text',
    whole: 'pages',
    kind: 'number',
    help: 'images without an alt attribute',
    isNewer: true,
  },
  {
    id: 'structured_types',
    label: 'Structured data',
    whole: 'pages',
    kind: 'text',
    help: 'types of the outermost items of structured data',
    isNewer: true,
  },
  {
    id: 'structured_errors',
    label: 'Structured data errors',
    whole: 'pages',
    kind: 'number',
    help: 'blocks of JSON-LD that cannot be parsed',
    isNewer: true,
    isSlow: true,
  },
  {
    id: 'links',
    label: 'Link targets',
    whole: 'pages',
    kind: 'text',
    help: 'different URLs that the page links to; each row counts the targets that were added and removed',
    isSlow: true,
  },
] as const satisfies readonly CompareField[];

const headerMark = 'header:';
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
export const mostHeaderFields = 10;

/** The field of a response header, `header:cache-control`; null if this cannot be the name of one. */
export function headerField(name: string): CompareField | null {
  const lower = name.trim().toLowerCase();
  if (!headerName.test(lower)) return null;
  return { id: `${headerMark}${lower}`, label: lower, whole: 'responses', kind: 'text', help: `response header ${lower}` };
}

/** The header that a field is about; null for other fields. */
export const headerOf = ({ id }: Pick<CompareField, 'id'>): string | null =>
  id.startsWith(headerMark) ? id.slice(headerMark.length) : null;

/** A field by its name: one of the table, or `header:NAME`. */
export function fieldOf(id: string): CompareField | null {
  const known = (compareFields as readonly CompareField[]).find(field => field.id === id);
  if (known) return known;
  return id.startsWith(headerMark) ? headerField(id.slice(headerMark.length)) : null;
}

/** The fields that are compared unless others are asked for. */
export const usualFields: readonly CompareField[] = (compareFields as readonly CompareField[]).filter(({ isSlow }) => !isSlow);

/**
 * Which way a value went. `added`: there was none before. `removed`: there is none now. `changed`: another text. `up`, `down`: a larger or
 * smaller number.
 */
export const fieldWays = ['changed', 'added', 'removed', 'up', 'down'] as const;
export type FieldWay = (typeof fieldWays)[number];

/** How many URLs differ in a field. */
export interface FieldCounts {
  readonly id: string;
  /** The whole: URLs that both crawls have, with a response or a page in both where the field needs one. */
  readonly both: number;
  /** Of those: left out because one of the crawls did not record it. */
  readonly notRecorded: number;
  /** Of the others: URLs that differ. Σ of `ways`. */
  readonly differ: number;
  readonly ways: Readonly<Record<FieldWay, number>>;
  /** Mean of the values before and after, over URLs that have a number in both; null for texts, or where there are none. */
  readonly means: readonly [before: number, after: number] | null;
}

/** A URL that differs in a field. */
export interface FieldChange {
  /** As the second crawl writes it. */
  readonly url: string;
  /** As the first crawl writes it, where that differs because of a mapping; '' otherwise. */
  readonly oldUrl: string;
  readonly way: FieldWay;
  readonly before: string | number | null;
  readonly after: string | number | null;
  /** How far the two are apart: '+12', '87 % of the text is the same', '+3 −1'; '' where there is nothing to say. */
  readonly change: string;
}

/** A field by its id, which comes from a comparison. Throws for others. */
export function fieldWords(id: string): CompareField {
  const field = fieldOf(id);
  if (field === null) throw new Error(`There is no field ${id}.`);
  return field;
}
