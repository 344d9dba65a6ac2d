import type { ChangeKind, Counted, CrawlChange, Facet, Flip, flipNames, TargetEdit } from '../model/comparison.ts';
import type { UrlColumn } from '../model/url-column.ts';
import { urlColumns } from '../model/url-columns.ts';
import { figure } from './figure.ts';

const kinds: Readonly<Record<ChangeKind, string>> = {
  setting: 'Setting',
  'site-rule': 'Site rule',
  limit: 'Limit',
  link: 'Links to the URL',
  robots: 'robots.txt',
  redirect: 'Redirect',
  status: 'Status',
  header: 'X-Robots-Tag',
  meta: 'Robots meta tag',
  canonical: 'Canonical',
  content: 'Content of the page',
  'redirect-target': 'Redirect target changed',
  'canonical-target': 'Canonical target changed',
  column: 'Column',
  other: 'Other',
};
export const changeKindWords = (kind: ChangeKind): string => kinds[kind];

/** 'X-Robots-Tag: none → “noindex”', 'robots.txt of https://example.com: line 14 “Disallow: /x” added'. */
export function changeWords(
  { kind, origin, edit, name, before, after, oldLine, newLine }: CrawlChange,
  columns: readonly UrlColumn[] = urlColumns,
): string {
  const was = oldLine > 0 ? `line ${oldLine} “${before}”` : 'no rule';
  const is = newLine > 0 ? `line ${newLine} “${after}”` : 'no rule';
  if (kind === 'robots') {
    const what =
      edit === 'added'
        ? `${is} added`
        : edit === 'removed'
          ? `${was} removed`
          : edit === 'access'
            ? `${before} → ${after}`
            : `${was} ${edit === 'changed' ? 'changed to' : 'replaced by'} ${is}`;
    return `robots.txt of ${origin}: ${what}`;
  }
  if (kind === 'setting') return `Setting ${name}: ${before} → ${after}`;
  if (kind === 'site-rule') return `Site rule for robots.txt: ${before} → ${after}`;
  if (kind === 'limit') return `Limit ${name} (${before}) reached in one crawl only`;
  if (kind === 'column')
    return `${labelOf(name, columns)}: ${before === '' && after === '' ? 'another value' : `${before || 'none'} → ${after || 'none'}`}`;
  if (kind === 'other') return name === '' ? 'No stored element differs' : `${after}; ${name} is the same in both crawls`;
  if (kind === 'redirect-target' || kind === 'canonical-target') return `${kinds[kind]}: ${targetWords(edit, before, after)}`;
  const text = (value: string): string => (value === '' ? 'none' : kind === 'header' || kind === 'meta' ? `“${value}”` : value);
  return `${kinds[kind]}: ${text(before)} → ${text(after)}`;
}

/** How a target changed: 'http://a.example → https://a.example, the same path'. */
export function targetWords(edit: string, before: string, after: string): string {
  switch (edit as TargetEdit) {
    case 'origin':
      return `${before} → ${after}, the same path`;
    case 'elsewhere':
      return `${before} → ${after}, another path`;
    case 'slash-added':
      return `a slash added at the end, on ${after}`;
    case 'slash-removed':
      return `a slash removed at the end, on ${after}`;
    case 'query':
      return `another query, on ${after}`;
    case 'path':
      return `another path, on ${after}`;
    case 'target':
    case 'added':
    case 'removed':
    case 'self':
    case 'back':
      return `${before} → ${after}`;
    default:
      return 'various targets';
  }
}

/** Heading of a column, or its key where this version has no such column. */
const labelOf = (key: string, columns: readonly UrlColumn[]): string => columns.find(column => column.key === key)?.label ?? key;

const facets: Readonly<Record<string, string>> = {
  mayFetch: 'may fetch',
  mayList: 'may list',
  linksFollowed: 'links followed',
  status: 'status class',
  redirectTarget: 'redirect target',
  canonicalTarget: 'canonical target',
};

/** 'may fetch 50, may list 50': what flipped, for how many URLs. */
export function facetWords(counts: Counted<Facet>, columns: readonly UrlColumn[] = urlColumns): string {
  const words = (name: string): string => facets[name] ?? labelOf(name.slice('column:'.length), columns).toLowerCase();
  return Object.entries(counts)
    .flatMap(([name, urls = 0]) => (urls > 0 ? [`${words(name)} ${figure(urls)}`] : []))
    .join(', ');
}

/** The differences of the URLs of a group, those with a separate rule first. */
export const flipsOf = ({ flips }: { readonly flips: Counted<Flip> }): readonly Flip[] =>
  (Object.keys(flips) as Flip[]).filter(name => (flips[name] ?? 0) > 0);

interface FlipWords {
  readonly words: string;
  readonly tone: 'ok' | 'bad' | 'warn';
}

const ownFlips: Readonly<Record<(typeof flipNames)[number], FlipWords>> = {
  blocked: { words: 'newly blocked', tone: 'bad' },
  allowed: { words: 'newly allowed', tone: 'ok' },
  fetchUnknown: { words: 'fetching now unknown', tone: 'warn' },
  delisted: { words: 'may not be listed any more', tone: 'bad' },
  addressOnly: { words: 'URL only', tone: 'bad' },
  listable: { words: 'may now be listed', tone: 'ok' },
  listUnknown: { words: 'listing now unknown', tone: 'warn' },
  linksDropped: { words: 'links not followed any more', tone: 'bad' },
  linksFollowed: { words: 'links followed now', tone: 'ok' },
  linksNotRead: { words: 'links not read any more', tone: 'warn' },
  status: { words: 'status changed', tone: 'warn' },
  redirectTarget: { words: 'redirect elsewhere', tone: 'warn' },
  canonicalTarget: { words: 'canonical elsewhere', tone: 'warn' },
};

/** A way in which URLs differ, in words for people, and its colour family. */
export function flipWords(flip: Flip, columns: readonly UrlColumn[] = urlColumns): FlipWords {
  if (flip in ownFlips) return ownFlips[flip as (typeof flipNames)[number]];
  return { words: `another ${labelOf(flip.slice('column:'.length), columns).toLowerCase()}`, tone: 'warn' };
}
