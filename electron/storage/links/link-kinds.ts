import { followedKinds } from '#core/decision/admission.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { ReadDb } from '../file/handle.ts';

/** Names of link kinds by id. Also finds kinds that were added to the file later. */
export class LinkKinds {
  readonly #all: { all(): unknown };
  readonly #names = new Map<number, string>();

  constructor(db: ReadDb) {
    this.#all = db.prepare('SELECT id, name FROM link_kind').raw();
  }

  /** Returns '' for an unknown id. */
  nameOf(id: number): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    for (const [key, name] of this.#all.all() as [number, string][]) this.#names.set(key, name);
    return this.#names.get(id) ?? '';
  }

  isFollowed(id: number): boolean {
    return followedKinds.has(this.nameOf(id) as LinkKind);
  }

  /** Clears the cache, because a rollback may have removed cached kinds. */
  clear(): void {
    this.#names.clear();
  }
}
