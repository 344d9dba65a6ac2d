import type { CheckPriority, CheckType } from '#shared/model/audit.ts';
import type { Directive } from '#shared/model/page.ts';
import { parseDirectiveDate } from '../../directives/date.ts';
import { PLAIN_DIRECTIVES, VALUED_DIRECTIVES } from '../../directives/words.ts';
import { type AuditSite, type Check, type FactsPage, pageCheck } from '../check.ts';
import { directivesOf, ofDirectives } from '../directives.ts';

const google = 'Google Search Central, Robots meta tag, data-nosnippet, and X-Robots-Tag specifications';

/** The directives that `test` picks, as evidence; null for none. */
function picked(page: FactsPage, site: AuditSite, test: (directive: Directive) => boolean) {
  const directives = directivesOf(page, site);
  if (directives === null) return null;
  const found = directives.all.filter(test);
  return found.length > 0 ? ofDirectives(found) : null;
}

interface WordCheck {
  readonly id: string;
  readonly name: string;
  readonly type: CheckType;
  readonly priority: CheckPriority;
  readonly trigger: string;
  readonly why: string;
  readonly fix: string;
  readonly test: (directive: Directive) => boolean;
}

/** A check for one word, for any crawler, in a robots meta element or an X-Robots-Tag header. */
const wordCheck = ({ test, ...entry }: WordCheck): Check =>
  pageCheck({
    ...entry,
    group: 'dir',
    population: 'pages',
    sources: [google],
    test: (page, _, site) => picked(page, site, test),
  });

const isWord =
  (...words: readonly string[]) =>
  ({ word }: Directive): boolean =>
    words.includes(word);
const hasValue =
  (word: string, value: string) =>
  (each: Directive): boolean =>
    each.word === word && each.value.toLowerCase() === value;

const isUnknown = ({ word, source }: Directive): boolean =>
  word !== '' &&
  !PLAIN_DIRECTIVES.has(word) &&
  !VALUED_DIRECTIVES.has(word) &&
  (source.kind === 'meta' || source.name.toLowerCase() === 'x-robots-tag');

/** Words that pages say in robots elements and headers, whatever crawler they name. */
export const directiveWordChecks: readonly Check[] = [
  wordCheck({
    id: 'dir.none',
    name: 'none',
    type: 'warning',
    priority: 'H',
    trigger: 'A robots meta element or X-Robots-Tag header says none.',
    why: 'none means noindex and nofollow together.',
    fix: 'Remove it if the page should be found. Write noindex, nofollow otherwise, which more crawlers document.',
    test: isWord('none'),
  }),
  wordCheck({
    id: 'dir.noarchive',
    name: 'noarchive',
    type: 'opportunity',
    priority: 'L',
    trigger: 'A robots meta element or X-Robots-Tag header says noarchive.',
    why: 'Search engines show no stored copy. Google has shown none since 2024, so the word does nothing there.',
    fix: 'Remove it, unless Bing or another engine should show no copy.',
    test: isWord('noarchive'),
  }),
  wordCheck({
    id: 'dir.nosnippet',
    name: 'nosnippet',
    type: 'warning',
    priority: 'M',
    trigger: 'A robots meta element or X-Robots-Tag header says nosnippet.',
    why: 'Results show neither text nor video preview of the page, and fewer people click.',
    fix: 'Remove it, or limit the length with max-snippet.',
    test: isWord('nosnippet'),
  }),
  wordCheck({
    id: 'dir.noimageindex',
    name: 'noimageindex',
    type: 'warning',
    priority: 'L',
    trigger: 'A robots meta element or X-Robots-Tag header says noimageindex.',
    why: 'Images of the page are not found by image search.',
    fix: 'Remove it if people should find the images.',
    test: isWord('noimageindex'),
  }),
  wordCheck({
    id: 'dir.notranslate',
    name: 'notranslate',
    type: 'opportunity',
    priority: 'L',
    trigger: 'A robots meta element or X-Robots-Tag header says notranslate.',
    why: 'Results do not offer a translation, so readers of other languages are lost.',
    fix: 'Remove it unless a translation would do harm.',
    test: isWord('notranslate'),
  }),
  wordCheck({
    id: 'dir.max_snippet0',
    name: 'Snippet forbidden by max-snippet:0',
    type: 'warning',
    priority: 'M',
    trigger: 'A robots meta element or X-Robots-Tag header says max-snippet:0.',
    why: 'It means the same as nosnippet: results show no text of the page.',
    fix: 'Remove it, write -1 for no limit, or a number of characters.',
    test: hasValue('max-snippet', '0'),
  }),
  wordCheck({
    id: 'dir.max_image_none',
    name: 'Image preview none',
    type: 'opportunity',
    priority: 'L',
    trigger: 'A robots meta element or X-Robots-Tag header says max-image-preview:none.',
    why: 'Results show no image of the page.',
    fix: 'Write max-image-preview:large if you have the rights to the images.',
    test: hasValue('max-image-preview', 'none'),
  }),
  wordCheck({
    id: 'dir.max_video0',
    name: 'Video preview 0',
    type: 'opportunity',
    priority: 'L',
    trigger: 'A robots meta element or X-Robots-Tag header says max-video-preview:0.',
    why: 'Results show at most a still image of the page’s videos.',
    fix: 'Remove it, write -1 for no limit, or a number of seconds.',
    test: hasValue('max-video-preview', '0'),
  }),
  pageCheck({
    id: 'dir.unavailable_past',
    name: 'unavailable_after in the past',
    group: 'dir',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    trigger: 'A date of unavailable_after was before the start of the crawl.',
    why: 'Search engines do not list the page any more.',
    fix: 'Remove the date if the page is still good, or remove the page.',
    sources: [google],
    test: (page, _, site) =>
      picked(page, site, ({ word, value }) => {
        const at = word === 'unavailable_after' ? parseDirectiveDate(value) : null;
        return at !== null && at < site.at;
      }),
  }),
  pageCheck({
    id: 'dir.unavailable_bad',
    name: 'unavailable_after unreadable',
    group: 'dir',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    trigger: 'A date of unavailable_after has none of the forms of RFC 822, RFC 850 and ISO 8601.',
    why: 'Search engines ignore a date they cannot read, and list the page for good.',
    fix: 'Write it as 2027-01-31T12:00:00Z.',
    sources: [google],
    test: (page, _, site) =>
      picked(page, site, ({ word, value }) => word === 'unavailable_after' && parseDirectiveDate(value) === null),
  }),
  wordCheck({
    id: 'dir.obsolete',
    name: 'Obsolete directives',
    type: 'opportunity',
    priority: 'L',
    trigger: 'A robots meta element or X-Robots-Tag header says noodp or noydir.',
    why: 'The directories that these words are about closed in 2014 and 2017.',
    fix: 'Remove the words.',
    test: isWord('noodp', 'noydir'),
  }),
  wordCheck({
    id: 'dir.unknown',
    name: 'Unknown or misspelt directive',
    type: 'warning',
    priority: 'M',
    trigger: 'A robots meta element or X-Robots-Tag header has a word that no search engine documents, such as no-index.',
    why: 'Crawlers ignore what they do not know. A misspelt noindex lists the page.',
    fix: 'Correct the spelling, and separate directives by commas.',
    test: isUnknown,
  }),
];
