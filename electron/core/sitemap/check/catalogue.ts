/** E: readers reject the file or the entry. W: part of it is ignored or mistaken. I: worth knowing, nothing is wrong. */
export type Severity = 'E' | 'W' | 'I';

/** What a problem is counted among. */
export type Unit = 'files' | 'entries' | 'dates' | 'images' | 'videos' | 'articles' | 'alternates' | 'pairs';

/** One thing that `sitemap check` looks for. */
export interface SitemapRule {
  readonly severity: Severity;
  readonly of: Unit;
  readonly why: string;
  readonly source: string;
}

const protocol = 'sitemaps.org: protocol';
const tags = 'sitemaps.org: protocol, XML tag definitions';
const build = 'Google Search Central, Build and submit a sitemap';
const index = 'sitemaps.org: protocol, sitemap index files; Google Search Central, Manage your sitemaps';
const xml = 'XML 1.0';

const rule = (severity: Severity, of: Unit, source: string, why: string): SitemapRule => ({ severity, of, why, source });

/** Everything that is looked for in a file and its entries. Codes that a crawl records too have the same names there. */
export const fileRules = {
  empty: rule('E', 'files', protocol, 'A sitemap needs entries.'),
  'not-xml': rule('E', 'files', protocol, 'Search engines read XML, RSS, Atom, and text with one address a line.'),
  'is-html': rule('E', 'files', build, 'Search engines reject a page in place of a sitemap.'),
  'unknown-root': rule('E', 'files', tags, 'The root of a sitemap is urlset or sitemapindex; feeds have rss, feed or RDF.'),
  'bad-gzip': rule('E', 'files', 'RFC 1952; sitemaps.org: protocol', 'The file cannot be unpacked whole.'),
  truncated: rule('E', 'files', xml, 'Strict parsers reject a file that does not end.'),
  'not-well-formed': rule('E', 'files', xml, 'Strict parsers stop at this place.'),
  doctype: rule('W', 'files', protocol, 'The schema has no DOCTYPE. Entities of a document are not expanded here.'),
  'bad-namespace': rule('W', 'files', tags, 'The protocol requires this namespace. Strict parsers reject other files.'),
  'other-encoding': rule('W', 'files', 'sitemaps.org: protocol, Entity escaping', 'A sitemap must be UTF-8.'),
  'bad-bytes': rule(
    'E',
    'files',
    'sitemaps.org: protocol, Entity escaping',
    'Bytes that are not of the encoding damage addresses.',
  ),
  bom: rule('I', 'files', 'Unicode, The UTF-8 byte order mark', 'A few readers take the mark for text before the XML.'),
  'too-large': rule(
    'E',
    'files',
    protocol,
    'Search engines reject a sitemap of more than 50 MiB. Only the first 50 MiB are checked.',
  ),
  'too-many-entries': rule('E', 'files', protocol, 'Search engines ignore entries after the first 50,000. They are not checked.'),
  'no-entries': rule('W', 'files', `${tags}; Google Search Central, Sitemaps report`, 'Search engines warn of an empty sitemap.'),
  'index-in-index': rule('E', 'files', index, 'The protocol forbids it, and search engines ignore the inner index.'),
  'bad-status': rule('E', 'files', build, 'Search engines cannot read a file that the server does not deliver.'),
  'content-type': rule('I', 'files', 'RFC 7303; sitemaps.org: protocol', 'Some readers go by the media type of the response.'),
  redirected: rule('I', 'files', build, 'Name the final address in robots.txt and in the index.'),
  'unfinished-response': rule('E', 'files', 'RFC 9110 §6.1', 'The connection ended before the whole file came.'),
  'unknown-element': rule('W', 'entries', tags, 'Search engines ignore elements that the protocol does not have.'),
  misplaced: rule('W', 'entries', tags, 'Search engines ignore an element in the wrong place.'),
  'element-twice': rule('W', 'entries', tags, 'The schema allows it once. Readers differ in which one they take.'),
  'no-loc': rule('E', 'entries', tags, 'An entry without an address says nothing.'),
  'bad-loc': rule('E', 'entries', tags, 'An address must be whole, with http or https, and shorter than 2,048 characters.'),
  'bad-escape': rule(
    'E',
    'entries',
    'sitemaps.org: protocol, Entity escaping; XML 1.0 §2.4',
    'Strict parsers stop at this place.',
  ),
  'loc-unescaped': rule(
    'W',
    'entries',
    'sitemaps.org: protocol, Entity escaping; RFC 3986',
    'Such characters must be percent-encoded.',
  ),
  'loc-fragment': rule('W', 'entries', 'RFC 3986 §3.5', 'A request leaves out what follows #, so it is another page’s address.'),
  duplicate: rule('W', 'entries', build, 'The entries may give different dates, and each counts towards the limits.'),
  'duplicate-files': rule(
    'I',
    'entries',
    build,
    'Which file gives the date is open, and each entry counts towards the limits. Needs the files of an index (--files).',
  ),
  'other-host': rule(
    'W',
    'entries',
    'sitemaps.org: protocol, Sitemaps & cross submits',
    'Search engines ignore the entry unless robots.txt of its host names this sitemap, or one owner has verified both.',
  ),
  'other-scheme': rule('W', 'entries', build, 'A sitemap should list the addresses that search engines should show.'),
  'other-folder': rule(
    'W',
    'entries',
    'sitemaps.org: protocol, Sitemap file location',
    'A sitemap may list addresses in its own folder and below, unless robots.txt of the host names it.',
  ),
  'bad-lastmod': rule(
    'W',
    'dates',
    `${tags}; W3C NOTE-datetime`,
    'Search engines ignore the date, and may stop trusting the others.',
  ),
  'future-lastmod': rule('W', 'dates', build, 'Search engines stop using dates that are not true.'),
  'same-lastmod': rule(
    'I',
    'files',
    build,
    'Such a date is that of the file, not of the pages. Leave it out, or give each page its own.',
  ),
  'bad-priority': rule('W', 'entries', tags, 'A priority is a number from 0.0 to 1.0.'),
  'bad-changefreq': rule('W', 'entries', tags, 'The protocol has always, hourly, daily, weekly, monthly, yearly and never.'),
} as const satisfies Record<string, SitemapRule>;

const images = 'Google Search Central, Image sitemaps';
const videos = 'Google Search Central, Video sitemaps and alternatives';
const news = 'Google Search Central, Google News sitemaps';
const localized = 'Google Search Central, Tell Google about localized versions of your page';
const dropped = 'Google Search Central Blog, May 2022';

/** What is looked for in the elements of Google's extensions. */
export const extensionRules = {
  'image-missing': rule('E', 'images', images, 'An image without an address says nothing.'),
  'image-loc': rule('E', 'images', images, 'Google needs a whole http or https URL.'),
  'too-many-images': rule('E', 'entries', images, 'Google reads at most 1,000 images of a page.'),
  'image-unused': rule('I', 'images', dropped, 'The element has no effect any more.'),
  'video-missing': rule('E', 'videos', videos, 'Google does not take a video without it.'),
  'video-loc': rule(
    'E',
    'videos',
    videos,
    'Google needs a whole URL of the video, its player or its picture, not that of the page.',
  ),
  'video-value': rule('W', 'videos', videos, 'Google ignores the value, or the video.'),
  'video-date': rule('W', 'videos', `${videos}; W3C NOTE-datetime`, 'Google ignores the date.'),
  'video-expired': rule('I', 'videos', videos, 'Google does not show a video after this date.'),
  'video-unused': rule('I', 'videos', dropped, 'The element has no effect any more.'),
  'news-missing': rule('E', 'articles', news, 'Google News does not take an article without it.'),
  'news-language': rule('E', 'articles', `${news}; ISO 639`, 'A language has two or three letters; Chinese is zh-cn or zh-tw.'),
  'news-date': rule('E', 'articles', `${news}; W3C NOTE-datetime`, 'Google News needs the date of the article.'),
  'news-old': rule('I', 'articles', news, 'A News sitemap is for articles of the last two days.'),
  'news-twice': rule('W', 'entries', news, 'An address is one article.'),
  'too-many-articles': rule('E', 'files', news, 'A News sitemap has at most 1,000 articles.'),
  'news-unused': rule('I', 'articles', news, 'The documentation of Google News no longer has this element.'),
  'hreflang-form': rule('W', 'alternates', localized, 'Search engines ignore the link.'),
  'hreflang-code': rule('E', 'alternates', `${localized}; ISO 639-1; ISO 3166-1`, 'Search engines ignore the link.'),
  'hreflang-href': rule('E', 'alternates', localized, 'The link needs a whole http or https URL.'),
  'hreflang-twice': rule('W', 'alternates', localized, 'One language leads to two pages; search engines may ignore both.'),
  'hreflang-self': rule('W', 'entries', localized, 'Each page should list itself and all others.'),
  'hreflang-return': rule('W', 'pairs', localized, 'Search engines ignore links that are not returned.'),
  'hreflang-return-files': rule(
    'W',
    'pairs',
    localized,
    'Search engines ignore links that are not returned. Needs the files of an index (--files), and counts links between files.',
  ),
} as const satisfies Record<string, SitemapRule>;

export const sitemapRules = { ...fileRules, ...extensionRules } as const satisfies Record<string, SitemapRule>;

export type SitemapCode = keyof typeof sitemapRules;
