import { setImmediate as turn } from 'node:timers/promises';
import type { Conversion, ConversionStep } from '#shared/model/conversion.ts';
import { openDatabase, storageError } from '#storage/file/database.ts';
import { versionInHeader } from '#storage/file/first-bytes.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { migrateFileInSteps } from '#storage/file/migrate-file.ts';
import { isKnown, markKnown } from '../first-look/places.ts';
import { mayReplace } from './may-replace.ts';

const sliceMs = 50;

/**
 * Converts a crawl file of an earlier version to this one before it is opened for writing (`migrateFileInSteps`). `report` is called between
 * slices of work and may end it: then nothing has changed. Leaves files of this version and files that may only be read as they are. Rejects
 * with an RpcError where the file cannot be converted.
 */
export async function convertInSlices(
  path: string,
  report: (progress: ConversionStep) => 'go-on' | 'cancel',
): Promise<Conversion> {
  const version = versionInHeader(path);
  if (version === null || version >= schemaVersion || !mayReplace(path)) return { kind: 'none' };
  // Refuses whatever is no sound crawl file.
  openDatabase(path, { readOnly: true }).close();
  const wasKnown = isKnown(path);
  const work = migrateFileInSteps(path);
  try {
    for (;;) {
      const end = performance.now() + sliceMs;
      let step = work.next();
      while (step.done !== true && performance.now() < end) step = work.next();
      if (step.done === true) {
        // A new file is in its place.
        if (wasKnown) markKnown(path);
        return { kind: 'converted', original: step.value };
      }
      if (report(step.value) === 'cancel') return { kind: 'cancelled' };
      await turn();
    }
  } catch (error) {
    throw storageError(error, path);
  } finally {
    work.return('');
  }
}
