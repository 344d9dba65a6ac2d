import type { PlacedText } from '#shared/model/page-facts.ts';
import { foldText } from '../../text/fold-text.ts';
import { pixelWidth } from '../../text/pixel-width.ts';
import { type Check, groupCheck, pageCheck, threshold } from '../check.ts';
import { placed } from '../items.ts';
import { listed, longerThan, shorterThan } from './lengths.ts';
import { descriptionOf, isBlank, titleOf } from './readable.ts';

const snippets = 'Google Search Central, Control your snippets in search results';
const isLate = ({ inBody }: PlacedText): boolean => inBody === true;

export const descriptionChecks: readonly Check[] = [
  pageCheck({
    id: 'desc.missing',
    name: 'Meta description missing',
    group: 'desc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has no meta description, or only empty ones.',
    why: 'Search engines then choose a piece of the page, which may say little.',
    fix: 'Write one or two sentences that say what the page offers.',
    sources: [snippets],
    test: ({ facts: { descriptions = [] } }) => (descriptions.every(isBlank) ? descriptions.map(placed) : null),
  }),
  groupCheck({
    id: 'desc.duplicate',
    name: 'Duplicate meta description',
    group: 'desc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger:
      'Another indexable page has the same description, whatever its case and spaces, and whatever language the pages are in.',
    why: 'Readers of search results cannot tell the pages apart.',
    fix: 'Write a description for each page, or leave it out where nothing can be said.',
    sources: [snippets],
    key({ facts }) {
      const description = descriptionOf(facts);
      return description === undefined ? null : foldText(description.text);
    },
    items: ({ facts }) => listed(descriptionOf(facts)),
  }),
  pageCheck({
    id: 'desc.over_chars',
    name: 'Meta description too long (characters)',
    group: 'desc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The description has more characters than the threshold, counted as a reader sees them.',
    why: 'Search results cut long descriptions.',
    fix: 'Say what matters in the first sentence.',
    sources: [snippets, 'UAX #29, Unicode Text Segmentation'],
    thresholds: { most: threshold(155, 'Longest description', 'characters', 1, 2_000) },
    test: ({ facts }, { most }) => longerThan(descriptionOf(facts), most),
  }),
  pageCheck({
    id: 'desc.under_chars',
    name: 'Meta description too short (characters)',
    group: 'desc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has a description with fewer characters than the threshold.',
    why: 'A short description leaves room unused that could win a reader.',
    fix: 'Say in one or two sentences what the page offers.',
    sources: [snippets],
    thresholds: { least: threshold(70, 'Shortest description', 'characters', 1, 2_000) },
    test: ({ facts }, { least }) => shorterThan(descriptionOf(facts), least),
  }),
  pageCheck({
    id: 'desc.over_px',
    name: 'Meta description too wide (pixels)',
    group: 'desc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'In Arial of 14 pixels, on one line, the description is wider than the threshold.',
    why: 'Search results cut descriptions by their width, not by their characters.',
    fix: 'Shorten the description, or put what matters first.',
    sources: [snippets],
    thresholds: { most: threshold(985, 'Widest description', 'pixels', 1, 20_000) },
    test({ facts }, { most }) {
      const description = descriptionOf(facts);
      return description !== undefined && pixelWidth(description.text, 'description') > most ? [placed(description)] : null;
    },
  }),
  pageCheck({
    id: 'desc.under_px',
    name: 'Meta description too narrow (pixels)',
    group: 'desc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has a description that is narrower than the threshold in Arial of 14 pixels.',
    why: 'The description leaves room in search results that could say more.',
    fix: 'Say in one or two sentences what the page offers.',
    sources: [snippets],
    thresholds: { least: threshold(400, 'Narrowest description', 'pixels', 1, 20_000) },
    test({ facts }, { least }) {
      const description = descriptionOf(facts);
      return description !== undefined && pixelWidth(description.text, 'description') < least ? [placed(description)] : null;
    },
  }),
  pageCheck({
    id: 'desc.multiple',
    name: 'Several meta descriptions',
    group: 'desc',
    type: 'issue',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has more than one meta description, in the head or elsewhere.',
    why: 'Search engines may take any of them, or join them.',
    fix: 'Keep one. Mostly a template and a plug-in each write one.',
    sources: ['HTML standard, 4.2.5.1 Standard metadata names'],
    test: ({ facts: { descriptions = [] } }) => (descriptions.length > 1 ? descriptions.map(placed) : null),
  }),
  pageCheck({
    id: 'desc.outside_head',
    name: 'Meta description outside the head',
    group: 'desc',
    type: 'issue',
    priority: 'M',
    population: 'indexable',
    trigger: 'A meta description is after the end of the head.',
    why: 'Search engines may ignore it there. An element that ends the head early is the usual cause.',
    fix: 'Move the description into the head, before everything that is not allowed there.',
    sources: ['HTML standard, 13.2.6.4.4 The "in head" insertion mode'],
    test({ facts: { descriptions = [] } }) {
      return descriptions.some(isLate) ? descriptions.filter(isLate).map(placed) : null;
    },
  }),
  pageCheck({
    id: 'desc.same_as_title',
    name: 'Meta description is the same as the title',
    group: 'desc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'Title and description are the same text, whatever their case and spaces.',
    why: 'The search result says the same thing twice.',
    fix: 'Let the description add to the title.',
    sources: [snippets],
    test({ facts }) {
      const title = titleOf(facts);
      const description = descriptionOf(facts);
      if (title === undefined || description === undefined) return null;
      return foldText(title.text) === foldText(description.text) ? [placed(description)] : null;
    },
  }),
  pageCheck({
    id: 'kw.multiple',
    name: 'Several keywords elements',
    group: 'desc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has more than one meta keywords element.',
    why: 'Google does not read keywords. Several of them show that two systems write the head.',
    fix: 'Remove them, or keep one where another search engine needs it.',
    sources: ['Google Search Central, Meta tags that Google supports'],
    test: ({ facts: { keywords = [] } }) => (keywords.length > 1 ? keywords.map(placed) : null),
  }),
];
