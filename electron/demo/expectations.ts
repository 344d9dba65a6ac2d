import type { ReasonCode } from '#shared/explain/reasons.ts';

/** A decision that crawling the demo site must produce. */
export interface DemoExpectation {
  /** Path and query on the demo site, or the whole address of a candidate elsewhere. */
  readonly path: string;
  /** A decision of that URL must have this reason. */
  readonly reason: ReasonCode;
  readonly why: string;
}

const expect = (path: string, reason: ReasonCode, why: string): DemoExpectation => ({ path, reason, why });

/** Crawled from its home page with `demoSettings`. Several lines may name one path. */
export const demoExpectations: readonly DemoExpectation[] = [
  expect('/', 'seed', 'the home page is the only seed'),
  expect('/', 'links-followed', 'the home page links to nearly everything'),
  expect('/links/many', 'linked', 'only the home page names it'),
  expect('/listing/plain', 'robots-no-rule', 'the group for Crawlscope has no rule for it'),
  expect('/listing/plain', 'fetched', 'it answers 200'),
  expect('/listing/plain', 'listable', 'no directive on it or in its headers'),
  expect('/robots.txt', 'robots-txt-itself', 'linked from the home page'),

  expect('/private/report', 'robots-disallow', 'Disallow: /private/'),
  expect('/private/report', 'blocked-but-listable', 'it may not be read, so its bare address can still be listed'),
  expect('/private/press/', 'robots-allow', 'the longer Allow line wins'),
  expect('/robots/list?sort=price', 'robots-disallow', 'Disallow: /*?sort='),
  expect('/robots/list?page=2', 'robots-no-rule', 'the wildcard rule does not match'),
  expect('/robots/old.bak', 'robots-disallow', 'Disallow: /*.bak$'),
  expect('/robots/old.bak.html', 'robots-no-rule', 'the $ rule does not match'),
  expect('/caf%C3%A9/menu', 'robots-disallow', 'Disallow: /caf%C3%A9/'),
  expect('/robots/~ann/', 'robots-disallow', 'Disallow: /robots/%7Eann/'),
  expect('/robots/not-for-googlebot', 'robots-no-rule', 'only the group for Googlebot forbids it'),
  expect('/robots/star-only', 'robots-no-rule', 'only the group for * forbids it'),

  expect('/listing/meta-noindex', 'meta-noindex', 'robots meta: noindex'),
  expect('/listing/header-noindex', 'header-noindex', 'X-Robots-Tag: noindex'),
  expect('/listing/expired', 'unavailable-after', 'the date has passed'),
  expect('/listing/googlebot-only', 'listable', 'the meta element is for googlebot only'),
  expect('/listing/other-bot-header', 'listable', 'the header is for otherbot only'),
  expect('/listing/none', 'meta-noindex', 'none includes noindex'),
  expect('/listing/none', 'meta-nofollow', 'none includes nofollow'),
  expect('/listing/canonical-element', 'canonical-elsewhere', 'a link element names another page'),
  expect('/listing/canonical-self', 'listable', 'it names itself'),
  expect('/listing/canonical-conflict', 'canonical-conflict', 'two link elements disagree'),
  expect('/files/leaflet.pdf', 'canonical-elsewhere', 'a Link header names another page'),
  expect('/files/leaflet.pdf', 'not-html', 'application/pdf'),
  expect('/files/notes.txt', 'not-html', 'text/plain'),
  expect('/files/notes-noindex.txt', 'header-noindex', 'X-Robots-Tag on plain text'),
  expect('/listing/soft-404', 'soft-404', 'the words say not found'),

  expect('/follow/nofollow-link', 'link-nofollow', 'its only link carries rel=nofollow'),
  expect('/follow/meta-nofollow', 'meta-nofollow', 'robots meta: nofollow'),
  expect('/follow/meta-child', 'page-nofollow', 'linked only from a nofollow page'),
  expect('/follow/header-nofollow', 'header-nofollow', 'X-Robots-Tag: nofollow'),
  expect('/follow/header-child', 'page-nofollow', 'linked only from a page with a nofollow header'),
  expect('/follow/no-links', 'no-links', 'nothing is linked from it'),
  expect('/deep/8', 'fetched', 'as deep as the limit allows'),
  expect('/deep/9', 'depth-limit', 'one level below the limit'),

  expect('/redirect/simple', 'redirected', '301 with Location'),
  expect('/redirect/simple', 'redirect-not-listed', 'a redirect is not a page'),
  expect('/redirect/target', 'redirect-target', 'only a redirect leads to it'),
  expect('/redirect/chain-end', 'fetched', 'three redirects are within the limit'),
  expect('/redirect/loop-b', 'redirect-loop', 'it points back to loop-a'),
  expect('/redirect/long-7', 'redirect-limit', 'the sixth redirect in a row, the limit is five'),
  expect('/private/behind-a-redirect', 'robots-disallow', 'a redirect target is checked too'),
  expect('http://demo.invalid/', 'scope-host', 'a redirect to another host'),
  expect('http://demo.invalid/other', 'scope-host', 'a link to another host'),
  expect('/redirect/nowhere', 'redirect-without-target', '302 without Location'),

  expect('/error/404', 'not-found', '404'),
  expect('/error/404', 'error-not-listed', 'there is nothing to list'),
  expect('/error/410', 'not-found', '410'),
  expect('/error/403', 'forbidden', '403'),
  expect('/error/418', 'client-error', '418'),
  expect('/error/500', 'server-error', '500 at every attempt'),
  expect('/error/304', 'other-status', '304 without a condition in the request'),
  expect('/busy/once', 'throttled', '503 with Retry-After first'),
  expect('/busy/once', 'fetched', 'the second request works'),
  expect('/busy/slow-down', 'throttled', '429 with Retry-After first'),
  expect('/busy/always', 'throttled-too-often', '429 at every attempt'),

  expect('/transfer/gzip', 'fetched', 'gzip'),
  expect('/transfer/br', 'fetched', 'Brotli'),
  expect('/transfer/wrong', 'encoding-failure', 'says gzip, is plain text'),
  expect('/transfer/short', 'body-incomplete', 'fewer bytes than Content-Length'),
  expect('/transfer/dropped', 'connection-lost', 'closed without an answer'),
  expect('/transfer/flaky', 'will-retry', 'the first attempt breaks'),
  expect('/transfer/flaky', 'fetched', 'the second attempt works'),
  expect('/transfer/slow', 'fetched', 'slow, but within the time limits'),

  expect('mailto:hello@demo.invalid', 'scheme-not-fetched', 'mail'),
  expect('ftp://demo.invalid/file', 'scheme-not-fetched', 'FTP'),
  expect('http://[broken/', 'url-invalid', 'cannot be parsed'),
  expect(`/links/long-${'x'.repeat(2_100)}`, 'url-too-long', 'longer than 2,048 characters'),
  expect('/excluded/page', 'excluded-pattern', 'the demo excludes /excluded/'),
  expect('/assets/picture.svg', 'resource-not-crawled', 'an image'),
  expect('/assets/demo.css', 'resource-not-crawled', 'a style sheet'),
  expect('/links/refresh-target', 'linked', 'a meta refresh leads to it'),
  expect('/links/based/child', 'fetched', 'resolved against <base>'),
  expect('/links/languages-de', 'reference-not-crawled', 'only an alternate names it'),

  expect('/orphan', 'sitemap-entry', 'only the sitemap names it'),
  expect('/archive/2024', 'sitemap-entry', 'only the compressed sitemap names it'),
  expect('/private/in-sitemap', 'robots-disallow', 'a sitemap entry is checked too'),
  expect('/orphan-gone', 'not-found', 'a sitemap entry that is missing'),
];

/** A reason that the demo cannot show, because it needs its own server, settings or network. */
export interface SpecialCase {
  readonly id: ReasonCode;
  /** The minimal behaviour that produces it. */
  readonly setting: string;
}

const special = (id: ReasonCode, setting: string): SpecialCase => ({ id, setting });

/** Together with `demoExpectations`, covers every reason code. The test support code has a site for each. */
export const specialCases: readonly SpecialCase[] = [
  special('scope-page', 'scope “page”, the seed links to another page'),
  special('scope-prefix', 'scope “prefix”, a seed in /docs/ links to a page outside that folder'),
  special('scope-domain', 'scope “domain”, the seed links to another domain'),
  special('not-included', 'an include pattern that the linked page does not match'),
  special('page-limit', 'a limit of one page, the seed links to a second one'),
  special('address-refused', 'the seed links to a link-local address that nobody typed'),
  special('site-closed', 'a crawl as Yahoo! Slurp meets Disallow: / without any Allow'),
  special('frame-not-followed', 'a crawl as Yahoo! Slurp finds a page only in a frame'),
  special('robots-no-group', 'robots.txt has a group for another robot only'),
  special('robots-missing', 'robots.txt answers 404'),
  special('robots-unreachable', 'robots.txt answers 500'),
  special('nofollow-implied', 'a crawl as InfoSeek of 1997 meets a plain noindex on a page with a link'),
  special('robots-overridden', 'robots.txt forbids the page, the settings say never obey on this site'),
  special('robots-unreachable-overridden', 'robots.txt answers 500, the settings say never obey on this site'),
  special(
    'robots-always-obeyed',
    'a profile that overlooks the group for *, which forbids the page; the settings say always obey',
  ),
  special('trap-repeated-folders', 'relative links that make paths longer with the same folders'),
  special('trap-session', 'two links to one page with two session ids'),
  special('trap-calendar', 'a page of a calendar links to a month in the year 9998'),
  special('trap-numbers', 'pages with like texts, each linked only from the one before'),
  special('trap-parameters', 'a page with forty links to itself with a parameter, and one with two'),
  special('trap-folder', 'a folder whose pages link to forty new pages with random names each'),
  special('trap-hosts', 'scope “domain”, each host links to a new host of the domain'),
  special('trap-released', 'a page that a trap guard stopped; resumed with settings that release its pattern'),
  special('asked-by-hand', 'robots.txt forbids the page, then allows it; the user asks for it by name in between'),
  special('robots-asked-again', 'robots.txt forbids the page; resumed with settings that say never obey on this site'),
  special('delay-too-long', 'Crawl-delay above the ceiling of the settings'),
  special('interrupted', 'the first request of the page never gets an answer and the program is ended; resuming gets one'),
  special('dns-failure', 'a host name that no resolver accepts; robots.txt is answered by the test'),
  special('connection-refused', 'the server stops listening after robots.txt'),
  special('host-unreachable', 'the server stops listening while URLs wait, for longer than a crawl waits'),
  special('network-outage', 'the first request of the page finds no network; robots.txt is answered'),
  special('engine-crash', 'the page ends the engine twice; the supervisor starts it again each time'),
  special('timeout', 'the page never gets an answer'),
  special('tls-failure', 'an https address whose server speaks plain text; robots.txt is answered by the test'),
  special('http-malformed', 'the page’s answer is not HTTP'),
  special('header-too-large', 'a response head of more than a mebibyte'),
  special('decompression-bomb', 'a few kilobytes of gzip that unpack to eight mebibytes of zeros'),
  special('link-ugc', 'links with rel=ugc are recorded only, and the only link to the page has it'),
  special('link-sponsored', 'links with rel=sponsored are recorded only, and the only link to the page has it'),
  special('reference-target', 'canonical targets are crawled, and only a canonical leads to the page'),
  special('challenged', 'the server returns a bot challenge'),
  special('challenge-not-listed', 'the server returns a bot challenge'),
  special('check-waiting', 'an external link while external links are checked'),
  special('check-limit', 'two external links to a host, one check per host'),
  special('check-excluded', 'an external link that matches an exclude pattern'),
  special('check-redirect-target', 'an external link that redirects to a page of the site that nothing links to'),
  special('probe', 'probes are allowed; nothing links to the favicon'),
  special('check-robots-blocked', 'an external link that the robots.txt of its host blocks'),
  special('check-robots-unreachable', 'an external link to a host whose robots.txt returns 500'),
  special('check-delay-too-long', 'an external link to a host with a Crawl-delay above the limit'),
  special('check-ok', 'an external link that works'),
  special('check-redirects', 'an external link that redirects'),
  special('check-bad-redirect', 'an external link that redirects without a target'),
  special('check-not-found', 'an external link to a page that does not exist'),
  special('check-client-error', 'an external link that returns 418'),
  special('check-forbidden', 'an image of the site that returns 403'),
  special('check-server-error', 'an external link that returns 500'),
  special('check-refused', 'an external link that returns 403'),
  special('check-host-refuses', 'two external links to a host that returns 429 with a long Retry-After'),
  special('check-challenged', 'an external link that returns a bot challenge'),
  special('check-other-status', 'an external link that returns 300'),
  special('check-retry', 'an external link that returns 500, then a page'),
  special('check-no-response', 'an external link to a host that is switched off'),
  special('check-tls-failure', 'an external https link whose server speaks plain text'),
  special('check-bad-response', 'an external link whose response is not HTTP'),
  special('check-no-network', 'an external link while no host responds any more'),
  special('check-address-blocked', 'an external link to a name with a private address'),
  special('address-blocked', 'a host name of a loopback address, while the fetcher trusts no host'),
];
