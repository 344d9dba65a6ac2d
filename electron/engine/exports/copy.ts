import { type Copied, type CopyProgress, copyCrawl } from '#storage/file/copy-crawl.ts';
import { openDatabase } from '#storage/file/database.ts';
import { openStore } from '#storage/store.ts';
import { recover } from '../crawl/recover.ts';
import { isKnown, markKnown } from '../first-look/places.ts';
import { ownerLives } from '../session/owner.ts';

/** Makes the copy of a crawl that has not ended an interrupted crawl, without open requests. Returns whether a process crawls the original. */
function settle(path: string): boolean {
  const db = openDatabase(path);
  try {
    const store = openStore(db);
    const at = Date.now();
    const row = store.crawl.read();
    const settingsId = row?.settingsId ?? 0;
    store.transaction(() => {
      recover(store, { settings: store.crawl.settings(settingsId), settingsId, at });
      store.crawl.setState(at, 'interrupted', 'This is a copy of a crawl that was running.', null);
    });
    db.pragma('journal_mode = DELETE');
    return row !== undefined && ownerLives(row);
  } finally {
    db.close();
  }
}

/** Writes a copy of a crawl file as it is now (`copyCrawl`). Null: `report` cancelled it. */
export async function copyNow(
  path: string,
  target: string,
  report: (progress: CopyProgress) => 'go-on' | 'cancel',
): Promise<Copied | null> {
  const copied = await copyCrawl(path, target, settle, report);
  if (copied !== null && isKnown(path)) markKnown(target);
  return copied;
}
