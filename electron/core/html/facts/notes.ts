import type { ElementNote, ElementNoteKind } from '#shared/model/page-facts.ts';
import type { Kept } from './lists.ts';

/** Notes of one kind that are kept. */
const mostOfKind = 20;

/** Remarks on single elements, some of each kind. */
export class Notes {
  readonly list: ElementNote[] = [];
  readonly #kept: Kept;
  #counts: Map<ElementNoteKind, number> | null = null;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  add(kind: ElementNoteKind, text: string, at: readonly [number, number]): void {
    this.#counts ??= new Map();
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count > mostOfKind) this.#kept.drop(kind);
    else this.list.push({ kind, text: text.slice(0, 200), at });
  }
}
