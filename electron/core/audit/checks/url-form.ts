import type { CheckInfo, NotCheckableReason, Threshold } from '#shared/model/audit.ts';
import { type AuditSite, type AuditUrl, type Check, type Limits, threshold, urlCheck } from '../check.ts';
import { pageStanding, standing } from '../populations.ts';
import { parametersOf, partsOf } from '../url-parts.ts';

type Words = Pick<CheckInfo, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'> & {
  readonly thresholds?: Readonly<Record<string, Threshold>>;
};
/** The part of the address that is to blame; null for none. */
type Judge = (url: AuditUrl, limits: Limits) => string | null;

const of =
  (population: 'pages' | 'indexable', known: (url: AuditUrl) => boolean) =>
  (words: Words, judge: Judge): Check =>
    urlCheck({
      ...words,
      group: 'url',
      population,
      applies: url => known(url) || typeof unknown(url) === 'string',
      test(url: AuditUrl, limits: Limits, _site: AuditSite) {
        const missed = unknown(url);
        if (missed !== null) return missed;
        const found = judge(url, limits);
        return found === null ? null : [{ value: found.slice(0, 200) }];
      },
    });

/** Why it is unknown whether the URL is a page; null where it is known. */
function unknown(url: AuditUrl): NotCheckableReason | null {
  const found = pageStanding(url);
  return found === 'page' || found === 'other' ? null : found;
}

const ofPages = of('pages', url => url.isPage);
const ofIndexable = of('indexable', url => standing('indexable', url) === 'in');

const google = 'Google Search Central, URL structure best practices';
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Escapes that are not valid UTF-8 still represent bytes above 127.
    return /%[89a-f]/i.test(text) ? '\u0080' : text;
  }
};
const hasNonAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return true;
  return false;
};

export const urlFormChecks: readonly Check[] = [
  ofPages(
    {
      id: 'url.non_ascii',
      name: 'Non-ASCII characters in the URL',
      type: 'warning',
      priority: 'L',
      trigger: 'Path or query of the page, with its escapes decoded, has a character outside ASCII.',
      why: 'Such addresses are long and unreadable where they are shown escaped. Some programs change them.',
      fix: 'Use ASCII letters, digits and hyphens, if readers of the language accept it.',
      sources: ['RFC 3986, 2.1 Percent-Encoding', google],
    },
    ({ url }) => {
      const { path, query } = partsOf(url);
      return (url.includes('%') || hasNonAscii(url)) && hasNonAscii(decoded(path) + decoded(query)) ? decoded(path) : null;
    },
  ),
  ofPages(
    {
      id: 'url.underscore',
      name: 'Underscores in the URL',
      type: 'opportunity',
      priority: 'L',
      trigger: 'The path of the page has an underscore.',
      why: 'Search engines separate words at hyphens, not at underscores.',
      fix: 'Use hyphens in new addresses. Redirect old ones only if you change them anyway.',
      sources: [google],
    },
    ({ url }) => (url.includes('_') && partsOf(url).path.includes('_') ? partsOf(url).path : null),
  ),
  ofPages(
    {
      id: 'url.uppercase',
      name: 'Uppercase letters in the URL',
      type: 'opportunity',
      priority: 'L',
      trigger: 'The path of the page has a letter from A to Z outside its percent escapes.',
      why: 'Paths are case-sensitive: links in another case lead to an error or to a duplicate.',
      fix: 'Use lower case, and redirect the other spellings.',
      sources: ['RFC 3986, 6.2.2.1 Case Normalization', google],
    },
    ({ url }) => {
      const { path } = partsOf(url);
      return /[A-Z]/.test(path.includes('%') ? path.replace(/%[0-9A-Fa-f]{2}/g, '') : path) ? path : null;
    },
  ),
];

export const urlPathChecks: readonly Check[] = [
  ofPages(
    {
      id: 'url.multi_slash',
      name: 'Repeated slashes in the URL',
      type: 'issue',
      priority: 'L',
      trigger: 'The path of the page has two slashes in a row.',
      why: 'Mostly a link was put together wrongly, and the page exists at the clean address too.',
      fix: 'Correct the links, and redirect to the address with one slash.',
      sources: ['RFC 3986, 3.3 Path'],
    },
    ({ url }) => (partsOf(url).path.includes('//') ? partsOf(url).path : null),
  ),
  ofPages(
    {
      id: 'url.repetitive_path',
      name: 'Repeated path segments',
      type: 'warning',
      priority: 'L',
      trigger: 'A segment occurs at least twice in the path of the page.',
      why: 'Often a relative link repeats a folder, which can go on without end.',
      fix: 'Correct relative links. Write them from the root.',
      sources: [google],
      thresholds: { times: threshold(2, 'Occurrences of a segment from', 'times', 2, 20) },
    },
    ({ url }, limits) => {
      const segments = partsOf(url)
        .path.split('/', 100)
        .filter(segment => segment !== '');
      const counts = new Map<string, number>();
      for (const segment of segments) {
        const count = (counts.get(segment) ?? 0) + 1;
        if (count >= (limits['times'] ?? 2)) return segment;
        counts.set(segment, count);
      }
      return null;
    },
  ),
  ofPages(
    {
      id: 'url.space',
      name: 'Space in the URL',
      type: 'issue',
      priority: 'L',
      trigger: 'The address of the page has a space, written as %20 after normalisation.',
      why: 'Such an address breaks when somebody copies or sends it.',
      fix: 'Replace spaces with hyphens.',
      sources: ['RFC 3986, 2 Characters', google],
    },
    ({ url }) => (url.includes('%20') || url.includes(' ') ? '%20' : null),
  ),
  ofIndexable(
    {
      id: 'url.parameters',
      name: 'Indexable page with parameters',
      type: 'warning',
      priority: 'L',
      trigger: 'The URL of the indexable page has a query.',
      why: 'Parameters often make many addresses for the same content.',
      fix: 'Give the page an address without parameters, or a canonical.',
      sources: [google],
    },
    ({ url }) => partsOf(url).query || null,
  ),
  ofPages(
    {
      id: 'url.many_parameters',
      name: 'Many parameters',
      type: 'warning',
      priority: 'L',
      trigger: 'The URL of the page has more than three query parameters.',
      why: 'Combinations of parameters make endless addresses for crawlers.',
      fix: 'Remove parameters that do not change the content.',
      sources: [google],
      thresholds: { parameters: threshold(3, 'Parameters above', 'parameters', 0, 200) },
    },
    ({ url }, limits) => {
      const { query } = partsOf(url);
      const count = parametersOf(query).length;
      return count > (limits['parameters'] ?? 3) ? String(count) : null;
    },
  ),
  ofPages(
    {
      id: 'url.long',
      name: 'Long URL',
      type: 'opportunity',
      priority: 'L',
      trigger: 'The URL of the page is longer than 115 characters.',
      why: 'Search results and messages cut long addresses.',
      fix: 'Use short, telling addresses for new pages.',
      sources: [google],
      thresholds: { characters: threshold(115, 'Characters above', 'characters', 1, 100_000) },
    },
    ({ url }, limits) => (url.length > (limits['characters'] ?? 115) ? String(url.length) : null),
  ),
];

const sessionName =
  /(^|[^a-z])(sid|s_id|session|sessionid|session_id|sessid|phpsessid|jsessionid|aspsessionid\w{0,20}|cfid|cftoken|oscsid|zenid|osc_sid)$/i;
const token = /^[0-9a-z]{16,}$/i;
const search: readonly string[] = ['s', 'q', 'search', 'query'];

export const urlMeaningChecks: readonly Check[] = [
  ofPages(
    {
      id: 'url.session_id',
      name: 'Session id in the URL',
      type: 'warning',
      priority: 'M',
      trigger: 'A parameter or path parameter of the page is named like a session id and has at least 16 letters and digits.',
      why: 'Each visitor gets different addresses. Anyone with such an address may take over the session.',
      fix: 'Keep the session in a cookie.',
      sources: ['OWASP, Session fixation', google],
    },
    ({ url }) => {
      const { path, query } = partsOf(url);
      if (query === '' && !path.includes(';')) return null;
      const ofPath = path
        .split(';', 20)
        .slice(1)
        .map(part => part.split('/', 1)[0] ?? '')
        .join('&');
      const found = [...parametersOf(query), ...parametersOf(ofPath)].find(
        ([name, value]) => sessionName.test(name) && token.test(value),
      );
      return found?.[0] ?? null;
    },
  ),
  ofIndexable(
    {
      id: 'url.internal_search',
      name: 'Internal search results are indexable',
      type: 'warning',
      priority: 'L',
      trigger: 'The URL of the indexable page has a path segment search, or a parameter s, q, search or query with a value.',
      why: 'Search engines do not want to list the search results of sites. There is no end of them.',
      fix: 'Set noindex on search results, or disallow them in robots.txt.',
      sources: ['Google Search Central, Crawl budget for large sites'],
    },
    ({ url }) => {
      const { path, query } = partsOf(url);
      const segment = /(^|\/)search(\/|$)/i.exec(path);
      if (segment) return path;
      return parametersOf(query).find(([name, value]) => value !== '' && search.includes(name.toLowerCase()))?.[0] ?? null;
    },
  ),
];

export const urlEscapeChecks: readonly Check[] = [
  ofPages(
    {
      id: 'url.double_encoded',
      name: 'Double percent-encoding',
      type: 'issue',
      priority: 'M',
      trigger: 'Path or query of the page has an escaped percent sign before two hexadecimal digits, such as %2520.',
      why: 'The address was escaped twice, so the server sees another one than was meant.',
      fix: 'Escape addresses once, where they are written into the page.',
      sources: ['RFC 3986, 2.4 When to Encode or Decode'],
    },
    ({ url }) => /%25[0-9A-Fa-f]{2}/.exec(url)?.[0] ?? null,
  ),
];
