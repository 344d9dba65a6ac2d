import type { FindingItem } from '#shared/model/audit.ts';
import { type AuditUrl, type Check, responseCheck, urlCheck } from '../check.ts';
import { isWaiting } from '../failures.ts';
import { ofHeader, statusAndLinkers } from '../items.ts';
import { responseStanding } from '../populations.ts';
import { isRedirectStatus } from '../redirects.ts';
import { isInternalRow } from '../url-row.ts';

const notIn4xx: ReadonlySet<number> = new Set([401, 403, 410, 429]);
const isBetween = ({ status }: AuditUrl, low: number, high: number): boolean =>
  status !== null && status >= low && status <= high;
/** Only URLs that were requested more than once have further statuses. */
const isRepeated = ({ attempts }: AuditUrl): boolean => attempts > 1;

export const statusChecks: readonly Check[] = [
  responseCheck({
    id: 'resp.4xx',
    name: 'Internal client error',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'internal',
    trigger: 'The internal URL returned a status from 400 to 499 other than 401, 403, 410 and 429.',
    why: 'Visitors who follow a link get an error page. Search engines drop the URL.',
    fix: 'Restore the page, redirect it to its successor, or remove the links to it.',
    sources: ['RFC 9110, 15.5 Client Error 4xx', 'Google Search Central, HTTP status codes'],
    test({ url }, _limits, site) {
      if (!isBetween(url, 400, 499) || notIn4xx.has(url.status as number)) return null;
      return statusAndLinkers(url, site);
    },
  }),
  responseCheck({
    id: 'resp.401_403',
    name: 'Internal access denied',
    group: 'resp',
    type: 'issue',
    priority: 'M',
    population: 'internal',
    trigger: 'The internal URL returned 401 or 403, and the response is no bot challenge.',
    why: 'The public cannot see the page that the site links to. Search engines drop it.',
    fix: 'Remove the links for visitors who are not logged in, or allow access.',
    sources: ['RFC 9110, 15.5.2 and 15.5.4'],
    test: ({ url }, _limits, site) => (url.status === 401 || url.status === 403 ? statusAndLinkers(url, site) : null),
  }),
  urlCheck({
    id: 'resp.410',
    name: 'Gone but still linked',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'internal',
    trigger: 'The internal URL returned 410, and at least one other internal page links to it.',
    why: 'The page was removed on purpose, but visitors still follow links to it.',
    fix: 'Remove the links, or point them to a page that exists.',
    sources: ['RFC 9110, 15.5.11 410 Gone'],
    applies: isInternalRow,
    test(url, _limits, site) {
      const standing = responseStanding(url);
      if (standing !== 'answered') return standing;
      if (url.status !== 410) return null;
      const { followed, nofollow } = site.inlinks(url.id);
      return followed + nofollow > 0 ? statusAndLinkers(url, site) : null;
    },
  }),
  urlCheck({
    id: 'resp.429',
    name: 'Rate limited',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'internal',
    trigger: 'Any request for the internal URL in this crawl returned 429.',
    why: 'The server refuses crawlers at this rate. Search engines may see the same, and crawl less.',
    fix: 'Crawl more slowly, or raise the limit of the server for crawlers that you trust.',
    sources: ['RFC 6585, 4 429 Too Many Requests'],
    applies: isInternalRow,
    test(url, _limits, site) {
      if (url.status === 429) return statusAndLinkers(url, site);
      const standing = responseStanding(url);
      const wasAsked = standing === 'answered' || standing === 'no-response' || url.attempts > 0;
      if (wasAsked && isRepeated(url) && site.source.statuses(url.id).includes(429)) return [{ value: '429' }];
      return standing === 'answered' || standing === 'no-response' ? null : standing;
    },
  }),
  responseCheck({
    id: 'resp.5xx',
    name: 'Internal server error',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'internal',
    trigger: 'The internal URL returned a status from 500 to 599 in the last of all attempts.',
    why: 'Visitors cannot see the page. Search engines slow down their crawl of the site, and drop URLs that keep failing.',
    fix: 'Look for the request in the error log of the server.',
    sources: ['RFC 9110, 15.6 Server Error 5xx', 'Google Search Central, HTTP status codes'],
    test({ url }, _limits, site) {
      if (!isBetween(url, 500, 599)) return null;
      return isWaiting(url) ? 'not-requested' : statusAndLinkers(url, site);
    },
  }),
  responseCheck({
    id: 'resp.5xx_intermittent',
    name: 'Unstable server response',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'internal',
    trigger: 'Requests for the internal URL returned both a status from 500 to 599 and one from 200 to 299 in this crawl.',
    why: 'Some visitors get an error. Search engines slow down their crawl of a server that fails.',
    fix: 'Look for the failed requests in the error log of the server: mostly it is overloaded.',
    sources: ['RFC 9110, 15.6 Server Error 5xx'],
    test({ url }, _limits, site) {
      if (!isRepeated(url)) return null;
      const statuses = site.source.statuses(url.id);
      const hasFailed = statuses.some(status => status >= 500 && status <= 599);
      if (!hasFailed || !statuses.some(status => status >= 200 && status <= 299)) return null;
      return statuses.map(status => ({ value: String(status) }));
    },
  }),
  responseCheck({
    id: 'resp.3xx',
    name: 'Internal redirect',
    group: 'resp',
    type: 'warning',
    priority: 'L',
    population: 'internal',
    trigger: 'The internal URL returned 301, 302, 303, 307 or 308.',
    why: 'Each redirect costs visitors and crawlers another request.',
    fix: 'Link to the target of the redirect.',
    sources: ['RFC 9110, 15.4 Redirection 3xx'],
    test(page, _limits, site) {
      if (!isRedirectStatus(page.url.status)) return null;
      const location = page.header('location');
      const to: FindingItem[] = location === null ? [] : [{ ...ofHeader(location), role: 'location' }];
      return [...to, ...statusAndLinkers(page.url, site)];
    },
  }),
];
