import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SITEMAP_MAX_BYTES } from '#core/sitemap/parse.ts';

/** Bytes of a file that are kept: one more than the limit shows that there are more. */
const most = SITEMAP_MAX_BYTES + 1;

/** A file without gzip. */
export interface Unpacked {
  /** At most 50 MiB and one byte. */
  readonly bytes: Uint8Array;
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
  const kept: Uint8Array[] = [];
  if (!isPacked) {
    await collect(whole, kept);
    return { bytes: joined(kept), isPacked, fault: '' };
  }
  const input = Readable.from(whole);
  const gunzip = createGunzip();
  input.on('error', error => gunzip.destroy(error));
  try {
    await collect(input.pipe(gunzip), kept);
    return { bytes: joined(kept), isPacked, fault: '' };
  } catch (error) {
    // An error of the file system names its call; those of gzip do not.
    if (!(error instanceof Error) || 'syscall' in error) throw error;
    return { bytes: joined(kept), isPacked, fault: `The gzip data are damaged: ${error.message}.` };
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

async function collect(stream: AsyncIterable<Uint8Array>, kept: Uint8Array[]): Promise<void> {
  let size = 0;
  for await (const piece of stream) {
    kept.push(piece);
    size += piece.length;
    if (size >= most) break;
  }
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array => Buffer.concat(pieces).subarray(0, most);
