import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const run = (...argv: readonly string[]) => runInProcess(argv, { engine });

test('urls --where finds URLs by the address and the server that answered', async () => {
  const server = await site({
    '/': { headers: { 'Content-Type': 'text/html', Server: 'nginx/1.27' }, body: linksTo('/apache', '/silent') },
    '/apache': { headers: { 'Content-Type': 'text/html', Server: 'Apache' }, body: 'a' },
    '/silent': 's',
  });
  const file = join(tempFolder(), 'a.crawl');
  expect(await run('crawl', server.url('/'), '--out', file, '--delay', '0')).toMatchObject({ code: 0 });
  const found = async (filter: string): Promise<readonly string[]> => {
    const { code, out, err } = await run('urls', file, '--where', filter, '--format', 'csv', '--columns', 'url');
    expect({ code, err }).toMatchObject({ code: 0 });
    return out
      .trim()
      .split('\r\n')
      .slice(1)
      .map(url => url.replace(server.origin, ''));
  };
  expect(await found('server:NGINX')).toEqual(['/']);
  expect(await found('server:apache,nginx')).toEqual(['/', '/apache']);
  expect(await found('ip:127.0.0.1 server:none')).toEqual(['/silent']);
  expect(await found('ip:127.0.* -server:nginx')).toEqual(['/apache', '/silent']);
  expect(await found('ip:127.0.0.2')).toEqual([]);
  expect(await run('urls', file, '--where', 'ip:localhost')).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not an IP address'),
  });
});
