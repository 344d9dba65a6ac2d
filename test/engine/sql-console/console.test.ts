import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SqlConsole } from '#engine/sql-console/console.ts';
import type { SqlOutcome } from '#shared/model/sql-console.ts';
import { newSession } from '../../support/crawling.ts';
import { tempFolder } from '../../support/temp.ts';

function setUp() {
  const { path } = newSession(['http://127.0.0.1:1/']);
  const run = (statement: string, { rows = 1_000 } = {}): SqlOutcome =>
    new SqlConsole().run(1, { path, statement, maxRows: rows, timeMs: 30_000 });
  return { run, path, folder: tempFolder() };
}

const done = (outcome: SqlOutcome) => {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.result;
};

test('rows beyond the limit are left out, and the result says so', () => {
  const { run } = setUp();
  const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50) SELECT i FROM n';
  expect(done(run(many, { rows: 49 }))).toMatchObject({ rows: 49, cut: 'rows' });
  expect(done(run(many, { rows: 50 }))).toMatchObject({ rows: 50, cut: null });
});

test('E73: a statement cannot write, attach, or change the connection, and several are refused', () => {
  const { run, folder, path } = setUp();
  const before = statSync(path).size;
  for (const statement of [
    'DELETE FROM url',
    "UPDATE url SET title = 'x'",
    'CREATE TABLE t (a)',
    'CREATE TEMP TABLE t (a)',
    `ATTACH '${join(folder, 'other.db')}' AS o`,
    `VACUUM INTO '${join(folder, 'other.db')}'`,
    'PRAGMA writable_schema = ON',
    '/* a */ -- b\n pragma wal_checkpoint',
    'SELECT 1; DELETE FROM url',
    'BEGIN',
    "SELECT load_extension('x')",
    "SELECT writefile('x', 'y')",
  ])
    expect(run(statement), statement).toMatchObject({ kind: 'problem' });
  expect(existsSync(join(folder, 'other.db'))).toBe(false);
  expect(statSync(path).size).toBe(before);
  expect(done(run('SELECT count(*) AS n FROM urls')).rows).toBe(1);
});

test.each([
  ['SELECT url FORM urls', 'near "urls"', 'urls'],
  ["SELECT 'FORM' AS a, FORM\nFORM FORM urls", 'near "FORM"', 'FORM@30'],
  ['SELECT urll FROM urls', 'no such column: urll', 'urll'],
  ['SELECT u.urll FROM urls u', 'no such column: u.urll', 'urll'],
  ['SELECT 1 FROM url_s', 'no such table: url_s', 'url_s'],
  ['SELECT nope(1)', 'no such function: nope', 'nope'],
  ['SELECT url FROM', 'incomplete input', 'M'],
  ["SELECT 'abc", 'unrecognized token', "'abc"],
])('an error names its place: %s', (statement, problem, place) => {
  const { run } = setUp();
  const outcome = run(statement);
  if (outcome.kind !== 'problem') throw new Error(outcome.kind);
  expect(outcome.problem).toContain(problem);
  const [text, from] = place.split('@');
  expect(outcome.at && statement.slice(outcome.at.from, outcome.at.to)).toBe(text);
  if (from !== undefined) expect(outcome.at?.from).toBe(Number(from));
});
