import type { ErrorCode } from '../rpc/types.ts';

/** What the first look at a file found: '' or one sentence for the user, with the code of its error. */
export interface FirstLook {
  readonly problem: string;
  /** The file is of an earlier version, and is converted when it is opened for writing. */
  readonly isOlder: boolean;
  readonly code: ErrorCode;
}

const leastMs = 10_000;
/** The slowest disks read this many bytes a second. */
const bytesPerSecond = 25 * 1024 * 1024;

/** How long the first look at a file of this size may take, in milliseconds. */
export const lookLimitMs = (bytes: number): number => leastMs + Math.ceil((bytes / bytesPerSecond) * 1_000);

export const tooLongWords = (name: string): string =>
  `“${name}” could not be opened in time. It may be damaged, or made to keep Crawlscope busy. Try another copy.`;

export const endedWords = (name: string): string =>
  `“${name}” could not be opened: the process that looked at it first ended. It is damaged, or made to do harm. Try another copy.`;
