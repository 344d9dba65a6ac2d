import { reasonOf } from '#shared/explain/reasons.ts';
import { wordsOf } from '../../text/phrase-set.ts';
import { type Check, pageCheck, responseCheck, threshold, urlCheck } from '../check.ts';
import { resolved } from '../hrefs.ts';
import { ofHeader, placed, placedHref } from '../items.ts';
import { responseStanding } from '../populations.ts';
import { likeNonsense } from '../soft-404.ts';
import { isInternalRow } from '../url-row.ts';
import { nonsenseCheck } from './probed.ts';
import { hostVariantsCheck } from './variants.ts';

export const contentChecks: readonly Check[] = [
  pageCheck({
    id: 'resp.meta_refresh',
    name: 'Meta refresh redirect',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    trigger: 'A meta refresh of the page names a URL other than the page.',
    why: 'Visitors wait and cannot go back, and screen readers start again. A redirect of the server is clearer to search engines.',
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
    trigger:
      'The page has status 2xx, but its title or first H1 says that the page was not found. Or its text is at least 95 % like the host’s response for a random path (if probes were allowed).',
    why: 'Search engines keep crawling and may list pages that have no content.',
    fix: 'Return 404 or 410 for pages that do not exist.',
    sources: ['Google Search Central, Soft 404 errors', 'RFC 9110, 15.5.5 404 Not Found'],
    thresholds: { percent: threshold(95, 'Likeness to the page for a random path from', '%', 50, 100) },
    test(page, { percent }, site) {
      const { titles = [], headings = [], text } = page.facts;
      if (text.notFound === undefined) return likeNonsense(page, percent, site);
      const phrase = wordsOf(text.notFound).join(' ');
      const heading = headings.find(({ level }) => level === 1);
      const place = [titles[0], heading].find(each => each && wordsOf(each.text).join(' ').includes(phrase));
      return [place ? placed(place) : { value: text.notFound }];
    },
  }),
  nonsenseCheck,
];

export const wholeResponseChecks: readonly Check[] = [
  hostVariantsCheck,
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
