/** Answers that are on their way to those who asked. */
export interface ArrivingAnswers {
  /** Fulfils when the browser is done with a request, or after a second: a script that does not read its answer may never be. Call this before answering. */
  arrival(networkId: string): Promise<void>;
  /** The browser is done with a request. */
  done(networkId: string): void;
  /** All have arrived. */
  end(): void;
}

const longestMs = 1_000;

export function arrivingAnswers(): ArrivingAnswers {
  const arriving = new Map<string, () => void>();
  return {
    arrival: networkId =>
      new Promise(resolve => {
        const arrived = (): void => {
          clearTimeout(timer);
          arriving.delete(networkId);
          resolve();
        };
        const timer = setTimeout(arrived, longestMs);
        arriving.set(networkId, arrived);
      }),
    done: networkId => arriving.get(networkId)?.(),
    end() {
      for (const arrived of [...arriving.values()]) arrived();
    },
  };
}
