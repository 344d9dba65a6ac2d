/** Rows of a long list, fetched in blocks as they come into view. */

export interface BlockLoader<T> {
  /** The row, or undefined while its block is not here. */
  row(index: number): T | undefined;
  /** Requests the blocks of these rows. Newer requests go first; requests that are not repeated are dropped. */
  want(first: number, last: number): void;
  /** Resolves when the blocks of these rows are here, or at the first failure of one of them. */
  whenLoaded(first: number, last: number): Promise<void>;
  retry(): void;
  readonly error: string;
}

interface Options<T> {
  readonly size: number;
  readonly maxInFlight: number;
  readonly load: (from: number, limit: number) => Promise<readonly T[]>;
  readonly onChange: () => void;
  /** The first block, where the caller has it already. */
  readonly first?: readonly T[];
}

/** Runs at most `maxInFlight` requests. Caches at most 200 blocks and drops the least recently used first. */
export function createBlockLoader<T>({ size, maxInFlight, load, onChange, first }: Options<T>): BlockLoader<T> {
  const blocks = new Map<number, readonly T[]>(first && [[0, first]]);
  const inFlight = new Set<number>();
  const waiters: { first: number; last: number; done: () => void }[] = [];
  let wanted: readonly number[] = [];
  let error = '';
  const kept = 200;

  const settleWaiters = (): void => {
    for (const waiter of [...waiters]) {
      let complete = true;
      for (let b = waiter.first; b <= waiter.last; b += 1) complete &&= blocks.has(b);
      if (!complete && error === '') continue;
      waiters.splice(waiters.indexOf(waiter), 1);
      waiter.done();
    }
  };
  const pump = (): void => {
    while (inFlight.size < maxInFlight && error === '') {
      const block = wanted.find(b => !blocks.has(b) && !inFlight.has(b));
      if (block === undefined) return;
      inFlight.add(block);
      load(block * size, size).then(
        rows => {
          blocks.set(block, rows);
          const oldest = blocks.keys().next().value;
          if (blocks.size > kept && oldest !== undefined) blocks.delete(oldest);
          finish(block);
        },
        (reason: unknown) => {
          error = reason instanceof Error ? reason.message : String(reason);
          finish(block);
        },
      );
    }
  };
  const finish = (block: number): void => {
    inFlight.delete(block);
    settleWaiters();
    pump();
    onChange();
  };
  const span = (first: number, last: number): number[] => {
    const list: number[] = [];
    for (let b = Math.floor(Math.max(0, first) / size); b <= Math.floor(Math.max(0, last) / size); b += 1) list.push(b);
    return list;
  };
  return {
    row: index => blocks.get(Math.floor(index / size))?.[index % size],
    want(first, last) {
      const here = span(first, last);
      for (const b of here) {
        const rows = blocks.get(b);
        if (!rows) continue;
        blocks.delete(b);
        blocks.set(b, rows);
      }
      const next = here.filter(b => !blocks.has(b));
      const waited = waiters.flatMap(waiter => span(waiter.first * size, waiter.last * size));
      wanted = [...next, ...waited.filter(b => !next.includes(b))];
      pump();
    },
    whenLoaded(first, last) {
      const here = span(first, last);
      return new Promise(done => {
        waiters.push({ first: here[0] ?? 0, last: here.at(-1) ?? 0, done });
        wanted = [...here, ...wanted.filter(b => !here.includes(b))];
        settleWaiters();
        pump();
      });
    },
    retry() {
      error = '';
      pump();
      onChange();
    },
    get error() {
      return error;
    },
  };
}
