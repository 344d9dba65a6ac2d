import { describe, expect, it } from 'vitest';
import { decideRobots } from '#core/robots/decide.ts';
import { google } from '#core/robots/dialects/google.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { judge, octets, read, short } from './reading.ts';

const cases: readonly (readonly [string, string, string, string, string])[] = [
  ['a key is known by its beginning', 'User-agentx: Bot|Disallowed: /a', 'Bot', '/a', 'D2'],
  ['misspelt keys are read', 'Useragent: Bot|Dissallow: /a|Disalow: /b', 'Bot', '/b', 'D3'],
  ['an unlisted misspelling is not', 'User agent: Bot|Desallow: /c', 'Bot', '/c', 'A no-match'],
  ['two words need no colon', 'User-agent Bot|Disallow /a', 'Bot', '/a', 'D2'],
  ['three words do', 'User-agent: Bot|Disallow /a b', 'Bot', '/a', 'A no-match'],
  ['a late colon parts a line at a strange place', 'User-agent: Bot|Disallow /path:80', 'Bot', '/path', 'A no-match'],
  ['names are cut at the first other character', 'User-agent: MJ12bot|Disallow: /', 'MJ12bot', '/a', 'A no-group'],
  ['text behind a name is ignored', 'User-agent: Foo Bar|Disallow: /', 'Foo', '/a', 'D2'],
  ['the name of the caller is not cut', 'User-agent: Foo Bar|Disallow: /', 'Foo Bar', '/a', 'A no-group'],
  ['* with words behind it is *', 'User-agent: * Rex|Disallow: /t', 'Bot', '/t', 'D2'],
  ['* with letters behind it is not', 'User-agent: *Rex|Disallow: /t', 'Bot', '/t', 'A no-group'],
  ['Crawl-delay does not part names', 'User-agent: A|Crawl-delay: 5|User-agent: B|Disallow: /', 'A', '/x', 'D4'],
  ['escapes are not decoded in the rule', 'User-agent: *|Disallow: /%62%61%7A', 'Bot', '/baz', 'A no-match'],
  ['escapes are brought to upper case in the rule', 'User-agent: *|Disallow: /a%c3%a9', 'Bot', '/a%C3%A9', 'D2'],
  ['non-ASCII is encoded in the rule', 'User-agent: *|Disallow: /é', 'Bot', '/%C3%A9', 'D2'],
  ['nothing is encoded in the URL', 'User-agent: *|Disallow: /é', 'Bot', '/é', 'A no-match'],
  ['NUL ends a line', 'User-agent: *|Disallow: /a\0b', 'Bot', '/ab', 'D2'],
  ['an Allow for an index page allows the directory', 'User-agent: *|Disallow: /|Allow: /dir/index.html', 'Bot', '/dir/', 'A3'],
  ['and nothing else in it', 'User-agent: *|Disallow: /|Allow: /dir/index.html', 'Bot', '/dir/x', 'D2'],
  ['the page needs only begin like one', 'User-agent: *|Disallow: /|Allow: /dir/index.htmfoo', 'Bot', '/dir/', 'A3'],
  ['a Disallow of an index page forbids it alone', 'User-agent: *|Disallow: /dir/index.html', 'Bot', '/dir/', 'A no-match'],
  ['the directory counts with its own length', 'User-agent: *|Disallow: /dir/*$|Allow: /dir/index.html', 'Bot', '/dir/', 'D2'],
  ['/robots.txt is a page like any other', 'User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'D2'],
  ['an empty Disallow is named but decides nothing', 'User-agent: *|Disallow:', 'Bot', '/a', 'A2'],
  ['an empty rule loses to any other', 'User-agent: *|Disallow:|Disallow: /a', 'Bot', '/a', 'D3'],
  ['of two empty rules Allow is named', 'User-agent: *|Disallow:|Allow:', 'Bot', '/a', 'A3'],
  ['of two empty Disallows the first is named', 'User-agent: *|Disallow:|Disallow:', 'Bot', '/a', 'A2'],
  ['the longest rule wins', 'User-agent: *|Allow: /p|Disallow: /', 'Bot', '/page', 'A2'],
  ['Allow wins a tie', 'User-agent: *|Disallow: /a|Allow: /a', 'Bot', '/a', 'A3'],
];

describe('google', () => {
  it.each(cases)('%s', (_rule, file, agent, path, expected) => {
    expect(short(judge(file.replaceAll('|', '\n'), google, agent, path))).toBe(expected);
  });

  it('skips a byte order mark, even the first two octets of one', () => {
    for (const mark of ['\xef\xbb\xbf', '\xef\xbb', '\xef']) {
      const file = parseRobots(octets(`${mark}User-agent: *\nDisallow: /a`), google);
      expect(short(decideRobots(file, google, 'Bot', 'http://site.test/a'))).toBe('D2');
    }
  });

  it('notes what was forgiven', () => {
    const { lines } = read('Useragent: Bot\nDisallow /a\nDissallow /b\nDisallowed: /c', google);
    expect(lines.map(line => line.notes)).toEqual([['alias'], ['missing-colon'], ['alias', 'missing-colon'], ['alias']]);
  });

  it('cuts a line at 16,663 octets', () => {
    const { lines, groups } = read(`User-agent: *\nDisallow: /${'a'.repeat(20_000)}`, google);
    expect(lines[1]?.notes).toEqual(['cut']);
    expect(groups[0]?.rules[0]?.pattern.length).toBe(16_663 - 'Disallow: '.length);
  });
});
