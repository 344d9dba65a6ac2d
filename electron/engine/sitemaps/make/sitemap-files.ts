import { once } from 'node:events';
import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { indexXml, urlsetTail } from '#core/sitemap/make/entry-xml.ts';
import { mostSitemapBytes, mostSitemapUrls, type WrittenSitemap } from '#shared/model/sitemap-make.ts';
import { fail } from '#shared/rpc/errors.ts';
import { createHalf, type HalfFile } from '#storage/file/half-file.ts';
import { refuseCrawlFile } from '../../../export/whole-file.ts';

/** Characters that are collected before they are written. */
const pieceLength = 65_536;

export interface FilesWish {
  /** The file that readers start with: the only sitemap, or the index. If its name ends in .gz, all files are packed. */
  readonly main: string;
  /** The URL of its folder, with a slash at the end. */
  readonly base: string;
  /** What comes before the entries of each file. */
  readonly head: string;
  readonly maxUrls: number;
  readonly maxBytes: number;
  /** Which files may be replaced. `main`: the user was asked about that one. */
  readonly replace: 'none' | 'main' | 'all';
}

const isPacked = (path: string): boolean => /\.gz$/i.test(path);

/** `sitemap.xml` gives `sitemap-3.xml`. */
function partPath(main: string, number: number): string {
  const stem = basename(main)
    .replace(/\.gz$/i, '')
    .replace(/\.xml$/i, '');
  return join(dirname(main), `${stem}-${number}.xml${isPacked(main) ? '.gz' : ''}`);
}

/**
 * Writes entries into as many sitemap files as the limits need, and an index of them if there are several. Nothing appears under its name
 * before `finish`. Throws an `RpcError` before it replaces a file that it may not.
 */
export class SitemapFiles {
  readonly #wish: FilesWish;
  readonly #done: { readonly half: HalfFile; readonly target: string; readonly facts: Omit<WrittenSitemap, 'name' | 'url'> }[] =
    [];
  #part: PartFile | null = null;

  constructor(wish: FilesWish) {
    this.#wish = wish;
    this.#refuse(wish.main, wish.replace === 'none');
  }

  async add(entry: string): Promise<void> {
    const { head, maxUrls, maxBytes, main } = this.#wish;
    const bytes = Buffer.byteLength(entry);
    const frame = Buffer.byteLength(head) + urlsetTail.length;
    if (frame + bytes > maxBytes)
      fail('bad_request', `One entry needs ${frame + bytes} bytes, and a file may have ${maxBytes}. Raise --max-bytes.`);
    const part = this.#part;
    if (part && (part.entries >= maxUrls || part.bytes + bytes + urlsetTail.length > maxBytes)) await this.#end();
    if (!this.#part) {
      if (this.#done.length >= mostSitemapUrls)
        fail('bad_request', `An index lists at most ${mostSitemapUrls} files. Raise --max-urls or --max-bytes.`);
      this.#part = new PartFile(main);
      await this.#part.write(head);
    }
    await this.#part.write(entry);
    this.#part.entries++;
  }

  /** Names the files. Returns them, the index first, and files of an earlier run that the index does not list. */
  async finish(): Promise<{ readonly files: readonly WrittenSitemap[]; readonly stale: readonly string[] }> {
    const { main, replace } = this.#wish;
    if (this.#part) await this.#end();
    if (this.#done.length === 0) return { files: [], stale: [] };
    const parts = this.#done.length;
    if (parts > 1) {
      for (const { target } of this.#done) this.#refuse(target, replace !== 'all');
      const index = indexXml(this.#done.map(({ target }) => this.#urlOf(target)));
      if (Buffer.byteLength(index) > mostSitemapBytes)
        fail('bad_request', `The index would have more than ${mostSitemapBytes} bytes. Raise --max-urls or --max-bytes.`);
      const file = new PartFile(main);
      this.#part = file;
      await file.write(index);
      file.entries = parts;
      this.#part = null;
      this.#done.push({ half: file.half, target: main, facts: { kind: 'index', ...(await file.end()) } });
    }
    // The index last: until then nothing refers to the parts.
    for (const { half, target } of this.#done) half.finish(parts === 1 ? main : target);
    const files = this.#done.map(({ target, facts }) => {
      const path = parts === 1 ? main : target;
      return { name: basename(path), url: this.#urlOf(path), ...facts };
    });
    const stale: string[] = [];
    for (let next = parts === 1 ? 1 : parts + 1; existsSync(partPath(main, next)); next++)
      stale.push(basename(partPath(main, next)));
    return { files: parts === 1 ? files : [files.at(-1) as WrittenSitemap, ...files.slice(0, -1)], stale };
  }

  /** Removes what is not finished. */
  discard(): void {
    this.#part?.discard();
    for (const { half } of this.#done) half.discard();
  }

  async #end(): Promise<void> {
    const part = this.#part as PartFile;
    await part.write(urlsetTail);
    const ended = await part.end();
    this.#part = null;
    const target = partPath(this.#wish.main, this.#done.length + 1);
    this.#done.push({ half: part.half, target, facts: { kind: 'urlset', ...ended } });
    if (this.#done.length > 1) this.#refuse(target, this.#wish.replace !== 'all');
  }

  #urlOf = (path: string): string => new URL(encodeURIComponent(basename(path)), this.#wish.base).href;

  #refuse(path: string, isKept: boolean): void {
    refuseCrawlFile(path);
    if (isKept && existsSync(path))
      fail('bad_request', `${path} already exists. Choose another name or folder, or replace it with --force.`);
  }
}

/** One file that is being written, packed or not. */
class PartFile {
  readonly half: HalfFile;
  readonly #file: number;
  readonly #gzip: ReturnType<typeof createGzip> | null;
  #waiting = '';
  #isOpen = true;
  #failed: Error | null = null;
  entries = 0;
  bytes = 0;

  constructor(place: string) {
    this.half = createHalf(place);
    this.#file = openSync(this.half.path, 'r+');
    this.#gzip = isPacked(place) ? createGzip() : null;
    this.#gzip?.on('data', (piece: Uint8Array) => {
      try {
        this.#put(piece);
      } catch (error) {
        this.#failed ??= error as Error;
      }
    });
  }

  async write(text: string): Promise<void> {
    this.#waiting += text;
    this.bytes += Buffer.byteLength(text);
    if (this.#waiting.length >= pieceLength) await this.#flush();
  }

  async end(): Promise<{ readonly entries: number; readonly bytes: number; readonly packedBytes: number }> {
    await this.#flush();
    if (this.#gzip) {
      const ended = once(this.#gzip, 'end');
      this.#gzip.end();
      await ended;
    }
    if (this.#failed) throw this.#failed;
    this.#close();
    return { entries: this.entries, bytes: this.bytes, packedBytes: statSync(this.half.path).size };
  }

  discard(): void {
    this.#gzip?.destroy();
    this.#close();
    this.half.discard();
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    if (text === '') return;
    if (!this.#gzip) this.#put(Buffer.from(text));
    else if (!this.#gzip.write(text)) await once(this.#gzip, 'drain');
    if (this.#failed) throw this.#failed;
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }
}
