type Sender = 'crawl' | 'check';

interface Turn {
  readonly sender: Sender;
  readonly cancel: () => void;
  readonly ended: Promise<void>;
}

/**
 * Which part of a session may send requests: its crawl, or a check of robots.txt. Never both, because each reads the
 * clocks of hosts from the file and knows only its own requests in flight.
 */
export class NetworkTurn {
  #turn: Turn | null = null;

  get sender(): Sender | null {
    return this.#turn?.sender ?? null;
  }

  /** Takes the turn, which has to be free. `cancel` ends the requests soon. Call what comes back when the last one is on disk. */
  take(sender: Sender, cancel: () => void): () => void {
    if (this.#turn) throw new Error(`a ${this.#turn.sender} is under way`);
    let end = (): void => undefined;
    const ended = new Promise<void>(resolve => {
      end = resolve;
    });
    const turn = { sender, cancel, ended };
    this.#turn = turn;
    return () => {
      if (this.#turn === turn) this.#turn = null;
      end();
    };
  }

  /** Resolves when nothing is under way any more. */
  async free(): Promise<void> {
    await this.#turn?.ended;
  }

  /** Ends what is under way; resolves when nothing is in flight. */
  async interrupt(): Promise<void> {
    this.#turn?.cancel();
    await this.free();
  }
}
