import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '#cli/io.ts';
import { checkSettings, createSession, openSession } from '#engine/session/session.ts';
import { quick } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, page, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

let file = '';
let origin = '';
beforeAll(async () => {
  const site = await startSite({
    '/': linksTo('/tag/a', '/tag/b', '/c?sid=1', 'http://far.test/'),
    '/tag/a': page(),
    '/tag/b': page(),
    '/c?sid=1': page(),
  });
  origin = site.origin;
  file = join(tempFolder(), 'site.crawl');
  const session = createSession(file, { ...quick, seeds: [site.url('/')], exclude: ['/b$'] });
  await session.run();
  await session.close();
  await site.close();
});

const run = async (...argv: string[]) => {
  const ran = await runInProcess(['scope', file, ...argv], { engine: { checkSettings, createSession, openSession } as Engine });
  return { ...ran, out: ran.out.replaceAll(origin, '') };
};

test('counts what each rule would do to the stored URLs, and what changes', async () => {
  const { code, out } = await run('--exclude', 'glob:/tag/**', '--parameters', 'drop sid', '--internal-host', 'far.test');
  expect({ code, lines: out.split('\n') }).toEqual({
    code: 0,
    lines: [
      '5 URLs in the file',
      '        2  taken, 1 of them new',
      '           /',
      '           http://far.test/',
      '        2  Excluded by pattern (glob:/tag/**), 1 of them new',
      '           /tag/a',
      '           /tag/b',
      '        1  Other query parameters (drop sid), 1 of them new',
      '           /c?sid=1',
      '',
    ],
  });
});

test('typed URLs are judged with a sentence', async () => {
  const { out } = await run(`${origin}/x?sid=2`, 'https://far.test/', 'not a url', `${origin}/ok`, '--parameters', 'drop sid');
  expect(out.split('\n').slice(0, 8)).toEqual([
    'no   /x?sid=2',
    '     Your rule for parameters “drop sid” turns this URL into /x. The crawl takes that URL instead.',
    'no   https://far.test/',
    '     The scope is “host”, and far.test is not the host of a start URL.',
    'no   not a url',
    '     The address in the link is not a valid URL.',
    'yes  /ok',
    '     These settings take this URL.',
  ]);
});

test('what cannot be used is named by its option, and nothing is printed', async () => {
  const { code, out, err } = await run('--parameters', 'remove sid');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^crawlscope: --parameters: “remove sid” is no rule for parameters\. Write drop NAMES/);
});

test('JSON has the same, as one document', async () => {
  const { out } = await run('--json', '--exclude', '/c', `${origin}/c`);
  expect(JSON.parse(out)).toMatchObject({ tried: 5, stored: 5, groups: [{}, {}, {}], typed: [{ is_taken: false }] });
});
