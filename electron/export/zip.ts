import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of the archive: its path inside, and its text in pieces, read one at a time. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

/** The earliest time that ZIP supports (PKWARE APPNOTE 6.3, 4.4.6), so the same rows give the same bytes in every time zone. */
const noTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * A ZIP archive that yazl streams from start to end. Memory never contains a whole entry, and entries over 4 GiB use
 * ZIP64. Requests the next entry only when the previous one is read, so the number of entries may depend on their
 * content. Passes on errors from the content of an entry.
 */
export async function* zip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile();
  // The types promise less than yazl has here, and a wrapped stream would wait for the next chunk before it reports an error.
  const output = archive.outputStream as PassThrough;
  const fail = (error: Error): void => void output.destroy(error);
  archive.on('error', fail);
  let current: Readable | null = null;
  const feed = async (): Promise<void> => {
    for await (const { name, content } of entries) {
      // One piece at a time: the writer chooses the length of each.
      const source = Readable.from(content, { highWaterMark: 1 });
      current = source;
      archive.addReadStreamLazy(name, noTime, give => give(null, source));
      await finished(source);
    }
    archive.end();
  };
  feed().catch(fail);
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    (current as Readable | null)?.destroy();
  }
}
