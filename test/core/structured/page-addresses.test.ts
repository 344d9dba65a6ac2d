import { expect, it } from 'vitest';
import { hasBreadcrumb, pageAddresses } from '#core/structured/page-addresses.ts';
import { bundledVocabulary } from '#core/structured/vocabulary.ts';
import { jsonLd } from '#test/support/structured-page.ts';

const graph = (items: string) => jsonLd(`{"@context":"https://schema.org","@graph":[${items}]}`);
const of = (items: string) => pageAddresses(graph(items), bundledVocabulary()).map(({ property, url }) => `${property} ${url}`);

it.each([
  ['{"@type":"WebPage","@id":"https://e.com/a","url":"https://e.com/b"}', ['@id https://e.com/a', 'url https://e.com/b']],
  ['{"@type":"FAQPage","@id":"https://e.com/a#faq","url":"/b"}', ['url /b']],
  ['{"@type":"Product","@id":"https://e.com/a#p","url":"https://e.com/b"}', ['url https://e.com/b']],
  ['{"@type":"NewsArticle","mainEntityOfPage":"https://e.com/a"}', ['mainEntityOfPage https://e.com/a']],
  ['{"@type":"Article","mainEntityOfPage":{"@id":"https://e.com/a"}}', ['mainEntityOfPage https://e.com/a']],
  ['{"@type":"Article","mainEntityOfPage":{"@type":"WebPage","@id":"https://e.com/a"}}', ['mainEntityOfPage https://e.com/a']],
  ['{"@type":"Article","mainEntityOfPage":true,"url":"not a url"}', []],
  ['{"@type":"Product","url":"https://e.com/1"},{"@type":"Product","url":"https://e.com/2"}', []],
  ['{"@type":"Organization","url":"https://e.com/"},{"@type":"WebSite","url":"https://e.com/"}', []],
  ['{"@type":"WebSite","hasPart":{"@type":"WebPage","url":"https://e.com/"}}', []],
])('%s gives %j', (items, addresses) => {
  expect(of(items)).toEqual(addresses);
});

it('sees breadcrumbs at any depth', () => {
  expect(hasBreadcrumb(graph('{"@type":"WebPage","breadcrumb":{"@type":"BreadcrumbList"}}'))).toBe(true);
  expect(hasBreadcrumb(graph('{"@type":"WebPage"}'))).toBe(false);
  expect(hasBreadcrumb(jsonLd('{"@type":"BreadcrumbList"}'))).toBe(false);
});
