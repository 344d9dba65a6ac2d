/** Files, robots and URLs on which dialects part; written for `pairs.test.ts`. Every line says which habit it brings out. */
export type Fixture = readonly [text: string, agent: string, url: string];

const site = 'http://site.test';
const on = (text: string, path: string, agent = 'Bot'): Fixture => [text.replaceAll('|', '\n'), agent, site + path];

export const fixtures: readonly Fixture[] = [
  on('User-agent: *|Disallow: /a|Allow: /a/b', '/a/b'), // first or longest
  on('User-agent: *|Allow: /a|Disallow: /a/b', '/a/b'), // any Allow
  on('User-agent: *|Disallow: /*.gif$', '/x.gif'), // wildcards
  on('User-agent: *|Disallow: /*.gif$', '/x.gif.gif'), // looked for once
  on('User-agent: *|Disallow: /*?', '/?q'), // a star takes at least one
  on('User-agent: *|Disallow: /a$b', '/a'), // the text after $
  on('User-agent: *|Disallow: /a$b', '/a$b'),
  on('User-agent: *|Disallow: /a$b', '/a%24b'),
  on('User-agent: *|Disallow: /x?$', '/x?'), // an empty query
  on('User-agent: *|Disallow: /*?$', '/x'),
  on('User-agent: *|Disallow: a', '/a'), // no slash
  on('User-agent: *|Disallow: *', '/'),
  on('User-agent: *|Disallow: /b /a', '/a'), // lists
  on('User-agent: *|Disallow: /a /b', '/a'),
  on('User-agent: *|Disallow: /a#b', '/a'), // comments
  on('User-agent: *\rDisallow: /a', '/a'), // line ends
  on('User-agent: *\x0cDisallow: /a', '/a'),
  on('User-agent: *\u2028Disallow: /a', '/a'),
  on('\ufeffUser-agent: *|Disallow: /a', '/a'), // a byte order mark
  on('<html>|User-agent: *<br>|Disallow: /a<br>', '/a'),
  on('User-agent : *|Disallow : /a', '/a'), // a space before the colon
  on('user-agent *|disallow /a', '/a'), // no colon
  on('User-agent *|Disallow /a b', '/a b'),
  on('Useragent: *|Disallow: /a', '/a'), // spellings
  on('User-agent: *|Disalow: /a', '/a'),
  on('User-agent: *|Desallow: /a', '/a'),
  on('User-agent: *|Disallowed: /a', '/a'),
  on('User-agent: *||Disallow: /a', '/a'), // an empty line
  on('User-agent: *| |Disallow: /a', '/a'),
  on('User-agent: *|Disallow: /a||User-agent: Bot|Crawl-delay: 1', '/a'),
  on('User-agent: *|Disallow: /a||User-agent: Bot', '/a'), // a bare record
  on('User-agent: *|Disallow: /a|User-agent: Bot|Disallow: /b', '/a'), // * beside an own record
  on('User-agent: Bot|Disallow: /b|User-agent: *|Disallow: /a', '/a'),
  on('User-agent: Bot|Crawl-delay: 2|User-agent: *|Disallow: /a', '/a'), // what ends a run
  on('User-agent: Bot|Sitemap: x|User-agent: X|Disallow: /a', '/a'),
  on('User-agent: Bot|Foo: x|User-agent: X|Disallow: /a', '/a'),
  on('User-agent: Bot|Request-rate: 1/5|User-agent: X|Disallow: /a', '/a'),
  on('User-agent: Bot|User-agent: X|Disallow: /a', '/a'),
  on('User-agent: Bot|Disallow: /b||User-agent: Bot|Disallow: /a', '/a'), // two own records
  on('User-agent: X|Disallow: /c|User-agent: Bot|Disallow: /b|User-agent: X|User-agent: Bot|Disallow: /a', '/a'),
  on('User-agent: Foo|Disallow: /a', '/a', 'FooBot'), // parts of names
  on('User-agent: FooBot|Disallow: /a', '/a', 'Foo'),
  on('User-agent: Bot/1.0|Disallow: /a', '/a'),
  on('User-agent: Bot, X|Disallow: /a', '/a'),
  on('User-agent: X Bot|Disallow: /a', '/a'),
  on('User-agent: * X|Disallow: /a', '/a'),
  on('User-agent: *ot|Disallow: /a', '/a'),
  on('User-agent: B*t|Disallow: /a', '/a'),
  on('User-agent: B7|Disallow: /a', '/a', 'B7'),
  on('User-agent: *|Disallow: /|User-agent: b|Disallow: /x', '/a', 'b'),
  on('User-agent:|Disallow: /a', '/a'), // an empty name
  on('Disallow: /a|User-agent: *|Disallow: /b', '/a'), // before the first name
  on('Disallow: /a', '/a'),
  on('User-agent: *|Disallow:', '/a'), // empty rules
  on('User-agent: *|Allow:', '/a'),
  on('User-agent: *|Disallow: /A', '/a'), // letter case
  on('User-agent: *|Disallow: /%61', '/a'), // escapes
  on('User-agent: *|Disallow: /%c3%a9', '/%C3%A9'),
  on('User-agent: *|Disallow: /é', '/%C3%A9'),
  on('User-agent: *|Disallow: /é', '/é'),
  on('User-agent: *|Disallow: /a%2Fb', '/a/b'),
  on('User-agent: *|Disallow: /a%2Fb', '/a%2Fb'),
  on('User-agent: *|Disallow: /a%2fb', '/a%2Fb'),
  on('User-agent: *|Disallow: /a%2Ab', '/axb'),
  on('User-agent: *|Disallow: /a b', '/a%20b'),
  on('User-agent: *|Disallow: /a|b'.replace('a|b', 'a%7Cb'), '/a%7cb'),
  on('User-agent: *|Disallow: /a+b', '/a%20b'),
  on('User-agent: *|Disallow: /a%zz', '/a%zz'),
  on('User-agent: *|Disallow: /a%23b', '/a#b'), // fragments
  on('User-agent: *|Disallow: /', '?q'), // no path
  on('User-agent: *|Disallow: /', ''),
  on('User-agent: *|Disallow: /', '/'),
  on('User-agent: *|Disallow: /', '/robots.txt'),
  on('User-agent: *|Disallow: /', '/Robots.txt'),
  on('User-agent: *|Disallow: /d/', '/d'), // a slash at the end
  on('User-agent: *|Disallow: /|Allow: /d/index.html', '/d/'), // index pages
  on('User-agent: *|Disallow: /|Allow: /d/index.htm', '/d/'),
  on('User-agent: *|Disallow: /a|Disallow: /ab/x', '/abc'), // the nearest prefix
  on('User-agent: *|Allow: /p*|Disallow: /private/', '/private/a'), // measures of length
  on('User-agent: *|Allow: /*.x$|Disallow: /lang/', '/lang/a.x'),
  on('User-agent: *|Disallow: /a|Allow: /a', '/a'), // a tie
  on('User-agent: *|Disallow: //', '/a'),
  on(`User-agent: *|Disallow: ${site}/a`, '/a'),
  on('User-agent: *|Disallow: /a\\b', '/a\\b'),
  on('User-agent: *|Disallow: /a\0b', '/a'), // NUL
  on('\uFEFFUser-agent: *|Disallow: /a', '/a'), // byte order mark
  on('User-agent: *|Crawl-delay: ten|Disallow: /a', '/a'), // delays
  on('User-agent: *|Crawl-delay: 3600', '/a'),
  on('User-agent: *|Crawl-delay: 100', '/a'),
  on('User-agent: *|Crawl-delay: 5|User-agent: Bot|Disallow: /b', '/a'),
  on('User-agent: Bot|Crawl-delay: 1.5|Crawl-delay: 1|Disallow: /b', '/a'),
  on('User-agent: Bot|Crawl-delay: 1|Crawl-delay: 2.5x|Disallow: /b', '/a'),
];
