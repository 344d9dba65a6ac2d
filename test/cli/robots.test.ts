import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runInProcess } from '../support/memory-io.ts';
import { redirect, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
let file = '';
beforeAll(() => {
  folder = tempFolder();
  file = join(folder, 'robots.txt');
  writeFileSync(file, 'User-agent: *\nDisallow: /private/\nAllow: /private/open\n');
});

test('robots decide prints verdict, line, group and the losing rules', async () => {
  const { code, out } = await runInProcess([
    'robots',
    'decide',
    '--robots',
    file,
    '--agent',
    'MyBot',
    '/private/open/x',
    'https://e.com/other',
  ]);
  expect(code).toBe(0);
  expect(out).toContain('verdict: allowed, line 3: Allow: /private/open');
  expect(out).toContain('group: line 1');
  expect(out).toMatch(/line 2 {2}Disallow: \/private\/ +loses: shorter/);
  expect(out).toContain('verdict: allowed, no rule of the group matches');
});

test('robots decide --json is one document', async () => {
  const { out } = await runInProcess(['robots', 'decide', '--robots', file, '--profile', 'googlebot', '/private/a', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    agent: 'Googlebot',
    dialect: 'google',
    verdicts: [{ url: '/private/a', allowed: false, line: 2, rule: 'Disallow: /private/', reason: 'rule', group_lines: [1] }],
  });
});

test('robots decide asks a URL, follows redirects, and says what an error means to the crawler', async () => {
  const server = await startSite({
    '/robots.txt': { status: 503 },
    '/moved': redirect('/there', 301),
    '/there': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /x\n' },
  });
  try {
    const ask = (path: string, dialect: string) =>
      runInProcess(['robots', 'decide', '--robots', server.url(path), '--agent', 'A', '--dialect', dialect, '/x']);
    expect((await ask('/robots.txt', 'google')).out).toMatch(/disallowed, robots.txt could not be read[\s\S]*status 503/);
    expect((await ask('/robots.txt', 'yandex')).out).toMatch(/allowed, there is no robots.txt[\s\S]*status 503/);
    expect((await ask('/none', 'urllib')).out).toMatch(/allowed, there is no robots.txt[\s\S]*status 404/);
    expect((await ask('/moved', 'google')).out).toContain('disallowed, line 2: Disallow: /x');
  } finally {
    await server.close();
  }
});

test('robots decide judges a URL as it is spelt: no path, a query without one, a fragment', async () => {
  const ask = async (rule: string, dialect: string, url: string): Promise<string> => {
    writeFileSync(join(folder, 'one.txt'), `User-agent: *\nDisallow: ${rule}\n`);
    const argv = ['robots', 'decide', '--robots', join(folder, 'one.txt'), '--agent', 'A', '--dialect', dialect, url];
    return /verdict: (\w+)/.exec((await runInProcess(argv)).out)?.[1] ?? '';
  };
  expect(await ask('/', 'yioop-code', 'http://e.com')).toBe('allowed');
  expect(await ask('/', 'yioop-code', 'http://e.com/')).toBe('disallowed');
  expect(await ask('/', 'protego', 'http://e.com?q=1')).toBe('allowed');
  expect(await ask('/a%23b', 'geoportal-code', '/a#b')).toBe('disallowed');
  expect(await ask('/a%23b', 'google', 'e.com/a#b')).toBe('allowed');
  expect(await ask('/caf%C3%A9', 'google', '/café')).toBe('disallowed');
  expect(await ask('/b', 'google', '/a/../b')).toBe('disallowed');
});

test('a folder in place of a robots.txt is named', async () => {
  const { code, err } = await runInProcess(['robots', 'decide', '--robots', folder, '--agent', 'A', '/']);
  expect(code).toBe(2);
  expect(err).toContain(`${folder} is a folder`);
});

test('robots batch answers in order, names bad lines, and exits 2 only then', async () => {
  const good = { id: 'a', robots_txt: 'User-agent: *\nDisallow: /x', agent: 'b', url: 'https://e.com/x' };
  const stdin = `${JSON.stringify(good)}\n\nnot json\n${JSON.stringify({ ...good, id: 2, url: 'https://e.com/y' })}`;
  const { code, out, err } = await runInProcess(['robots', 'batch'], { stdin });
  expect(
    out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual([
    { id: 'a', allowed: false, line: 2, rule: 'Disallow: /x', reason: 'rule' },
    { id: null, error: 'line 3 is not JSON' },
    { id: 2, allowed: true, line: 0, rule: '', reason: 'no-match' },
  ]);
  expect(code).toBe(2);
  expect(err).toMatch(/^crawlscope: robots batch: 1 of 4 [^\n]+\n$/);
  expect(await runInProcess(['robots', 'batch'], { stdin: `${JSON.stringify(good)}\n` })).toMatchObject({ code: 0, err: '' });
});

test('robots batch takes agent and dialect of the profile where a line names none', async () => {
  const stdin = `${JSON.stringify({ id: 1, robots_txt: 'User-agent: Googlebot\nDisallow: /', url: 'https://e.com/x' })}\n`;
  const { out } = await runInProcess(['robots', 'batch', '--profile', 'googlebot'], { stdin });
  expect(JSON.parse(out)).toMatchObject({ allowed: false, line: 2 });
});

test('profiles lists every profile; --json adds the knobs with their sources', async () => {
  expect((await runInProcess(['profiles'])).out).toContain('googlebot');
  const [first] = JSON.parse((await runInProcess(['profiles', '--json'])).out) as {
    id: string;
    dialect: { knobs: Record<string, object> };
  }[];
  expect(first?.id).toBe('crawlscope');
  expect(first?.dialect.knobs['line_ends']).toHaveProperty('source');
});
