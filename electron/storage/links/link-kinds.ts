import { followedKinds } from '#core/decision/admission.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { ReadDb } from '../file/handle.ts';

/** Names of kinds of links by their ids. A kind that came into the file since is found as well. */
export class LinkKinds {
  readonly #all: { all(): unknown };
  readonly #names = new Map<number, string>();

  constructor(db: ReadDb) {
    this.#all = db.prepare('SELECT id, name FROM link_kind').raw();
  }

  /** '' for an id that is no kind. */
  nameOf(id: number): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    for (const [key, name] of this.#all.all() as [number, string][]) this.#names.set(key, name);
    return this.#names.get(id) ?? '';
  }

  isFollowed(id: number): boolean {
    return followedKinds.has(this.nameOf(id) as LinkKind);
  }

  /** What was known may have been rolled back. */
  clear(): void {
    this.#names.clear();
  }
}
