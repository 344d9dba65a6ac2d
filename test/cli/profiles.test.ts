import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import type { SiteRule } from '#shared/model/crawl.ts';
import { profilesPath } from '../../electron/cli/own-profiles.ts';
import { missedPorts } from '../../electron/cli/site-rules.ts';
import { site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, page, robotsFile } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const written = {
  id: 'mybot',
  name: 'My bot',
  product_token: 'MyBot',
  falls_back_to: ['Googlebot'],
  user_agent: 'MyBot/1.0',
  dialect: 'google',
  directives: 'unknown',
  source: 'its manual',
  as_of: '2026-11-21',
};

let home = '';
let before: string | undefined;
beforeEach(() => {
  before = process.env['CRAWLSCOPE_HOME'];
  home = tempFolder();
  process.env['CRAWLSCOPE_HOME'] = home;
});
afterEach(() => {
  if (before === undefined) delete process.env['CRAWLSCOPE_HOME'];
  else process.env['CRAWLSCOPE_HOME'] = before;
});

const run = (...argv: string[]) => runInProcess(argv, { engine });
const inFile = (value: unknown): string => {
  const path = join(tempFolder(), 'profiles.json');
  writeFileSync(path, JSON.stringify(value));
  return path;
};

test('own profiles lie in CRAWLSCOPE_HOME, else where the app keeps its data', () => {
  expect(profilesPath({ CRAWLSCOPE_HOME: '/c' }, 'linux')).toBe(join('/c', 'profiles.json'));
  expect(profilesPath({ XDG_CONFIG_HOME: '/x' }, 'linux')).toBe(join('/x', 'Crawlscope', 'profiles.json'));
  expect(profilesPath({ APPDATA: '/a' }, 'win32')).toBe(join('/a', 'Crawlscope', 'profiles.json'));
  expect(profilesPath({}, 'darwin')).toContain(join('Library', 'Application Support', 'Crawlscope'));
});

test.runIf(process.platform !== 'win32')('the list is written through no link, and for this user only', async () => {
  const victim = join(tempFolder(), 'victim');
  writeFileSync(victim, 'precious');
  symlinkSync(victim, join(home, 'profiles.json.partial'));
  expect(await run('profiles', 'add', inFile(written))).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(statSync(join(home, 'profiles.json')).mode & 0o777).toBe(0o600);
});

test('profiles add keeps a profile, profiles lists it as own, profiles remove forgets it', async () => {
  expect(await run('profiles', 'add', inFile(written))).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(readFileSync(join(home, 'profiles.json'), 'utf8'))).toMatchObject({
    version: 1,
    profiles: [{ id: 'mybot' }],
  });
  const { out } = await run('profiles');
  expect(out).toMatch(/mybot +My bot +own +MyBot +google +unknown +reported by its manual, as of 2026-11-21/);
  expect(out).toMatch(/googlebot +Googlebot +built-in/);
  const all = JSON.parse((await run('profiles', '--json')).out) as { id: string; own: boolean }[];
  expect(all.at(-1)).toMatchObject({ id: 'mybot', own: true, falls_back_to: ['Googlebot'], as_of: '2026-11-21' });
  await run('profiles', 'add', inFile({ ...written, name: 'Renamed' }));
  expect((await run('profiles')).out).toContain('Renamed');
  expect((await run('profiles', 'remove', 'mybto')).err).toContain('“mybot”');
  expect((await run('profiles', 'remove', 'googlebot')).err).toContain('built-in');
  expect((await run('profiles', 'remove', 'mybot')).code).toBe(0);
  expect((await run('profiles')).out).not.toContain('mybot');
});

test('every command about a crawl knows the profiles of its file', async () => {
  const server = await site({ '/robots.txt': robotsFile('User-agent: *\nDisallow: /b\n'), '/': page('Home') });
  const file = join(tempFolder(), 'own.crawl');
  const crawl = ['crawl', server.url('/'), '--out', file, '--delay', '0', '--profiles', inFile(written), '--profile', 'mybot'];
  expect(await run(...crawl)).toMatchObject({ code: 0 });
  const ask = (...argv: string[]) => run(...argv, '--profile', 'mybot');
  expect((await ask('robots', 'versions', file, '--url', '/b')).out).toContain('interpreted for mybot\nBlocked since');
  expect((await ask('robots', 'coverage', file)).out).toContain('interpreted for mybot (MyBot; dialect google)');
  expect((await ask('robots', 'fix', file, '--free', '/b')).out).toContain('interpreted for mybot\n');
  expect((await ask('report', 'rule', file, '--line', '2')).out).toContain('My bot');
  expect((await ask('report', 'url', file, '/')).out).toContain('My bot');
  expect(await ask('robots', 'lint', file)).toMatchObject({ code: 0, err: '' });
  for (const created of [await ask('robots', 'assert', '--create', file), await run('robots', 'assert', '--create', file)])
    expect(created).toMatchObject({ code: 0, out: expect.stringContaining('allow MyBot@google /\n') });
  const unknown = await run('robots', 'versions', file, '--profile', 'mybto');
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean “mybot”') });
});

test('a crawler is named in any letter case', async () => {
  const server = await site({ '/robots.txt': robotsFile('User-agent: MyBot\nDisallow: /b\n'), '/': page('Home') });
  const file = join(tempFolder(), 'case.crawl');
  const list = inFile(written);
  const crawl = ['crawl', server.url('/'), '--out', file, '--delay', '0', '--profiles', list, '--profile', 'MyBot'];
  expect(await run(...crawl)).toMatchObject({ code: 0 });
  const robots = inFile({});
  writeFileSync(robots, 'User-agent: MyBot\nDisallow: /b\n');
  for (const [words, ...more] of [
    ['robots versions', file, '--url', '/b'],
    ['robots coverage', file],
    ['robots whatif', file, '--robots', robots],
    ['robots fix', file, '--free', '/b'],
    ['robots lint', file],
    ['robots assert', '--create', file],
    ['robots disagreements', file],
    ['report rule', file, '--line', '2'],
    ['report url', file, '/'],
    ['info', file, '/'],
    ['robots parse', robots, '--profiles', list],
    ['robots decide', '/b', '--robots', robots, '--profiles', list],
    ['robots batch', '--profiles', list],
  ] as const) {
    const asked = async (id: string) => {
      const { code, out, err } = await run(...(words as string).split(' '), ...more, '--profile', id);
      return { words, code, err, out: out.replace(/20\d\d-\d\d-\d\d[T ][\d:.Z]+|judged in .*/g, '') };
    };
    const small = await asked('mybot');
    expect(small.err).toBe('');
    expect(await asked('MyBOT')).toEqual(small);
  }
});

test('a profile printed by profiles --json can be changed and added', async () => {
  const [first] = JSON.parse((await run('profiles', '--json')).out) as object[];
  expect((await run('profiles', 'add', inFile({ ...first, id: 'copy' }))).code).toBe(0);
  expect((await run('profiles')).out).toMatch(/^copy/m);
});

test.each([
  [{ ...written, dialect: 'gogle' }, 'There is no dialect “gogle”'],
  [{ ...written, id: 'googlebot' }, 'built-in profile'],
  [{ ...written, product_token: 'My Bot' }, 'no product token'],
  [{ ...written, extra: 1 }, 'no field “extra”'],
  [[], 'contains no profile'],
])('profiles add refuses what is wrong with it: %#', async (value, words) => {
  const { code, err } = await run('profiles', 'add', inFile(value));
  expect(code).toBe(2);
  expect(err).toContain(words);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('robots decide and robots batch read as an own profile, with the names it falls back to', async () => {
  const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x\n';
  const file = join(home, 'robots.txt');
  mkdirSync(home, { recursive: true });
  writeFileSync(file, robots);
  const profiles = inFile(written);
  const decided = await run('robots', 'decide', '--robots', file, '--profile', 'mybot', '--profiles', profiles, '/x', '/y');
  expect(decided.out).toContain('disallowed, line 5: Disallow: /x');
  expect(decided.out).toContain('no group names MyBot; falls back to the name Googlebot');
  const json = await run('robots', 'decide', '--robots', file, '--profile', 'mybot', '--profiles', profiles, '/x', '--json');
  expect(JSON.parse(json.out)).toMatchObject({
    agent: 'Googlebot',
    fall_back: ['no group names MyBot', 'falls back to the name Googlebot'],
  });
  const stdin = ['googlebot-image', 'mybot', 'nobody']
    .map((profile, id) => JSON.stringify({ id, robots_txt: robots, url: 'https://e.com/x', profile }))
    .join('\n');
  const batch = await runInProcess(['robots', 'batch', '--profiles', profiles], { stdin });
  const answers = batch.out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as object);
  expect(answers).toEqual([
    { id: 0, allowed: false, line: 5, rule: 'Disallow: /x', reason: 'rule', agent: 'Googlebot' },
    { id: 1, allowed: false, line: 5, rule: 'Disallow: /x', reason: 'rule', agent: 'Googlebot' },
    { id: 2, error: 'unknown profile "nobody"; see: crawlscope profiles' },
  ]);
});

test('crawl plays an own profile and carries it in the file; --robots never:HOST is a rule of it, also on resume', async () => {
  const server = await site({
    '/': page('', '<a href="/private">On</a>'),
    '/private': 'Private',
    '/robots.txt': robotsFile('User-agent: MyBot\nDisallow: /private\n'),
  });
  await run('profiles', 'add', inFile(written));
  const out = join(home, 'site.crawl');
  const flags = ['--delay', '0', '--no-sitemaps'];
  expect((await run('crawl', server.url('/'), '--profile', 'mybot', '--out', out, ...flags)).code).toBe(0);
  expect(server.log.map(({ path }) => path)).toEqual(['/robots.txt', '/']);
  await run('profiles', 'remove', 'mybot');
  expect((await run('info', out, '/private', '--profile', 'mybot')).out).toContain('Line 2 (“Disallow: /private”)');
  const { host } = new URL(server.url('/'));
  expect((await run('resume', out)).err).toContain('no URL is waiting');
  expect((await run('resume', out, '--robots', `never:${host}`)).code).toBe(0);
  expect(server.log.map(({ path }) => path)).toContain('/private');
  const info = await run('info', out, '/private');
  expect(info.out).toContain(`because you set “never obey robots.txt on ${host}”`);
  expect(JSON.parse((await run('status', out, '--json')).out)).toMatchObject({
    settings: { profile: 'mybot', user_agent: 'MyBot/1.0', site_rules: [{ pattern: host, robots: 'never' }] },
  });
});

test.each([
  ['never', 'needs the site'],
  ['never:*', 'State with --consent'],
  ['always:*', 'only for “never”'],
  ['never:*.com', 'many owners'],
  ['sometimes:a.com', 'never:HOST, always:HOST or inherit:HOST'],
])('crawl --robots %s is refused', async (rule, words) => {
  const { code, err } = await run('crawl', 'https://example.com/', '--robots', rule, '--out', join(home, 'x.crawl'));
  expect(code).toBe(2);
  expect(err).toContain(words);
});

test('robots.txt is switched off everywhere by one choice, and every decision about access says so', async () => {
  const server = await site({
    '/robots.txt': 'User-agent: *\nDisallow: /private\n',
    '/': linksTo('/private', '/open'),
    '/private': page(),
    '/open': page(),
  });
  const out = join(home, 'off.crawl');
  const { code } = await run('crawl', server.url('/'), '--robots', 'never:*', '--consent', '--delay', '0', '--out', out);
  expect(code).toBe(0);
  expect(server.paths()).toContain('/private');
  expect((await run('info', out, '/private')).out).toContain('because you set “never obey robots.txt on any host”');
  expect((await run('info', out, '/open', '--full')).out).toContain('never obey robots.txt on any host');
  const rules = JSON.parse((await run('status', out, '--json')).out) as { settings: { site_rules: unknown } };
  expect(rules.settings.site_rules).toEqual([{ pattern: '*', robots: 'never' }]);
  const alone = await run('crawl', server.url('/'), '--consent', '--out', join(home, 'alone.crawl'));
  expect(alone).toMatchObject({ code: 2, err: expect.stringContaining('--consent goes with') });
});

test.each([
  [['never:a.com', 'always:a.com'], 'both never and always of a.com'],
  [['always', 'inherit'], 'two defaults'],
])('crawl refuses --robots %j, which contradict each other', async (rules, words) => {
  const flags = rules.flatMap(rule => ['--robots', rule]);
  const { code, err } = await run('crawl', 'https://example.com/', ...flags, '--out', join(home, 'x.crawl'));
  expect(code).toBe(2);
  expect(err).toContain(words);
});

test('a rule that names the host of a seed without its port is said not to hold for it', () => {
  const never = (pattern: string): SiteRule => ({ pattern, robots: 'never' });
  expect(missedPorts([never('127.0.0.1')], ['http://127.0.0.1:8080/a'])).toEqual([
    '--robots never:127.0.0.1 does not apply to http://127.0.0.1:8080; for that host write never:127.0.0.1:8080.',
  ]);
  expect(missedPorts([never('127.0.0.1'), never('127.0.0.1:8080')], ['http://127.0.0.1:8080/'])).toEqual([]);
  expect(missedPorts([never('a.com')], ['http://a.com/', 'http://b.com:81/'])).toEqual([]);
});
