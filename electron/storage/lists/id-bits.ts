const idsOfBlock = 4_096;

/** A set of ids, one bit each, in blocks that are made when an id of them comes. */
export class IdBits {
  #blocks: (Uint8Array | undefined)[] = [];

  has(id: number): boolean {
    const block = this.#blocks[Math.floor(id / idsOfBlock)];
    return block !== undefined && ((block[(id % idsOfBlock) >> 3] as number) & (1 << (id & 7))) !== 0;
  }

  add(id: number): void {
    const at = Math.floor(id / idsOfBlock);
    const block = this.#blocks[at] ?? new Uint8Array(idsOfBlock / 8);
    this.#blocks[at] = block;
    const byte = (id % idsOfBlock) >> 3;
    block[byte] = (block[byte] as number) | (1 << (id & 7));
  }

  clear(): void {
    if (this.#blocks.length > 0) this.#blocks = [];
  }
}
