import { expect, test } from 'vitest';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { bytesOf } from '../robots/reading.ts';

/** Files as careful people write them. None of them deserves more than a note. */
const clean: Readonly<Record<string, string>> = {
  'a small shop': `# Shop
User-agent: *
Disallow: /cart
Disallow: /checkout
Disallow: /account/
Disallow: /search
Disallow: /*?sort=
Disallow: /*?filter=

Sitemap: https://shop.test/sitemap.xml
`,
  'a WordPress site': `User-agent: *
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php

Sitemap: https://blog.test/wp-sitemap.xml
`,
  'a big news site': `# Terms: https://news.test/terms
User-agent: *
Disallow: /ajax/
Disallow: /search/
Disallow: /user/
Disallow: /print/
Disallow: /*/comments/
Disallow: /*.json$

# Text for models
User-agent: GPTBot
User-agent: ClaudeBot
User-agent: CCBot
User-agent: Google-Extended
Disallow: /

User-agent: AhrefsBot
User-agent: SemrushBot
Disallow: /

Sitemap: https://news.test/sitemaps/index.xml
Sitemap: https://news.test/sitemaps/news.xml
`,
  'the style of Google': `User-agent: *
Disallow: /search
Allow: /search/about
Allow: /search/howsearchworks
Disallow: /sdch
Disallow: /groups
Disallow: /index.html?
Disallow: /?
Allow: /?hl=
Disallow: /?hl=*&
Allow: /?hl=*&gws_rd=ssl$

Sitemap: https://search.test/sitemap.xml
`,
  'Clean-param in the group for Yandex': `User-agent: Yandex
Disallow: /cgi-bin/
Clean-param: sid&utm_source /catalogue/
Clean-param: ref

User-agent: *
Disallow: /cgi-bin/

Sitemap: https://site.test/sitemap.xml
`,
  'paths in UTF-8, percent-encoded, with comments in UTF-8': `# Правила
User-agent: *
Disallow: /%D0%BF%D0%B0%D0%B2%D1%83%D0%BA%D0%B8/
Disallow: /caf%C3%A9/

Sitemap: https://site.test/sitemap.xml
`,
  'a Crawl-delay': `User-agent: *
Crawl-delay: 10
Disallow: /calendar/

Sitemap: https://site.test/sitemap.xml
`,
  'a sitemap and nothing else': 'Sitemap: https://site.test/sitemap.xml\n',
  'an Allow that says the usual': 'User-agent: *\nAllow: /\n\nSitemap: https://site.test/sitemap.xml\n',
  'an empty Disallow': 'User-agent: *\nDisallow:\n',
  'an empty file': '',
  'comments only': '# Nothing is closed here.\n',
  'DOS line ends and no last one': 'User-agent: *\r\nDisallow: /private/\r\n\r\nSitemap: https://site.test/sitemap.xml',
  'keywords in small letters': 'user-agent: *\ndisallow: /tmp/\n\nsitemap: https://site.test/sitemap.xml\n',
  'indented rules and comments behind values': `User-agent: *
  Disallow: /a/   # the archive
  Disallow: /b/   # the attic
`,
  'several robots in one group': `User-agent: Googlebot
User-agent: Bingbot
User-agent: *
Disallow: /intern/
`,
  'a robot that is shut out while others are not': `User-agent: *
Disallow: /intern/

User-agent: Bytespider
Disallow: /
`,
  'a group that repeats the rules of all': `User-agent: *
Disallow: /cgi-bin/
Disallow: /tmp/

User-agent: Bingbot
Crawl-delay: 5
Disallow: /cgi-bin/
Disallow: /tmp/
Disallow: /calendar/
`,
  'an exception before its rule': 'User-agent: *\nAllow: /media/logos/\nDisallow: /media/\n',
  'statements about use': `User-agent: *
Content-Signal: search=yes, ai-train=no
Allow: /

Sitemap: https://site.test/sitemap.xml
`,
  'parameters of a forum': `User-agent: *
Disallow: /viewtopic.php?*p=
Disallow: /memberlist.php
Disallow: /*?sid=
Disallow: /*&sid=
Disallow: /posting.php
`,
};

test.each(Object.entries(clean))('%s: no error and no warning', (_, text) => {
  const loud = lintRobots(bytesOf(text)).diagnostics.filter(each => each.severity !== 'I');
  expect(loud.map(({ id, line, message }) => `${line}: ${id} ${message}`)).toEqual([]);
});

test.each(Object.entries(clean))('%s: neither when it was fetched as it should be', (_, text) => {
  const { diagnostics } = lintRobots(bytesOf(text), {
    url: 'https://site.test/robots.txt',
    fetch: { status: 200, contentType: 'text/plain; charset=utf-8', elapsedMs: 80, redirects: [], cacheControl: 'max-age=3600' },
  });
  expect(diagnostics.filter(each => each.severity !== 'I').map(each => each.id)).toEqual([]);
});
