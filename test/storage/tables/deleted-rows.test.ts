import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newStore } from '../fixture.ts';

/** Programs of a whole file: repair, mending and conversion read it all anyway. */
const wholeFile = /^(file|migrations)\//;

/** Tables of which a crawl or the window deletes rows, from the statements in the source. */
function tablesWithDeletions(): Set<string> {
  const folder = join(import.meta.dirname, '../../../electron/storage');
  const found = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || wholeFile.test(file.replaceAll('\\', '/'))) continue;
    for (const [, table] of readFileSync(join(folder, file), 'utf8').matchAll(/(?:DELETE FROM|REPLACE INTO) (\w+)/g))
      if (table !== undefined) found.add(table);
  }
  return found;
}

it('no row is deleted by reading a whole table for rows that refer to it', () => {
  const { db } = newStore();
  const deleted = tablesWithDeletions();
  expect([...deleted]).toEqual(expect.arrayContaining(['fetch_row', 'body', 'assertion_set']));
  const references = db
    .prepare(
      `SELECT t.name AS child, k."from" AS own, k."table" AS parent FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k WHERE t.type = 'table'`,
    )
    .all() as { child: string; own: string; parent: string }[];
  const scanned = references.filter(({ child, own, parent }) => {
    if (!deleted.has(parent)) return false;
    const plan = db.prepare(`EXPLAIN QUERY PLAN SELECT 1 FROM ${child} WHERE ${own} = ?`).all(1) as { detail: string }[];
    return plan.some(({ detail }) => detail.startsWith('SCAN'));
  });
  expect(references.length).toBeGreaterThan(20);
  expect(scanned).toEqual([]);
});
