// node scripts/docs/latest-schema.mjs [--check]: writes electron/storage/migrations/latest-schema.ts, the schema that all migrations
// make of an empty file, or says whether the file is what would be written (exit code 1 when it is not). Run it with Node 24 after
// adding a migration; a test fails until then.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { applySteps, schemaVersion } from '../../electron/storage/file/migrate.ts';

const TARGET = join(resolve(import.meta.dirname, '../..'), 'electron/storage/migrations/latest-schema.ts');

function schemaText() {
  const db = new BetterSqlite3(':memory:');
  applySteps(db, { from: 0, to: schemaVersion });
  const made = db.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').pluck().all();
  db.close();
  return made.map(sql => `${sql};\n`).join('');
}

const text = `/**
 * The schema of file version ${schemaVersion}, as all migrations together make it of an empty file. A new file gets it at once: the
 * migrations take ten times as long, because SQLite reads the whole schema again for each added column.
 * Written by scripts/docs/latest-schema.mjs; never edit it.
 */
export const latestSchema = \`
${schemaText().replace(/[\\`]|\$\{/g, '\\$&')}\`;
`;
const current = existsSync(TARGET) ? readFileSync(TARGET, 'utf8') : '';
if (process.argv.includes('--check')) {
  if (current !== text) {
    process.stderr.write(
      'electron/storage/migrations/latest-schema.ts is out of date: run node scripts/docs/latest-schema.mjs\n',
    );
    process.exitCode = 1;
  }
} else if (current !== text) writeFileSync(TARGET, text);
