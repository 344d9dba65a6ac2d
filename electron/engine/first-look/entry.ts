import { writeSync } from 'node:fs';
import { look } from './look.ts';

/** The process that looks at a file first. Its argument is the path; it prints a `FirstLook` as JSON and ends. */
const found = JSON.stringify(look(process.argv[2] ?? ''));
const parent = (process as unknown as { parentPort?: { postMessage(message: string): void } }).parentPort;
if (parent) parent.postMessage(found);
else {
  writeSync(1, found);
  process.exit(0);
}
