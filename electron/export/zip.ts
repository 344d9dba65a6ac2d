import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of the archive: its path inside, and its text in pieces, read one at a time. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string>;
}

/** The earliest time that ZIP supports (PKWARE APPNOTE 6.3, 4.4.6), so the same rows give the same bytes in every time zone. */
const noTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * A ZIP archive that yazl streams from start to end. Memory never contains a whole entry, and entries over 4 GiB use ZIP64.
 * Passes on errors from the content of an entry.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile();
  const output = Readable.from(archive.outputStream);
  const fail = (error: Error): void => void output.destroy(error);
  archive.on('error', fail);
  for (const { name, content } of entries)
    archive.addReadStreamLazy(name, noTime, give => give(null, Readable.from(content).once('error', fail)));
  archive.end();
  yield* output as AsyncIterable<Uint8Array>;
}
