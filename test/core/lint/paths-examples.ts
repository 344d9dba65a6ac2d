import { type Example, type Examples, forAll } from './example.ts';

/** A rule that fires, and one that does not. */
const rule = (fires: string, near: string, fixed?: string): Example => ({
  fires: forAll(fires),
  near: forAll(near),
  line: 2,
  ...(fixed === undefined ? {} : { fixed }),
});
const list = (count: number): string[] => Array.from({ length: count }, (_, at) => `Disallow: /shop/item-${at}.html`);

export const pathsExamples: Examples = {
  'P-NO-SLASH': rule('Disallow: john', 'Disallow: *john', 'Disallow: /john'),
  'P-STAR-ONLY': rule('Disallow: *', 'Disallow: /*', 'Disallow: /'),
  'P-URL': rule('Disallow: http://h/a', 'Disallow: /http://h/a', 'Disallow: /a'),
  'P-EMPTY-ALLOW': rule('Allow:', 'Disallow:'),
  'P-SPACE': rule('Disallow: /my images', 'Disallow: /my%20images', 'Disallow: /my%20images'),
  'P-DOLLAR-MID': rule('Disallow: /a$b', 'Disallow: /ab$', 'Disallow: /a%24b'),
  'P-DOLLAR-STAR': rule('Disallow: /a*$', 'Disallow: /a$', 'Disallow: /a'),
  'P-Q-DOLLAR': rule('Disallow: /*?$', 'Disallow: /*?'),
  'P-TRAIL-STAR': rule('Disallow: /private*', 'Disallow: /private*/', 'Disallow: /private'),
  'P-STARS': rule('Disallow: /*a*b*c*d*e*f', 'Disallow: /*a*b*c'),
  'P-REGEX': rule('Disallow: /.*\\.php', 'Disallow: /*.php'),
  'P-QMARK': rule('Disallow: /page?.html', 'Disallow: /page?a=b', 'Disallow: /page*.html'),
  'P-EXT-NO-END': rule('Disallow: /*.gif', 'Disallow: /*.gif$'),
  'P-END-QUERY': rule('Disallow: /*.gif$', 'Disallow: /*.gif'),
  'P-NONASCII': rule('Disallow: /é/', 'Disallow: /%C3%A9/', 'Disallow: /%C3%A9/'),
  'P-ESCAPE-BAD': rule('Disallow: /100%', 'Disallow: /100%25', 'Disallow: /100%25'),
  'P-ESCAPE-UNRES': rule('Disallow: /%62', 'Disallow: /%5B', 'Disallow: /b'),
  'P-ESCAPE-CASE': rule('Disallow: /%c3%a9', 'Disallow: /%C3%A9', 'Disallow: /%C3%a9'),
  'P-ESCAPE-2F': rule('Disallow: /a%2Fb', 'Disallow: /a/b'),
  'P-ESCAPE-SPECIAL': rule('Disallow: /a%2A', 'Disallow: /a*b'),
  'P-PLUS': rule('Disallow: /a+b', 'Disallow: /a%2Bb', 'Disallow: /a%2Bb'),
  'P-FRAGMENT': rule('Disallow: /a#b', 'Disallow: /a # b', 'Disallow: /a'),
  'P-DOTS': rule('Disallow: //a', 'Disallow: /a..b/.well-known/'),
  'P-BACKSLASH': rule('Disallow: \\private', 'Disallow: /private', 'Disallow: /private'),
  'P-RESOURCES': rule('Disallow: /assets/', 'Disallow: /assets/private/'),
  'P-INDEX-QUIRK': rule('Allow: /dir/index.html', 'Disallow: /dir/index.html'),
  'P-SELF': rule('Disallow: /robots', 'Disallow: /robots.html'),
  'P-EMPTY-DISALLOW': rule('Disallow:', 'Disallow: /a'),
  'P-EMPTY-DISALLOW-MIX': { fires: forAll('Disallow: /a', 'Disallow:'), near: forAll('Disallow:'), line: 3 },
  'P-EXT': rule('Disallow: *.cgi', 'Disallow: /cgi/'),
  'P-ORDER': { fires: forAll('Disallow: /a/', 'Allow: /a/b'), near: forAll('Allow: /a/b', 'Disallow: /a/'), line: 3 },
  'P-ALLOW-WINS': { fires: forAll('Allow: /a/', 'Disallow: /a/b'), near: forAll('Disallow: /a/', 'Allow: /a/b'), line: 3 },
  'P-SHADOWED': {
    fires: forAll('Disallow: /a/', 'Disallow: /a/b/'),
    near: forAll('Disallow: /a/', 'Allow: /a/b/', 'Disallow: /a/b/c/'),
    line: 3,
  },
  'P-DUP': { fires: forAll('Disallow: /a', 'Disallow: /a'), near: forAll('Disallow: /a', 'Disallow: /A'), line: 3 },
  'P-CONTRA': { fires: forAll('Disallow: /a', 'Allow: /a'), near: forAll('Disallow: /a', 'Allow: /a/'), line: 3 },
  'P-ENUM': { fires: forAll(...list(20)), near: forAll(...list(19)), line: 2 },
  'P-IDN': { fires: 'Sitemap: https://пример.рф/s.xml\n', near: 'Sitemap: https://xn--e1afmkfd.xn--p1ai/s.xml\n', line: 1 },
};
