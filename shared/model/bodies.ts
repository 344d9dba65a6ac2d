/** What dropping stored bodies did. Sizes are bytes. */
export interface DroppedBodies {
  readonly bodies: number;
  /** Of the bodies, decoded. */
  readonly bytes: number;
  /** Ended early: what was dropped by then stays dropped. */
  readonly isCancelled: boolean;
  readonly fileBytes: { readonly before: number; readonly after: number };
  /** True if the file no longer contains the freed space; otherwise later pages use it. */
  readonly isSmaller: boolean;
}

/** How many stored bodies, and their bytes as they are decoded. */
export interface BodyCount {
  readonly bodies: number;
  readonly bytes: number;
}

/** The newest stay: so many bodies, or as many as take at most so many bytes in the file (compressed). */
export type BodiesKept = { readonly newest: number } | { readonly bytes: number };

/** Stored bodies: of requests before a time (epoch milliseconds), of the URLs that a filter finds; null for all. */
export interface BodiesWish {
  readonly before: number | null;
  readonly filter: string | null;
  /** Of these, the part that stays; absent: none. */
  readonly keep?: BodiesKept | undefined;
}

/** `drop`: bodies are dropped, and bodies are counted. `shrink`: the file gets smaller, and its pages are counted. */
export type DropPhase = 'drop' | 'shrink';

/** Called between two steps. Its result may end the work. */
export type DropReport = (done: number, total: number, phase: DropPhase) => 'go-on' | 'cancel';

/** The dropping of bodies that the window started last. */
export interface BodiesWork {
  readonly state: 'none' | 'running' | 'done' | 'failed';
  readonly phase: DropPhase;
  readonly done: number;
  readonly total: number;
  /** Milliseconds to the expected end; null when it cannot be said. */
  readonly etaMs: number | null;
  /** Set when it ended, also early. */
  readonly dropped: DroppedBodies | null;
  /** What went wrong, one sentence; '' otherwise. */
  readonly problem: string;
}
