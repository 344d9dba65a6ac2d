import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** The end of a rollback journal that belongs to a transaction over several files (sqlite.org/fileformat2.html#the_rollback_journal). */
const ofSeveralFiles = Buffer.from('d9d505f920a163d7', 'hex');

/**
 * Whether the rollback journal beside a file names another file. After the rollback SQLite looks whether to delete that one (its super-journal).
 * Crawlscope writes no such journal, and any file of the user could be named.
 */
export function namesAnotherFile(path: string): boolean {
  const journal = `${path}-journal`;
  const found = statSync(journal, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size < ofSeveralFiles.length) return false;
  const end = Buffer.alloc(ofSeveralFiles.length);
  const file = openSync(journal, 'r');
  try {
    readSync(file, end, 0, end.length, found.size - end.length);
  } finally {
    closeSync(file);
  }
  return end.equals(ofSeveralFiles);
}
