import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { decodeDocument, headBytes } from '#core/sitemap/decode.ts';
import { type DecodedFile, SITEMAP_MAX_BYTES } from '#core/sitemap/parse.ts';

/** Bytes of a file that are kept: one more than the limit shows that there are more. */
const most = SITEMAP_MAX_BYTES + 1;

/** Files up to this size get a buffer of their own size. */
const small = 1024 * 1024;

/** Old runtimes of Electron cannot give memory back before it is collected. */
type Releasable = ArrayBufferLike & { readonly transfer?: (bytes: number) => unknown };

/** A file without gzip. */
export interface Unpacked {
  readonly file: DecodedFile;
  readonly isPacked: boolean;
  /** Why the gzip data could not be unpacked whole, '' if they could. */
  readonly fault: string;
}

/** Reads a file piece by piece and unpacks gzip. Stops after 50 MiB of text, so a bomb costs no more than a long file. */
export async function unpack(pieces: AsyncIterable<Uint8Array>): Promise<Unpacked> {
  const rest = pieces[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await rest.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = again(head, rest);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const kept = new Collected();
  if (!isPacked) {
    await collect(whole, kept);
    return { file: kept.decoded(), isPacked, fault: '' };
  }
  const input = Readable.from(whole);
  const gunzip = createGunzip();
  input.on('error', error => gunzip.destroy(error));
  try {
    await collect(input.pipe(gunzip), kept);
    return { file: kept.decoded(), isPacked, fault: '' };
  } catch (error) {
    // An error of the file system names its call; those of gzip do not.
    if (!(error instanceof Error) || 'syscall' in error) throw error;
    return { file: kept.decoded(), isPacked, fault: `The gzip data are damaged: ${error.message}.` };
  } finally {
    input.destroy();
    gunzip.destroy();
  }
}

/** The pieces once more, with those already taken in front. */
async function* again(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function collect(stream: AsyncIterable<Uint8Array>, kept: Collected): Promise<void> {
  for await (const piece of stream) if (!kept.add(piece)) break;
}

/** Bytes in one growing buffer: joining the pieces of a large file at the end would take its size twice. */
class Collected {
  #buffer = Buffer.alloc(0);
  #size = 0;

  /** False: it is full. */
  add(piece: Uint8Array): boolean {
    const size = Math.min(most, this.#size + piece.length);
    if (size > this.#buffer.length) {
      // Memory that is not written to takes no room, so a large file gets its last buffer at once.
      const larger = Buffer.allocUnsafeSlow(size > small ? most : 2 * size);
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    this.#buffer.set(piece.subarray(0, size - this.#size), this.#size);
    this.#size = size;
    return size < most;
  }

  /** The text, and the room of the bytes given back at once: only the text is read from then on. */
  decoded(): DecodedFile {
    const bytes = this.#buffer.subarray(0, this.#size);
    const text = decodeDocument(bytes.subarray(0, SITEMAP_MAX_BYTES));
    const file = { head: Uint8Array.from(bytes.subarray(0, headBytes)), text, bytes: this.#size };
    if (this.#size > small) (this.#buffer.buffer as Releasable).transfer?.(0);
    this.#buffer = Buffer.alloc(0);
    return file;
  }
}
