import { type FuzzTarget, fuzzTargets } from './fuzz-targets.ts';
import { mutate } from './mutate.ts';
import { randomFrom } from './random.ts';

export interface FuzzFailure {
  readonly target: string;
  /** The seed of this input alone: `--input` makes it again. */
  readonly seed: number;
  readonly text: string;
  readonly message: string;
}

export interface FuzzResult {
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly FuzzFailure[];
}

/** Inputs `from` to `to` - 1 of a run. Whoever makes them, they are the same ones. */
export interface FuzzRange {
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  /** Only the targets whose name contains it. */
  readonly only?: string;
}

/** Failures after which a run ends. */
const MOST_FAILURES = 20;

type Wheel = readonly FuzzTarget[];
const wheelOf = (only: string): Wheel =>
  fuzzTargets.filter(target => target.name.includes(only)).flatMap(target => Array.from({ length: target.share }, () => target));

/** Makes one input and gives it to a reader; what failed, null for nothing. */
function tryInput(wheel: Wheel, own: number, counts: Map<string, number>): FuzzFailure | null {
  const random = randomFrom(own);
  const target = random.pick(wheel);
  const text = target.most === 0 ? '' : mutate(random, target.seeds, target.most);
  counts.set(target.name, (counts.get(target.name) ?? 0) + 1);
  try {
    target.try(random, text);
    return null;
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { target: target.name, seed: own, text, message };
  }
}

/** Gives a range of inputs to the readers of hostile text. */
export function runFuzz(
  { from, to, seed, only = '' }: FuzzRange,
  progress: (done: number) => void = () => undefined,
): FuzzResult {
  const wheel = wheelOf(only);
  const counts = new Map<string, number>();
  const failures: FuzzFailure[] = [];
  const lines = Error.stackTraceLimit;
  // Bad addresses throw inside readers, and a stack takes longer than reading one. What fails is tried again with its stack.
  Error.stackTraceLimit = 0;
  try {
    for (let at = from; at < to && failures.length < MOST_FAILURES; at += 1) {
      const own = (Math.imul(seed, 0x9e3779b1) + at) >>> 0;
      const failure = tryInput(wheel, own, counts);
      if (failure !== null) {
        Error.stackTraceLimit = lines;
        failures.push(tryInput(wheel, own, new Map()) ?? failure);
        Error.stackTraceLimit = 0;
      }
      if (at % 100_000 === 0) progress(at - from);
    }
  } finally {
    Error.stackTraceLimit = lines;
  }
  return { counts, failures };
}

/** Gives one input, by its own seed, to its reader again. */
export function fuzzAgain(own: number, only = ''): FuzzFailure | null {
  return tryInput(wheelOf(only), own >>> 0, new Map());
}
