import { parentPort, workerData } from 'node:worker_threads';
import { finish } from '#core/steps.ts';
import { openDatabase } from '#storage/file/database.ts';
import { robotsTable } from '#storage/tables/robots-versions.ts';
import { storedLint } from '../../robots/lint.ts';
import { lintReads } from '../../robots/lint-stored.ts';
import type { LintWork } from './lint-thread.ts';

/** The lint thread: checks one stored robots.txt against the crawl, sends the `LintView`, and ends. */

if (!parentPort) throw new Error('The lint thread is started by the reader.');
const work = workerData as LintWork;
const db = openDatabase(work.path, { readOnly: true });
try {
  const robots = robotsTable(db);
  parentPort.postMessage(finish(storedLint(lintReads(db, robots), robots, work)));
} finally {
  db.close();
}
