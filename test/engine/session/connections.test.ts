import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import * as engine from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { certificatesIn } from '#shared/pem.ts';
import { newSession, reopen, rows, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { linksTo } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';
import { startProxy } from '../../support/test-proxy.ts';
import { pem, tlsSite } from '../../support/tls-site.ts';

const canary = 'CaNaRy-7f3a91';
const proxyLogin = `Basic ${Buffer.from(`anna:${canary}`).toString('base64')}`;
const extraCertificates = certificatesIn(pem('private-ca.pem'));

const ownHome = process.env['CRAWLSCOPE_HOME'];
afterEach(() => {
  process.env['CRAWLSCOPE_HOME'] = ownHome;
});

/** Path, status and cause of each URL of the crawl. */
const outcomes = (session: Session): unknown[][] =>
  rows(session, "SELECT substr(url, instr(substr(url, 9), '/') + 8), status, reason FROM urls ORDER BY url");

async function crawled(url: string, settings: Partial<CrawlSettings>): Promise<Session> {
  const session = newSession([url], settings);
  await session.run();
  return session;
}

describe('a private certificate authority', () => {
  it('is trusted where its certificate is a setting, and only then', async () => {
    const server = await tlsSite();
    expect(outcomes(await crawled(`${server.origin}/`, {}))).toEqual([['/', null, expect.stringMatching(/unreachable/)]]);
    expect(server.log).toEqual([]);
    expect(outcomes(await crawled(`${server.origin}/`, { extraCertificates }))).toEqual([
      ['/', 200, 'fetched'],
      ['/a', 200, 'fetched'],
    ]);
  });
});

describe('an invalid certificate', () => {
  it('is accepted for the host that was named; every request says what is wrong', async () => {
    const server = await tlsSite('expired');
    const session = await crawled(`${server.origin}/`, { untrustedHosts: ['127.0.0.1'] });
    expect(outcomes(session).map(([, status]) => status)).toEqual([200, 200]);
    const problems = rows(session, 'SELECT t.problem, count(*) FROM fetch f LEFT JOIN tls t ON t.id = f.tls_id GROUP BY 1');
    expect(problems).toHaveLength(1);
    expect(problems[0]?.[0]).not.toBe('');
    const told = await runInProcess(['info', session.path, `${server.origin}/a`, '--full'], { engine });
    expect(told.out).toMatch(/certificate .*, accepted by your choice/);
  });

  it('gets no credential: the two settings contradict each other', () => {
    const credentials = [{ kind: 'bearer', origin: 'https://127.0.0.1:8443' }] as const;
    expect(() => newSession(['https://127.0.0.1:8443/'], { credentials, untrustedHosts: ['127.0.0.1'] })).toThrow(
      'No credential is sent to https://127.0.0.1:8443, because its certificate is not verified.',
    );
  });
});

describe('a client certificate', () => {
  const asking = { requestCert: true, rejectUnauthorized: true, ca: pem('private-ca.pem') };

  it('is shown to its origin; its key is decrypted, and neither is stored', async () => {
    const [server, other] = [await tlsSite('local', asking), await tlsSite('local', { ...asking, rejectUnauthorized: false })];
    const use = { kind: 'certificate', origin: server.origin } as const;
    const value = pem('client.pem') + pem('client-encrypted.key');
    const session = newSession([`${server.origin}/`, `${other.origin}/`], { extraCertificates, credentials: [use] });
    expect(() => session.giveSecrets([{ ...use, value }])).toThrow('Its private key is encrypted: give its passphrase.');
    expect(() => session.giveSecrets([{ ...use, value, passphrase: canary }])).toThrow(
      'The passphrase does not fit its private key.',
    );
    expect(() => session.giveSecrets([{ ...use, value: pem('local.pem') + pem('expired.key') }])).toThrow('belongs to another');
    expect(() => session.giveSecrets([{ ...use, value: 'nothing' }])).toThrow('contains no certificate');
    session.giveSecrets([{ ...use, value, passphrase: 'open-sesame' }]);
    await session.run();
    expect(outcomes(session).map(([, status]) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(server.log.map(({ client }) => client))).toEqual(new Set(["Anna's client"]));
    expect(new Set(other.log.map(({ client }) => client))).toEqual(new Set(['']));
    const stored = readFileSync(session.path, 'latin1') + readFileSync(`${session.path}-wal`, 'latin1');
    for (const text of ['PRIVATE KEY', 'open-sesame', pem('client.pem').split('\n')[2] ?? ''])
      expect(stored.includes(text)).toBe(false);
  });

  it('comes from files on the command line, its passphrase from standard input', async () => {
    const server = await tlsSite('local', asking);
    const folder = tempFolder();
    const file = (name: string): string => {
      writeFileSync(join(folder, name), pem(name));
      return join(folder, name);
    };
    const words = [
      'crawl',
      `${server.origin}/`,
      '--out',
      join(folder, 'c.crawl'),
      '--delay',
      '0',
      '--ca',
      file('private-ca.pem'),
    ];
    const given = ['--client-cert', file('client.pem'), '--client-key', file('client-encrypted.key'), '--auth', 'key:-'];
    const ran = await runInProcess([...words, ...given], { engine, stdin: 'open-sesame\n' });
    expect({ code: ran.code, paths: server.log.map(({ path }) => path) }).toEqual({
      code: 0,
      paths: expect.arrayContaining(['/', '/a']),
    });
  });
});

describe('a proxy', () => {
  it('gets every request: http with its whole URL, https through a tunnel; its password goes to it alone', async () => {
    const proxy = await startProxy(proxyLogin);
    const plain = await site({ '/': linksTo('/a'), '/a': 'A' });
    const secure = await tlsSite();
    const credentials = [
      { kind: 'proxy', origin: proxy.origin },
      { kind: 'bearer', origin: secure.origin },
    ] as const;
    const session = newSession([plain.url('/'), `${secure.origin}/`], { proxy: proxy.origin, extraCertificates, credentials });
    session.giveSecrets([
      { ...credentials[0], value: `anna:${canary}` },
      { ...credentials[1], value: 'token-1' },
    ]);
    await session.run();
    expect(outcomes(session).map(([, status]) => status)).toEqual([200, 200, 200, 200]);
    expect(proxy.log).toContain(`GET ${plain.url('/a')}`);
    expect(proxy.log).toContain(`CONNECT 127.0.0.1:${secure.port}`);
    expect(new Set(proxy.seen.map(String))).toEqual(new Set([`,${proxyLogin}`]));
    expect(plain.log.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
    expect(new Set(secure.log.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-1']));
    expect(rows(session, 'SELECT DISTINCT remote_address FROM fetch')).toEqual([[null]]);
    await session.close();
    expect(readFileSync(session.path, 'latin1').includes(canary)).toBe(false);
  });

  it('resolves the public names that this machine cannot resolve', async () => {
    const proxy = await startProxy();
    const server = await site({ '/': linksTo('/a'), '/a': 'A' });
    const { port } = new URL(server.origin);
    // RFC 6761 section 6.4: this name resolves nowhere.
    const session = await crawled(`http://shop.invalid:${port}/`, { proxy: proxy.origin });
    expect(outcomes(session).map(([, status]) => status)).toEqual([200, 200]);
    expect(server.log.map(({ headers }) => headers.host)).toContain(`shop.invalid:${port}`);
  });

  it('that wants a password says so, and is not taken for the site', async () => {
    const proxy = await startProxy(proxyLogin);
    const [plain, secure] = [await site({ '/': 'x' }), await tlsSite()];
    const session = await crawled(plain.url('/'), { proxy: proxy.origin });
    const tunnelled = await crawled(`${secure.origin}/`, { proxy: proxy.origin, extraCertificates });
    for (const each of [session, tunnelled])
      expect(rows(each, 'SELECT DISTINCT status, cause, detail FROM fetch')).toEqual([
        [
          null,
          'connection-refused',
          expect.stringContaining(`The proxy ${proxy.origin} requires a user name and a password (407)`),
        ],
      ]);
    expect([plain.log, secure.log]).toEqual([[], []]);
  });

  it('does not lead to private addresses that no start URL names', async () => {
    const proxy = await startProxy();
    const inside = await site({ '/': 'secret' });
    const start = await site({
      '/': linksTo(`http://localhost:${new URL(inside.origin).port}/`, 'http://intranet/', 'http://10.0.0.1/'),
    });
    const session = await crawled(start.url('/'), { proxy: proxy.origin, checkExternal: true, checkDelayMs: 0 });
    expect(inside.log).toEqual([]);
    expect(proxy.log.filter(line => !line.includes(start.origin))).toEqual([]);
    expect(proxy.log.length).toBeGreaterThan(0);
    expect(rows(session, "SELECT DISTINCT cause FROM fetch WHERE cause <> '' AND cause IS NOT NULL").flat()).toContain(
      'address-blocked',
    );
  });

  it('of a file from elsewhere is not used until it is allowed', async () => {
    const proxy = await startProxy();
    const server = await site({ '/': linksTo('/a'), '/a': 'A' });
    const first = await crawled(server.url('/'), { proxy: proxy.origin, maxPages: 1 });
    await first.close();
    const before = proxy.log.length;
    expect(before).toBeGreaterThan(0);
    process.env['CRAWLSCOPE_HOME'] = tempFolder();
    const session = reopen(first.path);
    expect(session.status().waiting?.connection).toEqual(['proxy']);
    const asked = await runInProcess(['resume', first.path, '--max-pages', '5', '--allow-private', '127.0.0.1'], { engine });
    expect(asked.err).toContain('a proxy, through which all requests go: allow with --proxy URL');
    expect(proxy.log).toHaveLength(before);
    expect(dirname(first.path)).not.toBe('');
  });
});

it('an internal host that is written out may have a private address, one of a pattern may not', async () => {
  const inside = await site({ '/': 'inside' });
  const there = `http://localhost:${new URL(inside.origin).port}/`;
  const start = await site({ '/': linksTo(there) });
  const session = await crawled(start.url('/'), { internalHosts: ['www', '*.host.localhost.test'] });
  expect(inside.log).toEqual([]);
  session.changeSettings({ internalHosts: [new URL(there).host] });
  expect(await session.run()).toBe('finished');
  expect(inside.log.map(({ path }) => path)).toContain('/');
});

it('one address family can be chosen, also for an address that is typed', async () => {
  const server = await site({ '/': 'x' });
  const session = await crawled(server.url('/'), { ipFamily: '6' });
  expect(server.log).toEqual([]);
  expect(rows(session, 'SELECT DISTINCT detail FROM fetch')).toEqual([
    ['127.0.0.1 has no IPv6 address, and this crawl uses no other.'],
  ]);
  expect(outcomes(await crawled(server.url('/'), { ipFamily: '4' }))).toEqual([['/', 200, 'fetched']]);
});
