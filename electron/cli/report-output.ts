import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { refuseCrawlFile, writeWhole } from '../export/whole-file.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

/** Options of the commands that write a report. */
export const reportOptions = {
  out: { value: 'FILE', help: 'write to FILE (default: standard output)' },
  force: { value: '', help: 'with --out: replace FILE' },
  'no-time': { value: '', help: 'omit the creation time, so that the same crawl file gives the same bytes' },
} as const;

/** The time and version a report names. */
export const madeNow = (args: Arguments) => ({ at: args.has('no-time') ? null : Date.now(), version: version() });

/** Refuses, before any work, a place where nothing may be written. */
export function checkOutput(args: Arguments, name: string): void {
  const out = args.one('out');
  if (out === undefined) {
    if (args.has('force')) usage(`${name}: --force only works with --out.`);
    return;
  }
  if (!existsSync(dirname(resolve(out)))) usage(`the folder of ${out} does not exist. Create it first, or choose another.`);
  if (!existsSync(out)) return;
  if (statSync(out).isDirectory()) usage(`${out} is a folder; --out takes a file.`);
  refuseCrawlFile(out);
  if (!args.has('force')) usage(`${out} already exists. Choose another name, or replace it with --force.`);
}

/** Writes to `--out`, whole or not at all, else to standard output. */
export async function writeReport(args: Arguments, io: Io, text: string | Uint8Array): Promise<void> {
  const out = args.one('out');
  if (out === undefined) return await io.stdout.write(text);
  writeWhole(out, text);
  await io.stderr.write(`Wrote ${out}\n`);
}
