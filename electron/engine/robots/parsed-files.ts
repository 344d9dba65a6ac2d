import type { Dialect } from '#core/robots/dialect.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import type { RobotsFile } from '#shared/model/robots.ts';

/** One stored robots.txt in every dialect there is, and some more. */
const mostFiles = 32;
/** Bytes of robots.txt; parsed, it takes some ten times as much. */
const mostBytes = 16 * 1024 * 1024;

/**
 * Stored robots.txt files parsed in dialects, kept because parsing a long one in all dialects takes a fifth of a second. The least
 * recently used go first. A stored version never changes, so nothing here gets stale.
 */
export class ParsedFiles {
  readonly #kept = new Map<string, RobotsFile>();
  #bytes = 0;

  /** `version`: id of the stored version whose bytes these are. */
  get(version: number, bytes: Uint8Array, dialect: Dialect): RobotsFile {
    const key = `${version} ${dialect.id}`;
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const file = known ?? parseRobots(bytes, dialect);
    this.#kept.set(key, file);
    if (!known) this.#bytes += file.bytes;
    for (const [oldest, { bytes: size }] of this.#kept) {
      if ((this.#kept.size <= mostFiles && this.#bytes <= mostBytes) || oldest === key) break;
      this.#kept.delete(oldest);
      this.#bytes -= size;
    }
    return file;
  }

  get size(): number {
    return this.#kept.size;
  }
}
