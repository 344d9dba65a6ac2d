import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, robotsFile, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
let crawl = '';
let origin = '';
let status = 200;
let server: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  server = await startSite({
    // Without Retry-After, a 503 makes the next check wait for five seconds.
    '/robots.txt': () => ({ ...robotsFile('User-agent: *\nDisallow: /no\n', { 'Retry-After': '0' }), status }),
    '/': linksTo('/no', '/yes'),
    '/yes': 'Yes',
  });
  folder = tempFolder();
  crawl = join(folder, 'site.crawl');
  origin = server.origin;
  const session = engine.createSession(crawl, { ...defaultSettings, delayMs: 0, sitemaps: false, seeds: [server.url('/')] });
  await session.run();
  await session.close();
});

const run = (...argv: string[]) => runInProcess(argv, { engine });
const words = async (...argv: string[]) => (await run(...argv)).out;

describe('robots check', () => {
  test('ends with 0 where the host answers, and names versions by number', async () => {
    expect(await run('robots', 'check', crawl)).toMatchObject({
      code: 0,
      err: '',
      out: `${origin}: as before (200, version 1)\n`,
    });
    const json = JSON.parse(await words('robots', 'check', crawl, '--json'));
    expect(json).toMatchObject({ origin, is_new: false, version: 1, in_force: 1, unreachable: '' });
  });

  test('a server error is an answer that says nothing: what is in force stays, and the command ends with 3', async () => {
    status = 503;
    const { code, out, err } = await run('robots', 'check', crawl);
    expect(code).toBe(3);
    expect(out).toMatch(
      /: robots\.txt was unreachable on .* UTC \(status 503\); version 1 stays in force here\. A crawl that requests it now/,
    );
    expect(err).toContain(`robots.txt of ${origin} could not be read`);
  });

  test('a refused connection is told as such, with what stays in force and what a crawl would do', async () => {
    await server.close();
    const { code, out, err } = await run('robots', 'check', crawl);
    expect(code).toBe(3);
    expect(out).toMatch(
      /^http\S+: robots\.txt was unreachable on \d+ \w+ \d{4}, \d\d:\d\d UTC \(.*refused.*\); version 1 stays in force here\. A crawl that requests it now continues with version 1 for the time being \(RFC 9309 §2\.4\)\.\n$/i,
    );
    expect(err).toContain('could not be read. The robots.txt that');
    const json = JSON.parse(await words('robots', 'check', crawl, '--json'));
    expect(json).toMatchObject({ is_new: false, version: 3, in_force: 1, status: null });
    expect(json.unreachable).toMatch(/version 1 stays in force/);
  });

  test('the timeline does not take the failure for a change of verdicts', async () => {
    const blocked = await words('robots', 'versions', crawl, '--url', `${origin}/no`);
    expect(blocked).toMatch(
      /robots\.txt was unreachable on .*; version 1 stays in force here\. Blocked since the oldest known version/,
    );
    expect(blocked).toMatch(/v1–v3 .*blocked +by line 2/);
    expect(await words('robots', 'versions', crawl, '--url', `${origin}/yes`)).not.toContain('Blocked since');
    const history = JSON.parse(await words('robots', 'versions', crawl, '--json'));
    expect(history.versions.map((each: { stand_in: number; is_current: boolean }) => [each.stand_in, each.is_current])).toEqual([
      [0, true],
      [1, false],
      [1, false],
    ]);
    expect(history.versions[2].verdicts).toMatchObject({ blocked: 1, newly_blocked: 0, newly_allowed: 0 });
    expect(await words('robots', 'versions', crawl)).toContain('unreachable, v1 used instead');
  });
});
