import type { PlacedText } from '#shared/model/page-facts.ts';
import { type Check, pageCheck } from '../check.ts';
import { placed } from '../items.ts';

const isBlank = ({ text }: PlacedText): boolean => text === '';

export const titleChecks: readonly Check[] = [
  pageCheck({
    id: 'title.missing',
    name: 'Title missing',
    group: 'title',
    type: 'issue',
    priority: 'H',
    population: 'indexable',
    trigger: 'The page has no title, or only an empty one.',
    why: 'Search engines show the title as the link to the page. Without one they make up their own.',
    fix: 'Give the page a title of its own that says what it is about.',
    sources: ['HTML standard, 4.2.2 The title element', 'Google Search Central, Influencing title links'],
    test: ({ facts: { titles = [] } }) => (titles.every(isBlank) ? titles.map(placed) : null),
  }),
  pageCheck({
    id: 'title.multiple',
    name: 'Several titles',
    group: 'title',
    type: 'issue',
    priority: 'M',
    population: 'indexable',
    trigger: 'The head has more than one title element.',
    why: 'A browser takes the first. Search engines may take any of them.',
    fix: 'Keep one title element. Mostly a template and a plug-in each write one.',
    sources: ['HTML standard, 4.2.2 The title element'],
    test({ facts: { titles = [] } }) {
      const inHead = titles.filter(({ inBody }) => !inBody);
      return inHead.length > 1 ? inHead.map(placed) : null;
    },
  }),
  pageCheck({
    id: 'title.outside_head',
    name: 'Title outside the head',
    group: 'title',
    type: 'issue',
    priority: 'H',
    population: 'indexable',
    trigger: 'A title element stands after the end of the head.',
    why: 'Search engines may ignore a title in the body. An element that ends the head early is the usual cause.',
    fix: 'Move the title into the head, before everything that cannot stand there.',
    sources: ['HTML standard, 13.2.6.4.4 The "in head" insertion mode'],
    test({ facts: { titles = [] } }) {
      const outside = titles.filter(({ inBody }) => inBody);
      return outside.length > 0 ? outside.map(placed) : null;
    },
  }),
];
