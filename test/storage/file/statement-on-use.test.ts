import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createDatabase } from '#storage/file/database.ts';
import { compileOnUse } from '#storage/file/statement-on-use.ts';
import { afterwards } from '../../support/afterwards.ts';
import { tempFolder } from '../../support/temp.ts';

function connection() {
  const db = new BetterSqlite3(':memory:');
  afterwards(() => void db.close());
  compileOnUse(db);
  return db;
}

it('is compiled when it is used, not before', () => {
  const db = connection();
  const statement = db.prepare('SELECT name FROM animal ORDER BY name');
  expect(() => statement.get()).toThrow('no such table: animal');
  db.exec("CREATE TABLE animal (name); INSERT INTO animal VALUES ('wren'), ('ant')");
  expect(statement.get()).toEqual({ name: 'ant' });
});

it('answers in the form that was chosen before and after its first use', () => {
  const db = connection();
  const statement = db.prepare('SELECT ? AS a, 2 AS b').pluck();
  expect(statement.get('x')).toBe('x');
  expect(statement.raw().all('x')).toEqual([['x', 2]]);
  expect([...statement.raw(false).iterate('y')]).toEqual([{ a: 'y', b: 2 }]);
  expect(db.prepare('SELECT 1').safeIntegers().pluck().get()).toBe(1n);
  expect(db.prepare('SELECT ? AS only').bind('z').get()).toEqual({ only: 'z' });
  expect(db.prepare('SELECT 1 AS one').expand().get()).toEqual({ $: { one: 1 } });
});

it('tells what kind of statement it is', () => {
  const db = connection();
  db.exec('CREATE TABLE animal (name)');
  const insert = db.prepare('INSERT INTO animal VALUES (?)');
  expect(insert).toMatchObject({ reader: false, readonly: false, busy: false, source: 'INSERT INTO animal VALUES (?)' });
  expect(insert.run('ant').changes).toBe(1);
  const select = db.prepare('SELECT name FROM animal');
  expect(select.columns().map(({ name }) => name)).toEqual(['name']);
  expect(select).toMatchObject({ reader: true, readonly: true });
});

it('is what the tables of a new crawl file get, which is complete in its first transaction', () => {
  const path = join(tempFolder(), 'new.crawl');
  const db = createDatabase(path);
  expect(() => db.prepare('SELECT nothing')).not.toThrow();
  const header = (name: string) => db.pragma(name, { simple: true });
  expect(['page_size', 'auto_vacuum', 'journal_mode', 'synchronous'].map(header)).toEqual([8192, 2, 'wal', 2]);
  db.close();
});
