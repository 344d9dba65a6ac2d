/** URLs of one block: pages are read in blocks, each by one thread. */
const usualRows = 1_000;

/** What threads that take turns have in common. */
export interface BlockTurns {
  readonly counter: Int32Array<SharedArrayBuffer>;
  readonly rowsOfBlock: number;
}

/** The rows of a block. */
export interface Block {
  readonly first: number;
  /** The row after the last. */
  readonly end: number;
}

/** The blocks of a table in order. Threads that share the counter take turns: each block is taken once. */
export class Blocks {
  readonly counter: Int32Array<SharedArrayBuffer>;
  readonly rowsOfBlock: number;
  readonly #rows: number;

  constructor(
    rows: number,
    { counter = new Int32Array(new SharedArrayBuffer(4)), rowsOfBlock = usualRows }: Partial<BlockTurns> = {},
  ) {
    this.#rows = rows;
    this.counter = counter;
    this.rowsOfBlock = rowsOfBlock;
  }

  /** Null: all are taken. */
  next(): Block | null {
    const first = Atomics.add(this.counter, 0, 1) * this.rowsOfBlock;
    return first < this.#rows ? { first, end: Math.min(this.#rows, first + this.rowsOfBlock) } : null;
  }

  /** Rows of the blocks that were taken. */
  get taken(): number {
    return Math.min(this.#rows, Atomics.load(this.counter, 0) * this.rowsOfBlock);
  }
}
