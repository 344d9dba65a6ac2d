import { bytesOf } from '../robots/reading.ts';
import { type Example, type Examples, forAll } from './example.ts';

const line = (fires: string, near: string, fixed?: string): Example => ({
  fires: forAll('Disallow: /a', fires),
  near: forAll('Disallow: /a', near),
  line: 3,
  ...(fixed === undefined ? {} : { fixed }),
});
const at = (url: string, text: string) => ({ bytes: bytesOf(text), url });

export const directivesExamples: Examples = {
  'X-DELAY-IGNORED': line('Crawl-delay: 5', '# Crawl-delay: 5'),
  'X-DELAY-VALUE': line('Crawl-delay: ten', 'Crawl-delay: 10'),
  'X-DELAY-LARGE': line('Crawl-delay: 3600', 'Crawl-delay: 64'),
  'X-DELAY-BING': line('Crawl-delay: 31', 'Crawl-delay: 30'),
  'X-DELAY-FRACTION': line('Crawl-delay: 0.5', 'Crawl-delay: 5'),
  'X-DELAY-GLOBAL': {
    fires: 'User-agent: a\nDisallow: /a\nCrawl-delay: 1\n\nUser-agent: b\nDisallow: /b\nCrawl-delay: 2\n',
    near: 'User-agent: a\nDisallow: /a\nCrawl-delay: 2\n\nUser-agent: b\nDisallow: /b\nCrawl-delay: 2\n',
    line: 7,
  },
  'X-SITEMAP-REL': {
    fires: at('https://e.com/robots.txt', 'Sitemap: /s.xml\n'),
    near: at('https://e.com/robots.txt', 'Sitemap: https://e.com/s.xml\n'),
    line: 1,
    fixed: 'Sitemap: https://e.com/s.xml',
  },
  'X-SITEMAP-URL': line('Sitemap: htp://e.com/s.xml', 'Sitemap: http://e.com/s.xml'),
  'X-SITEMAP-HOST': {
    fires: at('https://e.com/robots.txt', 'Sitemap: https://cdn.test/s.xml\n'),
    near: at('https://e.com/robots.txt', 'Sitemap: https://e.com/s.xml\n'),
    line: 1,
  },
  'X-SITEMAP-BLOCKED': {
    fires: forAll('Disallow: /s'),
    near: at('https://o.test/robots.txt', forAll('Disallow: /s')),
    line: 4,
  },
  'X-SITEMAP-NONE': { fires: 'User-agent: *\nDisallow: /a\n', near: forAll('Disallow: /a') },
  'X-SITEMAP-BARE': line('http://h/sitemap.xml', 'Sitemap: http://h/sitemap.xml', 'Sitemap: http://h/sitemap.xml'),
  'X-HOST': line('Host: www.e.com', '# Host: www.e.com'),
  'X-HOST-VALUE': line('Host: http://e.com/path', 'Host: www.e.com'),
  'X-CLEAN': line('Clean-param: a b c', 'Clean-param: p0&p1 /path'),
  'X-NOINDEX': line('Noindex: /x', 'Disallow: /noindex'),
  'X-PROPOSED': line('Please-visit: /new/', 'Crawl-delay: 5'),
  'X-RATE': line('Request-rate: 1/5', 'Crawl-delay: 5'),
  'X-VERSION': line('Robot-version: 2.0', '# Robot-version: 2.0'),
  'X-CONTENT-SIGNAL': line('Content-Signal: ai-train=no', '# Content-Signal: ai-train=no'),
  'X-LICENSE': line('License: https://e.com/l.xml', '# License: https://e.com/l.xml'),
  'X-ACAP': line('ACAP-crawler: *', '# ACAP-crawler: *'),
};
