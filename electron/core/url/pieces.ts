/** Pieces joined at once. */
const BLOCK = 1024;

/**
 * A text built from very many pieces. Concatenating strings builds a tree of them, and a tree of millions costs the
 * garbage collector more than linear time. Here at most one block is unjoined.
 */
export class Pieces {
  private readonly blocks: string[] = [];
  private pieces: string[] = [];

  add(kept: string, replaced: string): void {
    this.pieces.push(kept, replaced);
    if (this.pieces.length < BLOCK) return;
    this.blocks.push(this.pieces.join(''));
    this.pieces = [];
  }

  /** Everything so far, and `rest` after it. */
  with(rest: string): string {
    this.pieces.push(rest);
    this.blocks.push(this.pieces.join(''));
    this.pieces = [];
    return this.blocks.length === 1 ? (this.blocks[0] as string) : this.blocks.join('');
  }
}
