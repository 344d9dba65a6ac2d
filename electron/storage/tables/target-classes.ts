import { isFollowedKind } from '#core/decision/admission.ts';
import type { WriteDb } from '../file/handle.ts';
import type { Target } from '../links/inlink-counts.ts';

/** What the links of a page lead to, of those of followed kinds. */
export interface TargetCounts {
  followed: number;
  internal: number;
  external: number;
}

const unknown = 0;
const internal = 1;
const external = 2;

/**
 * Whether URLs are internal or external, for counts of the links of each page: one byte per URL. Only admission
 * decides it, so that it stays the same while a crawl runs.
 */
export class TargetClasses {
  readonly #classOf: ReturnType<WriteDb['prepare']>;
  #codes = new Uint8Array(4_096);

  constructor(db: WriteDb) {
    this.#classOf = db.prepare('SELECT class FROM url WHERE id = ?').pluck();
  }

  /** Counts links of followed kinds by their targets. Email addresses and the like are neither internal nor external. */
  count(links: readonly Target[]): TargetCounts {
    const counts = { followed: 0, internal: 0, external: 0 };
    for (const { to, kind } of links) {
      if (!isFollowedKind(kind)) continue;
      counts.followed += 1;
      const code = this.#codes[to] || this.#codeOf(to);
      if (code === external) counts.external += 1;
      else if (code === internal) counts.internal += 1;
    }
    return counts;
  }

  /** Call it after a rolled-back transaction: ids may be given again. */
  reload(): void {
    this.#codes.fill(unknown);
  }

  /** Call it after a URL was stored that the crawl will request. Spares the look at its row. */
  admitted(id: number): void {
    this.#put(id, internal);
  }

  /** A URL was decided on again, after a change of the settings. */
  forget(id: number): void {
    this.#put(id, unknown);
  }

  #codeOf(id: number): number {
    const found = this.#classOf.get(id);
    // A later link may make a page of a URL that others only refer to.
    if (found === 'other') return unknown;
    const code = found === 'external' ? external : internal;
    this.#put(id, code);
    return code;
  }

  #put(id: number, code: number): void {
    if (id >= this.#codes.length) {
      // Ids are numbered without gaps. A damaged file may have a greater one.
      if (id >= this.#codes.length * 64) return;
      const larger = new Uint8Array(Math.max(id + 1, this.#codes.length * 2));
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes[id] = code;
  }
}
