import { headerValue } from '#shared/header-values.ts';
import { largest } from '#shared/lists.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import type { LastmodSource } from '#shared/model/sitemap-make.ts';
import { parseDirectiveDate } from '../../directives/date.ts';

/** A header this close to the time of the response was made for it, and says nothing of the page. */
const freshMs = 2_000;
/** Clocks differ: a date may be this much ahead. */
const aheadMs = 86_400_000;
/** 1990: before there was a web, so the date is that of a clock that was not set. */
const earliest = 631_152_000_000;
const longestDate = 100;

/** When a page says that it last changed, epoch milliseconds, or why nothing is known. */
export type PageDate = { readonly at: number } | 'missing' | 'bad' | 'future' | 'of-response';

export interface DatedPage {
  readonly headers: Headers;
  readonly facts: PageFacts | null;
  /** End of the response, epoch milliseconds. */
  readonly fetchedAt: number;
}

/**
 * The date for lastmod. `header`: Last-Modified, unless it is the time of the response itself. `content`: the newest date that the page
 * states as its modification, else as its publication (schema.org dateModified and datePublished, Open Graph article:modified_time,
 * article:published_time and og:updated_time).
 */
export function pageDate(source: LastmodSource, page: DatedPage): PageDate {
  if (source === 'none') return 'missing';
  const found = source === 'header' ? ofHeader(page) : ofContent(page.facts);
  return typeof found === 'object' && found.at > page.fetchedAt + aheadMs ? 'future' : found;
}

function ofHeader({ headers, fetchedAt }: DatedPage): PageDate {
  const written = headerValue(headers, 'last-modified');
  if (written === null) return 'missing';
  const at = dateOf(written);
  if (at === null) return 'bad';
  const responded = dateOf(headerValue(headers, 'date') ?? '') ?? fetchedAt;
  return at <= responded + aheadMs && at >= responded - freshMs ? 'of-response' : { at };
}

const modified: ReadonlySet<string> = new Set(['article:modified_time', 'og:updated_time']);

function ofContent(facts: PageFacts | null): PageDate {
  const metas = facts?.social ?? [];
  // Items inside others are often about other pages.
  const items = (facts?.structured?.items ?? []).filter(({ parent }) => parent === undefined);
  const stated = (names: (name: string) => boolean, property: string): string[] => [
    ...metas.filter(({ name }) => names(name)).map(({ content }) => content),
    ...items.flatMap(({ properties }) =>
      properties.filter(({ name }) => name === property).flatMap(({ values }) => values.filter(each => typeof each === 'string')),
    ),
  ];
  const changed = stated(name => modified.has(name), 'dateModified');
  const texts = changed.length > 0 ? changed : stated(name => name === 'article:published_time', 'datePublished');
  if (texts.length === 0) return 'missing';
  const dates = texts.map(dateOf).filter(at => at !== null);
  return dates.length === 0 ? 'bad' : { at: largest(dates) };
}

function dateOf(text: string): number | null {
  const at = text.length > longestDate ? null : parseDirectiveDate(text);
  return at !== null && at >= earliest ? at : null;
}
