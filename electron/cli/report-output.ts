import { writeWhole } from '../export/whole-file.ts';
import type { Arguments } from './arguments.ts';
import type { Io } from './io.ts';
import { outputOptions } from './output-file.ts';
import { version } from './version.ts';

/** Options of the commands that write a report. */
export const reportOptions = {
  ...outputOptions,
  'no-time': { value: '', help: 'omit the creation time, so that the same crawl file gives the same bytes' },
} as const;

/** The time and version a report names. */
export const madeNow = (args: Arguments) => ({ at: args.has('no-time') ? null : Date.now(), version: version() });

/** Writes to `--out`, whole or not at all, else to standard output. */
export async function writeReport(args: Arguments, io: Io, text: string | Uint8Array): Promise<void> {
  const out = args.one('out');
  if (out === undefined) return await io.stdout.write(text);
  writeWhole(out, text);
  await io.stderr.write(`Wrote ${out}\n`);
}
