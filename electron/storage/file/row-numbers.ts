import type { Database } from 'better-sqlite3';
import { fail } from '#shared/rpc/errors.ts';
import { howToRepair } from './migrate.ts';
import { isDamage } from './salvage-rows.ts';
import { schemaOf } from './schema-check.ts';

/** JavaScript cannot tell greater whole numbers apart. Crawlscope numbers rows from 1, so only a damaged or foreign file has a row beyond it. */
export const greatestRowNumber = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Refuses a file in which the number of a row is too great. Readers ask for the rows behind the last one that they know, so with a rounded number
 * they would get the same row without end. Damaged tables are passed over.
 */
export function refuseGreatRowNumbers(db: Database, name: string, version: number): void {
  for (const { type, name: table, sql } of schemaOf(version).values()) {
    if (type !== 'table' || sql === null || sql.endsWith('WITHOUT ROWID')) continue;
    let greatest: bigint | null = null;
    try {
      greatest = db.prepare(`SELECT max(_rowid_) FROM main."${table}"`).pluck().safeIntegers().get() as bigint | null;
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    if (greatest !== null && greatest > greatestRowNumber)
      fail('refused', `${name} is damaged: its table ${table} has a row with the number ${greatest}. Repair it: ${howToRepair}.`);
  }
}
