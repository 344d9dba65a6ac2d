import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, page } from '../support/site.ts';

const robots = 'User-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: Googlebot\nDisallow: /g\n';

test('robots disagreements says who reads what, by which line, and what parts them', async () => {
  const server = await site({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: robots },
    '/': page(linksTo('/a/1', '/a/b/1', '/g/1')),
    '/a/b/1': page(''),
    '/g/1': page(''),
  });
  const session = newSession([server.url('/')]);
  await session.run();
  // Versions are named by their number by time: an older one is the first, whatever its place in the file.
  const older = join(dirname(session.path), '2020-01-02.txt');
  writeFileSync(older, 'User-agent: *\n');
  session.importRobots(older, server.origin);
  await session.close();

  const text = await runInProcess(['robots', 'disagreements', session.path, '--profile', 'scooter'], { engine });
  expect(text).toMatchObject({ code: 0, err: '' });
  expect(text.out).toMatch(/^1 of 4 URLs are read differently by 2 crawlers \(crawlscope, scooter\), in one way\./);
  expect(text.out).toContain('may fetch, line 3: Allow: /a/b: crawlscope');
  expect(text.out).toContain('may not fetch, line 2: Disallow: /a: scooter');
  expect(text.out).toContain('crawlscope and scooter differ because: which matching rule wins: first (ours: longest)');
  expect(text.out).toContain(`e.g. ${server.url('/a/b/1')}`);

  const json = await runInProcess(['robots', 'disagreements', session.path, '--all-profiles', '--json'], { engine });
  const found = JSON.parse(json.out) as {
    judged: number;
    agreed: number;
    groups: { urls: number; version: number; causes: { knob: string }[] }[];
  };
  expect(found.judged).toBe(4);
  expect(found.groups.map(group => group.version)).toEqual(found.groups.map(() => 2));
  expect(found.groups.reduce((sum, group) => sum + group.urls, 0)).toBe(found.judged - found.agreed);
  expect(found.groups.every(group => group.causes.length > 0)).toBe(true);

  const unknown = await runInProcess(['robots', 'disagreements', session.path, '--profile', 'nobody'], { engine });
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.err).toContain('nobody');
});
