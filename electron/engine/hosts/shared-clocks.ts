import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type GivenHost, HostClocks } from '#storage/clocks/host-clocks.ts';
import { isBusy } from '#storage/file/database.ts';
import { isFull } from '#storage/file/disk-full.ts';
import { dataFolder } from '../session/data-folder.ts';
import { bootId, isAlive, newOwner } from '../session/owner.ts';

/** How long other processes respect a holder that says nothing, milliseconds. */
const leaseMs = 15_000;
/** A holder says that it lives this often; it sends nothing when less than the rest of the lease is left. */
const beatMs = 3_000;
const leastLeftMs = 5_000;
/** The pause after a holder ended that may have read a Crawl-delay and could not tell it. */
const unknownDelayMs = 1_000;
/** How often a holder looks whether others want its hosts. */
const lookMs = 150;
/** A host that another process holds is asked for again after this time. */
const retryMs = 100;
/** After this time without access the process goes on with its own clock. */
const patienceMs = 10_000;
/** A holder gives a wanted host back after one request, or after this time if it keeps no delay there or sends nothing. */
const turnMs = 1_000;

/** A host that this process holds. Times are those of `performance.now()`. */
interface Held {
  readonly token: number;
  readonly takenAt: number;
  notBefore: number;
  /** This process keeps a delay there. */
  readonly isSlow: boolean;
  inFlight: number;
  /** A request was sent since it was taken. */
  isUsed: boolean;
  isWanted: boolean;
  last: number | null;
  /** Null: nobody read robots.txt. */
  delayMs: number | null;
  backoffUntil: number;
}

/** The end of a request. Times are those of `performance.now()`. */
export interface SharedEnd {
  readonly mono: number;
  /** The Crawl-delay of robots.txt, 0 for none, null where this process did not read it. */
  readonly declaredMs: number | null;
  /** When the host wants the next request after 429 or 503; 0 for no wish. */
  readonly backoffUntil: number;
}

/** Where the clocks of hosts are: in the data folder of the user. */
export const hostClocksPath = (): string => join(dataFolder(), 'host-clocks.db');

/**
 * The clocks of hosts that this process shares with all others of the user. A host is taken once and held until another process wants it,
 * so a crawl alone writes one row a host. Without the database, every method says that the way is free, and the user is told once.
 */
export class SharedClocks {
  readonly #owner = newOwner();
  readonly #tell: (trouble: string) => void;
  readonly #given: () => void;
  readonly #held = new Map<string, Held>();
  /** Hosts of other processes, and when to ask for them again. */
  readonly #retryAt = new Map<string, number>();
  /** Held hosts that other processes want. */
  readonly #wanted = new Set<string>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** From `performance.now()` to the clock that all processes share. */
  readonly #offset = offsetOf();
  #clocks: HostClocks | null = null;
  #id = 0;
  #aliveUntil = 0;
  #busySince: number | null = null;

  /** `tell`: the clocks cannot be shared; one sentence. `given`: a host was given back, so its work waits. */
  constructor(tell: (trouble: string) => void, given: () => void = () => undefined) {
    this.#tell = tell;
    this.#given = given;
    const open = (): void => {
      this.#clocks = new HostClocks(hostClocksPath(), bootId(), this.#shared(performance.now()));
      this.#join();
    };
    for (let tries = 0; ; tries++) {
      try {
        open();
        break;
      } catch (error) {
        if (isBusy(error) && tries < 100) continue;
        this.#fail(error);
        return;
      }
    }
    this.#timers.push(setInterval(() => this.#safely(() => this.#beat(), undefined), beatMs).unref());
    this.#timers.push(setInterval(() => this.#safely(() => this.#look(), undefined), lookMs).unref());
  }

  /** Whether this process may send requests to these hosts without a look at the database. */
  holds(keys: readonly string[]): boolean {
    if (this.#clocks === null) return true;
    return performance.now() < this.#aliveUntil - leastLeftMs && keys.every(key => this.#held.get(key)?.isWanted === false);
  }

  /** Earliest time of a request, as far as other processes are concerned. It takes no host. */
  earliest(keys: readonly string[]): number {
    if (this.#clocks === null) return 0;
    let earliest = 0;
    for (const key of keys) {
      const held = this.#held.get(key);
      if (!held) earliest = Math.max(earliest, this.#retryAt.get(key) ?? 0);
      // It is given back soon, after the request that is under way.
      else if (isSpent(held)) earliest = Math.max(earliest, performance.now() + retryMs);
      else earliest = Math.max(earliest, held.notBefore);
    }
    return earliest;
  }

  /** Takes hosts. `waitMs`: the pause that this process keeps after a request to them. True: a request may leave now. */
  take(keys: readonly string[], waitMs: number): boolean {
    if (this.#clocks === null) return true;
    if (performance.now() > this.#aliveUntil - leastLeftMs) this.#safely(() => this.#beat(), undefined);
    let isFree = true;
    for (const key of keys) isFree = this.#takeOne(key, waitMs) && isFree;
    return this.#clocks === null || isFree;
  }

  began(keys: readonly string[]): void {
    for (const key of keys) {
      const held = this.#held.get(key);
      if (!held) continue;
      held.inFlight += 1;
      held.isUsed = true;
    }
  }

  ended(keys: readonly string[], { mono, declaredMs, backoffUntil }: SharedEnd): void {
    for (const key of keys) {
      const held = this.#held.get(key);
      if (!held) continue;
      held.inFlight = Math.max(0, held.inFlight - 1);
      held.last = Math.max(held.last ?? 0, mono);
      const isNews = (declaredMs !== null && declaredMs !== held.delayMs) || backoffUntil > held.backoffUntil;
      held.delayMs = declaredMs ?? held.delayMs;
      held.backoffUntil = Math.max(held.backoffUntil, backoffUntil);
      // The Crawl-delay that another process read counts until this one has read the file itself.
      if (declaredMs === null && (held.delayMs ?? 0) > 0)
        held.notBefore = Math.max(held.notBefore, mono + (held.delayMs ?? 0) + marginMs);
      if (isNews) this.#safely(() => this.#note(key, held), undefined);
      if (held.inFlight === 0 && isSpent(held)) this.#safely(() => this.#give([key]), undefined);
    }
  }

  /** Another host returned the robots.txt of this one: the Crawl-delay that it declares counts from `mono` on. */
  declared(key: string, declaredMs: number, mono: number): void {
    const held = this.#held.get(key);
    if (!held) {
      if (declaredMs > 0) this.#safely(() => this.#clocks?.learn(key, declaredMs, this.#shared(mono)), undefined);
      return;
    }
    if (declaredMs > 0) held.last = Math.max(held.last ?? 0, mono);
    if (declaredMs === held.delayMs) return;
    held.delayMs = declaredMs;
    this.#safely(() => this.#note(key, held), undefined);
  }

  /** All requests under way were cut off at `mono`, or never left. */
  endAll(mono: number): void {
    for (const held of this.#held.values()) {
      if (held.inFlight === 0) continue;
      held.inFlight = 0;
      held.last = Math.max(held.last ?? 0, mono);
    }
  }

  /** Resolves when a single request to a host may leave; call `began` at once. Rejects with the reason of `signal`. */
  async turn(keys: readonly string[], waitMs: number, signal?: AbortSignal): Promise<void> {
    while (!this.take(keys, waitMs)) {
      const wait = Math.min(this.earliest(keys) - performance.now(), 1_000);
      await delay(Math.max(10, wait), undefined, signal ? { signal } : {});
    }
    signal?.throwIfAborted();
  }

  /** Gives all hosts back. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    const clocks = this.#clocks;
    if (!clocks) return;
    // A process that cannot say so has ended for the others when its lease ends.
    this.#safely(() => {
      this.#give([...this.#held.keys()]);
      clocks.leave(this.#id);
    }, undefined);
    this.#clocks?.close();
    this.#clocks = null;
    this.#held.clear();
  }

  #shared(mono: number): number {
    return mono + this.#offset;
  }

  #join(): void {
    const until = performance.now() + leaseMs;
    this.#id = this.#clocks?.join(this.#owner, this.#shared(until)) ?? 0;
    this.#aliveUntil = until;
    this.#held.clear();
  }

  #beat(): void {
    const until = performance.now() + leaseMs;
    if (this.#clocks?.beat(this.#id, this.#shared(until)) ?? true) this.#aliveUntil = until;
    // This process slept for so long that others took its hosts: it has none.
    else this.#join();
  }

  #takeOne(key: string, waitMs: number): boolean {
    const now = performance.now();
    const held = this.#held.get(key);
    if (held) return !isSpent(held) && held.notBefore <= now;
    if ((this.#retryAt.get(key) ?? 0) > now) return false;
    const time = this.#safely(() => this.#clocks?.take(this.#id, key, this.#shared(now), isDead) ?? null, null);
    if (!time) {
      this.#retryAt.set(key, now + retryMs);
      return false;
    }
    this.#retryAt.delete(key);
    const { token, last, delayMs, backoffUntil, isOrphan } = time;
    const known = delayMs ?? (isOrphan ? unknownDelayMs : 0);
    const pause = last === null ? 0 : last - this.#offset + Math.max(waitMs, known > 0 ? known + marginMs : 0);
    const notBefore = Math.max(pause, backoffUntil === 0 ? 0 : backoffUntil - this.#offset);
    this.#held.set(key, {
      ...{ token, takenAt: now, notBefore, inFlight: 0, isUsed: false, isWanted: false, delayMs, isSlow: waitMs > 0 },
      last: last === null ? null : last - this.#offset,
      backoffUntil: backoffUntil === 0 ? 0 : backoffUntil - this.#offset,
    });
    return notBefore <= now;
  }

  /** Gives back what others want, as soon as nothing is under way. */
  #look(): void {
    for (const key of this.#clocks?.wanted(this.#id) ?? []) {
      const held = this.#held.get(key);
      if (!held) continue;
      held.isWanted = true;
      this.#wanted.add(key);
    }
    const spent = [...this.#wanted].filter(key => {
      const held = this.#held.get(key);
      return !held || (held.inFlight === 0 && isSpent(held));
    });
    if (spent.length > 0) this.#give(spent);
  }

  #note(key: string, { token, delayMs, backoffUntil }: Held): void {
    this.#clocks?.note(this.#id, { key, token, delayMs, backoffUntil: backoffUntil === 0 ? 0 : this.#shared(backoffUntil) });
  }

  #give(keys: readonly string[]): void {
    const given: GivenHost[] = [];
    for (const key of keys) {
      const held = this.#held.get(key);
      if (!held) continue;
      const { token, last, delayMs, backoffUntil } = held;
      given.push({
        ...{ key, token, delayMs },
        last: last === null ? null : this.#shared(last),
        backoffUntil: backoffUntil === 0 ? 0 : this.#shared(backoffUntil),
      });
    }
    this.#clocks?.give(this.#id, given);
    for (const key of keys) this.#wanted.delete(key);
    // The others have their turn first.
    for (const { key } of given) {
      this.#held.delete(key);
      this.#retryAt.set(key, performance.now() + 2 * retryMs);
    }
    if (given.length > 0) this.#given();
  }

  /** Runs work on the database. `otherwise`: its result where the database is busy or lost. */
  #safely<T>(work: () => T, otherwise: T): T {
    if (this.#clocks === null) return otherwise;
    try {
      const done = work();
      this.#busySince = null;
      return done;
    } catch (error) {
      const now = performance.now();
      this.#busySince ??= now;
      if (!isBusy(error) || now - this.#busySince > patienceMs) this.#fail(error);
      return otherwise;
    }
  }

  #fail(error: unknown): void {
    for (const timer of this.#timers) clearInterval(timer);
    try {
      this.#clocks?.close();
    } catch {
      // What is wrong is told below.
    }
    this.#clocks = null;
    this.#held.clear();
    this.#retryAt.clear();
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const cure = isFull(error) ? 'Make room on its disk.' : 'Delete it, or give permission to write it.';
    this.#tell(`Delays are not shared with other crawls of this computer: ${hostClocksPath()} cannot be used (${code}). ${cure}`);
  }
}

/** Whether others wait for a host of ours, and we had our turn: a request, or some time where requests are quick or there are none. */
const isSpent = ({ isWanted, isUsed, isSlow, delayMs, takenAt, notBefore }: Held): boolean =>
  isWanted && ((isUsed && (isSlow || (delayMs ?? 0) > 0)) || performance.now() - Math.max(takenAt, notBefore) > turnMs);

/** Ours: as for every delay, see `delayMarginMs`. */
const marginMs = 5;

const systemMono = (): number => Number(process.hrtime.bigint()) / 1e6;

/** The two clocks cannot be read at once, and the system may stop this process in between: the quickest of some readings counts. */
function offsetOf(): number {
  let best = { took: Number.POSITIVE_INFINITY, offset: 0 };
  for (let tries = 0; tries < 50 && best.took > 0.02; tries++) {
    const before = systemMono();
    const own = performance.now();
    const took = systemMono() - before;
    if (took < best.took) best = { took, offset: before + took / 2 - own };
  }
  return best.offset;
}

const isDead = (owner: string): boolean => !isAlive(owner, Date.now(), Date.now());
