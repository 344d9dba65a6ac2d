import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { look } from '#engine/first-look/look.ts';
import { isKnown, markKnown } from '#engine/first-look/places.ts';
import { lookFirst } from '#engine/first-look/start.ts';
import { openSession } from '#engine/session/session.ts';
import { lookFirst as lookInWindow, type StartLook } from '#main/first-look.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { newPath, newSession, site } from '../support/crawling.ts';
import { damaged } from '../support/damage.ts';
import { hostileFiles, makeHostile } from '../support/hostile-files.ts';
import { linksTo, robotsFile } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

let good: Buffer;
let requests = (): number => 0;

beforeAll(async () => {
  const server = await site({
    '/': linksTo('/a', '/b', '/private/x'),
    '/a': `${linksTo('/b')}${'<p>word </p>'.repeat(300)}`,
    '/b': 'B',
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
  });
  const session = newSession([`${server.origin}/`]);
  await session.run();
  await session.close();
  good = readFileSync(session.path);
  requests = () => server.log.length;
});

/** The file as somebody gave it to the user. */
function given(bytes = good): string {
  const path = newPath();
  writeFileSync(path, bytes);
  return path;
}

describe('the first look', () => {
  test('passes a good file of another installation once, and knows it from then on', () => {
    const path = given();
    expect(isKnown(path)).toBe(false);
    lookFirst(path);
    expect(isKnown(path)).toBe(true);
    // A known file starts no process: the limit would end it.
    lookFirst(path, 1);
    expect(readdirSync(dirname(path))).toEqual(['test.crawl']);
  });

  test('does not look at what this installation made', () => {
    const path = newPath();
    markKnown(given());
    writeFileSync(path, 'x');
    expect(isKnown(path)).toBe(false);
  });

  test('leaves what is no database to whoever opens it', () => {
    expect(look(given(Buffer.from('text'))).problem).toBe('');
    expect(look(join(tempFolder(), 'none.crawl')).problem).toBe('');
  });

  test('is ended after its time, and its process may end', () => {
    const path = given();
    expect(() => lookFirst(path, 1)).toThrow('“test.crawl” could not be opened in time.');
    expect(isKnown(path)).toBe(false);
  });

  test('says damage with the way out of it', () => {
    const bytes = Buffer.from(good);
    bytes.fill(0xa5, 3 * 8192, 9 * 8192);
    expect(look(given(bytes)).problem).toMatch(/test\.crawl is damaged|is missing|crawlscope repair/);
  });
});

describe('E93: in the window', () => {
  const answering =
    (text: string | null): StartLook =>
    (_path, done) => {
      setImmediate(() => done(text));
      return () => undefined;
    };

  test('passes, refuses with the sentence found, and says when the process ended', async () => {
    const path = given();
    await lookInWindow(answering('{"problem":"","code":"refused"}'), path);
    await expect(lookInWindow(answering('{"problem":"It is damaged.","code":"refused"}'), path)).rejects.toMatchObject({
      code: 'refused',
      message: 'It is damaged.',
    });
    await expect(lookInWindow(answering(null), path)).rejects.toThrow('the process that looked at it first ended');
    await lookInWindow(answering(null), join(dirname(path), 'none.crawl'));
  });

  test('ends a process that takes too long', async () => {
    let ended = 0;
    const never: StartLook = () => () => {
      ended += 1;
    };
    await expect(lookInWindow(never, given(), 20)).rejects.toThrow('could not be opened in time');
    expect(ended).toBe(1);
  });
});

/** The slowest of them fill memory or disk; `scripts/proofs/hostile-files.mjs` has all, in processes of their own. */
const heavy = /64 MB|5 MB|10 MB|256 MiB|1 GB|device|huge/;
const few = hostileFiles.filter(({ name }, i) => !heavy.test(name) && i % 2 === 0);

describe('hostile files', () => {
  test('there are at least 60 of them, each with a name of its own', () => {
    expect(new Set(hostileFiles.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
  });

  test.each(few.map(each => [each.name, each] as const))(
    '%s: one clear line, or it opens; no request, nothing else is touched',
    async (_name, hostile) => {
      const folder = tempFolder();
      const victim = join(folder, 'victim.txt');
      writeFileSync(victim, 'mine');
      const before = requests();
      const path = makeHostile(hostile, good, join(folder, 'given'));
      const { problem } = look(path);
      expect(problem).not.toMatch(/internal|\n|SqliteError|SQLITE_(?!IOERR)/);
      if (problem === '')
        try {
          const session = openSession(path);
          session.keepChecking();
          try {
            session.status();
            for (const _ of session.urls({ filter: '', limit: 5 })) expect(existsSync(path)).toBe(true);
          } finally {
            await session.close();
          }
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError);
        }
      expect(readFileSync(victim, 'utf8')).toBe('mine');
      expect(readdirSync(folder).sort()).toEqual(['given', 'victim.txt']);
      expect(requests()).toBe(before);
    },
  );

  test('of changed bytes: one clear line, or it opens', () => {
    for (let seed = 1; seed <= 40; seed += 1)
      expect(look(given(damaged(good, seed))).problem, `seed ${seed}`).not.toMatch(/internal|\n/);
  });
});
