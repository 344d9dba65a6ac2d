import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSettings } from '../../electron/cli/crawl-settings.ts';
import { settingOptions } from '../../electron/cli/setting-options.ts';
import { fakeEngine } from '../support/fake-session.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

let file = '';
beforeEach(() => {
  file = join(tempFolder(), 'site.crawl');
});
afterEach(() => void vi.unstubAllEnvs());

const secret = 'hunter2-canary';
const run = (words: readonly string[]) => runInProcess(['crawl', 'https://example.com', '--out', file, ...words], fakeEngine());

describe('what the command line refuses', () => {
  test.each([
    [['--header', `Authorization: Bearer ${secret}`], /other programs can read arguments.*--auth basic:NAME or bearer:NAME/],
    [['--header', `cookie: a=${secret}`], /--auth cookie:NAME/],
    [['--header', `Proxy-Authorization: Basic ${secret}`], /--auth proxy:NAME/],
    [['--header', 'no colon'], /write it like --header 'Name: value'/],
    [['--header', 'Host: x'], /writes the header Host itself/],
    [['--auth', `basic:anna:${secret}`], /name of an environment variable, or -, not the secret itself/],
    [['--auth', `bearer:${secret.replace('-', '_')}`], /the environment variable that it names is not set/],
    [['--auth', `digest:${secret}`], /KIND is one of basic, bearer, cookie, proxy, key/],
    [['--auth', 'basic:-'], /standard input ended before the secret/],
    [['--auth', 'basic:-', '--list', '-'], /both read standard input/],
    [['--auth', 'basic:SITE_LOGIN', '--no-auth'], /contradicts/],
  ])('%j: one line that does not quote the secret', async (words, expected) => {
    const { code, err } = await run(words);
    expect({ code, err: expect.stringMatching(expected) }).toEqual({ code: 2, err });
    expect(err).not.toContain('canary');
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(file)).toBe(false);
  });

  test('a value that cannot be sent', async () => {
    vi.stubEnv('SITE_LOGIN', secret);
    const { code, err } = await run(['--auth', 'basic:SITE_LOGIN']);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'crawlscope: --auth basic for https://example.com: Write the user name, a colon, and the password.\n',
    });
  });

  test('a password in a start URL', async () => {
    const { code, err } = await runInProcess(['crawl', `https://anna:${secret}@example.com/`, '--out', file], fakeEngine());
    expect({ code, err: expect.stringContaining('Leave it out and write --auth basic:NAME') }).toEqual({ code: 2, err });
    expect(err).not.toContain('canary');
  });

  test('an origin that is not clear', async () => {
    vi.stubEnv('SITE_LOGIN', 'a:b');
    const { err } = await run(['https://other.example', '--auth', 'basic:SITE_LOGIN']);
    expect(err).toContain("the crawl has 2 origins. Name the one that gets it: --auth 'https://example.com basic:NAME'");
  });
});

test('secrets come from the environment and from standard input, in the order of the options', async () => {
  vi.stubEnv('SITE_LOGIN', 'anna:one');
  const { engine, calls } = fakeEngine();
  const words = ['--auth', 'cookie:-', '--auth', 'basic:SITE_LOGIN', '--auth', 'https://Api.example/ bearer:-'];
  const { code } = await runInProcess(['crawl', 'https://example.com', '--out', file, ...words], {
    engine,
    stdin: 'a=first\r\nsecond\n',
  });
  expect(code).toBe(0);
  expect(calls).toContain(
    'secrets cookie https://example.com a=first, basic https://example.com anna:one, bearer https://api.example second',
  );
});

test('settings name headers and credentials; a header replaces those of before, and "" clears them', () => {
  const args = (given: Readonly<Record<string, readonly string[]>>) => ({
    positionals: [],
    has: (name: string) => name in given,
    one: (name: string) => given[name]?.[0],
    all: (name: string) => given[name] ?? [],
  });
  const seeds = ['https://example.com/'];
  const first = readSettings(args({ header: ['X-A: b'], auth: ['basic:NAME'] }), seeds);
  expect(first).toMatchObject({
    headers: [{ origin: '', name: 'X-A', value: 'b' }],
    credentials: [{ kind: 'basic', origin: 'https://example.com' }],
  });
  expect(readSettings(args({ header: [''] }), seeds, first).headers).toEqual([]);
  expect(readSettings(args({ auth: ['basic:OTHER'] }), seeds, first).credentials).toHaveLength(1);
  expect(readSettings(args({ 'no-auth': [''] }), seeds, first).credentials).toEqual([]);
  expect(Object.keys(settingOptions)).toEqual(expect.arrayContaining(['header', 'auth', 'no-auth']));
});
