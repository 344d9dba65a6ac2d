import { reasonOf } from '#shared/explain/reasons.ts';
import { softNotFound } from '../../text/phrases/soft-404.ts';
import { type Check, pageCheck, pendingCheck, responseCheck, urlCheck } from '../check.ts';
import { resolved } from '../hrefs.ts';
import { ofHeader, placed, placedHref } from '../items.ts';
import { responseStanding } from '../populations.ts';
import { isInternalRow } from '../url-row.ts';

export const contentChecks: readonly Check[] = [
  pageCheck({
    id: 'resp.meta_refresh',
    name: 'Meta refresh redirect',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    trigger: 'A meta refresh of the page names a URL other than the page.',
    why: 'Visitors wait, cannot go back, and screen readers start anew. A redirect of the server is clearer to search engines.',
    fix: 'Use a 301 or 308 redirect of the server.',
    sources: ['HTML standard, 4.2.5.3 Pragma directives', 'WCAG 2.2, technique H76'],
    test(page) {
      const { refresh } = page.facts;
      if (refresh === undefined || refresh.href === '') return null;
      return resolved(page, refresh.href) === page.url.url ? null : [placedHref(refresh)];
    },
  }),
  responseCheck({
    id: 'resp.refresh_header',
    name: 'Refresh header',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'internal',
    trigger: 'The response has a Refresh header.',
    why: 'It works like a meta refresh: slowly, and not for every client.',
    fix: 'Use a 301 or 308 redirect with a Location header.',
    sources: ['HTML standard, 7.4.6.2 Refresh'],
    test(page) {
      const refresh = page.header('refresh');
      return refresh === null ? null : [ofHeader(refresh)];
    },
  }),
  pageCheck({
    id: 'resp.soft404',
    name: 'Soft 404',
    group: 'resp',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    trigger: 'The page has status 2xx, but its title or first H1 has a phrase that says that the page was not found.',
    why: 'Search engines keep crawling and may list pages that have no content.',
    fix: 'Return 404 or 410 for pages that do not exist.',
    sources: ['Google Search Central, Soft 404 errors', 'RFC 9110, 15.5.5 404 Not Found'],
    test({ facts: { titles = [], headings = [], text, lang } }) {
      const phrases = softNotFound(text.language ?? lang?.slice(0, 2).toLowerCase() ?? null);
      const title = titles[0];
      if (title !== undefined && phrases.find(title.text) !== null) return [placed(title)];
      const heading = headings.find(({ level }) => level === 1);
      return heading !== undefined && phrases.find(heading.text) !== null ? [placed(heading)] : null;
    },
  }),
  pendingCheck({
    id: 'resp.no404',
    name: 'Host returns 200 for any address',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'hosts',
    trigger: 'A request for a random path on the host returns 200.',
    why: 'Search engines cannot tell which pages exist.',
    fix: 'Return 404 for addresses without a page.',
    sources: ['Google Search Central, Soft 404 errors'],
    because: 'needs-probe',
  }),
];

export const wholeResponseChecks: readonly Check[] = [
  pendingCheck({
    id: 'resp.www_variants',
    name: 'Host variants both respond',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'hosts',
    trigger:
      'At least two of http and https, with and without www, return a page without a redirect or canonical to one of them.',
    why: 'The site exists more than once. Search engines choose one of the copies.',
    fix: 'Redirect all variants to one.',
    sources: ['Google Search Central, Consolidate duplicate URLs'],
    because: 'needs-probe',
  }),
  urlCheck({
    id: 'resp.challenge',
    name: 'Bot challenge instead of content',
    group: 'resp',
    type: 'warning',
    priority: 'H',
    population: 'internal',
    trigger: 'The response is a bot challenge by its headers or its text.',
    why: 'The crawl did not see the page. Other crawlers may get the challenge too.',
    fix: 'Allow the crawler in the bot protection of the site, then crawl again.',
    sources: ['Cloudflare docs, Detect a challenge page response'],
    applies: isInternalRow,
    test(url) {
      if (reasonOf(url.reason)?.family === 'challenge') return url.status === null ? [] : [{ value: String(url.status) }];
      const standing = responseStanding(url);
      return standing === 'answered' ? null : standing;
    },
  }),
  responseCheck({
    id: 'resp.truncated',
    name: 'Body cut at the size limit',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'internal',
    trigger: 'The body was longer than the size limit of the crawl, so the crawl read only its beginning.',
    why: 'Links and text after the limit are unknown. Search engines cut large pages too.',
    fix: 'Make the page smaller, or raise the limit of the crawl.',
    sources: ['Google Search Central, Googlebot: file size limits'],
    test({ response: { bodyEnd, bodyBytes } }) {
      if (bodyEnd === null) return 'no-body';
      return bodyEnd === 'too-large' ? [{ value: String(bodyBytes ?? 0) }] : null;
    },
  }),
];
