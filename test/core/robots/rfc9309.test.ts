import { describe, expect, it } from 'vitest';
import { crawlscope } from '#core/robots/dialects/crawlscope.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { judge, short } from './reading.ts';

/** [section and rule, lines of the file, robot, path, verdict as `short` writes it: D2 is disallowed by line 2]. A lone string file has `|` for line feeds. */
type Case = readonly [string, string, string, string, string];

const one = (pattern: string): string => `User-agent: *|Disallow: ${pattern}`;
const none = 'A no-match';

const cases: readonly Case[] = [
  ['2.2 LF ends a line', 'User-agent: *|Disallow: /a', 'Bot', '/a', 'D2'],
  ['2.2 CR LF counts as one line end', 'User-agent: *\r|Disallow: /a\r|', 'Bot', '/a', 'D2'],
  ['2.2 CR alone ends a line', 'User-agent: *\rDisallow: /a\r', 'Bot', '/a', 'D2'],
  ['2.2 mixed line ends keep their numbers', 'User-agent: *\r\r|Disallow: /a', 'Bot', '/a', 'D3'],
  ['2.2 the last line needs no end', 'User-agent: *|Disallow: /a', 'Bot', '/a/b', 'D2'],
  ['2.2 a byte order mark is skipped', '\uFEFFUser-agent: *|Disallow: /a', 'Bot', '/a', 'D2'],
  ['2.2 keys ignore letter case', 'USER-AGENT: *|dISALLOW: /a', 'Bot', '/a', 'D2'],
  ['2.2 white space before a key is skipped', ' \tUser-agent: *|\t Disallow: /a', 'Bot', '/a', 'D2'],
  ['2.2 white space before the colon is skipped', 'User-agent : *|Disallow\t: /a', 'Bot', '/a', 'D2'],
  ['2.2 no white space is needed behind the colon', 'User-agent:*|Disallow:/a', 'Bot', '/a', 'D2'],
  ['2.2 white space at the end is cut', 'User-agent: * \t|Disallow: /a \t', 'Bot', '/a', 'D2'],
  ['2.2 a comment line says nothing', '# Disallow: /|User-agent: *|# x|Disallow: /a', 'Bot', '/a', 'D4'],
  ['2.2 a comment may follow a value', 'User-agent: * # all|Disallow: /a # no', 'Bot', '/a', 'D2'],
  ['2.2 a comment needs no white space before it', 'User-agent: *|Disallow: /bob#x', 'Bot', '/bobby', 'D2'],
  ['2.2 a value of only a comment is empty', 'User-agent: *|Disallow: #x', 'Bot', '/a', none],
  ['2.2 blank lines do not end a group', 'User-agent: *||Disallow: /a', 'Bot', '/a', 'D3'],
  ['2.2 a key without a colon is not read', 'User-agent: *|Disallow /a', 'Bot', '/a', none],
  ['2.2 a misspelt key is not read', 'User-agent: *|Dissallow: /a', 'Bot', '/a', none],
  ['2.2 a longer key is another key', 'User-agent: *|Disallowed: /a', 'Bot', '/a', none],
  ['2.2 an empty file allows everything', '', 'Bot', '/a', 'A no-group'],
  ['2.2 HTML is no group', '<html>|User-agent: *<br>|Disallow: /<br>', 'Bot', '/', 'A no-group'],
  ['2.2 empty Disallow has no effect', 'User-agent: *|Disallow:', 'Bot', '/a', none],
  ['2.2 empty Allow has no effect', 'User-agent: *|Allow:', 'Bot', '/a', none],
  ['2.2 empty Disallow lifts no other rule', 'User-agent: *|Disallow: /a|Disallow:', 'Bot', '/a', 'D2'],
  ['2.2 a rule without a slash never matches', one('john'), 'Bot', '/john', none],
  ['2.2 an absolute URL never matches', one('http://site.test/a'), 'Bot', '/a', none],
  ['2.2 several paths on a line are one path', one('/css/ /img/'), 'Bot', '/css/x', none],
  ['2.2.1 the named group is used', 'User-agent: Bot|Disallow: /a||User-agent: *|Disallow: /b', 'Bot', '/a', 'D2'],
  ['2.2.1 the named group replaces *', 'User-agent: Bot|Disallow: /a||User-agent: *|Disallow: /b', 'Bot', '/b', none],
  [
    '2.2.1 the order of the groups does not matter',
    'User-agent: *|Disallow: /b||User-agent: Bot|Disallow: /a',
    'Bot',
    '/b',
    none,
  ],
  ['2.2.1 other robots fall back to *', 'User-agent: Bot|Disallow: /a||User-agent: *|Disallow: /b', 'Other', '/b', 'D5'],
  ['2.2.1 without a group nothing is forbidden', 'User-agent: Bot|Disallow: /', 'Other', '/', 'A no-group'],
  ['2.2.1 names ignore letter case', 'User-agent: BOT|Disallow: /a', 'bot', '/a', 'D2'],
  ['2.2.1 a shorter name is another robot', 'User-agent: Foo|Disallow: /', 'FooBot', '/', 'A no-group'],
  ['2.2.1 a longer name is another robot', 'User-agent: FooBot|Disallow: /', 'Foo', '/', 'A no-group'],
  ['2.2.1 a version behind the name is not compared', 'User-agent: Bot/2.1|Disallow: /a', 'Bot', '/a', 'D2'],
  ['2.2.1 the token is cut out of a user agent', 'User-agent: Bot|Disallow: /a', 'Bot/3.0 (+http://x.test)', '/a', 'D2'],
  ['2.2.1 hyphen and underscore belong to the token', 'User-agent: My-Bot_x|Disallow: /a', 'my-bot_x', '/a', 'D2'],
  ['2.2.1 a hyphenated name is not its first part', 'User-agent: Bot|Disallow: /a', 'Bot-Image', '/a', 'A no-group'],
  ['ours: digits belong to the token', 'User-agent: MJ12bot|Disallow: /', 'MJ12bot', '/a', 'D2'],
  ['ours: tokens that differ in digits differ', 'User-agent: MJ12bot|Disallow: /', 'MJ13bot', '/a', 'A no-group'],
  ['2.2.1 groups of one name are merged', 'User-agent: Bot|Disallow: /a||User-agent: Bot|Disallow: /b', 'Bot', '/b', 'D5'],
  ['2.2.1 merging keeps the first group', 'User-agent: Bot|Disallow: /a||User-agent: bot|Disallow: /b', 'Bot', '/a', 'D2'],
  ['2.2.1 groups for * are merged', 'User-agent: *|Disallow: /a||User-agent: *|Disallow: /b', 'Bot', '/b', 'D5'],
  ['2.2.1 merged rules compete by length', 'User-agent: Bot|Disallow: /a||User-agent: Bot|Allow: /a/b', 'Bot', '/a/b', 'A5'],
  ['2.2.1 several names share a group', 'User-agent: A|User-agent: B|Disallow: /a', 'A', '/a', 'D3'],
  ['2.2.1 the second name shares it too', 'User-agent: A|User-agent: B|Disallow: /a', 'B', '/a', 'D3'],
  ['2.2.1 a rule ends the run of names', 'User-agent: A|Disallow: /a|User-agent: B|Disallow: /b', 'A', '/b', none],
  ['2.2.1 a named group without rules still replaces *', 'User-agent: *|Disallow: /||User-agent: Bot', 'Bot', '/a', none],
  ['2.2.1 rules before the first name are ignored', 'Disallow: /a|User-agent: *|Disallow: /b', 'Bot', '/a', none],
  ['2.2.1 rules without any name are ignored', 'Disallow: /', 'Bot', '/a', 'A no-group'],
  ['2.2.1 an empty name matches nobody', 'User-agent:|Disallow: /', 'Bot', '/a', 'A no-group'],
  ['2.2.1 an empty robot name is for *', 'User-agent:|Disallow: /a|User-agent: *|Disallow: /b', '', '/b', 'D4'],
  ['2.2.1 the robot * is for *', 'User-agent: Bot|Disallow: /|User-agent: *|Disallow: /b', '*', '/b', 'D4'],
  ['2.2.1 * with more behind it is not *', 'User-agent: * Rex|Disallow: /', 'Bot', '/a', 'A no-group'],
  ['2.2.1 * inside a name is no wildcard', 'User-agent: *Bot*|Disallow: /', 'Bot', '/a', 'A no-group'],
  ['2.2.1 a list of names is its first name', 'User-agent: One, Two|Disallow: /', 'Two', '/a', 'A no-group'],
  ['2.2.2 a rule matches as a prefix', one('/fish'), 'Bot', '/fishheads/x.html?id=1', 'D2'],
  ['2.2.2 a rule matches from the start only', one('/fish'), 'Bot', '/a/fish', none],
  ['2.2.2 paths mind letter case', one('/fish'), 'Bot', '/Fish', none],
  ['2.2.2 a final slash is part of the rule', one('/fish/'), 'Bot', '/fish', none],
  ['2.2.2 / matches everything', one('/'), 'Bot', '/x?y', 'D2'],
  ['2.2.2 an empty path is /', one('/'), 'Bot', 'http://site.test', 'D2'],
  ['2.2.2 a query without a path belongs to /', one('/?q'), 'Bot', 'http://site.test?q=1', 'D2'],
  ['2.2.2 the query is compared', one('/a?b'), 'Bot', '/a?b=1', 'D2'],
  ['2.2.2 the fragment is not compared', one('/a%23b'), 'Bot', '/a#b', none],
  ['2.2.2 a URL inside the query is only text', one('/go'), 'Bot', '/go?to=http://other.test/x', 'D2'],
  ['2.2.2 a double slash is not one', one('//'), 'Bot', '/a', none],
  ['2.2.2 the longest rule wins', 'User-agent: *|Allow: /p|Disallow: /', 'Bot', '/page', 'A2'],
  ['2.2.2 the longest rule wins in any order', 'User-agent: *|Disallow: /|Allow: /p', 'Bot', '/page', 'A3'],
  ['2.2.2 a longer Disallow beats Allow', 'User-agent: *|Allow: /a|Disallow: /a/b', 'Bot', '/a/b/c', 'D3'],
  ['2.2.2 Allow wins a tie', 'User-agent: *|Disallow: /folder|Allow: /folder', 'Bot', '/folder/p', 'A3'],
  ['2.2.2 Allow wins a tie in any order', 'User-agent: *|Allow: /folder|Disallow: /folder', 'Bot', '/folder/p', 'A2'],
  ['2.2.2 equal rules: the first line is named', 'User-agent: *|Disallow: /a|Disallow: /a', 'Bot', '/a', 'D2'],
  [
    '2.2.2 length is that of the pattern, not of the match',
    'User-agent: *|Allow: /p*|Disallow: /private/',
    'Bot',
    '/private/x',
    'D3',
  ],
  ['2.2.2 wildcards count as octets', 'User-agent: *|Allow: /*.html$|Disallow: /backup/', 'Bot', '/backup/x.html', 'A2'],
  ['2.2.2 length counts octets after encoding', 'User-agent: *|Allow: /é*|Disallow: /%C3%A9/', 'Bot', '/é/', 'A2'],
  ['2.2.2 escaped letters equal plain ones in the rule', one('/%62%61%7A'), 'Bot', '/baz', 'D2'],
  ['2.2.2 escaped letters equal plain ones in the URL', one('/baz'), 'Bot', '/%62%61%7a', 'D2'],
  ['2.2.2 an escaped slash is not a slash', one('/a%2fb'), 'Bot', '/a/b', none],
  ['2.2.2 hexadecimal digits ignore letter case', one('/a%2fb'), 'Bot', '/a%2Fb', 'D2'],
  ['2.2.2 an escaped question mark is not a query', one('/a?b'), 'Bot', '/a%3Fb', none],
  ['2.2.2 non-ASCII is encoded in the rule', one('/ツ'), 'Bot', '/%E3%83%84', 'D2'],
  ['2.2.2 non-ASCII is encoded in the URL', one('/%E3%83%84'), 'Bot', '/ツ', 'D2'],
  ['2.2.2 a stray percent sign is kept', one('/100%$'), 'Bot', '/100%25', none],
  ['2.2.2 a malformed escape equals itself', one('/a%zz'), 'Bot', '/a%zz/b', 'D2'],
  ['2.2.2 /robots.txt is always allowed', one('/'), 'Bot', '/robots.txt', 'A robots-txt'],
  ['2.2.2 only in lower case', one('/'), 'Bot', '/Robots.txt', 'D2'],
  ['2.2.2 only at the top', one('/'), 'Bot', '/a/robots.txt', 'D2'],
  ['2.2.2 only without a query', one('/'), 'Bot', '/robots.txt?x', 'D2'],
  ['2.2.3 * stands for any run', one('/*.php'), 'Bot', '/a/b.php?x', 'D2'],
  ['2.2.3 * stands for nothing too', one('/a*b'), 'Bot', '/ab', 'D2'],
  ['2.2.3 * needs what follows it', one('/*.php'), 'Bot', '/phpinfo', none],
  ['2.2.3 * may begin a pattern', one('*.cgi'), 'Bot', '/a.cgi', 'D2'],
  ['2.2.3 a final * adds nothing', one('/fish*'), 'Bot', '/fishes', 'D2'],
  ['2.2.3 several * in a row are one', one('/a***b'), 'Bot', '/axxb', 'D2'],
  ['2.2.3 $ marks the end', one('/*.php$'), 'Bot', '/a.php', 'D2'],
  ['2.2.3 $ excludes a query', one('/*.php$'), 'Bot', '/a.php?x', none],
  ['2.2.3 $ takes the last place, not the first', one('/*.gif$'), 'Bot', '/a.gif.gif', 'D2'],
  ['2.2.3 pieces may not overlap', one('/a*aa$'), 'Bot', '/aa', none],
  ['2.2.3 /$ is the home page alone', one('/$'), 'Bot', '/', 'D2'],
  ['2.2.3 /$ is no other page', one('/$'), 'Bot', '/a', none],
  ['2.2.3 $ inside a pattern is itself', one('/a$b'), 'Bot', '/a$b', 'D2'],
  ['2.2.3 $ inside a pattern equals %24', one('/a$b'), 'Bot', '/a%24b', 'D2'],
  ['2.2.3 %2A is the character *', one('/a%2Ab'), 'Bot', '/a*b', 'D2'],
  ['2.2.3 %2A is no wildcard', one('/a%2Ab'), 'Bot', '/axb', none],
  ['2.2.3 %24 is the character $', one('/c%24'), 'Bot', '/c$', 'D2'],
  ['2.2.3 %24 is not the end', one('/c%24'), 'Bot', '/c', none],
  ['2.2.3 # must be escaped in a rule', one('/a%23b'), 'Bot', '/a%23b', 'D2'],
  ['2.2.4 a Sitemap line does not part names', 'User-agent: A|Sitemap: http://x/|User-agent: B|Disallow: /', 'A', '/x', 'D4'],
  ['2.2.4 an unknown line does not part names', 'User-agent: A|Noindex: /|User-agent: B|Disallow: /', 'A', '/x', 'D4'],
  ['2.2.4 Crawl-delay does not part names', 'User-agent: A|Crawl-delay: 5|User-agent: *|Disallow: /', 'A', '/x', 'D4'],
  ['2.2.4 an unknown line does not end a group', 'User-agent: A|Disallow: /a|Host: x|Disallow: /b', 'A', '/b', 'D4'],
];

describe.each([rfc9309, crawlscope])('$name', dialect => {
  it.each(cases)('%s', (_rule, file, agent, path, expected) => {
    expect(short(judge(file.replaceAll('|', '\n'), dialect, agent, path))).toBe(expected);
  });
});

describe('the verdict explains itself', () => {
  const file = 'User-agent: Bot\nDisallow: /a\nAllow: /a/b\n\nUser-agent: bot\nDISALLOW: /a/b\nDisallow: /a/b/*$';

  it('names the rule as written and the lines that chose the groups', () => {
    const verdict = judge(file, rfc9309, 'Bot/1.0', '/a/b/c');
    expect(verdict).toMatchObject({ allowed: false, line: 7, rule: 'Disallow: /a/b/*$', groups: [0, 1], groupLines: [1, 5] });
    expect(verdict.choice).toEqual(['robot name compared: bot', '2 groups merged', 'own group: line 1, 5']);
  });

  it('keeps the key as it was spelt', () => {
    expect(judge('User-agent: *\nDISALLOW:/x', rfc9309, 'Bot', '/x').rule).toBe('DISALLOW: /x');
  });

  it('ranks every matching rule and says why it lost', () => {
    const ranked = judge(file, rfc9309, 'Bot', '/a/b').matching;
    expect(ranked.map(each => [each.rule.line, each.length, each.won, each.lost])).toEqual([
      [3, 4, true, ''],
      [6, 4, false, 'tie: allow wins'],
      [2, 2, false, 'shorter'],
    ]);
  });

  it('says that it fell back to *', () => {
    expect(judge('User-agent: *\nDisallow: /', rfc9309, 'Bot', '/').choice).toEqual([
      'robot name compared: bot',
      'own group: none',
      'fell back to *: line 1',
    ]);
  });

  it('shows the path that was compared', () => {
    expect(judge('', rfc9309, 'Bot', '/%7Ea/é?b=*#c').path).toBe('/~a/%C3%A9?b=%2A');
  });
});
