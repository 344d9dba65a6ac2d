import { openWhole } from '../export/whole-file.ts';
import type { Io } from './io.ts';

/** Writes to the file, whole or not at all, else to standard output. */
export async function writeOut(io: Io, out: string | undefined, pieces: Iterable<string>): Promise<void> {
  if (out === undefined) {
    for (const piece of pieces) await io.stdout.write(piece);
    return;
  }
  const file = openWhole(out);
  try {
    for (const piece of pieces) file.write(piece);
    file.finish();
  } finally {
    file.discard();
  }
  await io.stderr.write(`Wrote ${out}.\n`);
}
