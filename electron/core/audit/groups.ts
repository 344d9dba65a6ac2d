import type { AuditSite, GroupCheck, Limits } from './check.ts';
import { IdList } from './tally.ts';

/** 53 bits of a text: two 32-bit FNV-1a style hashes. Two texts of a crawl of a million pages meet with probability 10^-4 at most. */
export function textKey(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x85ebca6b) + 0x27d4eb2f;
    b ^= b >>> 15;
  }
  a ^= a >>> 16;
  a = Math.imul(a, 0x7feb352d);
  a ^= a >>> 15;
  return (b >>> 11) * 4_294_967_296 + (a >>> 0);
}

/** Pages by what they share. */
export class Groups {
  readonly #check: GroupCheck;
  readonly #groups = new Map<number, number | IdList>();
  readonly #shared = new Set<number>();

  constructor(check: GroupCheck) {
    this.#check = check;
  }

  add(key: string, id: number): void {
    const hash = textKey(key);
    const known = this.#groups.get(hash);
    if (known === undefined) this.#groups.set(hash, id);
    else if (typeof known === 'number') {
      const list = new IdList();
      list.push(known);
      list.push(id);
      this.#groups.set(hash, list);
    } else known.push(id);
  }

  /** Whether the group of a key was kept. */
  isShared = (key: string): boolean => this.#shared.has(textKey(key));

  /** Groups of two and more that the check keeps, by their first member. */
  *kept(site: AuditSite, limits: Limits): Generator<{ readonly name: string; readonly ids: Int32Array }> {
    let number = 0;
    for (const [key, members] of this.#groups) {
      if (typeof members === 'number') continue;
      const { ids } = members;
      if (this.#check.keeps) {
        const urls = [...ids].flatMap(id => site.url(id) ?? []);
        if (!this.#check.keeps(urls, site, limits)) continue;
      }
      number += 1;
      this.#shared.add(key);
      yield { name: `${this.#check.id}#${number}`, ids };
    }
  }
}
