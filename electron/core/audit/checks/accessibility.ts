import type { FindingItem } from '#shared/model/audit.ts';
import type { ElementNoteKind } from '#shared/model/page-facts.ts';
import { langFault } from '../../text/language-tag.ts';
import { type Check, type FactsPage, type PageCheck, pageCheck, threshold } from '../check.ts';
import { atBytes, ofHeader } from '../items.ts';
import { namelessLinks } from '../links.ts';

type Words = Pick<PageCheck, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>;

/** A check of elements that the page reader noted. */
const ofNotes = (words: Words, ...kinds: readonly ElementNoteKind[]): Check =>
  pageCheck({
    ...words,
    group: 'a11y',
    population: 'pages',
    test({ facts: { notes } }) {
      if (!notes?.some(({ kind }) => kinds.includes(kind))) return null;
      return notes.filter(({ kind }) => kinds.includes(kind)).map(({ text, at }) => atBytes(text, at));
    },
  });

const wcag = (criterion: string): readonly string[] => [`WCAG 2.2, ${criterion}`];

/** A refresh of the page, in its head or in its headers. */
function refreshesOf(page: FactsPage): { readonly seconds: number; readonly item: FindingItem }[] {
  const { refresh } = page.facts;
  const inHead = refresh
    ? [{ seconds: refresh.seconds, item: atBytes(`${refresh.seconds} s ${refresh.href}`.trim(), refresh.at) }]
    : [];
  const header = page.header('refresh');
  const seconds = header && /^\s*\d{1,9}/.exec(header.value)?.[0];
  return header && seconds ? [...inHead, { seconds: Number(seconds), item: ofHeader(header) }] : inHead;
}

export const accessibilityChecks: readonly Check[] = [
  pageCheck({
    id: 'a11y.lang_missing',
    name: 'Language of the page missing',
    group: 'a11y',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    trigger: 'The html element has no lang attribute, or an empty one.',
    why: 'Screen readers then guess how to pronounce the page.',
    fix: 'Set lang on the html element, such as lang="en".',
    sources: wcag('3.1.1 Language of Page'),
    test: ({ facts: { lang = '' } }) => (lang.trim() === '' ? [] : null),
  }),
  pageCheck({
    id: 'a11y.lang_invalid',
    name: 'Language of the page invalid',
    group: 'a11y',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    applies: ({ facts: { lang = '' } }) => lang.trim() !== '',
    trigger: 'The lang attribute of the html element is not a language tag as BCP 47 defines it.',
    why: 'Screen readers and browsers ignore a language that they do not know.',
    fix: 'Write a language code, and a region only with a hyphen, such as "de" or "de-AT".',
    sources: ['BCP 47 (RFC 5646)', ...wcag('3.1.1 Language of Page')],
    test({ facts: { lang = '' } }) {
      const fault = langFault(lang);
      return fault === null ? null : [{ value: lang }];
    },
  }),
  ofNotes(
    {
      id: 'a11y.form_label',
      name: 'Form field without a label',
      type: 'warning',
      priority: 'M',
      trigger: 'An input, select or textarea has no label element, aria-label, aria-labelledby or title.',
      why: 'Users of screen readers do not learn what to enter.',
      fix: 'Give the field a label element whose "for" is the id of the field.',
      sources: wcag('1.3.1 Info and Relationships; 4.1.2 Name, Role, Value'),
    },
    'field-without-label',
  ),
  ofNotes(
    {
      id: 'a11y.button_name',
      name: 'Button without a name',
      type: 'warning',
      priority: 'M',
      trigger: 'A button has no text, no image with alternative text, no aria-label, aria-labelledby or title.',
      why: 'Screen readers announce only "button".',
      fix: 'Give the button a text or an aria-label.',
      sources: wcag('4.1.2 Name, Role, Value'),
    },
    'button-without-name',
  ),
  pageCheck({
    id: 'a11y.link_name',
    name: 'Link without a name',
    group: 'a11y',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    trigger: 'A link has no text, no image with alternative text, no aria-label, aria-labelledby or title.',
    why: 'Screen readers announce only "link" or read out the URL.',
    fix: 'Give the link a text, its image an alt text, or the link an aria-label.',
    sources: wcag('2.4.4 Link Purpose (In Context); 4.1.2 Name, Role, Value'),
    test(page) {
      const kept = namelessLinks(page);
      const unkept = page.facts.notes?.filter(({ kind }) => kind === 'link-without-name') ?? [];
      if (unkept.length === 0 || typeof kept === 'string') return kept;
      return [...(kept ?? []), ...unkept.map(({ text, at }) => atBytes(text, at))];
    },
  }),
  ofNotes(
    {
      id: 'a11y.frame_title',
      name: 'Frame without a title',
      type: 'warning',
      priority: 'L',
      trigger: 'An iframe has no title, aria-label or aria-labelledby.',
      why: 'Users of screen readers cannot tell what the frame contains.',
      fix: 'Give the iframe a title.',
      sources: wcag('4.1.2 Name, Role, Value'),
    },
    'frame-without-title',
  ),
  ofNotes(
    {
      id: 'a11y.table_headers',
      name: 'Data table without headers',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A table of two rows and two columns or more has no th element, and its role is not presentation or none.',
      why: 'Screen readers cannot say which column or row a cell belongs to.',
      fix: 'Mark header cells with th. Lay pages out with CSS, not with tables.',
      sources: wcag('1.3.1 Info and Relationships'),
    },
    'table-without-headers',
  ),
  pageCheck({
    id: 'a11y.landmark_main',
    name: 'No main landmark',
    group: 'a11y',
    type: 'opportunity',
    priority: 'L',
    population: 'pages',
    trigger: 'The page has neither a main element nor an element with role=main.',
    why: 'Users of screen readers cannot jump to the content.',
    fix: 'Put the main content into one main element.',
    sources: wcag('1.3.1 Info and Relationships; 2.4.1 Bypass Blocks'),
    test: ({ facts: { document } }) => (document?.includes('no-main') ? [] : null),
  }),
  ofNotes(
    {
      id: 'a11y.tabindex',
      name: 'Positive tabindex',
      type: 'warning',
      priority: 'L',
      trigger: 'An element has a tabindex greater than 0.',
      why: 'The element comes before all others in the tab order, which confuses users of the keyboard.',
      fix: 'Use tabindex="0" and put the elements in the order of use.',
      sources: wcag('2.4.3 Focus Order'),
    },
    'positive-tabindex',
  ),
  ofNotes(
    {
      id: 'a11y.duplicate_accesskey',
      name: 'Access key used twice',
      type: 'warning',
      priority: 'L',
      trigger: 'Two elements of the page have the same accesskey.',
      why: 'The key reaches only one of them, or moves the focus without acting.',
      fix: 'Give each element a different key, or remove the access keys.',
      sources: ['HTML standard, 6.7.2 The accesskey attribute'],
    },
    'repeated-accesskey',
  ),
  ofNotes(
    {
      id: 'a11y.autoplay',
      name: 'Media that plays with sound automatically',
      type: 'warning',
      priority: 'L',
      trigger: 'A video or audio element has autoplay and is not muted.',
      why: 'The sound covers what a screen reader says.',
      fix: 'Remove autoplay, or add muted.',
      sources: wcag('1.4.2 Audio Control'),
    },
    'autoplay-with-sound',
  ),
  pageCheck({
    id: 'a11y.meta_refresh',
    name: 'Timed refresh',
    group: 'a11y',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    thresholds: { seconds: threshold(72_000, 'Delay from which a refresh does no harm', 'seconds', 1) },
    trigger: 'A meta refresh or Refresh header has a delay of more than 0 seconds and less than 20 hours.',
    why: 'The page changes before slow readers have finished.',
    fix: 'Redirect on the server, or let users reload the page.',
    sources: wcag('2.2.1 Timing Adjustable (failures F40 and F41)'),
    test(page, { seconds }) {
      if (page.facts.refresh === undefined && page.header('refresh') === null) return null;
      const timed = refreshesOf(page).filter(refresh => refresh.seconds > 0 && refresh.seconds < seconds);
      return timed.length > 0 ? timed.map(({ item }) => item) : null;
    },
  }),
  ofNotes(
    {
      id: 'a11y.list_structure',
      name: 'Broken list structure',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A ul or ol has a child element other than li, script or template.',
      why: 'Screen readers may announce a wrong number of entries.',
      fix: 'Put each entry, with all its content, into an li.',
      sources: ['HTML standard, 4.4.5 The ol element', ...wcag('1.3.1 Info and Relationships')],
    },
    'list-child',
  ),
  ofNotes(
    {
      id: 'a11y.aria_role',
      name: 'Unknown ARIA role or attribute',
      type: 'warning',
      priority: 'L',
      trigger: 'An element has a role or an aria- attribute that WAI-ARIA 1.2 does not have.',
      why: 'Browsers ignore it, so users of screen readers miss what it should say.',
      fix: 'Use a role or attribute of WAI-ARIA, or none.',
      sources: ['WAI-ARIA 1.2, 5 The Roles Model and 6 Supported States and Properties'],
    },
    'unknown-role',
    'unknown-aria',
  ),
];
