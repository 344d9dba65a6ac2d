import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Removed when this process ends. */
const folders: string[] = [];

/** A folder for the files of a spec, or of one of its tests; removed when the process that runs the spec ends. */
export function specFolder(): string {
  const folder = join(tmpdir(), `e2e-${randomUUID().slice(0, 8)}`);
  // Playwright also loads specs in processes that only list their tests.
  if (process.env['TEST_WORKER_INDEX'] === undefined) return folder;
  mkdirSync(folder);
  if (folders.length === 0) process.once('exit', removeFolders);
  folders.push(folder);
  return folder;
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
