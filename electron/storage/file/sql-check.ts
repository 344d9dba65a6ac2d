import BetterSqlite3 from 'better-sqlite3';
import { refuseOtherFiles } from './database.ts';
import { addOwnViews } from './own-views.ts';

/**
 * '' or why a statement cannot be an own check: it is no single statement that reads, or has no column `url`. SQLite only prepares it,
 * on a read-only connection; it does not run.
 */
export function checkSqlProblem(path: string, statement: string): string {
  const db = new BetterSqlite3(path, { readonly: true });
  try {
    db.pragma('trusted_schema = OFF');
    addOwnViews(db, refuseOtherFiles(db, path));
    db.pragma('query_only = ON');
    const prepared = db.prepare(statement);
    if (!prepared.reader || !prepared.readonly || isPragma(statement)) return 'Only a SELECT that reads is allowed.';
    const names = prepared.columns().map(({ name }) => name.toLowerCase());
    return names.includes('url') ? '' : `The statement must return a column “url”. It returns ${names.slice(0, 20).join(', ')}.`;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return /more than one statement/.test(message) ? 'Write one statement only.' : `SQLite says: ${message}.`;
  } finally {
    db.close();
  }
}

/** PRAGMA and EXPLAIN return rows too. */
export const isPragma = (statement: string): boolean =>
  !/^(select|with|values)\b/i.test(statement.replace(/^(\s|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)*/, ''));
