import { readFileSync, writeFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newPath, newSession, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { linksTo, page, robotsFile } from '../../support/site.ts';

let good: Buffer;
let seed = '';

beforeAll(async () => {
  const server = await site({
    '/': linksTo('/a', '/private/x'),
    '/a': page('a'),
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
  });
  seed = server.url('/');
  const session = newSession([seed]);
  await session.run();
  await session.close();
  good = readFileSync(session.path);
});

function sound(): string {
  const path = newPath();
  writeFileSync(path, good);
  return path;
}

/** A copy in which every row of a STRICT table has a value that the table forbids, while its schema is ours. */
function withValue(table: string, column: string, value: unknown): string {
  const path = sound();
  const db = new BetterSqlite3(path);
  const sql = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table) as string;
  const schema = (text: string): void => {
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(text, table);
    db.pragma('writable_schema = RESET');
  };
  db.pragma('foreign_keys = OFF');
  schema(sql.replace(/\)\s*STRICT\s*$/, ')').replaceAll(/(?<! IS) NOT NULL/g, ''));
  db.prepare(`UPDATE ${table} SET ${column} = ?`).run(value);
  schema(sql);
  db.close();
  return path;
}

describe('a file whose values break the types of its tables', () => {
  const commands: readonly (readonly [string, (path: string) => string[]])[] = [
    ['lint', path => ['robots', 'lint', path]],
    ['compare', path => ['compare', sound(), path]],
    ['info', path => ['info', path, seed]],
    ['urls', path => ['urls', path]],
    ['links', path => ['links', path]],
    ['report', path => ['report', 'url', path, seed]],
  ];
  const values: readonly (readonly [string, string, string, unknown])[] = [
    ['url.url NULL', 'url', 'url', null],
    ['url.url a BLOB', 'url', 'url', Buffer.from([255])],
    ['robots_version.body_hash a number', 'robots_version', 'body_hash', 7],
  ];
  for (const [title, table, column, value] of values)
    it.each(commands)(`with ${title} gives no internal error in %s`, async (_, argv) => {
      const { err } = await runInProcess(argv(withValue(table, column, value)), { engine });
      expect(err).not.toContain('internal error');
    });

  it('is named with table and column before anything is read', async () => {
    const lint = await runInProcess(['robots', 'lint', withValue('robots_version', 'body_hash', 7)], { engine });
    expect([lint.code, lint.err]).toEqual([
      2,
      'crawlscope: test.crawl is damaged: non-BLOB value in robots_version.body_hash. A new file with all that can be read of it: crawlscope repair FILE --out FIXED, or in the window File ▸ Repair a Crawl File….\n',
    ]);
  });
});
