import type { FetchLimits } from '#shared/model/fetch.ts';
import type { Failure, Phase } from './failures.ts';

/**
 * The deadlines of one fetch: that of its phase, and that of the whole. One timer serves both. It is only moved when the next deadline is
 * earlier than the armed one, and looks again when it fires.
 */
export class Deadlines {
  readonly startedAt = performance.now();
  readonly #onPassed: (which: 'phase' | 'total') => void;
  readonly #total: number;
  #phase = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #timerAt = 0;

  /** `totalMs`: limit of the whole fetch. */
  constructor(totalMs: number, onPassed: (which: 'phase' | 'total') => void) {
    this.#total = this.startedAt + totalMs;
    this.#onPassed = onPassed;
  }

  /** The deadlines count from here on, unless a phase began before. */
  start(): void {
    if (this.#timer === null) this.#arm();
  }

  /** The phase may last so long from now on. */
  begin(allowedMs: number): void {
    this.#phase = performance.now() + allowedMs;
    this.#arm();
  }

  /** Something came: the phase may last so long again. Cheap, because a later deadline needs no other timer. */
  extend(allowedMs: number): void {
    this.#phase = performance.now() + allowedMs;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #arm(): void {
    const next = Math.min(this.#phase, this.#total);
    if (this.#timer !== null && this.#timerAt <= next) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerAt = next;
    this.#timer = setTimeout(() => this.#fired(), Math.max(1, Math.ceil(next - performance.now())));
  }

  #fired(): void {
    this.#timer = null;
    const now = performance.now() + 1; // timers may fire up to a millisecond early
    if (now >= this.#total) this.#onPassed('total');
    else if (now >= this.#phase) this.#onPassed('phase');
    else this.#arm();
  }
}

/** The stage of a fetch when a deadline passed. */
export interface Passed {
  readonly phase: Phase;
  readonly which: 'phase' | 'total';
  readonly wireBytes: number;
}

/** A deadline that passed, as a failure. */
export function deadlineFailure({ phase, which, wireBytes }: Passed, limits: FetchLimits): Failure {
  const isTotal = which === 'total';
  const whole = `within ${limits.totalTimeoutMs} ms, the limit for a whole fetch`;
  if (phase === 'waiting') return { cause: 'timeout-connect', detail: `No connection to the host became free ${whole}.` };
  if (phase === 'resolving')
    return { cause: 'timeout-connect', detail: `The resolver of this computer did not get to this host name ${whole}.` };
  if (phase === 'connecting') {
    const limit = isTotal ? whole : `within ${limits.connectTimeoutMs} ms`;
    return { cause: 'timeout-connect', detail: `No connection was established ${limit}.` };
  }
  if (phase === 'headers') {
    const limit = isTotal ? whole : `within ${limits.headersTimeoutMs} ms`;
    return { cause: 'timeout-headers', detail: `The header lines were not complete ${limit}.` };
  }
  const detail = isTotal
    ? `The body was not complete ${whole} (${wireBytes} bytes came).`
    : `The body fell silent for ${limits.bodyTimeoutMs} ms after ${wireBytes} bytes.`;
  return { cause: 'timeout-body', detail };
}
