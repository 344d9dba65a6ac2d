import { Coverage } from './coverage.ts';
import type { FuzzFailure } from './fuzz.ts';
import { type FuzzTarget, fuzzTargets } from './fuzz-targets.ts';
import { mutate } from './mutate.ts';
import { randomFrom } from './random.ts';

/** An input of a reader. `seed`: of what the reader is asked about it. One character an octet. */
export interface KeptInput {
  readonly target: string;
  readonly seed: number;
  readonly text: string;
}

export interface GuidedResult {
  readonly tried: number;
  /** Inputs that reached what no input before had reached. */
  readonly found: readonly KeptInput[];
  readonly failures: readonly FuzzFailure[];
  /** Executed characters of our functions: by the inputs it began with, and in the end. */
  readonly covered: { readonly before: number; readonly after: number };
}

/** The readers that get a text. The others make their own inputs, which are not kept. */
export const guidedTargets: readonly FuzzTarget[] = fuzzTargets.filter(({ most }) => most > 0);

const largestBatch = 200;
const mostFailures = 20;
const isSource = (url: string): boolean => /\/(electron|shared)\/.*\.ts$/.test(url);

export interface GuidedWish {
  readonly inputs: number;
  readonly seed: number;
  readonly kept: readonly KeptInput[];
  readonly targets?: readonly FuzzTarget[];
  /** Which scripts count, by their address. V8 counts the blocks of functions that it compiles after the run began. */
  readonly isOurs?: (url: string) => boolean;
}

/** Gives an input to its reader; what failed, null for nothing. */
export function tryKept({ target, seed, text }: KeptInput, targets = guidedTargets): FuzzFailure | null {
  const reader = targets.find(({ name }) => name === target);
  if (!reader) return { target, seed, text, message: `there is no reader named ${target}` };
  try {
    reader.try(randomFrom(seed), text);
    return null;
  } catch (error) {
    return { target, seed, text, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/**
 * Fuzzing guided by coverage: inputs that execute a part of our sources for the first time are kept, and later inputs are made from them. `kept`:
 * inputs of earlier runs. Coverage is read once for each batch, because reading it takes as long as many inputs.
 */
export function guidedFuzz(
  { inputs, seed, kept, targets = guidedTargets, isOurs = isSource }: GuidedWish,
  progress: (tried: number) => void = () => undefined,
): GuidedResult {
  const corpus = new Map(targets.map(({ name, seeds }) => [name, [...seeds]]));
  const failures: FuzzFailure[] = [];
  const found: KeptInput[] = [];
  const coverage = new Coverage(isOurs);
  const lines = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const run = (batch: readonly KeptInput[]): void => {
    for (const input of batch) {
      const failure = tryKept(input, targets);
      if (failure && !failures.some(({ seed: known }) => known === failure.seed)) failures.push(failure);
    }
  };
  /** Marks what a batch reached first, and keeps the inputs that did. They are found by halves. */
  const sift = (batch: readonly KeptInput[]): void => {
    run(batch);
    const fresh = coverage.fresh();
    const [first] = batch;
    if (fresh.size === 0 || !first) return;
    if (batch.length > 1) {
      const middle = batch.length >> 1;
      sift(batch.slice(0, middle));
      sift(batch.slice(middle));
      return;
    }
    coverage.mark(fresh);
    corpus.get(first.target)?.push(first.text);
    found.push(first);
  };
  try {
    const known = kept.filter(({ target }) => corpus.has(target));
    run([...targets.flatMap(({ name, seeds }) => seeds.map((text, at) => ({ target: name, seed: at + 1, text }))), ...known]);
    coverage.mark(coverage.fresh());
    for (const { target, text } of known) corpus.get(target)?.push(text);
    const before = coverage.covered;
    let tried = 0;
    for (let round = 0; tried < inputs && failures.length < mostFailures && targets.length > 0; round += 1) {
      const target = targets[round % targets.length] as FuzzTarget;
      const seeds = corpus.get(target.name) ?? [];
      const batch = Array.from({ length: Math.min(largestBatch, target.share, inputs - tried) }, (_, at) => {
        const own = (Math.imul(seed, 0x9e3779b1) + tried + at) >>> 0;
        return { target: target.name, seed: own, text: mutate(randomFrom(own), seeds, target.most) };
      });
      sift(batch);
      tried += batch.length;
      progress(tried);
    }
    return { tried, found, failures, covered: { before, after: coverage.covered } };
  } finally {
    Error.stackTraceLimit = lines;
    coverage.close();
  }
}
