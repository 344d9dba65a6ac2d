import type { CrawlSettings, CrawlState } from '#shared/model/crawl.ts';
import type { DiskWait } from '#shared/model/disk-wait.ts';
import { isBusy } from '#storage/file/database.ts';
import { isFull } from '#storage/file/disk-full.ts';
import type { CrawlClock } from '../crawl/clock.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { recover } from '../crawl/recover.ts';
import type { CrawlFile } from './file.ts';
import { RoomWait } from './room-wait.ts';
import { untilFree } from './until-free.ts';

export interface FullDiskParts {
  readonly file: CrawlFile;
  readonly settings: CrawlSettings;
  readonly clock: CrawlClock;
  /** A crawl of the file as it is. `because`: why attempts in it have no end, '' for the first crawl. */
  begin(because: string): Crawl;
  /** Called between two crawls, when no request is under way. */
  renew(): void;
}

/**
 * A crawl that outlives a full disk. It waits for room, and starts again from the file as after a crash: what was under way is requested
 * again, and the attempts that were lost are in the journal with the reason.
 */
export class FullDisk {
  readonly #parts: FullDiskParts;
  readonly #room: RoomWait;
  #crawl: Crawl | null = null;
  #stopped = '';
  #ended = false;
  #unwritten = '';

  constructor(parts: FullDiskParts) {
    const { file, clock, settings } = parts;
    const onChange = (): void => file.changed();
    this.#parts = parts;
    this.#room = new RoomWait({ path: file.path, name: file.name, db: file.db, clock, waitMs: settings.diskWaitMs, onChange });
  }

  /** The disk is full, and the crawl waits. */
  get isWaiting(): boolean {
    return !this.#ended && this.#crawl?.active === false && this.#room.covers(this.#crawl.failure);
  }

  /** The wait as users see it, null for none. */
  get status(): DiskWait | null {
    return this.#room.status;
  }

  /** Why the crawl was stopped, where the file could not take it; '' otherwise. */
  get unwritten(): string {
    return this.#unwritten;
  }

  /** The user wants to know at once whether there is room. */
  lookNow(): void {
    this.#room.lookNow();
  }

  /** The crawl is stopped, and waits no longer. `because`: the state afterwards. */
  stop(because: string): void {
    this.#stopped ||= because;
    this.#room.cancel();
  }

  /** Resolves when the crawl has ended for whatever reason, rejects when it could not go on or waited too long. */
  async run(): Promise<CrawlState> {
    const { begin, file, renew, settings } = this.#parts;
    const because = `The disk with ${file.name} was full.`;
    try {
      for (let crawl = begin(''); ; crawl = begin(because)) {
        this.#crawl = crawl;
        try {
          return await untilFree(() => crawl.run());
        } catch (error) {
          if (!isFull(error) || settings.diskWaitMs === 0) throw error;
        }
        await crawl.quiet();
        const isRoom = await this.#room.forRoom();
        renew();
        if (!isRoom) return this.#end(because);
      }
    } finally {
      this.#ended = true;
    }
  }

  /** The user stopped a crawl that waited. The file says so if that can be written. */
  #end(because: string): CrawlState {
    const { file, clock, settings } = this.#parts;
    const { store } = file;
    const at = clock.now();
    const detail = `${this.#stopped || 'Stopped.'} ${because}`;
    try {
      store.transaction(() => {
        recover(store, { settings, settingsId: file.row().settingsId, at, because });
        store.inlinks.countAll();
        store.crawl.setState(at, 'stopped', detail, null);
      });
    } catch (error) {
      // The file says "running" without an owner: a later session shows it as interrupted.
      if (!isFull(error) && !isBusy(error)) throw error;
      this.#unwritten = detail;
    }
    file.changed();
    return 'stopped';
  }
}
