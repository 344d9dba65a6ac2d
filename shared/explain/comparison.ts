import { type ChangeKind, type CrawlChange, type Facet, facetNames } from '../model/comparison.ts';

const kinds: Readonly<Record<ChangeKind, string>> = {
  setting: 'Setting',
  limit: 'Limit',
  link: 'Links to it',
  robots: 'robots.txt',
  redirect: 'Redirect',
  status: 'Answer',
  header: 'X-Robots-Tag',
  meta: 'Robots meta tag',
  canonical: 'Canonical',
  content: 'Content of the page',
  other: 'Something else',
};
export const changeKindWords = (kind: ChangeKind): string => kinds[kind];

/** 'X-Robots-Tag: none → “noindex”', 'robots.txt of https://example.com: line 14 “Disallow: /x” added'. */
export function changeWords({ kind, origin, edit, name, before, after, oldLine, newLine }: CrawlChange): string {
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
            : `${was} ${edit === 'changed' ? 'changed to' : 'gave way to'} ${is}`;
    return `robots.txt of ${origin}: ${what}`;
  }
  if (kind === 'setting') return `Setting ${name}: ${before} → ${after}`;
  if (kind === 'limit') return `Limit ${name} (${before}) reached in one crawl only`;
  if (kind === 'other') return name === '' ? 'No recorded element differs' : `${after}; ${name} is the same in both crawls`;
  const text = (value: string): string => (value === '' ? 'none' : kind === 'header' || kind === 'meta' ? `“${value}”` : value);
  return `${kinds[kind]}: ${text(before)} → ${text(after)}`;
}

const facets: Readonly<Record<Facet, string>> = {
  mayFetch: 'may fetch',
  mayList: 'may list',
  linksFollowed: 'links followed',
  status: 'status class',
};

/** 'may fetch 50, may list 50': what flipped, for how many URLs. */
export const facetWords = (counts: Readonly<Record<Facet, number>>): string =>
  facetNames
    .filter(name => counts[name] > 0)
    .map(name => `${facets[name]} ${counts[name].toLocaleString('en-US')}`)
    .join(', ');
