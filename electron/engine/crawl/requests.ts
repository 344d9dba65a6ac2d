import { bodySize } from '#shared/body-size.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { Rate } from '../session/rate.ts';
import { Arrivals } from './arrivals.ts';
import { occupy } from './claim.ts';
import type { CrawlContext, Job } from './context.ts';
import { HostGate, heldBackForHost } from './host-gate.ts';
import { notSent } from './request-end.ts';
import { sendJob } from './send.ts';
import type { Done } from './settle-job.ts';
import { ThreadStalls } from './thread-stalls.ts';
import type { Turns } from './turns.ts';

export interface RequestsParts {
  readonly turns: Turns;
  /** The crawl runs, and its network works: pages that are leased ahead may be sent. */
  readonly maySendLeases: () => boolean;
  readonly crash: (error: unknown) => void;
}

/** Sends the requests of a crawl, and gathers their responses for the next turn of its loop. */
export class Requests {
  readonly #context: CrawlContext;
  readonly #parts: RequestsParts;
  readonly #abort = new AbortController();
  readonly #recent = new Rate();
  readonly #arrivals = new Arrivals();
  readonly #stalls = new ThreadStalls(performance.now());
  /** Responses that are not settled yet, oldest first. */
  readonly done: Done[] = [];
  #sendsLeasesSoon = false;
  /** Requests sent that have not ended. */
  #sent = 0;
  #whenQuiet: (() => void) | null = null;

  constructor(context: CrawlContext, parts: RequestsParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Requests a second over the last ten seconds. */
  rate(): number {
    return this.#recent.perSecond(performance.now());
  }

  /** Responses come so fast that a turn may lease pages ahead. */
  get comeFast(): boolean {
    return this.#arrivals.areFast;
  }

  /** Starts to watch whether the thread is free. */
  watch(): void {
    this.#stalls.start();
  }

  /** A turn begins, which settles what came. `nowMs`: monotonic. */
  turn(nowMs: number): void {
    this.#arrivals.turn(nowMs);
  }

  /** The turn has ended. `nowMs`: monotonic. */
  turned(nowMs: number): void {
    this.#arrivals.turned(nowMs);
  }

  /** Aborts what is in flight. Nothing can be sent afterwards. */
  abort(): void {
    this.#abort.abort();
  }

  /** Ends what would run on after the crawl. */
  stop(): void {
    this.#arrivals.stop();
    this.#stalls.stop();
  }

  /** Resolves when the last request has ended. */
  quiet(): Promise<void> {
    return new Promise(resolve => {
      this.#whenQuiet = resolve;
      if (this.#sent === 0) resolve();
    });
  }

  /** Sends a job that was claimed, unless its host asked for a pause meanwhile. `because`, if not empty: why it is not sent. */
  start(job: Job, because: string): void {
    const gate = new HostGate(job.at);
    const reason = because !== '' ? because : job.at.unread > 0 ? heldBackForHost : '';
    if (reason === '') this.#send(job, gate);
    else this.#ended(job, gate, notSent(reason, this.#context.parts.clock.now()));
  }

  /** Sends pages that are leased ahead over the connections that are free. */
  sendLeases(): void {
    const context = this.#context;
    const { clock, settings } = context.parts;
    if (!this.#parts.maySendLeases() || this.#parts.turns.waitsForFile || context.leases.othersWait) return;
    while (context.leases.size > 0 && context.onWire < settings.connections) {
      const now = clock.now();
      const job = context.leases.take(context, now, clock.mono());
      if (!job) return;
      occupy(context, job, now);
      this.#send(job, new HostGate(job.at));
    }
  }

  /** The same, when all responses that came with this one are read: one of them may ask for a pause. */
  #sendLeasesSoon(): void {
    if (this.#sendsLeasesSoon) return;
    this.#sendsLeasesSoon = true;
    this.#parts.turns.afterReading(() => {
      this.#sendsLeasesSoon = false;
      this.sendLeases();
    });
  }

  #send(job: Job, gate: HostGate): void {
    this.#recent.add(performance.now());
    this.#sent++;
    const ended = (): void => {
      this.#sent--;
      if (this.#sent === 0) this.#whenQuiet?.();
    };
    sendJob(this.#context.parts, job, gate, this.#abort.signal).then(
      outcome => {
        ended();
        this.#ended(job, gate, outcome);
      },
      (error: unknown) => {
        ended();
        this.#parts.crash(error);
      },
    );
  }

  /** A request ended, or was not sent. */
  #ended(job: Job, gate: HostGate, outcome: FetchOutcome): void {
    this.#context.onWire--;
    const backsOff = gate.ended(outcome);
    const { totalMs, firstByteMs } = outcome.timings;
    const heldMs = this.#stalls.heldMs(performance.now() - Math.max(0, totalMs - (firstByteMs ?? totalMs)));
    this.done.push({ job, outcome, mono: this.#context.parts.clock.mono(), heldMs, backsOff });
    this.#arrived(job, outcome, backsOff);
  }

  /** Settles a response at once, or batches pages of fast hosts. It waits while a quarter of the requests on disk, leases included, is still to come. */
  #arrived(job: Job, outcome: FetchOutcome, backsOff: boolean): void {
    const { turns } = this.#parts;
    this.#arrivals.add(outcome.kind === 'response' ? bodySize(outcome) : 0);
    if (this.#arrivals.isWorthWaiting) this.#sendLeasesSoon();
    const { inFlight, leases } = this.#context;
    const requested = inFlight + (leases.othersWait ? 0 : leases.size);
    const gathers = job.kind === 'page' && !backsOff && this.#arrivals.isWorthWaiting && this.done.length < requested * 0.75;
    if (gathers) this.#arrivals.wait(() => turns.schedule(0));
    else turns.schedule(0);
  }
}
