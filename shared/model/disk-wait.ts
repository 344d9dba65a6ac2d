/** A crawl that waits for room on the disk with its file. Times are epoch milliseconds, sizes bytes. */
export interface DiskWait {
  /** The first write that found no room. */
  readonly since: number;
  /** One sentence: what is full, and how much room is needed. */
  readonly detail: string;
  /** Free when the crawl last looked. */
  readonly freeBytes: number;
  /** The crawl goes on when this much is free; null when the file has another limit than the disk. */
  readonly neededBytes: number | null;
  readonly nextLookAt: number;
  /** Then the crawl ends, and can be resumed. */
  readonly until: number;
}
