import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterwards } from './afterwards.ts';

/** A separate folder for one test, or for a file of tests; removed afterwards. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-test-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
