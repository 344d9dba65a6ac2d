/** Says when rows of a list have come, so that only the table that shows them is rendered again, not all around it. */
export interface RowChanges {
  /** Calls the listener after each change. Returns what ends that. */
  subscribe(listener: () => void): () => void;
}

export interface OwnRowChanges extends RowChanges {
  notify(): void;
}

export function createRowChanges(): OwnRowChanges {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}

/** For a list that renders all around it when rows come. */
export const noRowChanges: RowChanges = { subscribe: () => () => undefined };
