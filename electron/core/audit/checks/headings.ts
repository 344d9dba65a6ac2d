import type { FindingItem } from '#shared/model/audit.ts';
import type { HeadingFact } from '#shared/model/page-facts.ts';
import { characters } from '../../text/characters.ts';
import { foldText } from '../../text/fold-text.ts';
import { type Check, type FactsPage, groupCheck, pageCheck, threshold } from '../check.ts';
import { placed } from '../items.ts';
import { listed } from './lengths.ts';
import { cutReason, firstHeading, headingsOf, isBlank } from './readable.ts';

const standard = 'HTML standard, 4.3.6 The h1 to h6 elements';
const wai = 'W3C WAI, Page structure: Headings';

/** A hit where no heading of the level has a text. Not checkable where the page was cut. */
function withoutHeading(page: FactsPage, level: number): readonly FindingItem[] | 'cut' | null {
  if (firstHeading(page.facts, level) !== undefined) return null;
  if (cutReason(page) !== null) return 'cut';
  return headingsOf(page.facts, level).map(placed);
}

function longHeadings(page: FactsPage, level: number, most: number): readonly FindingItem[] | null {
  const isLong = (heading: HeadingFact): boolean =>
    heading.level === level && heading.text.length > most && characters(heading.text) > most;
  const { headings = [] } = page.facts;
  return headings.some(isLong) ? headings.filter(isLong).map(placed) : null;
}

function several(page: FactsPage, level: number): readonly FindingItem[] | null {
  const found = headingsOf(page.facts, level);
  return found.length > 1 ? found.map(placed) : null;
}

function headingKey(page: FactsPage, level: number): string | null {
  const heading = firstHeading(page.facts, level);
  return heading === undefined ? null : foldText(heading.text);
}

/** The first heading of another level than the first heading, in the order of the document. */
function secondLevel({ facts: { headings = [] } }: FactsPage): HeadingFact | undefined {
  const [first] = headings;
  return first && headings.find(({ level }) => level !== first.level);
}

export const headingChecks: readonly Check[] = [
  pageCheck({
    id: 'h1.missing',
    name: 'H1 missing',
    group: 'h',
    type: 'issue',
    priority: 'M',
    population: 'indexable',
    trigger: 'The page has no H1, or only H1 without text and without an image that has an alternative text.',
    why: 'The H1 tells readers, screen readers and search engines what the page is about.',
    fix: 'Give the page one H1 that names its subject.',
    sources: [standard, wai],
    test: page => withoutHeading(page, 1),
  }),
  groupCheck({
    id: 'h1.duplicate',
    name: 'Duplicate H1',
    group: 'h',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'Another indexable page has the same first H1, whatever its case and spaces.',
    why: 'The heading does not say what is special about the page.',
    fix: 'Name the subject of each page in its H1.',
    sources: [wai],
    key: page => headingKey(page, 1),
    items: ({ facts }) => listed(firstHeading(facts, 1)),
  }),
  pageCheck({
    id: 'h1.long',
    name: 'H1 too long',
    group: 'h',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'An H1 has more characters than the threshold.',
    why: 'A long heading is hard to take in at a glance.',
    fix: 'Shorten the heading. Move the details to the text.',
    sources: [wai],
    thresholds: { most: threshold(70, 'Longest H1', 'characters', 1, 2_000) },
    test: (page, { most }) => longHeadings(page, 1, most),
  }),
  pageCheck({
    id: 'h1.multiple',
    name: 'Several H1',
    group: 'h',
    type: 'warning',
    priority: 'M',
    population: 'indexable',
    trigger: 'The page has more than one H1 element, empty ones included.',
    why: 'Readers of a screen reader cannot tell which heading names the page.',
    fix: 'Keep one H1 and make the others H2.',
    sources: [standard, wai],
    test: page => several(page, 1),
  }),
  pageCheck({
    id: 'h1.alt_only',
    name: 'H1 is only an image',
    group: 'h',
    type: 'warning',
    priority: 'L',
    population: 'indexable',
    trigger: 'An H1 has no text, but an image with an alternative text.',
    why: 'An alternative text says less to search engines than a heading in words.',
    fix: 'Write the heading as text, or add text to the image.',
    sources: [wai],
    test({ facts }) {
      const found = headingsOf(facts, 1).filter(({ alt }) => alt);
      return found.length > 0 ? found.map(placed) : null;
    },
  }),
  pageCheck({
    id: 'h1.not_first',
    name: 'H1 is not the first heading',
    group: 'h',
    type: 'warning',
    priority: 'L',
    population: 'indexable',
    trigger: 'A heading of another level comes before the first H1.',
    why: 'The outline of the page starts in the middle.',
    fix: 'Put the H1 first. Titles of menus and boxes need no heading element.',
    sources: [wai],
    test({ facts: { headings = [] } }) {
      const [first] = headings;
      return first && first.level !== 1 && headings.some(({ level }) => level === 1) ? [placed(first)] : null;
    },
  }),
  pageCheck({
    id: 'h2.missing',
    name: 'H2 missing',
    group: 'h',
    type: 'warning',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has no H2, or only H2 without text and without an image that has an alternative text.',
    why: 'A page without subheadings is hard to scan.',
    fix: 'Divide the text by H2. A short page needs none.',
    sources: [wai],
    test: page => withoutHeading(page, 2),
  }),
  groupCheck({
    id: 'h2.duplicate',
    name: 'Duplicate H2',
    group: 'h',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'Another indexable page has the same first H2, whatever its case and spaces.',
    why: 'Mostly a template puts the same heading on every page, so that it says nothing about the page.',
    fix: 'Let headings name what follows them. Titles of boxes need no heading element.',
    sources: [wai],
    key: page => headingKey(page, 2),
    items: ({ facts }) => listed(firstHeading(facts, 2)),
  }),
  pageCheck({
    id: 'h2.long',
    name: 'H2 too long',
    group: 'h',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'An H2 has more characters than the threshold.',
    why: 'A long heading is hard to take in at a glance.',
    fix: 'Shorten the heading. Move the details to the text.',
    sources: [wai],
    thresholds: { most: threshold(70, 'Longest H2', 'characters', 1, 2_000) },
    test: (page, { most }) => longHeadings(page, 2, most),
  }),
  pageCheck({
    id: 'h2.multiple',
    name: 'Several H2',
    group: 'h',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has more than one H2.',
    why: 'This is usual and no fault. The list helps to look at how pages are divided.',
    fix: 'Nothing needs to be done.',
    sources: [standard],
    test: page => several(page, 2),
  }),
  pageCheck({
    id: 'h2.not_second',
    name: 'H2 is not the second level',
    group: 'h',
    type: 'warning',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has headings of at least two levels, and the second level that appears is not H2.',
    why: 'The outline of the page skips a level or starts in the middle.',
    fix: 'Let H2 follow H1, and H3 follow H2.',
    sources: [wai],
    test(page) {
      const second = secondLevel(page);
      return second && second.level !== 2 ? [placed(second)] : null;
    },
  }),
  pageCheck({
    id: 'head.skip',
    name: 'Heading level skipped',
    group: 'h',
    type: 'warning',
    priority: 'L',
    population: 'indexable',
    trigger: 'A heading is more than one level below the heading before it, such as an H4 after an H2.',
    why: 'Readers of a screen reader go by levels, and think that they missed a section.',
    fix: 'Use the next level. Choose the size of the letters in the style sheet.',
    sources: [wai, 'WCAG 2.2, 1.3.1 Info and Relationships'],
    test({ facts: { headings = [] } }) {
      const isSkip = ({ level }: HeadingFact, at: number): boolean =>
        at > 0 && level > (headings[at - 1] as HeadingFact).level + 1;
      return headings.some(isSkip) ? headings.filter(isSkip).map(placed) : null;
    },
  }),
  pageCheck({
    id: 'head.empty',
    name: 'Empty heading',
    group: 'h',
    type: 'warning',
    priority: 'L',
    population: 'indexable',
    trigger: 'An h1 to h6 element has no text and no image with an alternative text.',
    why: 'A screen reader announces a heading and then says nothing.',
    fix: 'Remove the element, or give it a text.',
    sources: ['WCAG 2.2, 2.4.6 Headings and Labels'],
    test({ facts: { headings = [] } }) {
      return headings.some(isBlank)
        ? headings.filter(isBlank).map(heading => ({ ...placed(heading), value: `h${heading.level}` }))
        : null;
    },
  }),
];
