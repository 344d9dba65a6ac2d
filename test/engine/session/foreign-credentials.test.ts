import BetterSqlite3 from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { loginValue } from '#shared/login-fields.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { newSession, reopen, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { linksTo } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const canary = 'CaNaRy-7f3a91';
const ownHome = process.env['CRAWLSCOPE_HOME'];
afterEach(() => {
  process.env['CRAWLSCOPE_HOME'] = ownHome;
  vi.unstubAllEnvs();
});

/** An unfinished crawl with these settings, made by an installation; from now on this is another one. */
async function foreignFile(seed: string, settings: Partial<CrawlSettings> = {}): Promise<string> {
  const path = await ownFile(seed, settings);
  process.env['CRAWLSCOPE_HOME'] = tempFolder();
  return path;
}

async function ownFile(seed: string, settings: Partial<CrawlSettings> = {}): Promise<string> {
  const session = newSession([seed], settings);
  await session.close();
  return session.path;
}

/** Changes the stored settings, as the sender of a file could. */
function forge(path: string, changes: Partial<CrawlSettings>): void {
  const db = new BetterSqlite3(path);
  for (const [name, value] of Object.entries(changes))
    db.prepare(`UPDATE settings SET json = json_set(json, '$.${name}', json(?))`).run(JSON.stringify(value));
  db.close();
}

describe('a secret on the command line', () => {
  it('goes to no origin that only the file of another installation names', async () => {
    const server = await site({ '/': linksTo('/a') });
    const path = await foreignFile(server.url('/'), {
      credentials: [
        { kind: 'basic', origin: server.origin },
        { kind: 'login', origin: server.origin },
      ],
      login: { url: server.url('/login'), fields: ['user'] },
      proxy: server.origin,
    });
    vi.stubEnv('SECRET', `anna:${canary}`);
    const run = (...words: string[]) => runInProcess(['resume', path, '--allow-private', '127.0.0.1', ...words], { engine });
    const said = 'this file was not made by this installation. Name the origin that gets the secret:';
    for (const [words, option, example] of [
      [['--auth', 'basic:SECRET'], '--auth basic', "--auth 'https://example.com basic:NAME'"],
      [['--auth', 'bearer:SECRET'], '--auth bearer', "--auth 'https://example.com bearer:NAME'"],
      [['--auth', 'proxy:SECRET'], '--auth proxy', "--auth 'http://proxy.example:3128 proxy:NAME'"],
      [['--client-cert', 'c.pem'], '--client-cert', "--client-cert 'https://example.com FILE'"],
      [['--login-field', 'user=SECRET'], '--login-field', '--login URL --login-field FIELD=NAME'],
    ] as const)
      expect(await run(...words)).toMatchObject({ code: 2, err: `crawlscope: ${option}: ${said} ${example}.\n` });
    const wrong = await run('--auth', 'http://127.0.0.1:9 proxy:SECRET');
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('http://127.0.0.1:9 is not the proxy of this crawl') });
    expect(server.log).toEqual([]);
  });

  it('goes to the origin that the user names', async () => {
    const server = await site({ '/': linksTo('/a'), '/a': 'A' });
    const path = await foreignFile(server.url('/'));
    vi.stubEnv('SECRET', canary);
    const words = ['resume', path, '--allow-private', '127.0.0.1', '--delay', '0', '--auth'];
    const ran = await runInProcess([...words, `${server.origin} bearer:SECRET`], { engine });
    expect({ code: ran.code, err: ran.err }).toMatchObject({ code: 0 });
    expect(server.log.map(({ headers }) => headers.authorization)).toContain(`Bearer ${canary}`);
    expect(ran.err).not.toContain('credentials:');
  });

  it('goes to a stored origin only if a start URL is there, in a file of this installation too', async () => {
    const path = await ownFile('http://127.0.0.1:9/', { credentials: [{ kind: 'bearer', origin: 'http://127.0.0.1:10' }] });
    vi.stubEnv('SECRET', canary);
    expect(await runInProcess(['resume', path, '--auth', 'bearer:SECRET'], { engine })).toMatchObject({
      code: 2,
      err: "crawlscope: --auth bearer: no start URL is at http://127.0.0.1:10. Name the origin that gets it: --auth 'http://127.0.0.1:10 bearer:NAME'.\n",
    });
  });
});

describe('credentials of a file of another installation', () => {
  it('are not taken from the key store before the user gives or allows them; the form asks for them', async () => {
    const server = await site({ '/': 'Home' });
    const use = { kind: 'bearer', origin: server.origin } as const;
    const path = await foreignFile(server.url('/'), { credentials: [use] });
    const session = reopen(path);
    expect(session.missingCredentials()).toEqual([]);
    expect(session.status()).toMatchObject({ missingCredentials: [use], waiting: { credentials: [use] } });
    session.allow({ hosts: ['127.0.0.1'] });
    await expect(session.run()).rejects.toThrow('needs credentials');
    expect(server.log).toEqual([]);
    session.giveSecrets([{ ...use, value: canary }]);
    expect(session.status().waiting?.credentials ?? []).toEqual([]);
    await session.run();
    expect(server.log.at(-1)?.headers.authorization).toBe(`Bearer ${canary}`);
    await session.close();
    expect(reopen(path).missingCredentials()).toEqual([use]);
  });

  it('are allowed with everything else, until the file names another login form', async () => {
    const origin = 'http://127.0.0.1:9';
    const path = await foreignFile(`${origin}/`, {
      credentials: [{ kind: 'login', origin }],
      login: { url: `${origin}/login`, fields: ['user'] },
    });
    const session = reopen(path);
    expect(session.missingCredentials()).toEqual([]);
    await session.handlers['crawl.allowRequests']({});
    expect(session.missingCredentials()).toEqual([{ kind: 'login', origin }]);
    session.giveSecrets([{ kind: 'login', origin, value: loginValue([['user', 'anna']]) }]);
    await session.close();
    forge(path, { login: { url: `${origin}/other`, fields: ['user'] } });
    const again = reopen(path);
    expect(again.missingCredentials()).toEqual([]);
    expect(again.status().waiting?.credentials).toEqual([{ kind: 'login', origin }]);
  });

  it('are known in a file of this installation', async () => {
    const use = { kind: 'bearer', origin: 'http://127.0.0.1:9' } as const;
    const session = reopen(await ownFile('http://127.0.0.1:9/', { credentials: [use] }));
    expect(session.missingCredentials()).toEqual([use]);
    expect([session.isForeign(), session.status().waiting]).toEqual([false, undefined]);
  });
});

describe('a file with credentials that no crawl may have', () => {
  it.each([
    [{ credentials: [{ kind: 'basic', origin: 'nothing' }] }, '“nothing” is not an origin.'],
    [{ credentials: [{ kind: 'proxy', origin: 'http://evil.example' }] }, 'http://evil.example is not the proxy of this crawl.'],
    [{ login: { url: 'http://127.0.0.1:9/', fields: ['user'] } }, 'A login form needs one credential of its own origin.'],
    [{ headers: [{ origin: '', name: 'Cookie', value: 'a=b' }] }, 'Cookie is a secret'],
    [{ untrustedHosts: ['a/b'] }, '“a/b” is not a host.'],
  ] as const)('%j: neither a crawl nor a check of robots.txt starts', async (changes, problem) => {
    const server = await site({ '/': 'Home' });
    const path = await ownFile(server.url('/'));
    forge(path, changes);
    const session = reopen(path);
    session.allow({ hosts: ['127.0.0.1'] });
    const refusal = `The settings of this file must be changed first. ${problem}`;
    await expect(session.run()).rejects.toThrow(refusal);
    await expect(session.resume()).rejects.toThrow(refusal);
    await expect(session.checkRobots([], new AbortController().signal).next()).rejects.toThrow(refusal);
    expect(server.log).toEqual([]);
  });
});
