import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/**
 * The few parts of the ZIP format (PKWARE APPNOTE 6.3) that an .xlsx needs, written front to back: every entry is
 * deflated and followed by a data descriptor, so nothing has to be known or kept in advance. No ZIP64: `addEntry`
 * refuses entries over 4 GiB.
 */

export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

const limit = 0xffff_ffff;
const utf8Flag = 1 << 11;
const descriptorFlag = 1 << 3;
/** 1 January 1980, the earliest DOS date: the same rows give the same bytes. */
const dosDate = 0x21;

export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(utf8Flag | descriptorFlag, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor(entry: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x0807_4b50, 0);
  tail.writeUInt32LE(entry.crc, 4);
  tail.writeUInt32LE(entry.packed, 8);
  tail.writeUInt32LE(entry.size, 12);
  return tail;
}

function centralHeader(entry: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(utf8Flag | descriptorFlag, 8);
  header.writeUInt16LE(8, 10);
  header.writeUInt16LE(dosDate, 14);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(entry.packed, 20);
  header.writeUInt32LE(entry.size, 24);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.name]);
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** The archive in pieces. Throws `ZipTooLarge` past 4 GiB, and whatever an entry's content throws. */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name, 'utf8');
    const head = localHeader(nameBytes);
    yield head;
    const start = offset;
    offset += head.length;
    let crc = 0;
    let size = 0;
    let packed = 0;
    const deflate = createDeflateRaw({ level: 6 });
    const ready: Buffer[] = [];
    deflate.on('data', (chunk: Buffer) => ready.push(chunk));
    try {
      for (const text of content) {
        const bytes = Buffer.from(text, 'utf8');
        crc = crc32(bytes, crc);
        size += bytes.length;
        if (!deflate.write(bytes)) await once(deflate, 'drain');
        for (let chunk = ready.shift(); chunk; chunk = ready.shift()) {
          packed += chunk.length;
          yield chunk;
        }
        if (size > limit || offset + packed > limit) throw new ZipTooLarge('a ZIP archive without ZIP64 ends at 4 GiB');
      }
      const ended = once(deflate, 'end');
      deflate.end();
      await ended;
    } finally {
      deflate.destroy();
    }
    for (const chunk of ready) {
      packed += chunk.length;
      yield chunk;
    }
    const entry = { name: nameBytes, offset: start, crc, packed, size };
    written.push(entry);
    const tail = descriptor(entry);
    yield tail;
    offset += packed + tail.length;
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield endRecord(written.length, directory.length, offset);
}
