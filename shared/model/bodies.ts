/** What dropping stored bodies did. Sizes are bytes. */
export interface DroppedBodies {
  readonly bodies: number;
  /** Of the bodies, decoded. */
  readonly bytes: number;
  /** Ended early: what was dropped by then stays dropped. */
  readonly isCancelled: boolean;
  readonly fileBytes: { readonly before: number; readonly after: number };
  /** The file was written again without its free pages; otherwise later pages use them. */
  readonly isSmaller: boolean;
}
