/**
 * Who of one session sends requests: its crawl, or a check of robots.txt. Never both, because each reads the clocks of hosts from the file
 * and knows only of its own requests in flight.
 */
export class NetworkTurn {
  #holder: { readonly cancel: () => void; readonly ended: Promise<void> } | null = null;

  /** Whether a check is under way. */
  get isTaken(): boolean {
    return this.#holder !== null;
  }

  /** Takes the turn; `cancel` has to end the requests soon. Call what comes back when the last one has ended and is on disk. */
  take(cancel: () => void): () => void {
    let ended = (): void => undefined;
    const holder = { cancel, ended: new Promise<void>(resolve => (ended = resolve)) };
    this.#holder = holder;
    return () => {
      if (this.#holder === holder) this.#holder = null;
      ended();
    };
  }

  /** Ends what is under way. Resolves when nothing is in flight. */
  async interrupt(): Promise<void> {
    const holder = this.#holder;
    holder?.cancel();
    await holder?.ended;
  }
}
