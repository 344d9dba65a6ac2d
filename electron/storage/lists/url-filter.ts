import { spellings } from '#core/query/spelling.ts';
import type {
  LinkTerm,
  NoindexTerm,
  NumberRange,
  ResponseTerm,
  SitemapTerm,
  Term,
  TextStateTerm,
  TypeTerm,
} from '#core/query/term.ts';
import { codesOf, reasons } from '#shared/explain/reasons.ts';
import { least } from '#shared/lists.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { urlKey } from '../file/codec.ts';
import { columnOf, storedSql, valueSql } from './column-sql.ts';

/** A filter compiled to SQL over `url u`. Every value is a bound parameter. See `boundIn` for lists of ids. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number | Uint32Array)[];
}

/** Index of the first greater id in an ascending list. */
function placeAfter(ids: Uint32Array, id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Parameters for a query of rows with `after` < id ≤ `to`: limits each list of ids to that range. */
export const boundIn = (values: Condition['values'], after: number, to: number): (string | number)[] =>
  values.map(value =>
    value instanceof Uint32Array ? `[${value.subarray(placeAfter(value, after), placeAfter(value, to)).join()}]` : value,
  );

/** The greatest id for which every list of ids has at most `most` entries above `after`. */
export const reachOf = (values: Condition['values'], after: number, most: number): number =>
  Math.min(
    least(
      values.map(value => (value instanceof Uint32Array ? (value[placeAfter(value, after) + most - 1] ?? greatest) : greatest)),
    ),
    greatest,
  );
const greatest = Number.MAX_SAFE_INTEGER;

const any = (parts: readonly Condition[]): Condition => ({
  sql: parts.length ? `(${parts.map(part => part.sql).join(' OR ')})` : '0',
  values: parts.flatMap(part => part.values),
});

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/** The text contains the value, ignoring case. `fold` is slower than lower(), so it is used only if the value needs it. */
const holds = (column: string, value: string): Condition => ({
  sql: `instr(${isAscii(value) ? 'lower' : 'fold'}(coalesce(${column}, '')), ?) > 0`,
  values: [value],
});

/** The same for a URL. URLs percent-encode characters beyond ASCII, so such a value is searched in the decoded URL. */
const urlHolds = (column: string, value: string): Condition =>
  isAscii(value) ? holds(column, value) : { sql: `instr(fold_url(coalesce(${column}, '')), ?) > 0`, values: [value] };

/** The text contains the value as typed, or decoded: `caf%C3%A9` and `café` match the same rows. */
const contains = (column: string, value: string): Condition => any(spellings(value).map(each => holds(column, each)));

/** In a URL, a space is `%20`. */
const urlContains = (column: string, value: string): Condition => {
  const encoded = /^[\x00-\x7f]* [\x00-\x7f]*$/.test(value) ? [value.replaceAll(' ', '%20').toLowerCase()] : [];
  return any([...spellings(value), ...encoded].map(each => urlHolds(column, each)));
};

const like = (text: string): string => text.replace(/[\\%_]/g, c => `\\${c}`);

/** True if the value matches one of the patterns, or if it is missing and the term accepts that. */
const fits = (column: string, { patterns, missing }: Pick<TypeTerm, 'patterns' | 'missing'>): Condition =>
  any([
    ...patterns.map(({ match, value }): Condition => {
      if (match === 'exact') return { sql: `${column} = ?`, values: [value] };
      return {
        sql: `${column} LIKE ? ESCAPE '\\'`,
        values: [match === 'prefix' ? `${like(value)}%` : `%${like(value)}%`],
      };
    }),
    ...(missing ? [{ sql: `${column} IS NULL`, values: [] }] : []),
  ]);

const within = (column: string, range: NumberRange): Condition => {
  if (range.from === null) return { sql: `${column} <= ?`, values: [range.to ?? 0] };
  if (range.to === null) return { sql: `${column} >= ?`, values: [range.from] };
  return { sql: `${column} BETWEEN ? AND ?`, values: [range.from, range.to] };
};

/** For Crawlscope's own crawler, the decision contains the verdict. */
const own = (where: 'any' | 'meta' | 'header'): Condition => {
  const values = codesOf('noindex').filter(code =>
    where === 'any' ? reasons[code].element !== null : reasons[code].element === where,
  );
  return {
    sql: `EXISTS (SELECT 1 FROM decisions d WHERE d.url_id = u.id AND d.reason IN (${values.map(() => '?').join()}))`,
    values,
  };
};

/**
 * For a crawler that a directive names. An HTML page has a row with its elements and headers. For any other 2xx response, the
 * stored headers apply. Nothing else can be indexed.
 */
const named: Condition = {
  sql: `u.status BETWEEN 200 AND 299 AND CASE WHEN u.outlinks IS NOT NULL
    THEN EXISTS (SELECT 1 FROM page p WHERE p.url_id = u.id AND p.fetch_id = u.fetch_id
      AND coalesce(p.meta_robots, p.x_robots_tag) IS NOT NULL AND named_noindex_page(p.meta_robots, p.x_robots_tag))
    ELSE EXISTS (SELECT 1 FROM fetch f WHERE f.id = u.fetch_id
      AND f.response_headers LIKE '%x-robots-tag%' AND named_noindex_headers(f.response_headers)) END`,
  values: [],
};
const noindexPlaces = {
  any: [own('any'), named],
  meta: [own('meta')],
  header: [own('header')],
  named: [named],
} as const satisfies Readonly<Record<NoindexTerm['where'], readonly Condition[]>>;

/** Terms that are lists of ids, which somebody else finds once for a query. */
export type ListedTerm = LinkTerm | TextStateTerm | (SitemapTerm & { readonly url: string });
export const isListed = (term: Term): term is ListedTerm =>
  term.kind === 'link' ||
  (term.kind === 'text-state' && term.state === 'duplicate') ||
  (term.kind === 'sitemap' && term.url !== undefined);

/** Equal for terms with the same ids. */
export const listedKey = (term: ListedTerm): string => `${term.kind} ${term.kind === 'text-state' ? term.field : term.url}`;

/** The page was read as HTML with status 2xx; a redirect has one outlink, too. */
export const isHtmlSql = 'u.outlinks IS NOT NULL AND u.redirect_id IS NULL';

/** Epoch milliseconds in the header Last-Modified of the last response. */
const modifiedSql = `(SELECT last_modified_in(f.response_headers) FROM fetch f
  WHERE f.id = u.fetch_id AND f.response_headers LIKE '%last-modified%')`;

/** Values of the last response that only its row in `fetch` has. */
const responseSql = {
  ip: '(SELECT f.remote_address FROM fetch f WHERE f.id = u.fetch_id)',
  server: `(SELECT server_in(f.response_headers) FROM fetch f WHERE f.id = u.fetch_id AND f.response_headers LIKE '%"server"%')`,
} as const satisfies Readonly<Record<ResponseTerm['field'], string>>;

type IdsOf = (term: ListedTerm) => Uint32Array;
const ofList = (ids: Uint32Array): Condition => ({ sql: 'u.id IN (SELECT j.value FROM json_each(?) j)', values: [ids] });

/** Columns of languages: a tag also matches longer ones. */
export const tagFields: readonly string[] = ['lang', 'detectedLang'];

/** A missing word. Of a language: a page that was read and has none, not a URL that is no page. */
const missingSql = (column: UrlColumn): string =>
  `${tagFields.includes(column.key) ? `${isHtmlSql} AND ` : ''}${storedSql(column)} IS NULL`;

function positive(term: Term, idsOf: IdsOf, columns: readonly UrlColumn[]): Condition {
  switch (term.kind) {
    case 'any':
      return any(term.alternatives.map(terms => compileFilter(terms, idsOf, columns)));
    case 'text': {
      if (term.field === 'any') return any([urlContains('u.url', term.value), contains('u.title', term.value)]);
      const column = columnOf(columns, term.field);
      const isUrl = column.kind === 'target' || column.stored === 'url';
      return (isUrl ? urlContains : contains)(valueSql(column), term.value);
    }
    case 'text-state':
      if (term.state === 'duplicate') return ofList(idsOf(term));
      return { sql: `${isHtmlSql} AND coalesce(${storedSql(columnOf(columns, term.field))}, '') = ''`, values: [] };
    case 'number': {
      const column = storedSql(columnOf(columns, term.field));
      return any([
        ...term.ranges.map(range => within(column, range)),
        ...(term.missing ? [{ sql: `${column} IS NULL`, values: [] }] : []),
      ]);
    }
    case 'time': {
      const column = term.field === 'modified' ? modifiedSql : storedSql(columnOf(columns, term.field));
      return any([
        ...term.ranges.map(range => within(column, range)),
        ...(term.missing ? [{ sql: `${column} IS NULL`, values: [] }] : []),
      ]);
    }
    case 'compared':
      return { sql: `number_in(${storedSql(columnOf(columns, term.field))}) ${term.sign} ?`, values: [term.value] };
    case 'words': {
      const column = storedSql(columnOf(columns, term.field));
      const isTag = tagFields.includes(term.field);
      const values = term.values.filter(value => value !== '');
      return any([
        ...(isTag
          ? values.map(value => ({
              sql: `lower(${column}) = ? OR lower(${column}) LIKE ? ESCAPE '\\'`,
              values: [value, `${like(value)}-%`],
            }))
          : [{ sql: `${column} IN (${values.map(() => '?').join()})`, values }]),
        ...(term.values.includes('') ? [{ sql: `${missingSql(columnOf(columns, term.field))}`, values: [] }] : []),
      ]);
    }
    case 'site':
      return any(
        term.sites.map(site => ({
          sql: `u.origin_id IN (SELECT o.id FROM origin o WHERE (o.host = ? OR o.host LIKE ? ESCAPE '\\')
            AND (? = '' OR o.scheme = ?) AND (? = '' OR o.port = CAST(? AS INTEGER)))
            AND (? = '' OR substr(u.url, instr(substr(u.url, 9), '/') + 8, length(?)) = ?)`,
          values: [
            site.host,
            term.exact ? like(site.host) : `%.${like(site.host)}`,
            site.scheme,
            site.scheme,
            site.port,
            site.port,
            site.path,
            site.path,
            site.path,
          ],
        })),
      );
    case 'folder':
      return { sql: `folder_of(u.url) IN (${term.folders.map(() => '?').join()})`, values: term.folders };
    case 'type':
      return fits('u.content_type', term);
    case 'response':
      return fits(responseSql[term.field], term);
    case 'robots': {
      const verdicts = { blocked: 'no', allowed: 'yes', unknown: 'unknown' } as const;
      return {
        sql: `u.may_fetch IN (${term.verdicts.map(() => '?').join()})`,
        values: term.verdicts.map(verdict => verdicts[verdict]),
      };
    }
    case 'link':
      return ofList(idsOf(term));
    case 'noindex':
      return any(noindexPlaces[term.where]);
    case 'canonical': {
      if (term.value === 'url')
        return {
          sql: 'u.canonical_id = (SELECT c.id FROM url c WHERE c.hash = ? AND c.url = ?)',
          values: [urlKey(term.url), term.url],
        };
      if (term.value === 'self') return { sql: 'u.canonical_id = u.id', values: [] };
      if (term.value === 'other') return { sql: 'u.canonical_id <> u.id', values: [] };
      return { sql: 'u.canonical_id IS NULL', values: [] };
    }
    case 'sitemap':
      return isListed(term) ? ofList(idsOf(term)) : { sql: 'u.in_sitemaps > 0', values: [] };
    default: {
      const never: never = term;
      return never;
    }
  }
}

/**
 * Combines all terms with AND. A negated term also matches rows with a missing value. `idsOf`: the ids of a
 * term that is a list, ascending.
 */
export function compileFilter(terms: readonly Term[], idsOf: IdsOf, columns: readonly UrlColumn[] = urlColumns): Condition {
  const parts = terms.map(term => {
    const { sql, values } = positive(term, idsOf, columns);
    return { sql: term.negated ? `NOT coalesce((${sql}), 0)` : `(${sql})`, values };
  });
  return { sql: parts.length ? parts.map(part => part.sql).join(' AND ') : '1', values: parts.flatMap(part => part.values) };
}

/**
 * Whether a term is one query over the whole file. Run it once, because running it for each block would repeat the whole query.
 */
export const asksWhole = (term: Term): boolean =>
  term.kind === 'any'
    ? term.alternatives.some(terms => terms.some(asksWhole))
    : term.kind === 'canonical' && term.value === 'url';
