import type { Steps } from '../steps.ts';
import { type NearDuplicates, nearDuplicateSteps } from '../text/near-duplicates.ts';
import { signatureLength } from '../text/signature.ts';
import { placeOf } from './rising.ts';

/** A page that is like another: its group, from 1, the page it is most like, and how much, from 0 to 1. */
export interface Likeness {
  readonly group: number;
  readonly partner: number;
  readonly similarity: number;
}

/** Memory that several threads write, each the places of its own pages. */
export interface SharedSignatures {
  readonly ids: Int32Array;
  readonly signatures: Uint8Array;
}

/** The near-duplicate signatures of pages: 260 bytes a page. Threads can share them. */
export class AlikePages {
  /** 0 where a page has no signature. */
  readonly #ids: Int32Array;
  readonly #signatures: Uint8Array;

  /** `pages`: how many pages there are at most; memory is used as it is written. */
  constructor(pages: number | SharedSignatures) {
    if (typeof pages !== 'number') {
      this.#ids = pages.ids;
      this.#signatures = pages.signatures;
      return;
    }
    this.#ids = new Int32Array(new SharedArrayBuffer(pages * 4));
    this.#signatures = new Uint8Array(new SharedArrayBuffer(pages * signatureLength));
  }

  get shared(): SharedSignatures {
    return { ids: this.#ids, signatures: this.#signatures };
  }

  /** `place`: the number of the page in the order of ids. `bytes`: its signature. False: it is none. */
  add(place: number, id: number, bytes: Uint8Array | null): boolean {
    if (bytes === null || bytes.length !== signatureLength || place >= this.#ids.length) return false;
    this.#signatures.set(bytes, place * signatureLength);
    this.#ids[place] = id;
    return true;
  }

  /** The pages that are as similar to another as `threshold` (0.5 to 1) asks. n log n, in steps. Call it once. */
  *find(threshold: number): Steps<Likenesses> {
    const ids = this.#ids;
    let size = 0;
    for (let place = 0; place < ids.length; place++) {
      if (ids[place] === 0) continue;
      if (size < place) {
        this.#signatures.copyWithin(size * signatureLength, place * signatureLength, (place + 1) * signatureLength);
        ids[size] = ids[place] as number;
      }
      size += 1;
    }
    const found = yield* nearDuplicateSteps(this.#signatures.subarray(0, size * signatureLength), threshold);
    return new Likenesses(ids.slice(0, size), found);
  }
}

/** What was found, as data that can be posted. */
export interface LikenessState {
  readonly ids: Int32Array;
  readonly found: NearDuplicates;
}

/** What pages are like, by id. */
export class Likenesses {
  readonly #ids: Int32Array;
  readonly #found: NearDuplicates;

  /** `ids` rise; they belong to the signatures that were compared. */
  constructor(ids: Int32Array, found: NearDuplicates) {
    this.#ids = ids;
    this.#found = found;
  }

  get state(): LikenessState {
    return { ids: this.#ids, found: this.#found };
  }

  get(id: number): Likeness | undefined {
    const at = placeOf(this.#ids, id);
    return at < 0 ? undefined : this.#at(at);
  }

  /** The pages that are like another, in order of ids. */
  *[Symbol.iterator](): Generator<readonly [id: number, likeness: Likeness]> {
    for (let at = 0; at < this.#ids.length; at++) {
      const likeness = this.#at(at);
      if (likeness !== undefined) yield [this.#ids[at] as number, likeness];
    }
  }

  #at(at: number): Likeness | undefined {
    const { group, partner, similarity } = this.#found;
    const own = group[at] as number;
    if (own < 0) return undefined;
    return { group: own + 1, partner: this.#ids[partner[at] as number] as number, similarity: similarity[at] as number };
  }
}
