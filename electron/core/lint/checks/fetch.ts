import type { Check, FetchFacts } from '../diagnostic.ts';
import { everyone, nobody } from '../hurts.ts';
import { type Source, startsWith } from '../source.ts';
import { urlOf } from '../web-address.ts';

const asked = (source: Source): URL | null => urlOf(source.input.url ?? '');
const facts = (source: Source): FetchFacts => source.input.fetch ?? { status: 200 };
const hops = (source: Source): readonly string[] => facts(source).redirects ?? [];
const loops = (source: Source): boolean => {
  const chain = [source.input.url ?? '', ...hops(source)];
  return new Set(chain).size < chain.length;
};
const lastName = (url: URL): string => url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
const within = (status: number | null, low: number, high: number): boolean => status !== null && status >= low && status <= high;
const mediaType = (source: Source): string => (facts(source).contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
const charset = (source: Source): string => /charset\s*=\s*"?([^\s";]+)/i.exec(facts(source).contentType ?? '')?.[1] ?? '';
const isError = (source: Source): boolean => facts(source).status === null || (facts(source).status ?? 0) >= 300;

/** Facts of the response; RFC 9309 section 2.3.1. */
export const fetchChecks: readonly Check[] = [
  {
    id: 'F-404',
    title: 'No robots.txt',
    mistake: 'page-for-missing-file',
    severity: 'I',
    on: 'fetch',
    why: 'Without a robots.txt every crawler may fetch everything.',
    fix: 'Create an empty file to keep these requests out of the error log',
    fixes: null,
    source: 'RFC 9309 §2.3.1.3',
    hurts: nobody,
    find: source => {
      const { status } = facts(source);
      return within(status, 400, 499) && ![401, 403, 429].includes(status ?? 0)
        ? { says: `No robots.txt (${status}): every crawler may fetch everything` }
        : null;
    },
  },
  {
    id: 'F-401',
    title: 'Login or no permission',
    severity: 'W',
    on: 'fetch',
    why: 'Most crawlers treat this as a missing file. Python’s parser and the 1996 draft stay out of the site.',
    fix: 'Serve the file without a login',
    fixes: null,
    source: 'RFC 9309 §2.3.1.3; the draft of 1996; Python’s robotparser',
    hurts: ({ forbidden }) => forbidden.value === 'disallow-all',
    find: source => {
      const { status } = facts(source);
      return status === 401 || status === 403
        ? { says: `The server returned ${status}, which crawlers interpret differently` }
        : null;
    },
  },
  {
    id: 'F-429',
    title: 'Too many requests',
    severity: 'E',
    on: 'fetch',
    why: 'Google treats 429 as a server error and stops crawling the host.',
    fix: 'Exempt /robots.txt from the rate limit',
    fixes: null,
    source: 'Google: HTTP status codes and robots.txt',
    hurts: ({ tooManyRequests }) => tooManyRequests.value !== 'allow-all',
    find: source => (facts(source).status === 429 ? { says: 'The server returned 429, too many requests' } : null),
  },
  {
    id: 'F-5XX',
    title: 'Server error',
    severity: 'E',
    on: 'fetch',
    why: 'RFC 9309 and Google treat the host as blocked after a server error. Other crawlers treat it as open.',
    fix: 'Fix the server, or return 404 on purpose',
    fixes: null,
    source: 'RFC 9309 §2.3.1.4',
    hurts: ({ serverError }) => serverError.value.meaning !== 'allow-all',
    find: source =>
      within(facts(source).status, 500, 599) ? { says: `The server returned ${facts(source).status}, a server error` } : null,
  },
  {
    id: 'F-UNREACHABLE',
    title: 'No response',
    severity: 'E',
    on: 'fetch',
    why: 'Crawlers treat an unreachable robots.txt as a server error. For Google the host is then blocked.',
    fix: 'Fix DNS, connection or certificate',
    fixes: null,
    source: 'RFC 9309 §2.3.1.4',
    hurts: ({ networkError }) => networkError.value.meaning !== 'allow-all',
    find: source =>
      facts(source).status === null
        ? { says: `robots.txt could not be fetched: ${facts(source).problem ?? 'no response'}` }
        : null,
  },
  {
    id: 'F-SLOW',
    title: 'Slow response',
    severity: 'W',
    on: 'fetch',
    why: 'Crawlers stop waiting after a while and treat the host as unreachable.',
    fix: 'Serve the file from a cache',
    fixes: null,
    source: 'Ours: 5 seconds',
    hurts: nobody,
    find: source => {
      const ms = facts(source).elapsedMs ?? 0;
      return ms > 5000 ? { says: `The response took ${(ms / 1000).toFixed(1)} s` } : null;
    },
  },
  {
    id: 'F-REDIR',
    title: 'Redirect',
    severity: 'W',
    on: 'fetch',
    why: 'A robots.txt may redirect, but not every crawler follows.',
    fix: 'Serve the file directly on every origin',
    fixes: null,
    source: 'RFC 9309 §2.3.1.2; Yandex Webmaster',
    hurts: ({ maxRedirects }) => maxRedirects.value === 0,
    find: source => (hops(source).length > 0 && !loops(source) ? { says: `Redirect to ${hops(source).at(-1)}` } : null),
  },
  {
    id: 'F-REDIR-HOST',
    title: 'Redirect to another host',
    severity: 'W',
    on: 'fetch',
    why: 'The rules of the other host then apply to this one (RFC 9309 section 2.3.1.2).',
    fix: 'Give each host its own file',
    fixes: null,
    source: 'RFC 9309 §2.3.1.2',
    hurts: everyone,
    find: source => {
      const from = asked(source);
      const to = urlOf(hops(source).at(-1) ?? '');
      return from && to && from.hostname !== to.hostname
        ? { says: `Redirect to another host, ${to.hostname}; its rules apply to ${from.hostname}` }
        : null;
    },
  },
  {
    id: 'F-REDIR-LONG',
    title: 'More than five redirects',
    severity: 'E',
    on: 'fetch',
    why: 'RFC 9309 requires crawlers to follow five redirects. Google treats a longer chain as a missing file.',
    fix: 'Shorten the chain',
    fixes: null,
    source: 'RFC 9309 §2.3.1.2',
    hurts: ({ maxRedirects }) => maxRedirects.value <= 5,
    find: source => (hops(source).length > 5 && !loops(source) ? { says: `${hops(source).length} redirects` } : null),
  },
  {
    id: 'F-REDIR-LOOP',
    title: 'Redirect loop',
    severity: 'E',
    on: 'fetch',
    why: 'A redirect that leads back to itself never reaches a file.',
    fix: 'Fix the redirect',
    fixes: null,
    source: 'RFC 9309 §2.3.1.2',
    hurts: everyone,
    find: source => (loops(source) ? { says: 'The redirects form a loop' } : null),
  },
  {
    id: 'F-REDIR-HTML',
    title: 'Redirect to a page',
    mistake: 'page-for-missing-file',
    severity: 'E',
    on: 'fetch',
    why: 'Crawlers read the page as a file without rules. A missing file should return 404.',
    fix: 'Return 404, or serve an empty file',
    fixes: null,
    source: 'RFC 9309 §2.3.1',
    hurts: everyone,
    find: source =>
      hops(source).length > 0 && !isError(source) && source.body === 'html'
        ? { says: `The redirect leads to a page, ${hops(source).at(-1)}` }
        : null,
  },
  {
    id: 'F-HTML-REFRESH',
    title: 'Redirect inside a page',
    severity: 'E',
    on: 'fetch',
    why: 'Crawlers follow HTTP redirects of robots.txt, not redirects inside a page.',
    fix: 'Redirect with an HTTP status',
    fixes: null,
    source: 'Google: robots.txt redirects',
    hurts: everyone,
    find: source =>
      !isError(source) &&
      source.body === 'html' &&
      /<meta[^>]{0,200}http-equiv\s{0,9}=\s{0,9}["']?refresh|location\.(href|replace)/i.test(source.text.slice(0, 20_000))
        ? { says: 'The page redirects by meta refresh or script' }
        : null,
  },
  {
    id: 'F-TYPE',
    title: 'Media type is not text/plain',
    mistake: 'not-text',
    severity: 'W',
    on: 'fetch',
    why: 'The media type must be text/plain (RFC 9309 section 2.3).',
    fix: 'Serve it as text/plain; charset=utf-8',
    fixes: null,
    source: 'RFC 9309 §2.3',
    hurts: nobody,
    find: source => {
      const type = mediaType(source);
      return type !== '' && type !== 'text/plain' && !isError(source) ? { says: `The media type is ${type}` } : null;
    },
  },
  {
    id: 'F-CHARSET',
    title: 'Charset is not UTF-8',
    severity: 'I',
    on: 'fetch',
    why: 'Crawlers read the file as UTF-8 whatever the header says.',
    fix: 'Save and serve it as UTF-8',
    fixes: null,
    source: 'RFC 9309 §2.3',
    hurts: nobody,
    find: source => {
      const name = charset(source);
      return name !== '' && !/^(utf-?8|us-ascii|ascii)$/i.test(name) && !isError(source) ? { says: `charset=${name}` } : null;
    },
  },
  {
    id: 'F-ENCODING',
    title: 'Body still compressed',
    mistake: 'not-text',
    severity: 'E',
    on: 'fetch',
    why: 'Crawlers do not decompress the body if the Content-Encoding header is missing or wrong.',
    fix: 'Set the header, or do not compress the file twice',
    fixes: null,
    source: 'RFC 9110 §8.4',
    hurts: everyone,
    find: source =>
      !isError(source) && (startsWith(source.bytes, [0x1f, 0x8b]) || startsWith(source.bytes, [0x28, 0xb5, 0x2f, 0xfd]))
        ? { says: `The body is still compressed (Content-Encoding: ${facts(source).contentEncoding ?? 'none'})` }
        : null,
  },
  {
    id: 'F-NOT-ROOT',
    title: 'Not at the root',
    needs: 'url',
    severity: 'E',
    on: 'fetch',
    why: 'Crawlers request only /robots.txt at the root of the host.',
    fix: 'Move the file to the root',
    fixes: null,
    source: 'RFC 9309 §2.3',
    hurts: everyone,
    find: source => {
      const url = asked(source);
      return url && url.pathname !== '/robots.txt' && lastName(url) === 'robots.txt'
        ? { says: `${url.pathname} is not at the root and has no effect` }
        : null;
    },
  },
  {
    id: 'F-NAME',
    title: 'Wrong file name',
    needs: 'url',
    severity: 'E',
    on: 'fetch',
    why: 'The file must be named robots.txt, in lower case.',
    fix: 'Rename it to robots.txt',
    fixes: null,
    source: 'RFC 9309 §2.3',
    hurts: everyone,
    find: source => {
      const url = asked(source);
      return url && lastName(url) !== 'robots.txt' ? { says: `The file is named “${lastName(url)}”` } : null;
    },
  },
  {
    id: 'F-CACHE',
    title: 'Cached for longer than a day',
    severity: 'I',
    on: 'fetch',
    why: 'Crawlers keep the file for about 24 hours (RFC 9309 section 2.4); some let Cache-Control change that.',
    fix: 'Set max-age to at most 86400 seconds',
    fixes: null,
    source: 'RFC 9309 §2.4',
    hurts: nobody,
    find: source => {
      const age = /max-age\s*=\s*(\d{1,12})/i.exec(facts(source).cacheControl ?? '')?.[1];
      return age !== undefined && Number(age) > 86_400 ? { says: `Cache-Control max-age=${age} is longer than 24 hours` } : null;
    },
  },
  {
    id: 'F-NOT-200',
    title: 'Success, but not 200',
    severity: 'W',
    on: 'fetch',
    why: 'Some crawlers accept the file only with status 200.',
    fix: 'Return status 200',
    fixes: null,
    source: 'Yandex: robots.txt',
    hurts: ({ success }) => success.value === '200',
    find: source => (within(facts(source).status, 201, 299) ? { says: `The status is ${facts(source).status}, not 200` } : null),
  },
];
