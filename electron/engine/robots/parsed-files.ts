import type { Dialect } from '#core/robots/dialect.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import type { RobotsFile } from '#shared/model/robots.ts';

/** Cache limits: files, and bytes of robots.txt (a parsed file takes up to about thirty times as much). */
export interface ParsedLimits {
  readonly files: number;
  readonly bytes: number;
}

/** One stored robots.txt in every dialect there is, and some more. */
const forComparing: ParsedLimits = { files: 32, bytes: 16 * 1024 * 1024 };
/** Those of the hosts a crawl requests by turns; it may have ten thousand. More would raise the memory of the process, a MiB by about sixty. */
export const forCrawling: ParsedLimits = { files: 2_000, bytes: 1024 * 1024 };

/**
 * Stored robots.txt files parsed in dialects, kept because parsing a long one in all dialects takes a fifth of a second. The least
 * recently used go first. A stored version never changes, so nothing here gets stale.
 */
export class ParsedFiles {
  readonly #kept = new Map<string, RobotsFile>();
  readonly #limits: ParsedLimits;
  #bytes = 0;
  /** The most recently used entry: a crawl of one host requests it again and again. */
  #last: { readonly version: number; readonly dialect: Dialect; readonly file: RobotsFile } | null = null;

  constructor(limits: ParsedLimits = forComparing) {
    this.#limits = limits;
  }

  /** `version`: id of the stored version; `bytes` gives its bytes when they must be parsed. */
  get(version: number, bytes: Uint8Array | (() => Uint8Array), dialect: Dialect): RobotsFile {
    if (this.#last?.version === version && this.#last.dialect === dialect) return this.#last.file;
    const key = `${version} ${dialect.id}`;
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const file = known ?? parseRobots(typeof bytes === 'function' ? bytes() : bytes, dialect);
    this.#kept.set(key, file);
    if (!known) this.#bytes += file.bytes;
    for (const [oldest, { bytes: size }] of this.#kept) {
      if ((this.#kept.size <= this.#limits.files && this.#bytes <= this.#limits.bytes) || oldest === key) break;
      this.#kept.delete(oldest);
      this.#bytes -= size;
    }
    this.#last = { version, dialect, file };
    return file;
  }

  get size(): number {
    return this.#kept.size;
  }
}
