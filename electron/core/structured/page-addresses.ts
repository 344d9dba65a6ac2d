import { append } from '#shared/lists.ts';
import type { StructuredData, StructuredItem, StructuredValue } from '#shared/model/structured-data.ts';
import { isBareName } from './names.ts';
import type { Vocabulary } from './vocabulary.ts';

/** An address that structured data gives for the page itself, to be compared with the canonical URL. */
export interface PageAddress {
  readonly item: number;
  readonly property: 'url' | '@id' | 'mainEntityOfPage';
  /** As written: it may be relative. */
  readonly url: string;
}

/** Types whose item is what a page is about, when it is the only one of its kind in the page. */
const MAIN = ['Article', 'Product', 'Event', 'Recipe', 'JobPosting', 'VideoObject', 'FAQPage'];

/**
 * The addresses that items declare for the page. For web pages: their `url` and id. For the single article, product,
 * event and the like that the page is about: its `url` and `mainEntityOfPage`. Ids with a fragment name a thing, not
 * the page. In a list of several products, none is the main one.
 */
export function pageAddresses(data: StructuredData, vocabulary: Vocabulary): PageAddress[] {
  const found: PageAddress[] = [];
  const outermost = data.items.flatMap((item, index) =>
    !item.unknownVocabulary && (item.parent === undefined || item.via === 'mainEntity') ? [{ item, index }] : [],
  );
  const isA = (item: StructuredItem, type: string): boolean =>
    item.types.some(each => isBareName(each) && vocabulary.isA(each, type));
  for (const { item, index } of outermost) {
    if (!isA(item, 'WebPage')) continue;
    if (item.id !== undefined && /^https?:/i.test(item.id) && !item.id.includes('#'))
      found.push({ item: index, property: '@id', url: item.id });
    append(found, addresses(item, index, 'url'));
  }
  for (const type of MAIN) {
    const these = outermost.filter(({ item }) => isA(item, type) && !isA(item, 'WebPage'));
    const [only] = these;
    if (!only || these.length > 1) continue;
    append(found, addresses(only.item, only.index, 'url'));
    append(found, addresses(only.item, only.index, 'mainEntityOfPage'));
    for (const value of valuesOf(only.item, 'mainEntityOfPage')) {
      const inner = typeof value === 'object' && value !== null && 'item' in value ? data.items[value.item] : undefined;
      if (inner?.id !== undefined) found.push({ item: only.index, property: 'mainEntityOfPage', url: inner.id });
    }
  }
  return found.filter(({ url }) => !url.endsWith('…'));
}

function valuesOf(item: StructuredItem, property: string): readonly StructuredValue[] {
  return item.properties.find(({ name }) => name === property)?.values ?? [];
}

function addresses(item: StructuredItem, index: number, property: 'url' | 'mainEntityOfPage'): PageAddress[] {
  return valuesOf(item, property).flatMap(value => {
    const url = typeof value === 'object' && value !== null && 'ref' in value ? value.ref : value;
    // `mainEntityOfPage: true` says that it is this page.
    return typeof url === 'string' && /^(?:https?:|\/)/i.test(url) ? [{ item: index, property, url }] : [];
  });
}

/** Whether the page describes its place in the site. */
export function hasBreadcrumb(data: StructuredData): boolean {
  return data.items.some(item => !item.unknownVocabulary && item.types.includes('BreadcrumbList'));
}
