import type { BodyEnd, FetchLimits } from '#shared/model/fetch.ts';
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
  readonly end: BodyEnd;
}

/** The body of a response: collects it as it comes, up to the limit, then decodes it. */
export class Body {
  readonly #limits: FetchLimits;
  readonly #cap: number;
  readonly #isRedirect: boolean;
  #codings: readonly Coding[] = [];
  readonly #pieces = new Pieces();
  #wireBytes = 0;
  #decoding: Decoding | null = null;

  constructor(head: Head, limits: FetchLimits) {
    this.#limits = limits;
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
    if (chunk.length <= room) {
      this.#pieces.add(chunk);
      this.#wireBytes += chunk.length;
      return 'more';
    }
    this.#pieces.add(chunk.subarray(0, room));
    this.#wireBytes = this.#cap;
    return 'full';
  }

  /** Decodes what came; calls back at once for ordinary bodies. `end`: how the body ended on the wire. */
  read(end: BodyEnd, done: (read: ReadBody | Failure) => void): void {
    if (end === 'too-large' && this.#isRedirect) {
      done({ body: new Uint8Array(0), end });
      return;
    }
    const wire = joinPieces(this.#pieces.take(), this.#wireBytes);
    const decoded = decodeBody({ wire, codings: this.#codings, limits: this.#limits, isWhole: end === 'complete' });
    const finish = (result: Awaited<Decoding['finished']>): void => {
      if (result.ok) done({ body: result.body, end: end === 'complete' ? result.end : end });
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
    this.#decoding?.stop();
    this.#decoding = null;
  }
}
