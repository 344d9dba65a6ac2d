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

/** Facts of the answer; RFC 9309 section 2.3.1. */
export const fetchChecks: readonly Check[] = [
  {
    id: 'F-404',
    severity: 'I',
    on: 'fetch',
    why: 'Without a robots.txt every crawler may fetch everything.',
    fix: 'Create an empty file if you want the requests out of the error log',
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
    severity: 'W',
    on: 'fetch',
    why: 'Most crawlers take this for a missing file; Python’s parser and the 1996 draft keep out of the site.',
    fix: 'Serve the file without a login',
    hurts: ({ forbidden }) => forbidden.value === 'disallow-all',
    find: source => {
      const { status } = facts(source);
      return status === 401 || status === 403 ? { says: `The answer is ${status}, which crawlers understand differently` } : null;
    },
  },
  {
    id: 'F-429',
    severity: 'E',
    on: 'fetch',
    why: 'Google treats 429 as a server error and stops crawling the host.',
    fix: 'Exempt /robots.txt from the rate limit',
    hurts: ({ tooManyRequests }) => tooManyRequests.value !== 'allow-all',
    find: source => (facts(source).status === 429 ? { says: 'The answer is 429, too many requests' } : null),
  },
  {
    id: 'F-5XX',
    severity: 'E',
    on: 'fetch',
    why: 'RFC 9309 and Google close the host on a server error, other crawlers open it.',
    fix: 'Repair the server, or answer 404 on purpose',
    hurts: ({ serverError }) => serverError.value.meaning !== 'allow-all',
    find: source =>
      within(facts(source).status, 500, 599) ? { says: `The answer is ${facts(source).status}, a server error` } : null,
  },
  {
    id: 'F-UNREACHABLE',
    severity: 'E',
    on: 'fetch',
    why: 'A host whose robots.txt cannot be fetched is treated as after a server error: closed for Google.',
    fix: 'Repair name, connection or certificate',
    hurts: ({ networkError }) => networkError.value.meaning !== 'allow-all',
    find: source =>
      facts(source).status === null ? { says: `robots.txt could not be fetched: ${facts(source).problem ?? 'no answer'}` } : null,
  },
  {
    id: 'F-SLOW',
    severity: 'W',
    on: 'fetch',
    why: 'Crawlers give up after a while and then take the host for unreachable.',
    fix: 'Serve the file from a cache',
    hurts: nobody,
    find: source => {
      const ms = facts(source).elapsedMs ?? 0;
      return ms > 5000 ? { says: `The answer took ${(ms / 1000).toFixed(1)} s` } : null;
    },
  },
  {
    id: 'F-REDIR',
    severity: 'W',
    on: 'fetch',
    why: 'Redirects of robots.txt are allowed, but not every robot follows them.',
    fix: 'Serve the file directly on every origin',
    hurts: ({ maxRedirects }) => maxRedirects.value === 0,
    find: source => (hops(source).length > 0 && !loops(source) ? { says: `Redirect to ${hops(source).at(-1)}` } : null),
  },
  {
    id: 'F-REDIR-HOST',
    severity: 'W',
    on: 'fetch',
    why: 'The rules of the other host then hold for the one that was asked (RFC 9309 section 2.3.1.2).',
    fix: 'Give each host a file of its own',
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
    severity: 'E',
    on: 'fetch',
    why: 'RFC 9309 asks for five redirects; Google takes more for a missing file.',
    fix: 'Shorten the chain',
    hurts: ({ maxRedirects }) => maxRedirects.value <= 5,
    find: source => (hops(source).length > 5 && !loops(source) ? { says: `${hops(source).length} redirects` } : null),
  },
  {
    id: 'F-REDIR-LOOP',
    severity: 'E',
    on: 'fetch',
    why: 'A redirect that leads back to itself never ends in a file.',
    fix: 'Repair the redirect',
    hurts: everyone,
    find: source => (loops(source) ? { says: 'The redirects go in a circle' } : null),
  },
  {
    id: 'F-REDIR-HTML',
    severity: 'E',
    on: 'fetch',
    why: 'A missing file should be a 404. A page in its place is read as a file without rules.',
    fix: 'Answer 404, or serve an empty file',
    hurts: everyone,
    find: source =>
      hops(source).length > 0 && !isError(source) && source.body === 'html'
        ? { says: `The redirect leads to a page, ${hops(source).at(-1)}` }
        : null,
  },
  {
    id: 'F-HTML-REFRESH',
    severity: 'E',
    on: 'fetch',
    why: 'Crawlers follow HTTP redirects of robots.txt, not those inside a page.',
    fix: 'Redirect with an HTTP status',
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
    severity: 'W',
    on: 'fetch',
    why: 'The media type has to be text/plain (RFC 9309 section 2.3).',
    fix: 'Serve it as text/plain; charset=utf-8',
    hurts: nobody,
    find: source => {
      const type = mediaType(source);
      return type !== '' && type !== 'text/plain' && !isError(source) ? { says: `The media type is ${type}` } : null;
    },
  },
  {
    id: 'F-CHARSET',
    severity: 'I',
    on: 'fetch',
    why: 'Crawlers take the file for UTF-8 whatever the header says.',
    fix: 'Save and serve it as UTF-8',
    hurts: nobody,
    find: source => {
      const name = charset(source);
      return name !== '' && !/^(utf-?8|us-ascii|ascii)$/i.test(name) && !isError(source) ? { says: `charset=${name}` } : null;
    },
  },
  {
    id: 'F-ENCODING',
    severity: 'E',
    on: 'fetch',
    why: 'Compressed data without the right Content-Encoding header is not unpacked.',
    fix: 'Set the header, or do not compress the file twice',
    hurts: everyone,
    find: source =>
      !isError(source) && (startsWith(source.bytes, [0x1f, 0x8b]) || startsWith(source.bytes, [0x28, 0xb5, 0x2f, 0xfd]))
        ? { says: `The body is still compressed (Content-Encoding: ${facts(source).contentEncoding ?? 'none'})` }
        : null,
  },
  {
    id: 'F-NOT-ROOT',
    needs: 'url',
    severity: 'E',
    on: 'fetch',
    why: 'Crawlers ask for /robots.txt at the root of the host and nowhere else.',
    fix: 'Move the file to the root',
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
    needs: 'url',
    severity: 'E',
    on: 'fetch',
    why: 'The file has to be called robots.txt, in small letters.',
    fix: 'Rename it to robots.txt',
    hurts: everyone,
    find: source => {
      const url = asked(source);
      return url && lastName(url) !== 'robots.txt' ? { says: `The file is called “${lastName(url)}”` } : null;
    },
  },
  {
    id: 'F-CACHE',
    severity: 'I',
    on: 'fetch',
    why: 'Crawlers keep the file for about 24 hours (RFC 9309 section 2.4); some let Cache-Control change that.',
    fix: 'Allow at most 86400 seconds',
    hurts: nobody,
    find: source => {
      const age = /max-age\s*=\s*(\d{1,12})/i.exec(facts(source).cacheControl ?? '')?.[1];
      return age !== undefined && Number(age) > 86_400 ? { says: `Cache-Control max-age=${age} prolongs the 24 hours` } : null;
    },
  },
  {
    id: 'F-NOT-200',
    severity: 'W',
    on: 'fetch',
    why: 'Some crawlers take the file only with status 200.',
    fix: 'Answer 200',
    hurts: ({ success }) => success.value === '200',
    find: source => (within(facts(source).status, 201, 299) ? { says: `The status is ${facts(source).status}, not 200` } : null),
  },
];
