/** Says when rows of a list have come. Then only the table renders again, not the whole view. */
export interface RowChanges {
  /** Calls the listener after each change. Returns a function that ends this. */
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

/** For lists whose owner renders when rows come. */
export const noRowChanges: RowChanges = { subscribe: () => () => undefined };
