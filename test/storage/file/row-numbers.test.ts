import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { repairInSlices } from '#engine/exports/repair.ts';
import { openDatabase } from '#storage/file/database.ts';
import { asVersion28 } from '../../support/as-version-28.mjs';
import { newStore } from '../fixture.ts';

/** A closed file with one more row, made by another program. */
function withRow(sql: string, before = (_path: string): void => undefined): string {
  const { path, db } = newStore();
  db.close();
  before(path);
  const other = new BetterSqlite3(path);
  other.pragma('foreign_keys = OFF');
  other.pragma('journal_mode = DELETE');
  other.exec(sql);
  other.close();
  return path;
}

/** The first whole number that JavaScript rounds. */
const tooGreat = '9007199254740993';
const block = (id: string): string => `INSERT INTO facts_block VALUES (${id}, x'00')`;
const attempt = `INSERT INTO fetch (id, origin_id, purpose, attempt, started_at, outcome, status, response_headers)
  VALUES (${tooGreat}, 1, 'page', 1, 0, 'response', 200, '[]')`;

describe('a row whose number is too great for JavaScript', () => {
  it('is a reason to refuse the file, also before it is converted', () => {
    for (const [path, table] of [
      [withRow(block(tooGreat)), 'facts_block'],
      [withRow(attempt, asVersion28), 'fetch'],
    ] as const) {
      const before = readFileSync(path);
      for (const readOnly of [true, false])
        expect(() => openDatabase(path, { readOnly })).toThrow(`its table ${table} has a row with the number ${tooGreat}`);
      expect(readFileSync(path).equals(before)).toBe(true);
    }
    openDatabase(withRow(block('9007199254740991')), { readOnly: true }).close();
  });

  it('is left out of a repaired file', async () => {
    const path = withRow(block(tooGreat));
    const target = join(dirname(path), 'fixed.crawl');
    const repaired = await repairInSlices(path, target, () => 'go-on');
    expect(repaired?.tables.find(({ name }) => name === 'facts_block')).toMatchObject({ rows: 0, refused: 1 });
    openDatabase(target).close();
  });
});
