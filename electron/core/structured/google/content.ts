import { type GoogleRule, googleSource, type Shape } from './rule.ts';
import { aggregateRating, author } from './shapes.ts';

const READ = '2026-01-13';

const listItem: Shape = {
  required: ['position', ['name', 'item']],
  forms: { position: 'integer' },
};

const step: Shape = { required: [['text', 'itemListElement', 'name']] };

export const contentRules: readonly GoogleRule[] = [
  {
    id: 'article',
    types: ['Article', 'NewsArticle', 'BlogPosting'],
    exact: true,
    where: 'outermost',
    recommended: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
    inside: { author: { '*': author } },
    source: googleSource('article', READ, 'Nothing is required. Compared with one validator.'),
  },
  {
    id: 'breadcrumb',
    types: ['BreadcrumbList'],
    where: 'anywhere',
    required: ['itemListElement'],
    forms: { itemListElement: 'two-or-more' },
    inside: { itemListElement: { ListItem: listItem } },
    source: googleSource(
      'breadcrumb',
      READ,
      'Compared with both validators. The last entry needs no item, and the name may be that of the item. A trail needs two entries or more.',
    ),
  },
  {
    id: 'faq-page',
    types: ['FAQPage'],
    where: 'outermost',
    required: ['mainEntity'],
    inside: {
      mainEntity: {
        Question: {
          required: ['name', 'acceptedAnswer'],
          inside: { acceptedAnswer: { Answer: { required: ['text'] } } },
        },
      },
    },
    source: googleSource(
      'faqpage',
      READ,
      'Compared with one validator. Google shows these results only for few, well-known sites.',
    ),
  },
  {
    id: 'recipe',
    types: ['Recipe'],
    where: 'outermost',
    required: ['name', 'image'],
    recommended: [
      'author',
      'datePublished',
      'description',
      'recipeIngredient',
      'recipeInstructions',
      'recipeYield',
      'totalTime',
      'prepTime',
      'cookTime',
      'recipeCategory',
      'recipeCuisine',
      'keywords',
      'nutrition',
      'aggregateRating',
      'video',
    ],
    inside: {
      recipeInstructions: { HowToStep: step, HowToSection: { required: ['name', 'itemListElement'] } },
      aggregateRating: { AggregateRating: aggregateRating },
    },
    source: googleSource('recipe', READ, 'Compared with both validators.'),
  },
  {
    id: 'video',
    types: ['VideoObject'],
    where: 'anywhere',
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['description', 'duration', ['contentUrl', 'embedUrl']],
    inside: {
      hasPart: {
        Clip: { required: ['name', 'startOffset', 'url'], recommended: ['endOffset'], forms: { startOffset: 'number' } },
      },
      publication: { BroadcastEvent: { required: ['startDate', 'endDate', 'isLiveBroadcast'] } },
    },
    source: googleSource(
      'video',
      READ,
      'Compared with both validators. Properties that fit few videos (expires, hasPart, publication, regions, statistics) are not required.',
    ),
  },
];
