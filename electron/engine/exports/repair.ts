import { setImmediate as turn } from 'node:timers/promises';
import type { Repaired } from '#shared/model/repair.ts';
import { openDatabase } from '#storage/file/database.ts';
import { schemaVersion, versionOf } from '#storage/file/migrate.ts';
import { type RepairProgress, repairFile } from '#storage/file/repair-file.ts';
import { openStore } from '#storage/store.ts';
import { recover } from '../crawl/recover.ts';

const sliceMs = 12;

/** Settles what was in flight and counts links again. A file of an older version is left as it is: opening it converts it. */
function finish(path: string): void {
  const look = openDatabase(path, { readOnly: true });
  const version = versionOf(look);
  look.close();
  if (version !== schemaVersion) return;
  const db = openDatabase(path);
  try {
    const store = openStore(db);
    const settingsId = store.crawl.read()?.settingsId ?? 0;
    const settings = store.crawl.settings(settingsId);
    store.transaction(() => {
      recover(store, { settings, settingsId, at: Date.now() });
      store.inlinks.countAll();
    });
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/**
 * Repairs a damaged crawl file into a new one, in slices (`repairFile`). `report` is called between them and may end the work: then nothing is
 * left, and the result is null.
 */
export async function repairInSlices(
  path: string,
  target: string,
  report: (progress: RepairProgress) => 'go-on' | 'cancel',
): Promise<Repaired | null> {
  if (report({ table: '', done: 0, total: 0 }) === 'cancel') return null;
  const steps = repairFile(path, target, { at: Date.now(), finish });
  try {
    for (;;) {
      const end = performance.now() + sliceMs;
      let step = steps.next();
      while (step.done !== true && performance.now() < end) step = steps.next();
      if (step.done === true) return step.value;
      if (report(step.value) === 'cancel') return null;
      await turn();
    }
  } finally {
    steps.return(undefined as never);
  }
}
