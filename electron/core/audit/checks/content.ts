import { contradicts } from '../../text/language.ts';
import { systemOf } from '../../text/phrases/error-texts.ts';
import { type Check, type FactsPage, pageCheck, threshold, type Verdict } from '../check.ts';
import { ofNumber } from '../items.ts';
import { bitOfKind, bitsOfKinds } from '../link-form.ts';
import { cutReason, isUnspaced } from './readable.ts';

const people = 'Google Search Central, Creating helpful, reliable, people-first content';
const flesch = 'Flesch, A New Readability Yardstick, Journal of Applied Psychology 32, 1948';

/** A hit where the main content has fewer words than `least`. Words of scripts without spaces cannot be counted. */
function fewerWords(page: FactsPage, least: number): Verdict {
  const { words } = page.facts.text;
  if (words >= least) return null;
  if (isUnspaced(page.facts)) return 'language';
  return cutReason(page) ?? [ofNumber(words)];
}

/** Whether the page shows an image, a video or a frame outside navigation, header, footer and aside. */
const hasMedia = (page: FactsPage): boolean =>
  (page.marks.kinds & mediaBits) !== 0 &&
  page.links.some(({ kind, zone }) => (bitOfKind(kind) & mediaBits) !== 0 && (zone === 'none' || zone === 'main'));
const mediaBits = bitsOfKinds('image', 'media', 'iframe', 'frame');

/** A hit where the reading ease is at least `from` and below `below`. */
function readsBetween({ facts }: FactsPage, from: number, below: number): Verdict {
  const { flesch: score, words } = facts.text;
  if (score === undefined) return words < leastForReading && !isUnspaced(facts) ? 'too-short' : 'language';
  return score >= from && score < below ? [ofNumber(score)] : null;
}
/** Pages with fewer words have no reading ease: the formula is made for samples of a hundred words. */
const leastForReading = 100;

/** The year of epoch milliseconds, 1968 to 2099: every fourth year has 366 days. */
function yearOf(at: number): number {
  const days = Math.floor(at / 86_400_000) + 731;
  const inFour = days % 1_461;
  return 1_968 + Math.floor(days / 1_461) * 4 + (inFour < 366 ? 0 : 1 + Math.floor((inFour - 366) / 365));
}

export const wordChecks: readonly Check[] = [
  pageCheck({
    id: 'content.low',
    name: 'Low word count',
    group: 'content',
    type: 'opportunity',
    priority: 'M',
    population: 'indexable',
    trigger: 'The main content has fewer words than the threshold.',
    why: 'A page with little text answers few questions and is rarely found.',
    fix: 'Say what readers look for, or join the page with another. Pages that need few words are no fault.',
    sources: [people],
    thresholds: { least: threshold(200, 'Fewest words', 'words', 1, 100_000) },
    test: (page, { least }) => fewerWords(page, least),
  }),
  pageCheck({
    id: 'content.empty',
    name: 'Empty page',
    group: 'content',
    type: 'issue',
    priority: 'H',
    population: 'pages',
    trigger:
      'The main content has fewer words than the threshold, and no image, video or frame outside navigation, header and footer.',
    why: 'Readers find nothing. Mostly an error, or content that only scripts write.',
    fix: 'Open the page without scripts. Let the server send the content, or return 404 where there is none.',
    sources: [people],
    thresholds: { least: threshold(5, 'Fewest words', 'words', 1, 1_000) },
    test: (page, { least }) => (page.facts.text.words < least && hasMedia(page) ? null : fewerWords(page, least)),
  }),
];

export const textChecks: readonly Check[] = [
  pageCheck({
    id: 'content.lorem',
    name: 'Placeholder text',
    group: 'content',
    type: 'warning',
    priority: 'M',
    population: 'indexable',
    trigger: 'The main content has at least so many words of known placeholder texts, such as "Lorem ipsum".',
    why: 'The page was published before its text was written.',
    fix: 'Write the text, or take the page off the site.',
    sources: [people],
    thresholds: { least: threshold(2, 'Words of placeholder text', 'words', 2, 1_000) },
    test: ({ facts: { text } }, { least }) => ((text.lorem ?? 0) >= least ? [ofNumber(text.lorem ?? 0)] : null),
  }),
  pageCheck({
    id: 'content.readability_hard',
    name: 'Hard to read',
    group: 'content',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The reading ease of the main content is from 30 to below 50, by the formula of its language.',
    why: 'Readers need the education of a university student to follow the text.',
    fix: 'Write shorter sentences and use shorter words.',
    sources: [flesch],
    thresholds: {
      from: threshold(30, 'From', 'points', -200, 200),
      below: threshold(50, 'Below', 'points', -200, 200),
    },
    test: (page, { from, below }) => readsBetween(page, from, below),
  }),
  pageCheck({
    id: 'content.readability_vhard',
    name: 'Very hard to read',
    group: 'content',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The reading ease of the main content is below the threshold, by the formula of its language.',
    why: 'Few readers can follow the text without effort.',
    fix: 'Write shorter sentences and use shorter words.',
    sources: [flesch],
    thresholds: { below: threshold(30, 'Below', 'points', -200, 200) },
    test: (page, { below }) => readsBetween(page, Number.NEGATIVE_INFINITY, below),
  }),
  pageCheck({
    id: 'content.text_ratio',
    name: 'Low share of text in the HTML',
    group: 'content',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The bytes of visible text are at most so many percent of the bytes of the HTML.',
    why: 'Much markup around little text makes a page slow. The share itself is no ranking factor.',
    fix: 'Move scripts, styles and data out of the HTML, and remove what is not needed.',
    sources: ['web.dev, Avoid an excessive DOM size'],
    thresholds: { most: threshold(10, 'Share of text', '%', 0, 100) },
    test(page, { most }) {
      const { bodyBytes } = page.response;
      if (!bodyBytes) return 'no-body';
      const cut = cutReason(page);
      if (cut !== null) return cut;
      const share = (page.facts.text.bytes / bodyBytes) * 100;
      return share <= most ? [{ value: `${share.toFixed(1)} %` }] : null;
    },
  }),
  pageCheck({
    id: 'content.too_long',
    name: 'Very long text',
    group: 'content',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The visible text has more characters than the threshold.',
    why: 'A very long page is slow, and readers lose their way on it.',
    fix: 'Divide the page where its subject does.',
    sources: [people],
    thresholds: { most: threshold(100_000, 'Longest text', 'characters', 1_000, 100_000_000) },
    test: ({ facts: { text } }, { most }) => (text.characters > most ? [ofNumber(text.characters)] : null),
  }),
  pageCheck({
    id: 'content.lang_mismatch',
    name: 'Declared language differs from the text',
    group: 'content',
    type: 'warning',
    priority: 'L',
    population: 'indexable',
    trigger:
      'The page declares a language, its main content has 100 words or more, and is in another language with the confidence of the ' +
      'threshold. Pages that declare no language are outside the population.',
    why: 'Screen readers pronounce the text wrongly, and browsers offer the wrong translation.',
    fix: 'Set the lang attribute of the html element to the language of the text.',
    sources: ['WCAG 2.2, 3.1.1 Language of Page', 'RFC 5646, Tags for Identifying Languages'],
    thresholds: {
      words: threshold(100, 'Fewest words', 'words', 20, 10_000),
      confidence: threshold(90, 'Confidence', '%', 1, 100),
    },
    applies: ({ facts: { lang = '' } }) => lang.trim() !== '',
    test({ facts }, { words, confidence }) {
      const { lang = '', text } = facts;
      if (text.words < words && !(isUnspaced(facts) && text.characters >= words * 2)) return 'too-short';
      if (text.language === undefined) return 'language';
      const differs = contradicts(lang, text.language);
      if (differs === null) return 'language';
      return differs && (text.confidence ?? 0) * 100 >= confidence ? [{ value: text.language }, { value: lang }] : null;
    },
  }),
  pageCheck({
    id: 'content.stale_copyright',
    name: 'Old copyright year',
    group: 'content',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The newest year beside a copyright sign on the page is more than so many years before the year of the crawl.',
    why: 'The page looks abandoned.',
    fix: 'Let the template write the current year, or leave the year out.',
    sources: [people],
    thresholds: { years: threshold(1, 'Years that are accepted', 'years', 0, 100) },
    test({ facts: { text } }, { years }, { at }) {
      const { copyright } = text;
      return copyright !== undefined && copyright < yearOf(at) - years ? [ofNumber(copyright)] : null;
    },
  }),
  pageCheck({
    id: 'content.error_text',
    name: 'Error text on the page',
    group: 'content',
    type: 'issue',
    priority: 'M',
    population: 'indexable',
    trigger: 'The visible text contains an error message of a program or a database.',
    why: 'A part of the page is missing, and the text tells strangers how the site is built.',
    fix: 'Mend the error. Let the server write errors to its log and not to pages. An article about the error is no fault.',
    sources: ['OWASP, Improper Error Handling'],
    test({ facts: { text } }) {
      if (text.errorText === undefined) return null;
      const system = systemOf(text.errorText);
      return [{ value: system === null ? text.errorText : `${system}: ${text.errorText}` }];
    },
  }),
];
