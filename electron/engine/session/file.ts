import { existsSync, realpathSync, statSync, unlinkSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { storageError } from '#storage/file/database.ts';
import { createHalf, type HalfFile, modeOf } from '#storage/file/half-file.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { closeKeeping } from '#storage/file/kept-counts.ts';
import type { Store } from '#storage/store.ts';
import { type CrawlRow, noCrawlIn } from '#storage/tables/crawls.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import { dataFolder } from './data-folder.ts';
import { ownRecords } from './own-records.ts';
import { newOwner, ownerLives } from './owner.ts';
import { Permissions } from './permissions.ts';

export interface OpenedFile {
  readonly path: string;
  readonly db: WriteDb;
  readonly store: Store;
  readonly readOnly: boolean;
  /** Path of the file as it was before opening it converted it to this version; null if it did not. */
  readonly original: string | null;
}

/** Inode and time of birth: a renamed file keeps them, a copy or a file from elsewhere has its own. */
function placeOf(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

/** A count is tried this many times at most. */
const mostCounts = 3;

/** The open crawl file of a session: who may write it, its settings, its counters, its copies and its end. */
export class CrawlFile {
  readonly path: string;
  readonly name: string;
  readonly db: WriteDb;
  readonly store: Store;
  readonly readOnly: boolean;
  readonly original: string | null;
  readonly permissions: Permissions;
  /** The name under which this session crawls. */
  readonly owner = newOwner();
  readonly #first: CrawlRow;
  readonly #listeners: (() => void)[] = [];
  #counting: Job<void> | null = null;

  constructor({ path, db, store, readOnly, original }: OpenedFile) {
    this.path = path;
    this.name = basename(path);
    this.db = db;
    this.store = store;
    this.readOnly = readOnly;
    this.original = original;
    this.#first = store.crawl.read() ?? fail('refused', noCrawlIn(this.name));
    // Unreadable settings are reported now, in one sentence, not at their first use.
    this.settings();
    this.permissions = new Permissions({
      store,
      records: ownRecords(dataFolder()),
      settings: () => this.settings(),
      mayWrite: !readOnly,
      place: placeOf(path),
    });
  }

  /** The crawl's row, read again. */
  row(): CrawlRow {
    return this.store.crawl.read() ?? this.#first;
  }

  /** The settings in force, as stored. The settings that a crawl uses are in `permissions.settings`. */
  settings(): CrawlSettings {
    return this.store.crawl.settings(this.row().settingsId);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Tells the listeners that something in the file or in the crawl changed. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Throws if another running process, or another session of this one, crawls the file. */
  refuseOtherOwner(): void {
    const stored = this.row();
    const taken = stored.state === 'running' || stored.state === 'paused';
    if (taken && stored.owner !== this.owner && ownerLives(stored))
      fail(
        'unavailable',
        `${this.name} is being crawled by another process (pid ${stored.owner?.split(':')[1]}). Stop it there first.`,
      );
  }

  /** Throws if this session must not write to the file. */
  mayWrite(): void {
    if (this.readOnly) fail('refused', `${this.name} is open for reading only.`);
    this.refuseOtherOwner();
  }

  /** Refuses to send requests to private hosts that a file of another installation names: without them their URLs fail for good. */
  refuseWaitingHosts(): void {
    const hosts = this.permissions.waiting()?.privateHosts ?? [];
    if (hosts.length === 0) return;
    const shown = `${hosts.slice(0, 5).join(', ')}${hosts.length > 5 ? ` and ${hosts.length - 5} more` : ''}`;
    fail(
      'refused',
      `${this.name} was not made by this installation and names private hosts: ${shown}. Allow them first (command line: --allow-private HOST).`,
    );
  }

  /** Counts the file in slices where that was not done. False when it was closed meanwhile. */
  async counted(): Promise<boolean> {
    if (!this.db.open) return false;
    this.store.refresh();
    // A rolled-back transaction, or another process that writes, makes a count worth nothing.
    for (let turn = 0; turn < mostCounts && this.db.open && !this.store.tally.isCounted; turn++) {
      this.#counting ??= runInSlices(this.store.tally.count(), 0);
      const counting = this.#counting;
      try {
        await counting.finished.catch(closedMeanwhile);
      } finally {
        // Another caller may have begun the next one.
        if (this.#counting === counting) this.#counting = null;
      }
    }
    return this.db.open;
  }

  /** Writes a consistent copy. Refuses the file itself and folders that do not exist. */
  async copyTo(target: string): Promise<void> {
    if (existsSync(target) && realpathSync(target) === realpathSync(this.path))
      fail('bad_request', `${target} is this crawl itself. Choose another name.`);
    const folder = dirname(resolve(target));
    if (!existsSync(folder)) fail('bad_request', `The folder ${folder} does not exist. Create it first, or choose another.`);
    let half: HalfFile | null = null;
    try {
      half = createHalf(target, modeOf(this.path));
      await this.db.backup(half.path);
      // A leftover log of the replaced file would be applied to the new one.
      for (const suffix of ['-wal', '-shm']) if (existsSync(target + suffix)) unlinkSync(target + suffix);
      half.finish();
    } catch (error) {
      throw storageError(error, target);
    } finally {
      half?.discard();
    }
  }

  close(): void {
    this.#counting?.cancel();
    if (!this.db.open) return;
    if (this.readOnly) this.db.close();
    else closeKeeping(this.db, this.path, this.store.tally);
  }
}

function closedMeanwhile(error: unknown): void {
  if (!(error instanceof RpcError)) throw error;
}
