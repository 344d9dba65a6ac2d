/** Whole numbers as in LEB128: seven bits a byte, lowest first, the top bit set on all but the last. At most eight bytes. */

const longest = 8;
/** A larger buffer is released after a page with much to write. */
const roomKept = 1 << 20;

/** Negative numbers become odd: 0, -1, 1, -2, … map to 0, 1, 2, 3, … */
export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
export const unzigzag = (value: number): number => {
  if (value <= 0x3fff_ffff) return (value >> 1) ^ -(value & 1);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
};

/** Writes packed values into a growing buffer. The result of `take` is valid until the next `start`. */
export class ByteWriter {
  protected bytes = Buffer.allocUnsafe(16_384);
  protected at = 0;

  get length(): number {
    return this.at;
  }

  start(version: number): void {
    if (this.bytes.length > roomKept) this.bytes = Buffer.allocUnsafe(16_384);
    this.at = 0;
    this.bytes[this.at++] = version;
  }

  /** Makes room for this many bytes. Call it before writing them. */
  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.at + count));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  number(value: number): void {
    const bytes = this.bytes;
    let left = value;
    while (left > 0x7fff_ffff) {
      bytes[this.at++] = (left % 128) | 128;
      left = Math.floor(left / 128);
    }
    while (left > 127) {
      bytes[this.at++] = (left & 127) | 128;
      left >>>= 7;
    }
    bytes[this.at++] = left;
  }

  /** Another version than `start` was told. */
  mark(version: number): void {
    this.bytes[0] = version;
  }

  /** A byte. Reserve it first. */
  byte(value: number): void {
    this.bytes[this.at++] = value;
  }

  /** Bytes as they are, from `start` on. */
  put(bytes: Uint8Array, start: number): void {
    this.reserve(bytes.length - start);
    this.bytes.set(start === 0 ? bytes : bytes.subarray(start), this.at);
    this.at += bytes.length - start;
  }

  take(): Buffer {
    return this.bytes.subarray(0, this.at);
  }
}

/** Reads packed values from untrusted bytes. Malformed data sets `broken`, and all further numbers are 0. It never throws. */
export class ByteReader {
  protected readonly bytes: Uint8Array;
  protected at = 0;
  broken = false;

  /** Reads from `at`. */
  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    return this.bytes[this.at++] ?? this.fail();
  }

  get place(): number {
    return this.at;
  }

  /** Goes on reading there. */
  goTo(place: number): void {
    this.at = place;
  }

  get atEnd(): boolean {
    return this.broken || this.at >= this.bytes.length;
  }

  number(): number {
    const bytes = this.bytes;
    let at = this.at;
    // Nearly all numbers have at most three bytes. Handling those without a loop takes half the time.
    if (at + 3 <= bytes.length) {
      let byte = bytes[at++] as number;
      let value = byte & 127;
      if (byte > 127) {
        byte = bytes[at++] as number;
        value |= (byte & 127) << 7;
        if (byte > 127) {
          byte = bytes[at++] as number;
          value |= (byte & 127) << 14;
          if (byte > 127) return this.#long();
        }
      }
      this.at = at;
      return value;
    }
    return this.#long();
  }

  #long(): number {
    let value = 0;
    let scale = 1;
    for (let taken = 0; taken < longest; taken++) {
      const byte = this.bytes[this.at];
      if (byte === undefined) return this.fail();
      this.at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value <= Number.MAX_SAFE_INTEGER ? value : this.fail();
      scale *= 128;
    }
    return this.fail();
  }

  signed(): number {
    return unzigzag(this.number());
  }

  protected fail(): 0 {
    this.broken = true;
    this.at = this.bytes.length;
    return 0;
  }
}
