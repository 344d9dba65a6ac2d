import type { BodyEnd, FetchLimits, HeldBody } from '#shared/model/fetch.ts';
import { BodyHold, HELD_FROM_BYTES, startOf } from './body-hold.ts';
import { type Coding, planCodings } from './codings.ts';
import { type Decoding, decodeBody } from './decode.ts';
import type { Failure } from './failures.ts';
import type { Head } from './head.ts';
import { joinPieces } from './inflate.ts';
import { MAX_REDIRECT_BODY_BYTES } from './limits.ts';
import { Pieces } from './pieces.ts';

/** A body, decoded, and how it ended. */
export interface ReadBody {
  readonly body: Uint8Array;
  /** A long body; then `body` is its beginning. */
  readonly held?: HeldBody | undefined;
  readonly end: BodyEnd;
}

/** The body of a response: collects it as it comes, up to the limit, then decodes it. */
export class Body {
  readonly #limits: FetchLimits;
  readonly #cap: number;
  readonly #isRedirect: boolean;
  readonly #holds: boolean;
  #codings: readonly Coding[] = [];
  readonly #pieces = new Pieces();
  #hold: BodyHold | null = null;
  #wireBytes = 0;
  #decoding: Decoding | null = null;

  /** `holds`: a long body may be held. */
  constructor(head: Head, limits: FetchLimits, holds: boolean) {
    this.#limits = limits;
    this.#holds = holds;
    this.#isRedirect = head.isRedirect;
    this.#cap = head.isRedirect ? Math.min(MAX_REDIRECT_BODY_BYTES, limits.maxBodyBytes) : limits.maxBodyBytes;
  }

  get wireBytes(): number {
    return this.#wireBytes;
  }

  /** What cannot be read of a body that is coded as its head says; null where it can be. */
  plan({ transferEncoding, contentEncoding }: Head): Failure | null {
    if (transferEncoding !== '' && transferEncoding.trim().toLowerCase() !== 'chunked') {
      const shown = transferEncoding.slice(0, 60);
      return { cause: 'http-malformed', detail: `The transfer coding "${shown}" was not requested and cannot be decoded.` };
    }
    if (contentEncoding === '') return null;
    const plan = planCodings(contentEncoding);
    if (!plan.ok) return plan.failure;
    this.#codings = plan.codings;
    return null;
  }

  /** Takes a piece; `full` when it reached the limit and was cut there. */
  add(chunk: Uint8Array): 'more' | 'full' {
    const room = this.#cap - this.#wireBytes;
    this.#take(chunk.length <= room ? chunk : chunk.subarray(0, room));
    return chunk.length <= room ? 'more' : 'full';
  }

  #take(piece: Uint8Array): void {
    this.#wireBytes += piece.length;
    if (this.#hold !== null) {
      this.#hold.add(piece);
      return;
    }
    this.#pieces.add(piece);
    // A coded body is decoded whole.
    if (this.#holds && this.#codings.length === 0 && this.#wireBytes > HELD_FROM_BYTES)
      this.#hold = new BodyHold(this.#pieces.take());
  }

  /** Decodes what came; calls back at once for ordinary bodies. `end`: how the body ended on the wire. */
  read(end: BodyEnd, done: (read: ReadBody | Failure) => void): void {
    if (end === 'too-large' && this.#isRedirect) {
      done({ body: new Uint8Array(0), end });
      return;
    }
    if (this.#hold !== null) {
      const held = this.#hold.finish();
      done({ body: startOf(held), held, end });
      return;
    }
    const wire = joinPieces(this.#pieces.take(), this.#wireBytes);
    const coded = { wire, codings: this.#codings, limits: this.#limits, isWhole: end === 'complete', holds: this.#holds };
    const decoded = decodeBody(coded);
    const finish = (result: Awaited<Decoding['finished']>): void => {
      if (result.ok) done({ body: result.body, held: result.held, end: end === 'complete' ? result.end : end });
      else if (end === 'truncated' && result.failure.cause === 'encoding-corrupt')
        done({ cause: 'connection-lost', detail: 'The connection ended before any of the coded body could be decoded.' });
      else done(result.failure);
    };
    if ('ok' in decoded) finish(decoded);
    else {
      this.#decoding = decoded;
      decoded.finished.then(finish);
    }
  }

  /** Lets go of what was collected, and ends decoding. */
  drop(): void {
    this.#pieces.take();
    this.#hold = null;
    this.#decoding?.stop();
    this.#decoding = null;
  }
}
