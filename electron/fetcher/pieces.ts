/** Smaller pieces are copied into blocks: one by one they take over a hundred times their bytes. */
const SMALL_BYTES = 1_024;
const BLOCK_BYTES = 16 * 1_024;
/** A piece that is a smaller part of its buffer is copied, so that the buffer goes. */
const LEAST_PART = 1 / 4;

/** The bytes of a body as they come. What they hold in memory is in proportion to them, in whatever pieces they come. */
export class Pieces {
  #done: Uint8Array[] = [];
  #block: Uint8Array | null = null;
  #used = 0;

  /** Buffers that are held, and their bytes, with what is unused in them. */
  get held(): { readonly buffers: number; readonly bytes: number } {
    const all = this.#block === null ? this.#done : [...this.#done, this.#block];
    return { buffers: all.length, bytes: all.reduce((sum, each) => sum + each.buffer.byteLength, 0) };
  }

  add(piece: Uint8Array): void {
    if (piece.length < SMALL_BYTES) {
      this.#copy(piece);
      return;
    }
    this.#closeBlock();
    this.#done.push(piece.length < piece.buffer.byteLength * LEAST_PART ? piece.slice() : piece);
  }

  /** Gives all pieces in their order, and holds none of them any more. */
  take(): readonly Uint8Array[] {
    this.#closeBlock();
    const all = this.#done;
    this.#done = [];
    return all;
  }

  #copy(piece: Uint8Array): void {
    if (this.#block !== null && this.#used + piece.length > this.#block.length) this.#closeBlock();
    this.#block ??= new Uint8Array(BLOCK_BYTES);
    this.#block.set(piece, this.#used);
    this.#used += piece.length;
  }

  #closeBlock(): void {
    const block = this.#block;
    const used = this.#used;
    this.#block = null;
    this.#used = 0;
    if (block === null || used === 0) return;
    // A large piece after each small one: a block for each small one would be mostly empty.
    this.#done.push(used < BLOCK_BYTES / 2 ? block.slice(0, used) : block.subarray(0, used));
  }
}
