/** A number of places. Work waits for one of them, or for all. */
export interface Places {
  take<T>(work: () => Promise<T>): Promise<T>;
  takeAll<T>(work: () => Promise<T>): Promise<T>;
}

/** Whoever waits gets places in turn: work that needs all of them is not passed by work that needs one. */
export function createPlaces(count: number): Places {
  let free = count;
  const queue: { readonly need: number; readonly go: () => void }[] = [];
  const next = (): void => {
    for (let head = queue[0]; head !== undefined && head.need <= free; head = queue[0]) {
      queue.shift();
      free -= head.need;
      head.go();
    }
  };
  const hold = async <T>(need: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>(go => {
      queue.push({ need, go });
      next();
    });
    try {
      return await work();
    } finally {
      free += need;
      next();
    }
  };
  return { take: work => hold(1, work), takeAll: work => hold(count, work) };
}
