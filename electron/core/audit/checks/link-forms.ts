import { genericAnchors } from '../../text/phrases/generic-anchors.ts';
import { type AuditLink, type AuditSite, type Check, type FactsPage, type PageCheck, pageCheck, threshold } from '../check.ts';
import { hostNameOf, isPrivate } from '../hosts.ts';
import { atBytes } from '../items.ts';
import { mark } from '../link-marks.ts';
import { isAnchor, isInternalAnchor, matching, namelessLinks, templatePlace } from '../links.ts';
import { linkColumn, linkColumns } from '../source.ts';
import { isResource } from '../target-bits.ts';

type Words = Pick<PageCheck, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>;

/** A check of single links, whatever is known of their targets. A page without the mark `wanted` has none of them. */
const ofLinks = (words: Words, wanted: number, matches: (link: AuditLink, page: FactsPage, site: AuditSite) => boolean): Check =>
  pageCheck({
    ...words,
    group: 'link',
    population: 'pages',
    cause: templatePlace,
    test: (page, _, site) => ((page.marks.marks & wanted) === 0 ? null : matching(page, link => matches(link, page, site))),
  });

const google = 'Google Search Central, Link best practices';
const qualify = 'Google Search Central, Qualify your outbound links to Google';
/** Longer texts are not generic. */
const longestGeneric = 40;
const mostRemembered = 20_000;

/** Which texts say nothing about the target, in one language. Sites repeat the same few texts. */
class GenericTexts {
  readonly #phrases: ReturnType<typeof genericAnchors>;
  /** By the number of a text that repeats: 0 not looked at, 1 no, 2 yes. */
  #words = new Uint8Array(1_024);
  readonly #others = new Map<string, boolean>();

  constructor(language: string) {
    this.#phrases = genericAnchors(language === '' ? null : language);
  }

  has({ stored }: FactsPage, at: number): boolean {
    const word = stored.word(at);
    if (word === 0) return this.hasText(stored.text(at));
    if (word >= this.#words.length) {
      const more = new Uint8Array(word * 2);
      more.set(this.#words);
      this.#words = more;
    }
    if (this.#words[word] === 0) this.#words[word] = this.#is(stored.text(at)) ? 2 : 1;
    return this.#words[word] === 2;
  }

  hasText(text: string): boolean {
    if (text.length === 0 || text.length > longestGeneric) return false;
    let found = this.#others.get(text);
    if (found === undefined) {
      if (this.#others.size >= mostRemembered) this.#others.clear();
      found = this.#is(text);
      this.#others.set(text, found);
    }
    return found;
  }

  #is = (text: string): boolean => text.length > 0 && text.length <= longestGeneric && this.#phrases.equals(text) !== null;
}

/** The numbers of texts are those of one crawl file. */
const genericTexts = new WeakMap<AuditSite, Map<string, GenericTexts>>();
const mostLanguages = 50;

function genericTextsOf(site: AuditSite, language: string): GenericTexts {
  let known = genericTexts.get(site);
  if (known === undefined || known.size > mostLanguages) {
    known = new Map();
    genericTexts.set(site, known);
  }
  let texts = known.get(language);
  if (texts === undefined) {
    texts = new GenericTexts(language);
    known.set(language, texts);
  }
  return texts;
}

/** Whether any link of the page has a text that says nothing. */
function hasGeneric(page: FactsPage, texts: GenericTexts): boolean {
  const { count, numbers, forms } = page.stored;
  for (let i = 0; i < count; i++)
    if (forms[numbers[i * linkColumns + linkColumn.form] as number]?.isAnchor && texts.has(page, i)) return true;
  return false;
}

const languageOf = ({ facts: { lang = '', text } }: FactsPage): string =>
  lang === '' ? (text.language ?? '') : (lang.trim().toLowerCase().split('-', 1)[0] ?? '');

/** Whether a link leads from its page to a private address on another host. */
const isElsewherePrivate = ({ to }: AuditLink, { url }: FactsPage): boolean =>
  to.originId !== url.originId && to.url.startsWith('http') && isPrivate(to.url) && hostNameOf(to.url) !== hostNameOf(url.url);

export const nofollowChecks: readonly Check[] = [
  ofLinks(
    {
      id: 'link.nofollow_internal',
      name: 'Internal link with nofollow',
      type: 'warning',
      priority: 'L',
      trigger: 'An internal link has rel=nofollow.',
      why: 'It tells crawlers not to follow a link to a page of the own site.',
      fix: 'Remove nofollow. Use robots.txt or noindex where a page should stay out.',
      sources: [qualify],
    },
    mark.nofollowInternal,
    (link, _, site) => link.isNofollow && isInternalAnchor(link, site),
  ),
];

export const linkFormChecks: readonly Check[] = [
  pageCheck({
    id: 'link.no_anchor',
    name: 'Link without text',
    group: 'link',
    type: 'opportunity',
    priority: 'L',
    population: 'pages',
    cause: templatePlace,
    trigger: 'A link has no text, no image with alternative text, no aria-label, aria-labelledby or title.',
    why: 'Visitors and search engines do not learn where the link leads.',
    fix: 'Give the link a text, or its image an alternative text.',
    sources: [google],
    test: namelessLinks,
  }),
  pageCheck({
    id: 'link.generic_anchor',
    name: 'Link text that says nothing',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The whole text of a link is a phrase such as "click here" or "more", in the language of the page or in English.',
    why: 'The text of a link tells visitors and search engines what the target is about.',
    fix: 'Name the target in the text of the link.',
    sources: [google, 'WCAG 2.2, 2.4.4 Link Purpose (In Context)'],
    group: 'link',
    population: 'pages',
    cause: templatePlace,
    test(page, _, site) {
      const texts = genericTextsOf(site, languageOf(page));
      return hasGeneric(page, texts) ? matching(page, link => isAnchor(link) && texts.hasText(link.text)) : null;
    },
  }),
  ofLinks(
    {
      id: 'link.localhost',
      name: 'Link to localhost or a private address',
      type: 'issue',
      priority: 'M',
      trigger: 'A link leads to localhost, to a private address, or to a name in .local, on another host than the page.',
      why: 'Only the developer or the local network can open the target.',
      fix: 'Write the public URL.',
      sources: ['RFC 6761, 6.3', 'RFC 1918', 'RFC 6762'],
    },
    mark.toPrivate,
    (link, page) => isAnchor(link) && isElsewherePrivate(link, page),
  ),
  ofLinks(
    {
      id: 'link.path_relative',
      name: 'Path-relative link',
      type: 'opportunity',
      priority: 'L',
      trigger:
        'The address of a link is relative to the path of the page, such as "page.html" or "?page=2"; a mere fragment does not count.',
      why: 'Its target changes when the page moves, or when the URL has a slash too many.',
      fix: 'Start the address with a slash or with the scheme.',
      sources: ['URL standard, 4.3 URL writing'],
    },
    mark.pathRelative,
    link => isAnchor(link) && (link.form === 'path-relative' || link.form === 'query'),
  ),
  ofLinks(
    {
      id: 'link.external_nofollow',
      name: 'External link with nofollow',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A link to another site has rel=nofollow.',
      why: 'It tells search engines that you do not vouch for the target. That should be on purpose.',
      fix: 'Remove nofollow from links that you recommend; use sponsored or ugc where they fit.',
      sources: [qualify],
    },
    mark.nofollowExternal,
    link => link.isNofollow && isAnchor(link) && link.to.class === 'external',
  ),
  ofLinks(
    {
      id: 'link.resource_as_page',
      name: 'Link to an image, style sheet or script',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A link leads to an image, a style sheet or a script instead of a page.',
      why: 'The target has no navigation and no text that search engines could show.',
      fix: 'Link to a page that shows the image, or leave the link out.',
      sources: [google],
    },
    mark.toFile,
    link => isAnchor(link) && isResource(link.to),
  ),
  ofLinks(
    {
      id: 'link.https_to_http',
      name: 'HTTPS page that links to HTTP',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A page with https links to another site with http.',
      why: 'The request is not encrypted. Most sites have https today.',
      fix: 'Link to the https URL.',
      sources: ['RFC 9110, 4.2.2 https URI Scheme'],
    },
    mark.toExternalHttp,
    (link, { url }) =>
      isAnchor(link) && link.to.class === 'external' && url.url.startsWith('https:') && link.to.url.startsWith('http:'),
  ),
  pageCheck({
    id: 'link.too_long',
    name: 'Very long link URL',
    group: 'link',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    cause: templatePlace,
    thresholds: { characters: threshold(2_000, 'Longest URL', 'characters', 100, 8_192) },
    trigger: 'The URL of a link has more than 2,000 characters.',
    why: 'Some servers and programs cut or refuse such URLs.',
    fix: 'Leave out parameters that the target does not need.',
    sources: ['RFC 9110, 4.1 URI References'],
    test: (page, { characters }) =>
      page.marks.longest > characters
        ? matching(
            page,
            link => isAnchor(link) && link.to.url.length > characters,
            link => String(link.to.url.length),
          )
        : null,
  }),
  pageCheck({
    id: 'link.javascript_href',
    name: 'Link with a javascript: address',
    group: 'link',
    type: 'opportunity',
    priority: 'L',
    population: 'pages',
    trigger: 'A link has a javascript: address.',
    why: 'Crawlers do not follow it, and it does nothing where scripts are off.',
    fix: 'Use a real address, or a button where no page opens.',
    sources: [google],
    test({ facts: { oddLinks } }) {
      if (!oddLinks?.some(({ why }) => why === 'javascript')) return null;
      return oddLinks.filter(({ why }) => why === 'javascript').map(({ href, at }) => atBytes(href, at));
    },
  }),
];
