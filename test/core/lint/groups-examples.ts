import { type Examples, forAll } from './example.ts';

const two = (first: string, second: string): string => `${first}\n${second}\nSitemap: https://e.com/s.xml\n`;
const agent = (name: string): string => `User-agent: ${name}\nDisallow: /x\n`;
const star = 'User-agent: *\nDisallow: /x\n';

export const groupsExamples: Examples = {
  'G-ORPHAN': { fires: `Disallow: /a\n${star}`, near: star, line: 1 },
  'G-NO-AGENT': {
    fires: 'Disallow: /a\n',
    near: 'Sitemap: https://e.com/s.xml\n',
    line: 1,
    fixed: 'User-agent: *\nDisallow: /a',
  },
  'G-NO-RULES': { fires: `${star}\nUser-agent: Foobot\n`, near: `${star}\nUser-agent: Foobot\nDisallow:\n`, line: 4 },
  'G-DELAY-ONLY': {
    fires: `${star}\nUser-agent: Slurp\nCrawl-delay: 20\n`,
    near: `${star}\nUser-agent: Slurp\nCrawl-delay: 20\nDisallow: /x\n`,
    line: 4,
  },
  'G-RUN-BROKEN': {
    fires: 'User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x\n',
    near: 'User-agent: a\nUser-agent: b\nCrawl-delay: 5\nDisallow: /x\n',
    line: 2,
  },
  'G-BLANK': { fires: 'User-agent: *\n\nDisallow: /x\n', near: `${star}\n${agent('b')}`, line: 2 },
  'G-NO-BLANK': { fires: star + agent('b'), near: two(star, `# about b\n${agent('b')}`), line: 3 },
  'G-STAR-TWICE': { fires: two(star, star), near: two(star, agent('b')), line: 4 },
  'G-SAME-TWICE': { fires: two(agent('Bot'), agent('bot')), near: two(agent('Bot'), agent('Bots')), line: 4 },
  'G-CASE-DIFF': { fires: two(agent('Bot'), agent('bot')), near: two(agent('Bot'), agent('Bot')), line: 4 },
  'G-STAR-NOT-INHERITED': {
    fires: two(star, 'User-agent: Foobot\nDisallow: /y\n'),
    near: two(star, 'User-agent: Foobot\nDisallow: /y\nDisallow: /x\n'),
    line: 4,
  },
  'G-ADSBOT': { fires: forAll('Disallow: /'), near: two(forAll('Disallow: /'), agent('AdsBot-Google')), line: 1 },
  'G-APPLE': { fires: agent('Googlebot'), near: two(agent('Googlebot'), agent('Applebot')), line: 1 },
  'G-ROBOT-BLOCKED': { fires: 'User-agent: Googlebot\nDisallow: /\n', near: 'User-agent: MJ-bot\nDisallow: /\n', line: 1 },
  'P-ALL': { fires: forAll('Disallow: /'), near: forAll('Disallow: /', 'Allow: /open/'), line: 2 },
  'P-LANDING': { fires: forAll('Disallow: /'), near: forAll('Disallow: /', 'Allow: /$'), line: 2 },
  'G-AI': { fires: 'User-agent: GPTBot\nDisallow: /\n', near: agent('Googlebot') },
  'G-EMPTY-AGENT': { fires: 'User-agent:\nDisallow: /x\n', near: star, line: 1 },
  'G-TOKEN-CHARS': { fires: agent('MJ12bot'), near: agent('My_bot-x'), line: 1 },
  'G-TOKEN-VERSION': { fires: agent('Googlebot/2.1'), near: agent('Googlebot'), line: 1, fixed: 'User-agent: Googlebot' },
  'G-TOKEN-FULL-UA': { fires: agent('Mozilla/5.0 (compatible; Foo/1.0)'), near: agent('Foo/1.0'), line: 1 },
  'G-TOKEN-SPACE': { fires: agent('Yahoo! Slurp'), near: agent('Slurp'), line: 1 },
  'G-TOKEN-STAR': { fires: agent('*bot*'), near: star, line: 1 },
  'G-TOKEN-PREFIX': { fires: agent('Google'), near: agent('Gopher'), line: 1 },
  'G-TOKEN-SHORT': { fires: agent('q'), near: agent('qq'), line: 1 },
  'G-TOKEN-UNKNOWN': { fires: agent('Googelbot'), near: agent('Googlebot'), line: 1, fixed: 'User-agent: Googlebot' },
  'G-TOKEN-OBSOLETE': { fires: agent('msnbot'), near: agent('bingbot'), line: 1 },
  'G-TOKEN-NOT-REP': { fires: agent('Google-Extended'), near: agent('Googlebot'), line: 1 },
  'G-CHILD': {
    fires: agent('Googlebot'),
    near: ['Googlebot', 'Googlebot-Image', 'Googlebot-News', 'Googlebot-Video'].map(agent).join('\n'),
    line: 1,
  },
};
