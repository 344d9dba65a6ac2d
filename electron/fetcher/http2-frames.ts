/** The frames of HTTP/2 (RFC 9113 section 6), as far as their limits need to know them. */

export const frameTypes = {
  data: 0,
  headers: 1,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** Flags of frames: DATA and HEADERS end a stream by the first; PADDED has one bit in both. */
export const END_STREAM = 0x1;
export const ACK = 0x1;
export const END_HEADERS = 0x4;
const PADDED = 0x8;

/** Length, type, flags and stream stand before each frame (RFC 9113 section 4.1). */
export const FRAME_HEAD_BYTES = 9;
/** Bytes of a GOAWAY that are read: the last stream, the error code and the first bytes of its text. */
const GOAWAY_BYTES = 8 + 100;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  /** 0: the connection itself. */
  readonly stream: number;
  /** Bytes of the payload. */
  readonly length: number;
  /** The start of the payload: what says how much of DATA is padding, a reset's code, a GOAWAY's facts. Otherwise empty. */
  readonly start: Uint8Array;
}

/** Bytes of the body in a frame of DATA, without its padding. */
export function dataBytes({ flags, length, start }: Frame): number {
  if ((flags & PADDED) === 0) return length;
  return Math.max(0, length - 1 - (start[0] ?? 0));
}

/** Bytes of the payload that have to come before a frame is told. */
function startBytes(type: number, flags: number, length: number): number {
  if (type === frameTypes.data) return (flags & PADDED) === 0 ? 0 : Math.min(length, 1);
  if (type === frameTypes.resetStream) return Math.min(length, 4);
  return type === frameTypes.goAway ? Math.min(length, GOAWAY_BYTES) : 0;
}

/** Finds the frames in the bytes of a connection, in as many pieces as they come. Keeps at most 117 bytes. */
export class FrameReader {
  readonly #head = new Uint8Array(FRAME_HEAD_BYTES + GOAWAY_BYTES);
  #have = 0;
  #want = FRAME_HEAD_BYTES;
  /** Bytes of the payload that are passed over. */
  #skip = 0;

  /** Tells each frame as soon as its start is there. Stops when `onFrame` returns false, and is not used again then. */
  take(bytes: Uint8Array, onFrame: (frame: Frame) => boolean): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, bytes.length - at);
        this.#skip -= passed;
        at += passed;
        continue;
      }
      const taken = Math.min(this.#want - this.#have, bytes.length - at);
      this.#head.set(bytes.subarray(at, at + taken), this.#have);
      this.#have += taken;
      at += taken;
      if (this.#have === this.#want && !this.#told(onFrame)) return;
    }
  }

  #told(onFrame: (frame: Frame) => boolean): boolean {
    const head = this.#head;
    const length = head[0]! * 0x1_00_00 + head[1]! * 0x1_00 + head[2]!;
    const type = head[3]!;
    const flags = head[4]!;
    const start = startBytes(type, flags, length);
    this.#want = FRAME_HEAD_BYTES + start;
    if (this.#have < this.#want) return true;
    this.#have = 0;
    this.#want = FRAME_HEAD_BYTES;
    this.#skip = length - start;
    const stream = uint31(head, 5);
    return onFrame({ type, flags, stream, length, start: head.slice(FRAME_HEAD_BYTES, FRAME_HEAD_BYTES + start) });
  }
}

/** A number of 31 bits; the bit before it is reserved. */
export const uint31 = (bytes: Uint8Array, at: number): number => uint32(bytes, at) & 0x7f_ff_ff_ff;

export const uint32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) * 0x1_00_00_00 + ((bytes[at + 1] ?? 0) << 16) + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)) >>> 0;
