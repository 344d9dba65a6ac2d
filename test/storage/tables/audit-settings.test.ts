import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { IgnoreRule } from '#shared/model/audit-settings.ts';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { auditSettingsTable } from '#storage/tables/audit-settings.ts';
import { newPath } from '../../support/crawling.ts';
import { newStore } from '../fixture.ts';

const rule = (part: Partial<IgnoreRule> = {}): IgnoreRule => ({
  ...{ check: 'title.missing', where: { kind: 'urls', urls: ['http://a.test/1', 'http://a.test/2'] } },
  ...{ note: 'a landing page', until: '2027-01-31', addedAt: 5, addedBy: 'Ada' },
  ...part,
});

test('rules and thresholds come back as they were stored, after the file was closed', () => {
  const { db, path } = newStore();
  const table = auditSettingsTable(db);
  table.setLimits({ 'title.over_chars': { most: 70 }, 'desc.short': { least: 12.5 } });
  const ids = [
    table.addRule(rule()),
    table.addRule(rule({ where: { kind: 'all' }, until: '' })),
    table.addRule(rule({ check: '', where: { kind: 'prefix', prefix: 'http://a.test/x/' } })),
    table.addRule(rule({ where: { kind: 'pattern', pattern: '\\?s=' } })),
  ];
  expect(table.changeRule(ids[1] ?? 0, rule({ where: { kind: 'all' }, note: 'other' }))).toBe(true);
  expect(table.removeRule(ids[2] ?? 0)).toBe(true);
  expect([table.removeRule(99), table.changeRule(99, rule())]).toEqual([false, false]);
  db.close();
  const again = auditSettingsTable(openDatabase(path, { readOnly: true })).read();
  expect(again.limits).toEqual({ 'desc.short': { least: 12.5 }, 'title.over_chars': { most: 70 } });
  expect(again.rules).toEqual([
    { id: ids[0], ...rule() },
    { id: ids[1], ...rule({ where: { kind: 'all' }, note: 'other' }) },
    { id: ids[3], ...rule({ where: { kind: 'pattern', pattern: '\\?s=' } }) },
  ]);
  expect(again.problems).toEqual([]);
});

test('a hostile file is cut to size, and what is cut is named', () => {
  const { db } = newStore();
  const table = auditSettingsTable(db);
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
    INSERT INTO audit_ignore SELECT i, 'title.missing', 'prefix', 'http://a.test/' || i, '', '', ${Number.MAX_SAFE_INTEGER}, '' FROM n`);
  db.prepare('UPDATE audit_ignore SET subject = ? WHERE id = 1').run('x'.repeat(1_000_001));
  db.prepare('UPDATE audit_ignore SET note = ? WHERE id = 2').run('n'.repeat(5_000));
  db.exec(`INSERT INTO audit_threshold VALUES ('a', 'b', 9e999)`);
  const { rules, limits, problems } = table.read();
  expect(rules).toHaveLength(999);
  expect(rules[0]?.note).toHaveLength(1_000);
  expect(new Date(rules[0]?.addedAt ?? 0).getTime()).not.toBeNaN();
  expect(limits).toEqual({});
  expect(problems).toEqual([
    'The threshold a.b is not a number. Its default is used.',
    'The file has more than 1000 ignore rules. The others are not used.',
    'Ignore rule 1 is too long. It is not used.',
  ]);
});

test('a file of the version before is read without settings, and opened for writing it can have some', () => {
  const path = newPath();
  const old = new BetterSqlite3(path);
  old.pragma(`application_id = ${applicationId}`);
  applyMigrations(old, { from: 0, to: 13 });
  old.pragma('user_version = 13');
  old.close();
  const read = openDatabase(path, { readOnly: true });
  expect(auditSettingsTable(read).read()).toEqual({ limits: {}, rules: [], problems: [] });
  read.close();
  const write = openDatabase(path);
  expect(write.pragma('user_version', { simple: true })).toBe(schemaVersion);
  auditSettingsTable(write).addRule(rule());
  expect(auditSettingsTable(write).read().rules).toHaveLength(1);
  write.close();
});
