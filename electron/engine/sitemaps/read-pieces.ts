import { open } from 'node:fs/promises';

const pieceBytes = 65_536;

/**
 * Reads the first `most` bytes of a file. A piece of a file without gzip is valid until the next one: a stream would make a new buffer for
 * each, which takes as much memory as the file before it is collected. Does not translate system errors.
 */
export async function* piecesOf(path: string, most: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    let buffer = Buffer.allocUnsafeSlow(pieceBytes);
    let isPacked: boolean | null = null;
    for (let left = most; left > 0; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(pieceBytes, left));
      if (bytesRead === 0) return;
      isPacked ??= buffer[0] === 0x1f && (bytesRead < 2 || buffer[1] === 0x8b);
      yield buffer.subarray(0, bytesRead);
      left -= bytesRead;
      // Unpacking keeps several pieces at a time.
      if (isPacked) buffer = Buffer.allocUnsafeSlow(pieceBytes);
    }
  } finally {
    await file.close();
  }
}
