import type { Cdp } from './cdp.ts';

/** A browser that has started. */
export interface RunningBrowser {
  readonly cdp: Cdp;
  /** 'Chromium 156.0.8078.79'. */
  readonly name: string;
  /** 156. */
  readonly major: number;
  /** Process id of the browser's main process. */
  readonly pid: number;
  /** Ends all its processes at once. */
  kill(): void;
  /** Ends it, waits until its processes are gone, and deletes its profile. */
  close(): Promise<void>;
}

export type StartBrowser = () => Promise<RunningBrowser>;
