import { existsSync } from 'node:fs';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { appVersion } from '#shared/version.ts';
import { type CountedFile, createDatabase, openCounted, removeDatabase, storageError } from '#storage/file/database.ts';
import { openStore, type Store } from '#storage/store.ts';
import { checkSettings, completeSettings } from '../crawl/scope.ts';
import { isKnown, markKnown } from '../first-look/places.ts';
import { CrawlFile } from './file.ts';
import { ownerLives } from './owner.ts';

/** Creates a crawl file with these settings. Throws an RpcError that names what is wrong. */
export function createFile(path: string, wanted: CrawlSettings, kind: 'crawl' | 'demo'): CrawlFile {
  const settings = completeSettings(wanted);
  const problem = Object.values(checkSettings(settings))[0];
  if (problem) fail('bad_request', problem);
  const db = createDatabase(path);
  try {
    const store = openStore(db);
    store.transaction(() => {
      store.crawl.create(Date.now(), appVersion, settings);
      if (kind === 'demo') store.crawl.event(Date.now(), 'demo', settings.seeds[0] ?? '');
    });
    const file = new CrawlFile({ path, db, store, readOnly: false, original: null });
    markKnown(path);
    // The user has just requested all of it.
    file.permissions.allowAll();
    return file;
  } catch (error) {
    db.close();
    // Nothing was crawled into it yet, and without its settings it is no crawl.
    removeDatabase(path);
    throw storageError(error, path);
  }
}

/**
 * Opens a crawl file. Throws an RpcError: missing, not a crawl, damaged, of a newer version, no permission. `convertedFrom`: path of the file as it
 * was before it was converted just now.
 */
export function openFile(path: string, wanted: 'read' | 'write', convertedFrom: string | null = null): CrawlFile {
  const wasKnown = wanted === 'write' && existsSync(path) && isKnown(path);
  const { db, kept, original, readOnly } = openAs(path, wanted);
  try {
    const store = openStore(db, kept);
    if (!readOnly && store.inlinks.owes()) countInlinks(store, path);
    // Converting an older file puts a new one in its place.
    if (wasKnown && !isKnown(path)) markKnown(path);
    return new CrawlFile({ path, db, store, readOnly, original: original ?? convertedFrom });
  } catch (error) {
    db.close();
    throw storageError(error, path);
  }
}

/** Opens for writing, so that a crawl can continue. A read-only file can still be reviewed. */
function openAs(path: string, wanted: 'read' | 'write'): CountedFile & { readonly readOnly: boolean } {
  if (wanted === 'read') return { ...openCounted(path, true), readOnly: true };
  try {
    return { ...openCounted(path, false), readOnly: false };
  } catch (error) {
    if (!(error instanceof RpcError && error.message.startsWith('No permission to write'))) throw error;
    return { ...openCounted(path, true), readOnly: true };
  }
}

/**
 * Counts the links that a killed crawl left uncounted. A crawl that continues counts them itself. If the disk is
 * full, the next run counts them.
 */
function countInlinks(store: Store, path: string): void {
  try {
    store.transaction(() => {
      const row = store.crawl.read();
      const taken = row?.state === 'running' || row?.state === 'paused';
      if (row && !(taken && ownerLives(row))) store.inlinks.countAll();
    });
  } catch (error) {
    if (!(storageError(error, path) instanceof RpcError)) throw error;
  }
}
