import { type Profiler, Session } from 'node:inspector';

/** Places of functions, in characters of their script, that were executed for the first time. */
export type Fresh = ReadonlyMap<string, readonly (readonly [from: number, to: number])[]>;

/** What of our functions has been executed in this thread, by V8's own block counters. It counts functions that are compiled afterwards. */
export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Map<string, Uint8Array>();
  readonly #isOurs: (url: string) => boolean;
  #covered = 0;

  /** `isOurs`: whether a script counts, by its address. */
  constructor(isOurs: (url: string) => boolean) {
    this.#isOurs = isOurs;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Characters of functions that `mark` was told of. Those of a function inside another one count for both. */
  get covered(): number {
    return this.#covered;
  }

  /** What was executed since the last call and never marked. */
  fresh(): Fresh {
    const fresh = new Map<string, (readonly [number, number])[]>();
    for (const { url, functions } of this.#take()) {
      if (!this.#isOurs(url)) continue;
      for (const { ranges } of functions) {
        const [whole] = ranges;
        if (!whole) continue;
        // A function's first range contains the functions inside it, which have counters of their own.
        const name = `${url} ${whole.startOffset} ${whole.endOffset}`;
        const seen = this.#seen.get(name);
        const places = executed(ranges)
          .map(([from, to]) => [from - whole.startOffset, to - whole.startOffset] as const)
          .filter(([from, to]) => !isMarked(seen, from, to));
        if (places.length > 0) fresh.set(name, places);
      }
    }
    return fresh;
  }

  mark(fresh: Fresh): void {
    for (const [name, places] of fresh)
      for (const [from, to] of places) {
        const seen = this.#roomFor(name, to);
        for (let at = from; at < to; at += 1) {
          this.#covered += 1 - (seen[at] as number);
          seen[at] = 1;
        }
      }
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  #roomFor(name: string, length: number): Uint8Array {
    const old = this.#seen.get(name);
    if (old && old.length >= length) return old;
    const larger = new Uint8Array(length);
    if (old) larger.set(old);
    this.#seen.set(name, larger);
    return larger;
  }

  /** V8 sets its counters to zero with each look. A session of the same thread answers before `post` returns. */
  #take(): readonly Profiler.ScriptCoverage[] {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    let fault: Error | null = null;
    this.#session.post('Profiler.takePreciseCoverage', (error, answer) => {
      fault = error;
      taken = answer?.result ?? [];
    });
    if (fault) throw fault;
    return taken;
  }
}

const isMarked = (seen: Uint8Array | undefined, from: number, to: number): boolean =>
  seen !== undefined && to <= seen.length && !seen.subarray(from, to).includes(0);

/** The parts of a function that ran. Its ranges are nested, the outer one first; the innermost one decides about a place. */
function executed(ranges: readonly Profiler.CoverageRange[]): (readonly [number, number])[] {
  const parts: [number, number][] = [];
  const open: Profiler.CoverageRange[] = [];
  let at = 0;
  const upTo = (end: number): void => {
    const inner = open.at(-1);
    if (inner && inner.count > 0 && end > at) parts.push([at, end]);
    at = Math.max(at, end);
  };
  for (const range of ranges) {
    for (let inner = open.at(-1); inner && inner.endOffset <= range.startOffset; inner = open.at(-1)) {
      upTo(inner.endOffset);
      open.pop();
    }
    upTo(range.startOffset);
    at = range.startOffset;
    open.push(range);
  }
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    upTo(inner.endOffset);
    open.pop();
  }
  return parts;
}
