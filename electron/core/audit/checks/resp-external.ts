import type { CheckInfo } from '#shared/model/audit.ts';
import { type AuditUrl, type Check, responseCheck, urlCheck } from '../check.ts';
import { statusAndLinkers } from '../items.ts';
import { responseStanding } from '../populations.ts';

const refusals: ReadonlySet<number> = new Set([401, 403, 429, 999]);
const noResponse: ReadonlySet<string> = new Set(['check-no-response', 'check-tls-failure', 'check-bad-response']);

/** A check of the status of external URLs. */
const ofStatus = (
  matches: (status: number) => boolean,
  words: Pick<CheckInfo, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>,
): Check =>
  responseCheck({
    ...words,
    group: 'resp',
    population: 'external',
    test: ({ url }, _limits, site) => (url.status !== null && matches(url.status) ? statusAndLinkers(url, site) : null),
  });

export const externalChecks: readonly Check[] = [
  ofStatus(status => status >= 400 && status <= 499 && !refusals.has(status), {
    id: 'resp.ext_4xx',
    name: 'Broken external link target',
    type: 'warning',
    priority: 'M',
    trigger: 'The external URL returned a status from 400 to 499 other than 401, 403 and 429.',
    why: 'Visitors who follow the link get an error page.',
    fix: 'Link to another page, or remove the link.',
    sources: ['RFC 9110, 15.5 Client Error 4xx'],
  }),
  ofStatus(status => refusals.has(status), {
    id: 'resp.ext_403',
    name: 'External target refuses the check',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The external URL returned 401, 403, 429 or 999.',
    why: 'Many hosts refuse programs but show the page to visitors. The link is probably not broken.',
    fix: 'Open the URL in a browser if the link matters.',
    sources: ['RFC 9110, 15.5.4 403 Forbidden'],
  }),
  ofStatus(status => status >= 500 && status <= 599, {
    id: 'resp.ext_5xx',
    name: 'External server error',
    type: 'warning',
    priority: 'L',
    trigger: 'The external URL returned a status from 500 to 599 in the last of all attempts.',
    why: 'Visitors who follow the link get an error. It may be temporary.',
    fix: 'Check again later. Replace the link if the error stays.',
    sources: ['RFC 9110, 15.6 Server Error 5xx'],
  }),
  ofStatus(status => status >= 300 && status <= 399, {
    id: 'resp.ext_3xx',
    name: 'External redirect',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The external URL returned a status from 300 to 399.',
    why: 'The page has moved. One day the redirect may end.',
    fix: 'Link to the target of the redirect.',
    sources: ['RFC 9110, 15.4 Redirection 3xx'],
  }),
  urlCheck({
    id: 'resp.ext_noresp',
    name: 'External target does not respond',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'external',
    trigger:
      'The check of the external URL ended without a response: no address, refused, timed out, or TLS failed. Where no public host responded to the crawl, it had no network, and nothing is checked.',
    why: 'Visitors who follow the link get an error of the browser.',
    fix: 'Link to another page, or remove the link.',
    sources: ['RFC 9110, 9.2 Common Method Properties'],
    applies: url => url.class === 'external',
    test(url, _limits, site) {
      if (noResponse.has(url.check)) return failed(url, site.source.cause(url.id), statusAndLinkers(url, site));
      const standing = responseStanding(url);
      return standing === 'answered' ? null : standing;
    },
  }),
];

const failed = (url: AuditUrl, cause: string | null, [, ...linking]: ReturnType<typeof statusAndLinkers>) => [
  { value: cause ?? url.check },
  ...linking,
];
