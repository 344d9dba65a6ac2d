import { describe, expect, it } from 'vitest';
import { googleRules } from '#core/structured/google/rules.ts';
import { validateStructuredData } from '#core/structured/validate.ts';
import { bundledVocabulary } from '#core/structured/vocabulary.ts';
import { explainStructuredFinding } from '#shared/explain/structured-data.ts';
import { jsonLd } from '#test/support/structured-page.ts';

function sentences(json: string): string[] {
  return validateStructuredData(jsonLd(json), bundledVocabulary(), googleRules).findings.map(explainStructuredFinding);
}
const schema = '"@context":"https://schema.org"';

describe('sentences of structured data', () => {
  it.each([
    ['{"a":1,}', 'Line 1, column 7: A comma comes before a closing bracket. Remove it.'],
    [`{${schema},"@type":"person"}`, 'schema.org has no type person. Upper and lower case count: write Person.'],
    [`{${schema},"@type":"Foo"}`, 'schema.org has no type Foo.'],
    [`{${schema},"@type":"Person","isbn":"x"}`, 'Person has no property isbn. schema.org has it for Book.'],
    [`{${schema},"@type":"Person","foo":"x"}`, 'schema.org has no property foo.'],
    [`{${schema},"@type":"FAQPage"}`, 'FAQPage has no mainEntity. Google requires it for rich results.'],
    [
      `{${schema},"@type":"Book","datePublished":"soon"}`,
      'Book.datePublished is "soon". It should be a date or time as ISO 8601 writes it, such as 2026-03-19 or 2026-03-19T08:30+01:00.',
    ],
    [
      `{${schema},"@type":"Event","name":"N","startDate":"2026","location":"L","eventStatus":"off","description":"d","endDate":"2026","image":"/i","offers":"x","organizer":"o","performer":"p"}`,
      'Event.eventStatus is "off". It should be one of EventCancelled, EventMovedOnline, EventPostponed, EventRescheduled, EventScheduled.',
    ],
    [`{${schema},"@type":"Person","url":""}`, 'Person.url is empty. It should be a URL.'],
    [
      `{${schema},"@type":"BreadcrumbList","itemListElement":{"@type":"ListItem","position":1,"name":"A"}}`,
      'BreadcrumbList.itemListElement has only one entry. It should be a list of two entries or more.',
    ],
    [`{"a":"b "c""}`, 'Line 1, column 9: This quotation mark ends the text too early. Inside a text, write \\" instead.'],
    [`{${schema},"@type":"Person","siblings":{"@type":"Person"}}`, 'The property siblings is outdated. Use sibling instead.'],
    [
      '{"@context":"https://e.com/c","@type":"T"}',
      'Context not known: https://e.com/c. Crawlscope does not check names that this context may define.',
    ],
    [
      '{"@type":"T"}',
      'The block has no @context, so search engines cannot know which vocabulary its types belong to. Add "@context": "https://schema.org".',
    ],
  ])('%s: %s', (json, sentence) => {
    expect(sentences(json)).toEqual([sentence]);
  });

  it('says what a second block says differently', () => {
    const both = `{${schema},"@type":"Person","@id":"#a","name":"A"}</script><script type="application/ld+json">{${schema},"@type":"Person","@id":"#a","name":"B"}`;
    expect(sentences(both)).toEqual(['Another block describes Person #a with different values for name.']);
  });
});
