import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { exportPresetIds } from '#shared/model/export-presets.ts';
import { reopen, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, type Reply } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';
import { startProxy } from '../support/test-proxy.ts';

/** Each secret has a text of its own, so that a hit names where it came from. */
const secrets = {
  password: 'CaNaRy-password-1',
  proxy: 'CaNaRy-proxy-2',
  field: 'CaNaRy-field-3',
  session: 'CaNaRy-session-4',
  plain: 'CaNaRy-setcookie-5',
  location: 'CaNaRy-location-6',
  header: 'CaNaRy-ownheader-7',
  link: 'CaNaRy-link-8',
} as const;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** How a secret may be written: as it is, as its login is sent, as an address escapes it. */
const written = Object.entries(secrets).flatMap(([name, text]) => [
  [name, text] as const,
  [`${name} in Base64`, base64(`anna:${text}`).slice(4, 24)] as const,
]);
const hits = (text: string): readonly string[] => written.filter(([, secret]) => text.includes(secret)).map(([name]) => name);

afterEach(() => void vi.unstubAllEnvs());

/** A site with a form, a login, a session, and addresses with passwords. Its pages themselves repeat no secret. */
async function lockedSite() {
  let posted = '';
  const pageOf =
    (body: string) =>
    ({ request }: { readonly request: { readonly headers: { readonly cookie?: string | undefined } } }): Reply =>
      (request.headers.cookie ?? '').includes(secrets.session)
        ? { body, headers: { 'Set-Cookie': `basket=${secrets.plain}; Path=/`, 'Content-Type': 'text/html' } }
        : { status: 302, headers: { Location: '/login' } };
  const server = await site({
    '/login': '<form action="/session" method="post"><input name="user"><input name="pass" type="password"></form>',
    '/session': ({ request, response }) => {
      request.on('data', (chunk: Buffer) => {
        posted += chunk.toString();
      });
      request.on('end', () => {
        response.writeHead(303, { Location: '/', 'Set-Cookie': `sid=${secrets.session}; Path=/; HttpOnly` });
        response.end();
      });
      return undefined;
    },
  });
  server.set('/', pageOf(linksTo('/a', '/moved', '/b')) as never);
  server.set('/a', pageOf('<title>A</title>') as never);
  server.set('/b', { status: 404, body: 'none', headers: { 'Set-Cookie': `x=${secrets.plain}` } });
  server.set('/moved', {
    status: 302,
    headers: { Location: `${server.origin.replace('//', `//anna:${secrets.location}@`)}/target` },
  });
  server.set('/target', '<title>Target</title>');
  return { server, posted: () => posted };
}

test('E101: no secret of a crawl with all kinds of them is in a file, a report, an export or an output', async () => {
  const folder = tempFolder();
  const file = join(folder, 'site.crawl');
  const { server, posted } = await lockedSite();
  const proxy = await startProxy(`Basic ${base64(`anna:${secrets.proxy}`)}`);
  vi.stubEnv('SITE_LOGIN', `anna:${secrets.password}`);
  vi.stubEnv('PROXY_LOGIN', `anna:${secrets.proxy}`);
  vi.stubEnv('SHOP_PASS', secrets.field);
  vi.stubEnv('SHOP_USER', 'anna');
  const printed: string[] = [];
  const run = async (...words: readonly string[]) => {
    const ran = await runInProcess(words, { engine });
    printed.push(`${words.join(' ').replaceAll(secrets.header, '')}\n${ran.out}\n${ran.err}`);
    return ran;
  };
  const logins = ['--auth', 'basic:SITE_LOGIN', '--auth', 'proxy:PROXY_LOGIN', '--proxy', proxy.origin];
  const form = ['--login', server.url('/login'), '--login-field', 'user=SHOP_USER', '--login-field', 'pass=SHOP_PASS'];
  const crawled = await run('crawl', server.url('/'), '--out', file, '--delay', '0', ...logins, ...form);
  expect(`${crawled.code} ${crawled.err}`).toMatch(/^0 /);
  // They were used: the form was posted, the proxy and the site got their logins, the pages were seen.
  expect(posted()).toContain(secrets.field);
  expect(new Set(proxy.seen.map(String))).toEqual(
    new Set([`Basic ${base64(`anna:${secrets.password}`)},Basic ${base64(`anna:${secrets.proxy}`)}`]),
  );
  expect(server.paths()).toEqual(expect.arrayContaining(['/a', '/moved', '/target']));

  const out = (name: string): string => join(folder, name);
  const origin = server.origin;
  const commands: readonly (readonly string[])[] = [
    ['status', file],
    ['status', file, '--json'],
    ['urls', file, '--out', out('urls.jsonl')],
    ['links', file, '--out', out('links.csv')],
    ['settings', file, '--out', out('settings.json')],
    ['export', file, '--preset', 'har', '--out', out('site.har')],
    ...exportPresetIds.map(id => ['export', file, '--preset', id, '--format', 'jsonl', '--out', out(`${id}.jsonl`)]),
    ['report', 'site', file, '--out', out('site.html')],
    ['report', 'url', file, server.url('/moved'), '--out', out('url.html')],
    ['certificate', file, '--out', out('politeness.html')],
    ['issues', file, '--out', out('issues.csv')],
    ['signals', file, '--out', out('signals.csv')],
    ['sql', file, 'SELECT * FROM fetch'],
    ['sql', file, 'SELECT * FROM event'],
    ['sql', file, 'SELECT * FROM header_set'],
    ['info', file, server.url('/moved'), '--json'],
    ['info', file, server.url('/'), '--json'],
    ['search', file, 'CaNaRy'],
    ['audit', file],
    ['robots', 'versions', file],
    ['snapshot', file, '--out', out('copy.crawl')],
    ['unpack', file, '--out', out('copy.db')],
    ['repair', file, '--out', out('repaired.crawl')],
  ];
  const failed: string[] = [];
  for (const words of commands) {
    const { code, err } = await run(...words);
    if (code > 1 && !err.includes('no such table')) failed.push(`${words.join(' ')}: ${err}`);
  }
  expect(failed).toEqual([]);
  // What is left out of the file changes no verdict that the file can be asked for.
  expect((await run('audit', file)).code).toBe(0);
  const session = reopen(file);
  for (const path of ['/', '/a', '/moved', '/b']) {
    const url = `${origin}${path}`;
    for (const name of ['url.explain', 'url.headers', 'requests.ofUrl'] as const)
      printed.push(
        JSON.stringify(
          (await (session.handlers as never as Record<string, (input: unknown) => unknown>)[name]?.({ url })) ?? null,
        ),
      );
  }
  await session.close();

  expect(printed.flatMap(text => hits(text).map(name => `${name} in the output of ${text.slice(0, 200)}`))).toEqual([]);
  const files = globSync('**/*', { cwd: folder })
    .map(name => join(folder, name))
    .concat(
      globSync('**/*', { cwd: process.env['CRAWLSCOPE_HOME'] ?? folder }).map(name =>
        join(process.env['CRAWLSCOPE_HOME'] ?? folder, name),
      ),
    )
    .filter(path => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(exportPresetIds.length + 8);
  expect(files.flatMap(path => hits(readFileSync(path, 'latin1')).map(name => `${name} in ${path}`))).toEqual([]);
});

test('the search for secrets finds them', () => {
  expect(hits(`a ${secrets.location} b`)).toEqual(['location']);
  expect(hits(`Basic ${base64(`anna:${secrets.password}`)}`)).toEqual(['password in Base64']);
});
