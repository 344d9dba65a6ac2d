import { decodeBase64 } from '../robots/base64.ts';
import type { Steps } from '../steps.ts';
import { nearDuplicateSteps } from '../text/near-duplicates.ts';
import { signatureLength } from '../text/signature.ts';
import { IdList } from './tally.ts';

/** A page that is like another: its group, from 1, the page it is most like, and how much, from 0 to 1. */
export interface Likeness {
  readonly group: number;
  readonly partner: number;
  readonly similarity: number;
}

/** The near-duplicate signatures of pages: 260 bytes a page. */
export class AlikePages {
  readonly #ids = new IdList();
  #signatures = new Uint8Array(64 * signatureLength);
  #size = 0;

  /** `signature`: 256 bytes in base64. False: it is none. */
  add(id: number, signature: string): boolean {
    const bytes = decodeBase64(signature);
    if (bytes === null || bytes.length !== signatureLength) return false;
    if (this.#size === this.#signatures.length) {
      const larger = new Uint8Array(this.#size * 2);
      larger.set(this.#signatures);
      this.#signatures = larger;
    }
    this.#signatures.set(bytes, this.#size);
    this.#size += signatureLength;
    this.#ids.push(id);
    return true;
  }

  /** The pages that are at least as similar to another page as `threshold` (0.5 to 1), by id. Takes n log n time, in steps. */
  *find(threshold: number): Steps<ReadonlyMap<number, Likeness>> {
    const { ids } = this.#ids;
    const { group, partner, similarity } = yield* nearDuplicateSteps(this.#signatures.subarray(0, this.#size), threshold);
    const found = new Map<number, Likeness>();
    for (const [at, id] of ids.entries()) {
      const own = group[at] as number;
      if (own < 0) continue;
      const other = ids[partner[at] as number] as number;
      found.set(id, { group: own + 1, partner: other, similarity: similarity[at] as number });
    }
    return found;
  }
}
