import type { CheckInfo, FindingItem } from '#shared/model/audit.ts';
import type { DocumentNote, ElementNoteKind } from '#shared/model/page-facts.ts';
import { charsetParameter, encodingOfLabel } from '../../html/charset.ts';
import { normalizeUrl } from '../../url/normalize.ts';
import { type Check, type FactsPage, pageCheck } from '../check.ts';
import { atBytes, ofHeader, placed, placedHref } from '../items.ts';

type Words = Pick<CheckInfo, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>;
const ofPages = { group: 'val', population: 'pages' } as const;
const tree = 'HTML standard, 13.2.6 Tree construction';

/** A page whose markup as a whole has one of these faults. */
const noted = (notes: readonly DocumentNote[], words: Words): Check =>
  pageCheck({
    ...words,
    ...ofPages,
    test({ facts: { document } }) {
      const found = document?.filter(note => notes.includes(note)) ?? [];
      return found.length > 0 ? found.map(value => ({ value })) : null;
    },
  });

/** A page with elements of one of these kinds. */
export const notedElements = (kinds: readonly ElementNoteKind[], words: Words & Pick<CheckInfo, 'group'>): Check =>
  pageCheck({
    ...words,
    population: 'pages',
    test({ facts: { notes } }) {
      const found = notes?.filter(({ kind }) => kinds.includes(kind)) ?? [];
      return found.length > 0 ? found.map(({ text, at }) => atBytes(text, at)) : null;
    },
  });

/** Bytes in which a meta element may declare the encoding. */
const metaBytes = 1_024;
const metaCharsetOf = ({ facts: { metaCharset, metaCharsetAt } }: FactsPage): string | null =>
  metaCharset !== undefined && (metaCharsetAt?.[0] ?? 0) < metaBytes ? metaCharset : null;
const headerCharsetOf = (page: FactsPage): string => charsetParameter(page.header('content-type')?.value ?? '');
const encoding = (label: string): string => encodingOfLabel(label) ?? label.toLowerCase();

export const documentChecks: readonly Check[] = [
  pageCheck({
    ...ofPages,
    id: 'val.doctype',
    name: 'No doctype',
    type: 'warning',
    priority: 'L',
    trigger: 'The page has no doctype, or one that does not start with html.',
    why: 'Browsers show the page in quirks mode, as browsers of the 1990s did.',
    fix: 'Start the page with <!DOCTYPE html>.',
    sources: ['HTML standard, 13.1.1 The DOCTYPE'],
    test: ({ facts: { doctype } }) =>
      doctype !== undefined && /^html(\s|$)/i.test(doctype) ? null : doctype === undefined ? [] : [{ value: doctype }],
  }),
  pageCheck({
    ...ofPages,
    id: 'val.charset_missing',
    name: 'No charset',
    type: 'warning',
    priority: 'M',
    trigger: 'No Content-Type header, byte-order mark or meta element in the first 1,024 bytes of the page names an encoding.',
    why: 'Browsers guess the encoding, and may show wrong letters.',
    fix: 'Add <meta charset="utf-8"> at the start of the head.',
    sources: ['HTML standard, 4.2.5.4 Specifying the document’s character encoding'],
    test(page) {
      const { metaCharset, metaCharsetAt, hasMark } = page.facts;
      if (hasMark || headerCharsetOf(page) !== '' || metaCharsetOf(page) !== null) return null;
      return metaCharset !== undefined && metaCharsetAt ? [atBytes(metaCharset, metaCharsetAt)] : [];
    },
  }),
  pageCheck({
    ...ofPages,
    id: 'val.charset_conflict',
    name: 'Charsets differ',
    type: 'warning',
    priority: 'M',
    trigger: 'The Content-Type header and a meta element of the page name different encodings.',
    why: 'Browsers obey the header. Where it is wrong, letters are wrong.',
    fix: 'Name the same encoding in both, UTF-8 at best.',
    sources: ['HTML standard, 13.2.3.2 Determining the character encoding'],
    test(page) {
      const { metaCharset, metaCharsetAt } = page.facts;
      const header = headerCharsetOf(page);
      if (header === '' || metaCharset === undefined || encoding(header) === encoding(metaCharset)) return null;
      const sent = page.header('content-type');
      return [...(sent ? [ofHeader(sent)] : []), ...(metaCharsetAt ? [atBytes(metaCharset, metaCharsetAt)] : [])];
    },
  }),
  noted(['head-missing'], {
    id: 'val.head_missing',
    name: 'No head tag',
    type: 'issue',
    priority: 'M',
    trigger: 'The source of the page has no <head> tag.',
    why: 'Browsers make one up, and programs that read the source may miss what belongs there.',
    fix: 'Write the head element.',
    sources: [tree],
  }),
  noted(['head-repeated'], {
    id: 'val.head_multiple',
    name: 'Several heads',
    type: 'issue',
    priority: 'M',
    trigger: 'The source of the page has more than one <head> tag.',
    why: 'Browsers ignore the further ones, and what is in them may end up in the body.',
    fix: 'Keep one head. Mostly a template includes a whole page.',
    sources: [tree],
  }),
  noted(['content-before-head'], {
    id: 'val.head_not_first',
    name: 'Content before the head',
    type: 'warning',
    priority: 'M',
    trigger: 'Elements or text come before the <head> tag of the page.',
    why: 'The browser has started the body by then, so metas of the head end up in the body.',
    fix: 'Remove everything between <html> and <head>.',
    sources: [tree],
  }),
  pageCheck({
    ...ofPages,
    id: 'val.head_invalid',
    name: 'Invalid element in the head',
    type: 'issue',
    priority: 'H',
    trigger:
      'An element or text that cannot be in the head comes between the <head> tag and </head> or <body>, and ends the head there.',
    why: 'Title, canonical and robots elements after it are in the body, where search engines may ignore them.',
    fix: 'Move the element into the body.',
    sources: ['HTML standard, 13.2.6.4.4 The "in head" insertion mode', 'Google Search Central, Use valid page metadata'],
    test({ facts }) {
      const { headEndedBy, document = [] } = facts;
      // Without </head> and <body> the element starts the body, as HTML allows.
      if (document.includes('head-end-missing')) return null;
      // Without a head tag before it, nothing was inside the head.
      const hasHead = !document.includes('head-missing') && !document.includes('content-before-head');
      return headEndedBy === undefined || !hasHead ? null : [placed(headEndedBy), ...lostMetas(facts)];
    },
  }),
  noted(['body-missing'], {
    id: 'val.body_missing',
    name: 'No body tag',
    type: 'issue',
    priority: 'L',
    trigger: 'The source of the page has no <body> tag and no frameset.',
    why: 'The standard allows it, but programs that read the source may fail.',
    fix: 'Write the body element.',
    sources: [tree],
  }),
  noted(['body-repeated'], {
    id: 'val.body_multiple',
    name: 'Several bodies',
    type: 'issue',
    priority: 'L',
    trigger: 'The source of the page has more than one <body> tag.',
    why: 'Browsers merge them. Mostly a template includes a whole page.',
    fix: 'Keep one body.',
    sources: [tree],
  }),
  noted(['body-before-html'], {
    id: 'val.body_before_html',
    name: 'Body before html',
    type: 'issue',
    priority: 'M',
    trigger: 'A <body> tag comes before the first <html> tag.',
    why: 'Browsers ignore the later tags, so their attributes and the head are lost.',
    fix: 'Write html, head and body in this order.',
    sources: [tree],
  }),
  notedElements(['meta-in-body'], {
    group: 'val',
    id: 'val.meta_in_body',
    name: 'Meta tags in the body',
    type: 'warning',
    priority: 'M',
    trigger: 'A meta element with a name, such as robots or description, is in the body.',
    why: 'Search engines may ignore it there.',
    fix: 'Move it into the head.',
    sources: ['HTML standard, 4.2.5 The meta element'],
  }),
  pageCheck({
    ...ofPages,
    id: 'val.base_bad',
    name: 'Bad base address',
    type: 'issue',
    priority: 'M',
    trigger: 'The address of a base element cannot be parsed, or is neither http nor https.',
    why: 'Every relative link of the page depends on it.',
    fix: 'Correct or remove the base element.',
    sources: ['HTML standard, 4.2.3 The base element'],
    test(page) {
      const bad = page.facts.bases?.filter(({ href }) => !/^https?:/.test(resolvedBase(href, page.url.url))) ?? [];
      return bad.length > 0 ? bad.map(placedHref) : null;
    },
  }),
  pageCheck({
    ...ofPages,
    id: 'val.base_present',
    name: 'Base element',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The page has a base element with an address.',
    why: 'It changes the meaning of every relative link, which is easily forgotten.',
    fix: 'Write links from the root of the site, and remove the base element.',
    sources: ['HTML standard, 4.2.3 The base element'],
    test: ({ facts: { bases } }) => (bases && bases.length > 0 ? bases.map(placedHref) : null),
  }),
  notedElements(['duplicate-id'], {
    group: 'val',
    id: 'val.duplicate_id',
    name: 'Duplicate id',
    type: 'opportunity',
    priority: 'L',
    trigger: 'Two elements of the page have the same id.',
    why: 'Links, labels and scripts reach only the first of them.',
    fix: 'Give each element a unique id.',
    sources: ['HTML standard, 3.2.6 Global attributes'],
  }),
];

const resolvedBase = (href: string, page: string): string => {
  const found = normalizeUrl(href.trim(), page);
  return found.kind === 'url' ? found.url : '';
};

/** What belongs in the head and is in the body. */
const lostMetas = ({
  titles = [],
  descriptions = [],
  canonicals = [],
  robots = [],
  hreflangs = [],
}: FactsPage['facts']): FindingItem[] => [
  ...titles.filter(({ inBody }) => inBody).map(({ at }) => atBytes('title', at)),
  ...descriptions.filter(({ inBody }) => inBody).map(({ at }) => atBytes('description', at)),
  ...canonicals.filter(({ inBody }) => inBody).map(({ at }) => atBytes('canonical', at)),
  ...robots.filter(({ inBody }) => inBody).map(({ name, at }) => atBytes(name, at)),
  ...hreflangs.filter(({ inBody }) => inBody).map(({ lang, at }) => atBytes(`hreflang ${lang}`, at)),
];
