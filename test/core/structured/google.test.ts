import { describe, expect, it } from 'vitest';
import type { GoogleRule, Shape } from '#core/structured/google/rule.ts';
import { googleRules } from '#core/structured/google/rules.ts';
import { validateStructuredData } from '#core/structured/validate.ts';
import { bundledVocabulary } from '#core/structured/vocabulary.ts';
import { jsonLd } from '#test/support/structured-page.ts';

const vocabulary = bundledVocabulary();

function found(json: string, context = '"@context":"https://schema.org",'): string[] {
  const data = jsonLd(json.startsWith('[') ? json : `{${context}${json}}`);
  return validateStructuredData(data, vocabulary, googleRules)
    .findings.filter(({ rule }) => rule !== undefined)
    .map(({ check, property, value }) => `${check.split('_')[0]} ${property}${value === undefined ? '' : ` ${value}`}`);
}
const required = (json: string) => found(json).filter(each => each.startsWith('required'));

const offer = '{"@type":"Offer","price":"12.50","priceCurrency":"EUR","availability":"InStock","priceValidUntil":"2027-01-01"}';
const product = `"@type":"Product","name":"N","image":"/i.png","description":"d","brand":"B","sku":"1","offers":${offer}`;
const without = (json: string, property: string) => json.replace(new RegExp(`,?"${property}":(?:"[^"]*"|\\{[^{}]*\\})`), '');

const complete: Record<string, string> = {
  product,
  review:
    '"@type":"Review","author":{"@type":"Person","name":"A"},"reviewRating":{"@type":"Rating","ratingValue":4,"bestRating":5,"worstRating":1},"datePublished":"2026-01-01","itemReviewed":{"@type":"Book","name":"B"}',
  'aggregate-rating':
    '"@type":"AggregateRating","ratingValue":"4.4","bestRating":"5","ratingCount":"89","itemReviewed":{"@type":"Book","name":"B"}',
  organization: '"@type":"Organization","name":"N","url":"https://e.com/","logo":"https://e.com/l.png"',
  'local-business':
    '"@type":"Restaurant","name":"N","address":"A","geo":{"@type":"GeoCoordinates","latitude":1.5,"longitude":2},"openingHoursSpecification":[],"openingHoursSpecification":"x","telephone":"1","url":"https://e.com/"',
  article:
    '"@type":"NewsArticle","headline":"H","image":"/i.png","datePublished":"2026-01-01","dateModified":"2026-01-02","author":{"@type":"Person","name":"A","url":"https://e.com/a"}',
  breadcrumb:
    '"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"A","item":"https://e.com/a"},{"@type":"ListItem","position":2,"name":"B"}]',
  'faq-page': '"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Q","acceptedAnswer":{"@type":"Answer","text":"A"}}]',
  recipe:
    '"@type":"Recipe","name":"N","image":"/i.png","author":"A","datePublished":"2026-01-01","description":"d","recipeIngredient":["x"],"recipeInstructions":[{"@type":"HowToStep","text":"t"}],"recipeYield":"4","totalTime":"PT1H","prepTime":"PT1H","cookTime":"PT1H","recipeCategory":"c","recipeCuisine":"c","keywords":"k","nutrition":{"@type":"NutritionInformation","calories":"1 kcal"},"aggregateRating":{"@type":"AggregateRating","ratingValue":5,"ratingCount":1,"bestRating":5},"video":{"@type":"VideoObject","name":"v","thumbnailUrl":"/t.png","uploadDate":"2026-01-01","description":"d","duration":"PT1M","contentUrl":"/v.mp4"}',
  video:
    '"@type":"VideoObject","name":"v","thumbnailUrl":"/t.png","uploadDate":"2026-01-01","description":"d","duration":"PT1M","contentUrl":"/v.mp4"',
  event:
    '"@type":"MusicEvent","name":"N","startDate":"2026-01-01","location":{"@type":"Place","name":"P","address":"A"},"description":"d","endDate":"2026-01-02","eventStatus":"EventScheduled","image":"/i.png","offers":{"@type":"Offer","price":1,"priceCurrency":"EUR","availability":"InStock","url":"/t","validFrom":"2026-01-01"},"organizer":{"@type":"Organization","name":"O","url":"/o"},"performer":{"@type":"Person","name":"P"}',
  'job-posting':
    '"@type":"JobPosting","title":"T","description":"D","datePosted":"2026-01-01","hiringOrganization":{"@type":"Organization","name":"O"},"jobLocation":{"@type":"Place","address":{"@type":"PostalAddress","addressCountry":"DE"}},"baseSalary":{"@type":"MonetaryAmount","currency":"EUR","value":1},"employmentType":["FULL_TIME","INTERN"],"identifier":"1","validThrough":"2026-02-01","directApply":true',
};

describe.each(googleRules.map(rule => [rule.id, rule] as const))('%s', (id, rule) => {
  it('has nothing against a complete item', () => {
    expect(complete[id], `a complete item for ${id}`).toBeDefined();
    expect(found(complete[id] as string)).toEqual([]);
  });

  it('misses every property of an item that has none', () => {
    const type = rule.types[0] as string;
    const plain = (demands: Shape['required']) =>
      (demands ?? []).flatMap(each => {
        if (typeof each === 'string') return [each];
        // The conditional requirements that apply without the property.
        if ('demand' in each) return each.isNot === undefined ? [] : [[each.demand].flat().join(' or ')];
        return [each.join(' or ')];
      });
    expect(found(`"@type":"${type}"`)).toEqual([
      ...plain(rule.required).map(each => `required ${each}`),
      ...plain(rule.recommended).map(each => `recommended ${each}`),
    ]);
  });

  it('names its page, a date and how it was learnt', () => {
    expect(rule.source.page).toMatch(/^https:\/\/developers\.google\.com\/search\/docs\/appearance\/structured-data\/[a-z-]+$/);
    expect(rule.source.asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(rule.source.note.length).toBeGreaterThan(20);
  });

  it('names only types and properties of schema.org that go together', () => {
    // Google takes an ISBN for any product; schema.org has it for books.
    expect(strangers(rule).filter(each => each !== 'Product.isbn')).toEqual([]);
  });
});

/** Properties of a rule that the types it is for do not have. */
function strangers(rule: GoogleRule): string[] {
  const flat = (demands: Shape['required']): string[] =>
    (demands ?? []).flatMap(each => (typeof each === 'string' ? [each] : 'demand' in each ? [each.demand].flat() : [...each]));
  const walk = (shape: Shape, types: readonly string[]): string[] => {
    const names = [
      ...flat(shape.required),
      ...flat(shape.recommended),
      ...Object.keys(shape.forms ?? {}),
      ...Object.keys(shape.inside ?? {}),
    ];
    const bad = types.flatMap(type => names.filter(name => !vocabulary.fits(name, type)).map(name => `${type}.${name}`));
    const inner = Object.values(shape.inside ?? {}).flatMap(shapes =>
      Object.entries(shapes).flatMap(([type, each]) => walk(each, type === '*' ? [] : [type])),
    );
    return [...bad, ...inner];
  };
  return [...rule.types.filter(type => !vocabulary.hasType(type)), ...walk(rule, rule.types)];
}

describe('nested items', () => {
  it('are checked in their place', () => {
    expect(
      found(
        `"@type":"Product","name":"N","image":"/i","description":"d","brand":"b","sku":"1","offers":{"@type":"AggregateOffer","lowPrice":"1,50"},"review":{"@type":"Review","author":{"@type":"Person"},"reviewRating":{"@type":"Rating"}}`,
      ),
    ).toEqual([
      'required offers.priceCurrency',
      'recommended offers.highPrice',
      'recommended offers.offerCount',
      'bad offers.lowPrice 1,50',
      'recommended review.datePublished',
      'required review.author.name',
      'required review.reviewRating.ratingValue',
      'recommended review.reviewRating.bestRating',
      'recommended review.reviewRating.worstRating',
    ]);
    expect(required(without(product, 'offers'))).toEqual(['required offers or review or aggregateRating']);
  });

  it('are found by reference, also in other blocks', () => {
    const graph = (author: string) =>
      `[{"@context":"https://schema.org","@graph":[{${complete['article']?.replace(/,"author":.*$/, '')},"author":{"@id":"#a"}}]},{"@context":"https://schema.org","@type":"Person","@id":"#a"${author}}]`;
    expect(found(graph(',"name":"A","sameAs":"https://e.com/a"'))).toEqual([]);
    expect(found(graph(''))).toEqual(['recommended author.name', 'recommended author.url or author.sameAs']);
    expect(found(`${complete['article']?.replace(/,"author":.*$/, '')},"author":{"@id":"#none"}`)).toEqual([]);
  });

  it('with the same id count as one item', () => {
    const [head, tail] = [
      '"@type":"Organization","@id":"#o","name":"N"',
      '"@type":"Organization","@id":"#o","url":"/","logo":"/l"',
    ];
    expect(found(`"@graph":[{${head}},{${tail}}]`)).toEqual([]);
  });

  it('that refer to each other are checked once', () => {
    const circle =
      '{"@type":"Review","@id":"#r","itemReviewed":{"@id":"#p"}},{"@type":"Product","@id":"#p","review":{"@id":"#r"}}';
    expect(found(`"@graph":[${circle}]`).filter(each => each.includes('reviewRating'))).toEqual(['required reviewRating']);
  });

  it('do not ask for what only an outermost item needs', () => {
    expect(required('"@type":"Offer","itemOffered":{"@type":"Product"},"seller":{"@type":"LocalBusiness"}')).toEqual([]);
    expect(required('"@type":"WebPage","mainEntity":{"@type":"Product","name":"N"}')).toEqual([
      'required offers or review or aggregateRating',
    ]);
    expect(required('"@type":"WebPage","video":{"@type":"VideoObject","name":"v","uploadDate":"2026"}')).toEqual([
      'required thumbnailUrl',
    ]);
  });

  it('of unknown vocabularies are left alone', () => {
    const offers = '{"@context":{"@vocab":null},"@type":"Offer"}';
    expect(required(without(product, 'offers').replace('"sku"', `"offers":${offers},"sku"`))).toEqual([]);
  });
});

describe('particular rules', () => {
  it('a breadcrumb has two entries or more, each with a position', () => {
    expect(found('"@type":"BreadcrumbList","itemListElement":{"@type":"ListItem","name":"A","position":"first"}')).toEqual([
      'bad itemListElement 1 entry',
      'bad itemListElement.position first',
    ]);
  });

  it('a job without a place is a job at home', () => {
    const job = (complete['job-posting'] as string).replace(/"jobLocation":.*?\}\},/, '');
    expect(required(job)).toEqual(['required jobLocation']);
    expect(required(`${job},"jobLocationType":"TELECOMMUTE"`)).toEqual(['required applicantLocationRequirements or jobLocation']);
    const home = `${job},"jobLocationType":"TELECOMMUTE","applicantLocationRequirements":{"@type":"Country","name":"DE"}`;
    expect(found(home)).toEqual([]);
    expect(found(home.replace('"INTERN"', '"Intern"'))).toEqual(['bad employmentType Intern']);
  });

  it('a rescheduled event says when it was to be', () => {
    const moved = (complete['event'] as string).replace('EventScheduled', 'https://schema.org/EventRescheduled');
    expect(found(moved)).toEqual(['recommended previousStartDate']);
  });

  it('empty text is no value', () => {
    expect(required(product.replace('"N"', '""'))).toEqual(['required name']);
  });

  it('types without a rule of their own are left alone', () => {
    expect(found('"@type":"TechArticle"')).toEqual([]);
    expect(found('"@type":"ProductGroup"')).toEqual([]);
    expect(found('"@type":"Person"')).toEqual([]);
  });
});
