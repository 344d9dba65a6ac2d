import type { AuditSite, AuditUrl } from './check.ts';
import { linkColumn, linkColumns, type PageLinks } from './source.ts';
import {
  bitsOf,
  hasQuery,
  isExternal,
  isFile,
  isInternalHttp,
  isInternalPlace,
  isKnown,
  isOwnError,
  isPlainHttp,
  isPrivateHost,
  isSitePlace,
  longestOf,
} from './target-bits.ts';
import type { UrlTable } from './url-table.ts';

/** What the links of a page have, as bits of `LinkMarks.marks`. Without a bit, no link of the page is like that. */
export const mark = {
  /** An anchor with nofollow to a page or file of the site. */
  nofollowInternal: 1,
  /** An anchor with nofollow to another site. */
  nofollowExternal: 1 << 1,
  /** An anchor with an address that depends on the path of the page. */
  pathRelative: 1 << 2,
  /** An anchor to an image, a style sheet or a script. */
  toFile: 1 << 3,
  /** An anchor to another site with plain HTTP. */
  toExternalHttp: 1 << 4,
  /** An anchor to a URL inside the scope with plain HTTP. */
  toInternalHttp: 1 << 5,
  /** Any link to plain HTTP. */
  toHttp: 1 << 6,
  /** Any link to a private address on another origin. */
  toPrivate: 1 << 7,
  /** A hyperlink to a page with a query. */
  toQuery: 1 << 8,
  /** An anchor to an error of this site. */
  toError: 1 << 9,
  /** A hyperlink to another place of the site. */
  toInternal: 1 << 10,
  /** An anchor to another site in a new window that can change this one. */
  unsafeWindow: 1 << 11,
  /** A loaded file whose address starts with `//`. */
  loadedByHost: 1 << 12,
  /** An anchor without a label whose text may be empty. */
  maybeNameless: 1 << 13,
  /** An anchor to a place of the site. */
  toSite: 1 << 14,
  /** Such an anchor that is followed. */
  toSiteFollowed: 1 << 15,
} as const;

/** What the links of a page have in common, found in one pass over them. */
export interface LinkMarks {
  /** Bits of `mark`. */
  readonly marks: number;
  /** Bits of the kinds of links. */
  readonly kinds: number;
  /** Bits that the target of any anchor to the site has, but for the page itself. */
  readonly any: number;
  /** Bits that the targets of all anchors to the site have. */
  readonly all: number;
  /** The same of those that are followed. */
  readonly anyFollowed: number;
  readonly allFollowed: number;
  /** No anchor leads to a longer address. */
  readonly longest: number;
  /** Links whose targets the crawl has. */
  readonly count: number;
}

/** The row of the table to which each link of a page leads; -1 for none. */
export function rowsOfLinks(links: PageLinks, table: UrlTable): Int32Array {
  const { count, numbers } = links;
  const rows = new Int32Array(count);
  for (let i = 0, at = linkColumn.to as number; i < count; i++, at += linkColumns) rows[i] = table.rowOf(numbers[at] as number);
  return rows;
}

const none: LinkMarks = { marks: 0, kinds: 0, any: 0, all: 0, anyFollowed: 0, allFollowed: 0, longest: 0, count: 0 };

/** Looks at every link of a page once. */
export function marksOf(
  links: PageLinks,
  rows: Int32Array,
  { table, url, site }: { readonly table: UrlTable; readonly url: AuditUrl; readonly site: AuditSite },
): LinkMarks {
  const { count, numbers, forms } = links;
  if (count === 0) return none;
  const bits = table.targetBits;
  const origins = table.numbers.origin;
  const { id, originId, nofollow } = url;
  const ownRow = table.rowOf(id);
  let marks = 0;
  let kinds = 0;
  let any = 0;
  let all = -1;
  let anyFollowed = 0;
  let allFollowed = -1;
  let longest = 0;
  let found = 0;
  for (let i = 0, at = linkColumn.form as number; i < count; i++, at += linkColumns) {
    const row = rows[i] as number;
    if (row < 0) continue;
    found += 1;
    const form = forms[numbers[at] as number];
    if (form === undefined) continue;
    let to = bits[row] as number;
    if (to === 0) {
      to = bitsOf(table.view(row), site);
      bits[row] = to;
    }
    kinds |= form.kindBit;
    if ((to & isPlainHttp) !== 0) marks |= mark.toHttp;
    if ((to & isPrivateHost) !== 0 && origins[row] !== originId) marks |= mark.toPrivate;
    if (form.isLoadedByHost) marks |= mark.loadedByHost;
    if (form.isHyperlink) {
      if ((to & hasQuery) !== 0) marks |= mark.toQuery;
      if (row !== ownRow && (to & isInternalPlace) !== 0) marks |= mark.toInternal;
    }
    if (!form.isAnchor) continue;
    // The length is in the highest bits.
    if (to >>> 0 > longest) longest = to >>> 0;
    if (form.isPathRelative) marks |= mark.pathRelative;
    if ((to & isFile) !== 0) marks |= mark.toFile;
    if ((to & isOwnError) !== 0) marks |= mark.toError;
    if ((to & isInternalHttp) !== 0) marks |= mark.toInternalHttp;
    if ((to & isExternal) !== 0) {
      if (form.isNofollow) marks |= mark.nofollowExternal;
      if (form.isUnsafeWindow) marks |= mark.unsafeWindow;
      if ((to & isPlainHttp) !== 0) marks |= mark.toExternalHttp;
    }
    if (!form.facts.byLabel && !beginsPlainly(links.text(i))) marks |= mark.maybeNameless;
    if ((to & isSitePlace) === 0) continue;
    if (form.isNofollow) marks |= mark.nofollowInternal;
    // A link of a page to itself says that a target is known.
    const judged = row === ownRow ? isKnown : to;
    marks |= mark.toSite;
    any |= judged;
    all &= judged;
    if (form.isNofollow || nofollow) continue;
    marks |= mark.toSiteFollowed;
    anyFollowed |= judged;
    allFollowed &= judged;
  }
  return { marks, kinds, any, all, anyFollowed, allFollowed, longest: longestOf(longest), count: found };
}

/** With a letter, digit or sign of ASCII: the text is no white space. */
export const beginsPlainly = (text: string): boolean => text.charCodeAt(0) > 32 && text.charCodeAt(0) < 127;
