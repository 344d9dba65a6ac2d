import type { CheckInfo } from '#shared/model/audit.ts';
import type { LinkKind } from '#shared/model/page.ts';
import { type AuditLink, type AuditUrl, type Check, countedHit, type FactsPage, pageCheck } from '../check.ts';
import { hostNameOf, isPrivate } from '../hosts.ts';
import { resolved } from '../hrefs.ts';
import { atBytes, ofLink } from '../items.ts';
import { mark } from '../link-marks.ts';
import { isInternalRow } from '../url-row.ts';
import { httpHomeCheck } from './variants.ts';

const active: ReadonlySet<LinkKind> = new Set(['script', 'stylesheet', 'iframe', 'frame']);
const passive: ReadonlySet<LinkKind> = new Set(['image', 'media']);
const resources: ReadonlySet<LinkKind> = new Set([...active, ...passive, 'icon']);
const anchors: ReadonlySet<LinkKind> = new Set(['a', 'area']);

const isHttp = ({ url }: AuditUrl): boolean => url.startsWith('http:');
const isHttps = ({ url }: AuditUrl): boolean => url.startsWith('https:');

/** A check of the links of pages: hit by the pages with a link that matches. */
const ofLinks = (
  words: Pick<CheckInfo, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>,
  /** A page without this mark has none of the links. */
  wanted: number,
  matches: (link: AuditLink, page: FactsPage) => boolean,
  /** Which pages are looked at, by their address. */
  isAmong: (url: AuditUrl) => boolean = () => true,
): Check =>
  pageCheck({
    ...words,
    group: 'sec',
    population: 'pages',
    applies: ({ url }) => isAmong(url),
    mayApply: isAmong,
    test(page) {
      if ((page.marks.marks & wanted) === 0) return null;
      const { links } = page;
      if (page.isCounted) return links.some(link => matches(link, page)) ? countedHit : null;
      return links.some(link => matches(link, page)) ? links.filter(link => matches(link, page)).map(link => ofLink(link)) : null;
    },
  });

export const secureLinkChecks: readonly Check[] = [
  pageCheck({
    id: 'sec.http_url',
    name: 'Page on plain HTTP',
    group: 'sec',
    type: 'issue',
    priority: 'H',
    population: 'pages',
    trigger: 'The URL of the page starts with http:.',
    why: 'Others on the way can read and change the page. Browsers call it not secure.',
    fix: 'Serve the page over HTTPS, and redirect the http address there.',
    sources: ['RFC 9110, 4.2.2 https URI Scheme', 'Google Search Central, HTTPS as a ranking signal'],
    test: ({ url }) => (isHttp(url) ? [{ value: 'http' }] : null),
  }),
  httpHomeCheck,
  ofLinks(
    {
      id: 'sec.mixed_active',
      name: 'Mixed content: script, style sheet or frame',
      type: 'issue',
      priority: 'H',
      trigger: 'A page with https loads a script, a style sheet or a frame from an http address.',
      why: 'Browsers block such files, so the page may not work.',
      fix: 'Load the file over https.',
      sources: ['W3C, Mixed Content, 3.2 Blockable Content'],
    },
    mark.toHttp,
    ({ kind, to }) => active.has(kind) && isHttp(to),
    isHttps,
  ),
  ofLinks(
    {
      id: 'sec.mixed_passive',
      name: 'Mixed content: image or media',
      type: 'warning',
      priority: 'M',
      trigger: 'A page with https loads an image, a video or audio from an http address.',
      why: 'Browsers request it over https instead, and show nothing if that fails.',
      fix: 'Load the file over https.',
      sources: ['W3C, Mixed Content, 3.1 Upgradeable Content'],
    },
    mark.toHttp,
    ({ kind, to }) => passive.has(kind) && isHttp(to),
    isHttps,
  ),
  ofLinks(
    {
      id: 'sec.link_http',
      name: 'HTTPS page links to internal HTTP',
      type: 'warning',
      priority: 'L',
      trigger: 'A page with https links to an internal URL with http.',
      why: 'Visitors leave the protected connection, or take a redirect more.',
      fix: 'Link to the https address.',
      sources: ['RFC 9110, 4.2.2 https URI Scheme'],
    },
    mark.toInternalHttp,
    ({ kind, to }) => anchors.has(kind) && isInternalRow(to) && isHttp(to),
    isHttps,
  ),
  pageCheck({
    id: 'sec.form_on_http',
    name: 'Form on an HTTP page',
    group: 'sec',
    type: 'issue',
    priority: 'H',
    population: 'pages',
    trigger: 'A page whose URL starts with http: has a form.',
    why: 'Others on the way can read what visitors enter, and change where the form sends it.',
    fix: 'Serve the page over HTTPS.',
    sources: ['W3C, Secure Contexts'],
    test({ url, facts: { forms = [] } }) {
      return forms.length > 0 && isHttp(url) ? forms.map(({ action, at }) => atBytes(action, at)) : null;
    },
  }),
  pageCheck({
    id: 'sec.form_insecure_action',
    name: 'Form posts to HTTP',
    group: 'sec',
    type: 'issue',
    priority: 'H',
    population: 'pages',
    trigger: 'The action of a form resolves to an address that starts with http:.',
    why: 'Others on the way can read what visitors enter.',
    fix: 'Send the form to an https address.',
    sources: ['W3C, Mixed Content, 4 Insecure form submission', 'HTML standard, 4.10.21 Form submission'],
    test(page) {
      const { forms = [] } = page.facts;
      if (forms.length === 0) return null;
      const insecure = forms.filter(({ action }) => (action === '' ? page.url.url : resolved(page, action)).startsWith('http:'));
      return insecure.length > 0 ? insecure.map(({ action, at }) => atBytes(action, at)) : null;
    },
  }),
];

export const linkSafetyChecks: readonly Check[] = [
  ofLinks(
    {
      id: 'sec.blank_no_noopener',
      name: 'Unsafe link to a new window',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A link to an external URL has target=_blank, and its rel has neither noopener nor noreferrer.',
      why: 'In older browsers the opened page can change the address of this one.',
      fix: 'Add rel=noopener.',
      sources: ['HTML standard, 4.6.7.14 Link type "noopener"'],
    },
    mark.unsafeWindow,
    ({ newWindow, kind, to, rel }) =>
      newWindow && anchors.has(kind) && to.class === 'external' && !/(^| )(noopener|noreferrer)( |$)/.test(rel),
  ),
  ofLinks(
    {
      id: 'sec.protocol_relative',
      name: 'Protocol-relative resource',
      type: 'warning',
      priority: 'L',
      trigger: 'The address of a script, style sheet, frame, image, icon or medium starts with //.',
      why: 'On a page with http the file comes unprotected too.',
      fix: 'Write https:// in front.',
      sources: ['RFC 3986, 4.2 Relative Reference'],
    },
    mark.loadedByHost,
    ({ form, kind }) => form === 'protocol-relative' && resources.has(kind),
  ),
];

export const privateLinkChecks: readonly Check[] = [
  ofLinks(
    {
      id: 'sec.private_links',
      name: 'Link to localhost or a private address',
      type: 'issue',
      priority: 'M',
      trigger:
        'A link or resource of the page is on localhost, 127.0.0.0/8, ::1, a private network of RFC 1918 or a .local name. The page itself is on another host.',
      why: 'It works only on the machine or in the network of the author.',
      fix: 'Link to the public address.',
      sources: ['RFC 1918, 3 Private Address Space', 'RFC 6761, 6.3 localhost', 'RFC 6762, 3 Multicast DNS Names'],
    },
    mark.toPrivate,
    ({ to }, { url }) => to.originId !== url.originId && isPrivate(to.url) && hostNameOf(to.url) !== hostNameOf(url.url),
  ),
];
