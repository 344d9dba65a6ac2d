import { chooseCanonical } from '#core/canonical/choose.ts';
import { collectCanonicals } from '#core/canonical/collect.ts';
import { parseLinkHeader } from '#core/canonical/link-header.ts';
import { engineById, engineIds } from '#core/directives/engines.ts';
import { parseMetaRobots, parseXRobotsTag } from '#core/directives/parse.ts';
import { readDirectives } from '#core/directives/read.ts';
import { sniffCharset } from '#core/html/charset.ts';
import { createExtractor, extractHtml } from '#core/html/extract.ts';
import { relTokens, srcsetUrls, trimHref } from '#core/html/href.ts';
import { parseRefresh } from '#core/html/meta-refresh.ts';
import { decodeReferences } from '#core/html/references.ts';
import { parseSitemap } from '#core/sitemap/parse.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { hold, octetsOf } from './fuzz-robots.ts';
import type { Random } from './random.ts';

const PAGE = 'https://a.test/p';
const AT = { start: 0, end: 1 };

export const directiveSeeds = [
  'noindex, nofollow',
  'googlebot: noindex, max-snippet: -1, otherbot: none',
  'unavailable_after: Wed, 3 Dec 2025 10:00:00 GMT, noarchive',
  'max-image-preview:large,*:none;x',
];

const engines = engineIds();

/** One of the engines reads the text as header and as meta. */
export function fuzzDirectives(random: Random, text: string): void {
  const engine = engineById(random.pick(engines));
  const metas = [{ name: 'robots', content: text, at: AT, inHead: true }];
  const headers = [['X-Robots-Tag', text]] as const;
  const found = readDirectives(engine, { metas, headers }, ['googlebot'], { now: 0 });
  const written = parseXRobotsTag(headers).length + parseMetaRobots(metas).length;
  hold(written === 0 || found.ignored.length <= 2 * text.length + 2, `${engine.id}: no more is ignored than was written`);
  hold(found.index.value !== 'no' || found.index.by.length > 0, `${engine.id}: what forbids listing is named`);
  hold(found.follow.value !== 'no' || found.follow.by.length > 0, `${engine.id}: what forbids following is named`);
}

export const linkSeeds = [
  '<https://a.test/>; rel="canonical", </b>; rel=next; title="a, b"',
  '<a b>;rel="canonical alternate";anchor="#x";hreflang=de,<c>',
  "<http://a.test/\xc3\xa9>; rel=canonical; title*=utf-8''x",
];

export function fuzzLinks(text: string): void {
  const links = parseLinkHeader([['Link', text]]);
  hold(links.length <= 1000 && links.every(link => text.includes(link.text)), 'every link is part of its header');
  const declared = collectCanonicals(null, [['link', text]]);
  const choice = chooseCanonical(declared, PAGE, PAGE);
  if (choice.kind === 'self' || choice.kind === 'elsewhere')
    hold(declared.includes(choice.declaration), 'chosen out of what is there');
}

export const smallSeeds = [
  ...['5; url=/next', "0;URL='https://a.test/'", '3', 'a.jpg 1x, b.jpg 2x'],
  ...['canonical alternate', '&amp;&copy=&#x41;&notin;'],
];

export function fuzzSmall(text: string): void {
  const refresh = parseRefresh(text);
  if (refresh) hold(refresh.seconds >= 0 && text.includes(refresh.href), 'a refresh is as written');
  for (const url of srcsetUrls(text)) hold(text.includes(url), 'srcset addresses are as written');
  hold(!/[\t\n\r]/.test(trimHref(text)), 'no line ends in an address');
  relTokens(text);
  decodeReferences(text, true);
  decodeReferences(text, false);
}

export const pageSeeds = [
  '<!doctype html><html lang=de><head><title>T &amp; x</title><meta name=robots content="noindex"><link rel=canonical href=/c><base href="/b/"></head><body><a href="x" rel=nofollow>t</a><img srcset="a 1x, b 2x"></body></html>',
  '<meta charset=windows-1252><meta http-equiv=refresh content="0;url=/x"><h1>\xe9<svg><title>s</title><a href=q></svg><script>if (a<b) "</script>"</script><textarea><a href=no></textarea>',
  '<frameset><frame src=a><noframes><a href=b></noframes><!-- <a href=c> --><template><a href=d></template><plaintext><a href=e>',
];

export function fuzzPage(random: Random, text: string): void {
  const bytes = octetsOf(text);
  const options = {
    contentType: random.pick([null, 'text/html', 'text/html; charset=shift_jis', 'text/html; charset=utf-16le']),
    maxLinks: 8,
  };
  sniffCharset(bytes, options.contentType);
  const facts = extractHtml(bytes, options);
  hold(facts.links.length <= 8, 'no more links than asked for');
  for (const { at } of facts.links) hold(at.start >= 0 && at.end >= at.start && at.end <= bytes.length, 'links lie in the page');
  if (random.once(4)) {
    const cut = random.below(bytes.length + 1);
    const pieces = createExtractor(options);
    pieces.push(bytes.subarray(0, cut));
    pieces.push(bytes.subarray(cut));
    hold(JSON.stringify(pieces.end()) === JSON.stringify(facts), 'a page in pieces reads as the whole');
  }
}

export const sitemapSeeds = [
  '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.test/</loc><lastmod>2024-01-01</lastmod><priority>0.5</priority></url></urlset>',
  '<sitemapindex><sitemap><loc><![CDATA[http://a.test/s.xml]]></loc></sitemap><!-- x --></sitemapindex>',
  'http://a.test/1\r\nhttp://a.test/2\nnot an address\n',
  '<rss><channel><item><link>http://a.test/r</link><pubDate>x</pubDate></item></channel></rss>',
  '\xff\xfe<\0u\0r\0l\0s\0e\0t\0>\0',
];

export function fuzzSitemap(random: Random, text: string): void {
  const bytes = octetsOf(text);
  const limits = random.once(3) ? { maxBytes: random.below(bytes.length + 2), maxEntries: random.below(3) } : {};
  const found = parseSitemap(bytes, { url: 'http://a.test/sitemap.xml', ...limits });
  hold(found.entries.length <= (limits.maxEntries ?? Number.POSITIVE_INFINITY), 'no more entries than asked for');
  for (const entry of found.entries) hold(normalizeUrl(entry.loc).kind === 'url', `an entry is an address: ${entry.loc}`);
}
