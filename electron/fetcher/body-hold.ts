import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { HeldBlock, HeldBody } from '#shared/model/fetch.ts';
import { giveBack, giveBackBuffers } from './give-back.ts';

/** Longer bodies are held compressed, where the caller of the fetcher can read such a body. */
export const HELD_FROM_BYTES = 2 * 1024 * 1024;
/** A block takes less than a millisecond. */
const BLOCK_BYTES = 256 * 1024;
/** Of the whole body, so much is there as it is. It tells HTML, and a bot challenge. */
const START_BYTES = 64 * 1024;
/** After so many bytes, the buffers in which they came are given back. */
const GIVE_BACK_BYTES = 2 * 1024 * 1024;
/** The same while a held body is read, whose pieces become strings too. */
const GIVE_BACK_READ_BYTES = 1024 * 1024;

/** The least that zlib takes for a piece of its output. */
const LEAST_CHUNK = 64;

/** Takes a long body as it comes. Text needs a fifth of its bytes and less; what cannot be compressed needs all of them. */
export class BodyHold {
  #blocks: HeldBlock[] = [];
  #block: Uint8Array | null = null;
  #used = 0;
  #size = 0;
  #sinceGivenBack = 0;

  /** `pieces`: what came before. They need not be kept. */
  constructor(pieces: readonly Uint8Array[] = []) {
    for (const piece of pieces) this.add(piece);
  }

  /** Copies a piece, which need not be kept. */
  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      this.#block ??= new Uint8Array(BLOCK_BYTES);
      const part = piece.subarray(at, at + BLOCK_BYTES - this.#used);
      this.#block.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
      if (this.#used === BLOCK_BYTES) this.#closeBlock();
    }
    this.#sinceGivenBack += piece.length;
    if (this.#sinceGivenBack < GIVE_BACK_BYTES) return;
    this.#sinceGivenBack = 0;
    giveBackBuffers();
  }

  /** The whole body. Call it once. */
  finish(): HeldBody {
    this.#closeBlock();
    this.#block = null;
    const blocks = this.#blocks;
    this.#blocks = [];
    return { size: this.#size, blocks };
  }

  #closeBlock(): void {
    if (this.#block === null || this.#used === 0) return;
    const bytes = this.#block.subarray(0, this.#used);
    const packed = deflateRawSync(bytes, { level: constants.Z_BEST_SPEED, chunkSize: BLOCK_BYTES });
    const isPacked = packed.length < bytes.length;
    this.#blocks.push({ size: bytes.length, isPacked, bytes: new Uint8Array(isPacked ? packed : bytes) });
    giveBack(packed);
    this.#size += this.#used;
    this.#used = 0;
  }
}

/** A held body piece by piece. A piece is valid until the next one. */
export function* piecesOf({ blocks }: HeldBody): Generator<Uint8Array> {
  let since = 0;
  for (const { bytes, isPacked, size } of blocks) {
    if (isPacked) {
      const piece = inflateRawSync(bytes, { maxOutputLength: size, chunkSize: Math.max(size, LEAST_CHUNK) });
      yield piece;
      giveBack(piece);
    } else yield bytes;
    since += size;
    if (since < GIVE_BACK_READ_BYTES) continue;
    since = 0;
    giveBackBuffers();
  }
}

/** A held body as it is. */
export function wholeOf(held: HeldBody): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(held.size);
  let at = 0;
  for (const piece of piecesOf(held)) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A copy of the first bytes of a held body. */
export function startOf({ blocks: [first] }: HeldBody): Uint8Array {
  for (const piece of piecesOf({ size: first?.size ?? 0, blocks: first ? [first] : [] }))
    return new Uint8Array(piece.subarray(0, START_BYTES));
  return new Uint8Array();
}
