import { foldText } from '../../text/fold-text.ts';
import { placeholderTitles } from '../../text/phrases/placeholder-titles.ts';
import { pixelWidth } from '../../text/pixel-width.ts';
import { registrableDomain } from '../../url/authority.ts';
import { type Check, groupCheck, pageCheck, threshold } from '../check.ts';
import { placed } from '../items.ts';
import { listed, longerThan, shorterThan } from './lengths.ts';
import { firstHeading, isBlank, languageOf, titleOf } from './readable.ts';

/** Characters of the longest title that can be a placeholder, or a site's name. */
const longestPlaceholder = 60;
const longestName = 255;

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
    fix: 'Give the page a unique title that says what it is about.',
    sources: ['HTML standard, 4.2.2 The title element', 'Google Search Central, Influencing title links'],
    test: ({ facts: { titles = [] } }) => (titles.every(isBlank) ? titles.map(placed) : null),
  }),
  groupCheck({
    id: 'title.duplicate',
    name: 'Duplicate title',
    group: 'title',
    type: 'opportunity',
    priority: 'M',
    population: 'indexable',
    trigger: 'Another indexable page has the same title, whatever its case and spaces, and whatever language the pages are in.',
    why: 'Readers of search results cannot tell the pages apart, and search engines may take one for a copy of the other.',
    fix: 'Say in each title what its page is about. Where the pages are copies, keep one and point the others to it.',
    sources: ['Google Search Central, Influencing title links'],
    key({ facts }) {
      const title = titleOf(facts);
      return title === undefined ? null : foldText(title.text);
    },
    items: ({ facts }) => listed(titleOf(facts)),
  }),
  pageCheck({
    id: 'title.over_chars',
    name: 'Title too long (characters)',
    group: 'title',
    type: 'opportunity',
    priority: 'M',
    population: 'indexable',
    trigger: 'The title has more characters than the threshold, counted as a reader sees them.',
    why: 'Search results cut long titles, so that readers miss the end.',
    fix: 'Put the words that matter first and leave out what repeats on every page.',
    sources: ['Google Search Central, Influencing title links', 'UAX #29, Unicode Text Segmentation'],
    thresholds: { most: threshold(60, 'Longest title', 'characters', 1, 2_000) },
    test: ({ facts }, { most }) => longerThan(titleOf(facts), most),
  }),
  pageCheck({
    id: 'title.under_chars',
    name: 'Title too short (characters)',
    group: 'title',
    type: 'opportunity',
    priority: 'M',
    population: 'indexable',
    trigger: 'The page has a title with fewer characters than the threshold.',
    why: 'A short title rarely says what is special about the page.',
    fix: 'Name the subject of the page in words that people search for.',
    sources: ['Google Search Central, Influencing title links'],
    thresholds: { least: threshold(30, 'Shortest title', 'characters', 1, 2_000) },
    test: ({ facts }, { least }) => shorterThan(titleOf(facts), least),
  }),
  pageCheck({
    id: 'title.over_px',
    name: 'Title too wide (pixels)',
    group: 'title',
    type: 'opportunity',
    priority: 'M',
    population: 'indexable',
    trigger: 'In Arial of 20 pixels, as search results show it, the title is wider than the threshold.',
    why: 'Search results cut titles by their width, not by their characters.',
    fix: 'Shorten the title. Capitals take the most room.',
    sources: ['Google Search Central, Influencing title links'],
    thresholds: { most: threshold(561, 'Widest title', 'pixels', 1, 20_000) },
    test({ facts }, { most }) {
      const title = titleOf(facts);
      return title !== undefined && pixelWidth(title.text, 'title') > most ? [placed(title)] : null;
    },
  }),
  pageCheck({
    id: 'title.under_px',
    name: 'Title too narrow (pixels)',
    group: 'title',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has a title that is narrower than the threshold in Arial of 20 pixels.',
    why: 'The title leaves room in search results that could say more.',
    fix: 'Say more about the page, in words that people search for.',
    sources: ['Google Search Central, Influencing title links'],
    thresholds: { least: threshold(200, 'Narrowest title', 'pixels', 1, 20_000) },
    test({ facts }, { least }) {
      const title = titleOf(facts);
      return title !== undefined && pixelWidth(title.text, 'title') < least ? [placed(title)] : null;
    },
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
    trigger: 'A title element is after the end of the head.',
    why: 'Search engines may ignore a title in the body. An element that ends the head early is the usual cause.',
    fix: 'Move the title into the head, before everything that is not allowed there.',
    sources: ['HTML standard, 13.2.6.4.4 The "in head" insertion mode'],
    test({ facts: { titles = [] } }) {
      const outside = titles.filter(({ inBody }) => inBody);
      return outside.length > 0 ? outside.map(placed) : null;
    },
  }),
  pageCheck({
    id: 'title.same_as_h1',
    name: 'Title is the same as the H1',
    group: 'title',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'Title and first H1 are the same text, whatever their case and spaces.',
    why: 'Title and heading have different readers: one the search results, the other the page. The same text leaves a chance unused.',
    fix: 'Let the title add what the heading leaves out, such as the brand or a second term.',
    sources: ['Google Search Central, Influencing title links'],
    test({ facts }) {
      const title = titleOf(facts);
      const heading = firstHeading(facts, 1);
      if (title === undefined || heading === undefined) return null;
      return foldText(title.text) === foldText(heading.text) ? [placed(title), placed(heading)] : null;
    },
  }),
  pageCheck({
    id: 'title.not_useful',
    name: 'Placeholder title',
    group: 'title',
    type: 'issue',
    priority: 'M',
    population: 'indexable',
    trigger: 'The whole title is a word that programs put in, such as "Untitled", "Home", "Index" or "Document".',
    why: 'Such a title says nothing about the page. Search engines replace it.',
    fix: 'Write a title that says what the page is about.',
    sources: ['Google Search Central, Influencing title links'],
    test({ facts }) {
      const title = titleOf(facts);
      if (title === undefined || title.text.length > longestPlaceholder) return null;
      return placeholderTitles(languageOf(facts)).equals(title.text) === null ? null : [placed(title)];
    },
  }),
  pageCheck({
    id: 'title.site_name_only',
    name: 'Title is only the site name',
    group: 'title',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The whole title is the og:site_name, the host name, or the host name without "www." or its ending.',
    why: 'The title says whose page it is, not what it is about.',
    fix: 'Put the subject of the page before the name of the site.',
    sources: ['Google Search Central, Influencing title links'],
    test({ facts, url }) {
      const title = titleOf(facts);
      if (title === undefined || title.text.length > longestName) return null;
      const folded = foldText(title.text);
      const named = facts.social?.some(({ name, content }) => name === 'og:site_name' && foldText(content) === folded);
      return named || (!folded.includes(' ') && hostNames(url.url).includes(folded)) ? [placed(title)] : null;
    },
  }),
];

/** The host, the host without www., and the name that was registered without its ending: `www.example.co.uk`, `example.co.uk`, `example`. */
function hostNames(url: string): readonly string[] {
  const { hostname } = new URL(url);
  const bare = hostname.replace(/^www\./, '');
  const [label = ''] = registrableDomain(hostname).split('.', 1);
  return /^[\d.]+$|^\[/.test(hostname) ? [hostname] : [hostname, bare, label];
}
