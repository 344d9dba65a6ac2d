import { inNewCrawl, inStage, OURS, onResume } from './reason.ts';

/** Admission: a limit of the crawl keeps the URL out, or lets it wait. */
export const limitReasons = inStage('admission', {
  'depth-limit': {
    verdict: 'reject',
    family: 'limit',
    cause: 'depth-limit',
    reopens: true,
    title: 'Too deep',
    sentence: 'This URL is {actual} links away from the start URLs. The limit is {limit}.',
    evidence: 'limit',
    setting: inNewCrawl('maxDepth'),
    advice:
      'Start a new crawl with a higher depth limit (--max-depth {actual}), or link to this URL from a page nearer to the start.',
    source: OURS,
  },
  'page-limit': {
    verdict: 'defer',
    family: 'limit',
    cause: 'page-limit',
    reopens: false,
    title: 'Page limit reached',
    sentence: 'The crawl reached its limit of {limit} pages before it came to this URL.',
    evidence: 'limit',
    setting: onResume('maxPages'),
    advice: 'Raise the page limit (--max-pages) and resume.',
    source: OURS,
  },
  'url-too-long': {
    verdict: 'reject',
    family: 'limit',
    cause: 'url-length',
    reopens: false,
    title: 'URL too long',
    sentence: 'This URL has {actual} characters. The limit is {limit}.',
    evidence: 'limit',
    setting: inNewCrawl('maxUrlLength'),
    advice: 'If you want such URLs, start a new crawl with a higher limit (command line: --max-url-length, at most 8192).',
    source: OURS,
  },
  'redirect-limit': {
    verdict: 'reject',
    family: 'redirect',
    cause: 'redirect-limit',
    reopens: true,
    title: 'Too many redirects',
    sentence: 'This URL is redirect number {actual} in a row. The limit is {limit}.',
    evidence: 'limit',
    setting: inNewCrawl('maxRedirects'),
    advice: 'Shorten the redirect chain on the server, or start a new crawl with a higher limit (command line: --max-redirects).',
    source: OURS,
  },
});
