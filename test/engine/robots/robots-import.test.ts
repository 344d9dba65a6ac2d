import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { dateInName } from '#engine/robots/import.ts';
import type { Session } from '#engine/session/session.ts';
import { openDatabase } from '#storage/file/database.ts';
import { newSession, rows, site } from '../../support/crawling.ts';
import { page } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const plain = { headers: { 'content-type': 'text/plain' } };

async function crawled(): Promise<{ session: Session; origin: string }> {
  const server = await site({ '/robots.txt': { ...plain, body: 'User-agent: *\nDisallow: /now\n' }, '/': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  return { session, origin: server.origin };
}

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(tempFolder(), 'history');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const versions = (session: Session) =>
  rows(
    session,
    'SELECT access, status, source, source_name, first_seen_at, last_seen_at FROM robots_versions ORDER BY first_seen_at',
  );

test('a crawl file whose versions have values that none can have brings nothing in, and is called damaged', async () => {
  const { session, origin } = await crawled();
  const [mine] = rows(session, 'SELECT count(*) FROM robots_versions');
  const path = join(tempFolder(), 'other.crawl');
  await session.copyTo(path);
  const db = new BetterSqlite3(path);
  db.pragma('ignore_check_constraints = ON');
  db.exec("UPDATE robots_version SET access = 'perhaps'");
  db.close();
  expect(() => session.importRobots(path, origin)).toThrow(/^other\.crawl is damaged: one of its robots\.txt versions/);
  expect(rows(session, 'SELECT count(*) FROM robots_versions')).toEqual([mine]);
});

describe('importing robots.txt answers of the past', () => {
  test('a folder of dated files: equal neighbours are one version, a JSON file is a failed answer, the reading in force stays', async () => {
    const { session, origin } = await crawled();
    const current = rows(session, 'SELECT robots_id FROM origin');
    const folder = folderOf({
      '2020-01-01.txt': 'User-agent: *\nDisallow: /a\n',
      '2020-01-08.txt': 'User-agent: *\nDisallow: /a\n',
      '2020-01-15.json': '{"error_msg": "timed out"}',
      '2020-01-22.txt': 'User-agent: *\nDisallow: /b\n',
      '2020-01-29.json': '{"status_code": 404}',
      'notes.txt': 'nothing',
      '2020-13-40.txt': 'no such day',
    });
    const done = session.importRobots(folder, '');
    expect(done).toMatchObject({ origins: [origin], added: 4, known: 0 });
    expect(done.skipped.map(each => each.name)).toEqual(['2020-13-40.txt', 'notes.txt']);
    expect(versions(session).slice(0, 4)).toEqual([
      ['rules', 200, 'import', '2020-01-01.txt', day('2020-01-01'), day('2020-01-08')],
      ['disallow-all', null, 'import', '2020-01-15.json', day('2020-01-15'), day('2020-01-15')],
      ['rules', 200, 'import', '2020-01-22.txt', day('2020-01-22'), day('2020-01-22')],
      ['allow-all', 404, 'import', '2020-01-29.json', day('2020-01-29'), day('2020-01-29')],
    ]);
    expect(versions(session)).toHaveLength(5);
    expect(rows(session, 'SELECT robots_id FROM origin')).toEqual(current);
    expect(session.importRobots(folder, origin)).toMatchObject({ added: 0, known: 4 });
  });

  test('an answer of success without its text is left out and named: nothing is claimed for it', async () => {
    const { session } = await crawled();
    const folder = folderOf({
      '2020-01-01.txt': 'User-agent: *\nDisallow: /a\n',
      '2020-01-08.json': '{"issue_type": "html_response_error", "error_msg": "HTML response", "status_code": 200}',
      '2020-01-15.json': '{"status": 204}',
    });
    const done = session.importRobots(folder, '');
    expect(done).toMatchObject({ added: 1, known: 0 });
    expect(done.skipped).toEqual([
      { name: '2020-01-08.json', why: 'status 200 without its text (HTML response), so its rules are unknown' },
      { name: '2020-01-15.json', why: 'status 204 without its text, so its rules are unknown' },
    ]);
    expect(versions(session)).toHaveLength(2);
    expect(() => session.importRobots(join(folder, '2020-01-08.json'), '')).toThrow(/2020-01-08\.json: status 200 without/);
  });

  test('another crawl file gives what it saw of the same origins', async () => {
    const { session, origin } = await crawled();
    const other = newSession([`${origin}/`]);
    await other.run();
    await other.close();
    const before = versions(session).length;
    expect(session.importRobots(other.path, '')).toMatchObject({ origins: [origin], added: 1 });
    expect(versions(session)).toHaveLength(before + 1);
    const stranger = await crawled();
    await stranger.session.close();
    expect(() => session.importRobots(stranger.session.path, '')).toThrow('no origin in common');
  });

  test('another crawl file that took in an answer without its text does not hand it on', async () => {
    const { session, origin } = await crawled();
    const other = newSession([`${origin}/`]);
    await other.run();
    other.importRobots(folderOf({ '2020-01-01.json': '{"status": 404}' }), '');
    await other.close();
    const db = openDatabase(other.path);
    db.prepare('UPDATE robots_version SET status = 200 WHERE status = 404').run();
    db.close();
    const done = session.importRobots(other.path, '');
    expect(done.added).toBe(1);
    expect(done.skipped).toEqual([
      { name: `version 1 of ${origin}/robots.txt`, why: 'status 200 without its text, so its rules are unknown' },
    ]);
  });

  test('what gives nothing is refused, and says why', async () => {
    const { session } = await crawled();
    expect(() => session.importRobots('/no/such/file', '')).toThrow('does not exist');
    expect(() => session.importRobots(folderOf({ 'a.txt': 'x' }), '')).toThrow('no date such as');
    expect(() => session.importRobots(folderOf({ '2020-01-01.txt': 'x' }), 'https://other.test')).toThrow('other.test');
    expect(versions(session)).toHaveLength(1);
  });

  test.each([
    ['2024-05-01.txt', day('2024-05-01')],
    ['robots-20240501.txt', day('2024-05-01')],
    ['20240501123000', Date.UTC(2024, 4, 1, 12, 30, 0)],
    ['2024-05-01T12:30:05Z.txt', Date.UTC(2024, 4, 1, 12, 30, 5)],
    ['2024-02-30.txt', null],
    ['robots.txt', null],
  ])('the day of %s', (name, at) => {
    expect(dateInName(name)).toBe(at);
  });
});

describe('asking for robots.txt again', () => {
  test('records a new answer as a checked version, confirms the same one, and leaves the reading in force alone', async () => {
    let body = 'User-agent: *\nDisallow: /now\n';
    const server = await site({ '/robots.txt': () => ({ ...plain, body }), '/': page('') });
    const session = newSession([server.url('/')]);
    await session.run();
    const ask = async () => {
      const found = [];
      for await (const each of session.checkRobots([], new AbortController().signal)) found.push(each);
      return found;
    };
    expect(await ask()).toMatchObject([{ origin: server.origin, isNew: false }]);
    body = 'User-agent: *\nDisallow: /later\n';
    expect(await ask()).toMatchObject([{ isNew: true, version: { source: 'check', access: 'rules' } }]);
    expect(rows(session, 'SELECT source, is_current FROM robots_versions ORDER BY id')).toEqual([
      ['crawl', 1],
      ['check', 0],
    ]);
    expect(rows(session, 'SELECT count(*) FROM fetch WHERE ended_at IS NULL')).toEqual([[0]]);
    expect(rows(session, 'SELECT count(*) FROM origin WHERE busy_since IS NOT NULL')).toEqual([[0]]);
  });
});
