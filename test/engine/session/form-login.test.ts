import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import * as engine from '#engine/session/session.ts';
import { loginValue } from '#shared/login-fields.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Secret } from '#shared/model/credentials.ts';
import { column, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { type Answer, linksTo, type Reply, redirect, type Site } from '../../support/site.ts';

const canary = 'CaNaRy-7f3a91';
const form = (action = '/session') =>
  `<form><input name=q></form><form method=post action="${action}"><input type=hidden name=csrf value=t0k3n><input name=user><input type=password name=pass><input type=checkbox name=stay><button name=go value=1>In</button></form>`;

interface Shop extends Site {
  /** What was posted, in order. */
  readonly posted: string[];
  /** Sessions end: cookies given so far are worth nothing. */
  logOut(): void;
}

/** A site whose pages need a session. `denied` is a page that this user may never see. */
async function shop(): Promise<Shop> {
  const posted: string[] = [];
  let round = 0;
  const isIn = (cookie = '') => cookie.includes(`sid=${canary}-${round}`) && round > 0;
  const guarded =
    (body: string): Answer =>
    ({ request }): Reply =>
      isIn(request.headers.cookie) ? { body } : redirect('/login?next=/');
  const server = await site({
    '/login': { headers: { 'Set-Cookie': 'pre=1; Path=/session' }, body: form() },
    '/login?next=/': form(),
    '/session': ({ request, response }) => {
      const pieces: Buffer[] = [];
      request.on('data', chunk => pieces.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        posted.push(
          `${request.method} ${request.headers.cookie} ${request.headers['content-type']} ${request.headers.referer} ${text}`,
        );
        const isRight = new URLSearchParams(text).get('pass') === canary;
        if (isRight) round += 1;
        response.writeHead(
          isRight ? 303 : 200,
          isRight
            ? { Location: '/?ticket=1', 'Set-Cookie': `sid=${canary}-${round}; Path=/; HttpOnly` }
            : { 'Content-Type': 'text/html' },
        );
        response.end(isRight ? '' : form());
      });
      return undefined;
    },
    '/': guarded(linksTo('/a', '/denied', '/logout', '/a?do=delete')),
    '/a': guarded(linksTo('/b')),
    '/b': guarded('<title>B</title>'),
    '/denied': { status: 401, body: 'not for you' },
  });
  return Object.assign(server, { posted, logOut: () => void (round += 1) });
}

const settingsFor = (server: Site): Partial<CrawlSettings> => ({
  login: { url: server.url('/login'), fields: ['user', 'pass'] },
  credentials: [{ kind: 'login', origin: server.origin }],
});

function loggingIn(server: Site, pass = canary): Session {
  const session = newSession([server.url('/')], settingsFor(server));
  session.giveSecrets([secretFor(server, pass)]);
  return session;
}

const secretFor = (server: Site, pass = canary): Secret => ({
  ...{ kind: 'login', origin: server.origin },
  value: loginValue([
    ['user', 'anna'],
    ['pass', pass],
  ]),
});

const statuses = (session: Session): unknown[][] =>
  rows(
    session,
    "SELECT replace(url, rtrim(url, replace(url, '/', '')), '/'), status FROM urls WHERE status IS NOT NULL ORDER BY url",
  );

describe('a site behind a login form', () => {
  it('is crawled after one POST with what the form sends; the journal has no secret', async () => {
    const server = await shop();
    server.set('/denied', linksTo('/b'));
    const session = loggingIn(server);
    expect(await session.run()).toBe('finished');
    expect(server.posted).toEqual([
      `POST pre=1 application/x-www-form-urlencoded ${server.url('/login')} csrf=t0k3n&go=1&user=anna&pass=${canary}`,
    ]);
    expect(server.log.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(statuses(session)).toContainEqual(['/b', 200]);
    expect(rows(session, "SELECT purpose, method, status FROM fetch WHERE method = 'POST'")).toEqual([['probe', 'POST', 303]]);
    const [kept = ''] = column(session, "SELECT response_headers FROM fetch WHERE method = 'POST'");
    expect(JSON.parse(String(kept))).toContainEqual(['Location', '(not stored)']);
    expect(JSON.stringify(rows(session, 'SELECT * FROM fetch'))).not.toContain('ticket');
    expect(await session.handlers['url.headers']({ url: server.url('/b') })).toMatchObject({
      request: expect.arrayContaining([['cookie', '[redacted]']]),
    });
    const said = JSON.stringify([session.status(), rows(session, 'SELECT * FROM fetch'), rows(session, 'SELECT * FROM event')]);
    const stored = () =>
      readdirSync(dirname(session.path))
        .map(name => readFileSync(join(dirname(session.path), name), 'latin1'))
        .join();
    const before = stored();
    await session.close();
    for (const text of [said, before, stored()]) expect(text.includes(canary)).toBe(false);
  });

  it('wrong values end it with one sentence, before any page is requested', async () => {
    const server = await shop();
    const session = loggingIn(server, 'wrong-canary');
    const failed = await session.run().catch((error: Error) => error.message);
    expect(failed).toBe(`The login failed: ${server.url('/login')} did not accept the values (200).`);
    expect(server.paths()).toEqual(['/robots.txt', '/login', '/session']);
  });

  it.each([
    ['<p>no form</p>', 'no form of the page has the fields “user”, “pass”.'],
    [form('https://elsewhere.example/'), 'its form sends to https://elsewhere.example, not to its own origin.'],
    [form().replace(/method=post/g, ''), 'its form does not use POST, so the values would be in the URL.'],
  ])('%s cannot be used, and nothing is posted', async (page, problem) => {
    const server = await shop();
    server.set('/login', page);
    await expect(loggingIn(server).run()).rejects.toThrow(`The login failed at ${server.url('/login')}: ${problem}`);
    expect(server.log.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('that ends the session stops the crawl with its reason; resume logs in again and loses no URL', async () => {
    const server = await shop();
    server.set('/denied', 'open');
    server.set('/a', ({ count, request }) => {
      if (count > 1) return linksTo('/b');
      server.logOut();
      return request.headers.cookie ? redirect('/login?next=/a') : '';
    });
    const session = loggingIn(server);
    expect(await session.run()).toBe('stopped');
    expect(session.status().detail).toBe(
      `Stopped because the login was lost: ${server.url('/a')} redirected to the login page. Resume to log in again.`,
    );
    expect(column(session, `SELECT state FROM urls WHERE url = '${server.url('/a')}'`)).toEqual(['queued']);
    expect(await session.run()).toBe('finished');
    expect(server.posted).toHaveLength(2);
    expect(statuses(session)).toEqual(
      expect.arrayContaining([
        ['/a', 200],
        ['/b', 200],
      ]),
    );
  });

  it('may deny a page to the user: it stops the crawl once, and is believed after the next login', async () => {
    const server = await shop();
    const session = loggingIn(server);
    expect(await session.run()).toBe('stopped');
    expect(session.status().detail).toContain(`${server.url('/denied')} returned 401`);
    expect(await session.run()).toBe('finished');
    expect(statuses(session)).toContainEqual(['/denied', 401]);
  });

  it('is believed about such a page in another session too, as each `crawlscope resume` is one', async () => {
    const server = await shop();
    const session = loggingIn(server);
    expect(await session.run()).toBe('stopped');
    await session.close();
    const next = reopen(session.path);
    next.giveSecrets([secretFor(server)]);
    expect(await next.run()).toBe('finished');
    expect(statuses(next)).toContainEqual(['/denied', 401]);
    expect(rows(next, "SELECT detail FROM event WHERE kind = 'login-lost'")).toEqual([[server.url('/denied')]]);
  });
});

it('waits for robots.txt and its delay; a disallowed login page is told and needs the consent', async () => {
  const server = await shop();
  server.set('/denied', 'open');
  server.set('/robots.txt', 'User-agent: *\nDisallow: /login\nCrawl-delay: 0.2\n');
  const session = loggingIn(server);
  await expect(session.run()).rejects.toThrow(
    `The login failed: line 2 of robots.txt (Disallow: /login) does not allow ${server.url('/login')}. If you run this site`,
  );
  expect(server.paths()).toEqual(['/robots.txt']);
  session.changeSettings({ siteRules: [{ pattern: server.origin, robots: 'never' }] });
  expect(await session.run()).toBe('finished');
  const starts = server.log.map(({ startedAt }, at) => startedAt - (server.log[at - 1]?.endedAt ?? 0));
  expect(server.paths().slice(0, 3)).toEqual(['/robots.txt', '/login', '/session']);
  expect(Math.min(...starts.slice(1))).toBeGreaterThanOrEqual(200);
  await session.close();
  const audited = await runInProcess(['audit', session.path], { engine });
  expect(audited).toMatchObject({ code: 0 });
  const { code, out } = await runInProcess(['certificate', session.path], { engine });
  expect(code).toBe(0);
  expect(out).not.toContain('before robots.txt was requested');
});

it('a robots.txt that disallows only the address of the form stops the login before the values are sent', async () => {
  const server = await shop();
  server.set('/robots.txt', 'User-agent: *\nDisallow: /session\n');
  await expect(loggingIn(server).run()).rejects.toThrow(`does not allow ${server.url('/session')}`);
  expect(server.posted).toEqual([]);
});

it('without a readable robots.txt nothing is requested', async () => {
  const server = await shop();
  server.set('/robots.txt', { status: 500 });
  await expect(loggingIn(server).run()).rejects.toThrow(`robots.txt of ${server.origin} could not be read`);
  expect(new Set(server.paths())).toEqual(new Set(['/robots.txt']));
});

it('a check of robots.txt needs no value of the login', async () => {
  const server = await shop();
  server.set('/denied', 'open');
  const session = loggingIn(server);
  await session.run();
  await session.close();
  expect(await runInProcess(['robots', 'check', session.path], { engine })).toMatchObject({ code: 0 });
});

it('the command line leaves out URLs that log out or delete, says so, and asks for the values again', async () => {
  const server = await shop();
  server.set('/denied', 'open');
  vi.stubEnv('SHOP_USER', 'anna');
  try {
    const { path } = newSession([server.url('/')]);
    const out = path.replace('test.crawl', 'shop.crawl');
    const words = ['crawl', server.url('/'), '--out', out, '--delay', '0', '--no-sitemaps', '--login', server.url('/login')];
    const fields = ['--login-field', 'user=SHOP_USER', '--login-field', 'pass=-'];
    const ran = await runInProcess([...words, ...fields, '--max-pages', '2'], { engine, stdin: `${canary}\n` });
    expect({ code: ran.code, err: ran.err }).toEqual({
      code: 0,
      err: expect.stringContaining('Because of the login, URLs that log out, delete or buy are not crawled.'),
    });
    const asked = await runInProcess(['resume', out, '--max-pages', '50'], { engine });
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('--login-field FIELD=NAME for each field of the form') });
    const resumed = await runInProcess(['resume', out, '--max-pages', '50', ...fields], { engine, stdin: `${canary}\n` });
    expect({ code: resumed.code, err: resumed.err }).toMatchObject({ code: 0 });
    expect(server.paths()).toEqual(expect.arrayContaining(['/a', '/b']));
    expect(server.paths().filter(each => /logout|delete/.test(each))).toEqual([]);
    const why = await runInProcess(['info', out, server.url('/logout')], { engine });
    expect(why.out).toMatch(/exclude/i);
    expect(JSON.stringify([ran, asked, resumed])).not.toContain(canary);
  } finally {
    vi.unstubAllEnvs();
  }
});
