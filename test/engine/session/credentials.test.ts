import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import * as engine from '#engine/session/session.ts';
import type { Secret } from '#shared/model/credentials.ts';
import { column, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { type Answer, linksTo, type Reply, redirect, type Site } from '../../support/site.ts';

const canary = 'CaNaRy-7f3a91';
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

interface Way {
  readonly kind: Secret['kind'];
  readonly value: string;
  /** The header that the server requires. */
  readonly header: 'authorization' | 'cookie';
  readonly sent: string;
}

const ways: readonly Way[] = [
  { kind: 'basic', value: `anna:${canary}`, header: 'authorization', sent: `Basic ${base64(`anna:${canary}`)}` },
  { kind: 'bearer', value: canary, header: 'authorization', sent: `Bearer ${canary}` },
  { kind: 'cookie', value: `SID=${canary}; lang=de`, header: 'cookie', sent: `SID=${canary}; lang=de` },
];

/** A site that gives its pages only with the header, sets a new session cookie with each, and repeats the secret in a header. */
async function lockedSite({ header, sent }: Way): Promise<Site> {
  const locked =
    (body: string): Answer =>
    ({ request }): Reply =>
      request.headers[header] === sent
        ? { headers: { 'Set-Cookie': `next=${canary}; Path=/; HttpOnly`, 'X-Echo': `you sent ${sent}` }, body }
        : { status: 401, body: 'Log in' };
  return site({
    '/robots.txt': ({ request }) => (request.headers[header] === sent ? 'User-agent: *\nDisallow: /no' : { status: 401 }),
    '/': locked(linksTo('/a', '/out', '/no')),
    '/a': locked('<title>Inside</title>'),
  });
}

/** All bytes that lie beside the crawl file, also those of its log. */
function storedBytes(session: Session): string {
  const folder = dirname(session.path);
  return readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

/** Everything that a session says of its crawl: statuses, explanations, lists, statements and reports. */
async function saidBy(session: Session, url: string): Promise<string> {
  const { handlers } = session;
  const answers = [
    session.status(),
    await handlers['url.explain']({ url }),
    await handlers['url.headers']({ url }),
    rows(session, 'SELECT * FROM fetch'),
    rows(session, 'SELECT * FROM settings'),
    rows(session, 'SELECT * FROM event'),
    rows(session, 'SELECT * FROM sent_headers'),
  ];
  const made = { at: 1, version: 'test' };
  const reports = [
    await session.report({ kind: 'url', url }, made),
    await session.report({ kind: 'politeness', origins: [] }, made),
  ];
  return JSON.stringify([answers, reports]);
}

describe.each(ways)('a site behind $kind', way => {
  it('is crawled with its robots.txt, and the secret is nowhere', async () => {
    const server = await lockedSite(way);
    const other = await site({ '/': 'elsewhere' });
    server.set('/out', redirect(other.url('/')));
    const use = { kind: way.kind, origin: server.origin };
    const session = newSession([server.url('/')], { credentials: [use], checkExternal: true, checkDelayMs: 0, scope: 'host' });
    session.giveSecrets([{ ...use, value: way.value }]);
    await session.run();
    expect(column(session, "SELECT url FROM urls WHERE status = 200 AND state = 'done' ORDER BY url")).toEqual([
      server.url('/'),
      server.url('/a'),
    ]);
    expect(column(session, `SELECT reason FROM urls WHERE url = '${server.url('/no')}'`)).toEqual(['robots-disallow']);
    expect(other.log.length).toBeGreaterThan(0);
    expect(other.log.filter(({ headers }) => headers.authorization ?? headers.cookie)).toEqual([]);
    const before = storedBytes(session);
    const said = await saidBy(session, server.url('/a'));
    expect(said).toContain('(not stored)');
    expect(said).toContain('HttpOnly');
    await session.close();
    for (const text of [before, said, storedBytes(session)])
      for (const secret of [canary, base64(`anna:${canary}`)]) expect(text.includes(secret)).toBe(false);
  });

  it('is not requested again without the secret; resume asks for it', async () => {
    const server = await lockedSite(way);
    const use = { kind: way.kind, origin: server.origin };
    const first = newSession([server.url('/')], { credentials: [use] });
    await expect(first.run()).rejects.toThrow(`--auth '${server.origin} ${way.kind}:NAME'`);
    expect(first.status().missingCredentials).toEqual([use]);
    await first.close();
    expect(server.log).toEqual([]);
    const asked = await runInProcess(['resume', first.path], { engine });
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining(`--auth '${server.origin} ${way.kind}:NAME'`) });
    const given = await runInProcess(['resume', first.path, '--auth', `${way.kind}:-`], { engine, stdin: `${way.value}\n` });
    expect({ code: given.code, log: server.paths() }).toEqual({ code: 0, log: expect.arrayContaining(['/', '/a']) });
    expect(storedBytes(first).includes(canary)).toBe(false);
    const again = reopen(first.path);
    expect(column(again, 'SELECT count(*) FROM settings')).toEqual([1]);
    expect(again.status().missingCredentials).toBeUndefined();
  });
});

it('headers go to the origins of the start URLs, or to the origin that they name', async () => {
  const other = await site({ '/': 'other' });
  const server = await site({ '/': `<a href="${other.url('/')}">x</a>` });
  const session = newSession([server.url('/')], {
    checkExternal: true,
    checkDelayMs: 0,
    headers: [
      { origin: '', name: 'X-Stage', value: 'yes' },
      { origin: other.origin, name: 'X-Other', value: 'no' },
    ],
  });
  await session.run();
  const own = (each: Site) => each.log.map(({ headers }) => [headers['x-stage'], headers['x-other']]);
  expect(own(server)).toEqual([
    ['yes', undefined],
    ['yes', undefined],
  ]);
  expect(own(other).length).toBeGreaterThan(0);
  expect(new Set(own(other).map(String))).toEqual(new Set([',no']));
  const { request } = (await session.handlers['url.headers']({ url: server.url('/') })) ?? { request: [] };
  expect(request).toContainEqual(['x-stage', 'yes']);
});

it('a credential goes to no other port of the same host', async () => {
  const [server, neighbour] = [await site(), await site({ '/': 'open' })];
  server.set('/', redirect(neighbour.url('/')));
  const use = { kind: 'bearer', origin: server.origin } as const;
  const session = newSession([server.url('/'), neighbour.url('/')], { credentials: [use], scope: 'domain' });
  session.giveSecrets([{ ...use, value: canary }]);
  await session.run();
  expect(server.log.every(({ headers }) => headers.authorization === `Bearer ${canary}`)).toBe(true);
  expect(neighbour.paths()).toContain('/');
  expect(neighbour.log.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

it('a value that cannot be sent is refused without being quoted', () => {
  const session = newSession(['http://127.0.0.1:9/'], {});
  const origin = 'http://127.0.0.1:9';
  const give = (kind: Secret['kind'], value: string) => () => session.giveSecrets([{ kind, origin, value }]);
  expect(give('basic', `no-colon-${canary}`)).toThrow(/user name, a colon/);
  expect(give('bearer', `two ${canary}`)).toThrow(/without spaces/);
  expect(give('cookie', `${canary}\r\nX: y`)).toThrow(/name=value/);
  for (const kind of ['basic', 'bearer', 'cookie'] as const) expect(give(kind, `${canary}\n`)).not.toThrow(canary);
});
