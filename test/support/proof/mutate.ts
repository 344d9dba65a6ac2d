import type { Random } from './random.ts';

/** Pieces with a meaning to one of the parsers, for mutations that insert text. One unit per byte. */
const PIECES = [
  ...[
    'User-agent: *\n',
    'User-agent: Bot\n',
    'Disallow: /',
    'Allow: /a',
    '\n',
    '\r\n',
    '\r',
    '\0',
    '\xef\xbb\xbf',
    '\xff\xfe',
    '#',
    ':',
    '*',
    '$',
  ],
  ...[
    '%',
    '%2',
    '%2f',
    '%C3%A9',
    '\xc3\xa9',
    '\xe2\x80\xa8',
    '\xf0\x9f\x98\x80',
    '\xed\xa0\x80',
    '\x80',
    '\xff',
    ' ',
    '\t',
    '\x0b',
    '\x0c',
    '\x85',
  ],
  ...[
    'Crawl-delay: 1e9\n',
    'Crawl-delay: ',
    'Sitemap: ',
    'user-agent',
    '<html>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<meta ',
    '<script>',
  ],
  ...[
    '<base href=',
    '<link rel=canonical href=',
    '<title>',
    '<svg>',
    '<a href="',
    '"',
    "'",
    '=',
    '&amp;',
    '&#x',
    '&',
    ';',
    ',',
    '<url><loc>',
    '</loc>',
  ],
  ...[
    'noindex',
    'unavailable_after: Mon, 1 Jan',
    'googlebot:',
    'max-snippet: 0',
    '<https://a.test/>',
    '; rel=canonical',
    '; charset=',
    'utf-8',
    'url=',
  ],
  ...['http://', '://', '//', '?', '..', '/./', '@', '[', ']', '\\', 'xn--', '1', '0', '-', '\x1f\x8b'],
];

/** Takes some octets out, puts some in, flips or repeats some. The result has one unit per octet and at most `most` of them. */
export function mutate(random: Random, seeds: readonly string[], most: number): string {
  let text = random.pick(seeds);
  if (random.once(8)) {
    const other = random.pick(seeds);
    text = text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1));
  }
  for (let left = 1 + random.below(6); left > 0; left -= 1) {
    const at = random.below(text.length + 1);
    const to = Math.min(text.length, at + 1 + random.below(random.once(4) ? 40 : 4));
    switch (random.below(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 1:
        text = text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + random.below(2));
        break;
      case 2:
        text = text.slice(0, to) + text.slice(at, to).repeat(1 + random.below(3)) + text.slice(to);
        break;
      default:
        text = text.slice(0, at) + random.pick(PIECES) + text.slice(at + random.below(2));
    }
  }
  return text.slice(0, most);
}
