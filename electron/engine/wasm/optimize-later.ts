import { setFlagsFromString } from 'node:v8';

/** V8 counts about the bytes of code that a function has run; from this sum on it optimizes the function. */
const budget = 400_000_000;
const soonBudget = 1_000_000;
let isLater = false;

/** How often V8 runs a function until TurboFan, its slowest compiler, optimizes it. V8's default is 3,000. */
const callsUntilTurbofan = 60_000;
/** Whether Maglev, V8's faster compiler, compiles a function before that. */
const hasMaglev = Number.parseInt(process.versions.v8, 10) >= 13 && ['x64', 'arm64'].includes(process.arch);

/**
 * V8 optimizes later, so that a crawl of some thousand pages does not pay for code that only helps a long one. Call it before the first
 * request. As options of the process these would cost more: Node would refuse the stored code of all its own modules, not only of those that
 * it loads later.
 *
 * - The parser of HTTP after some 50 responses, not after three: that takes 0.06 s and 40 MB.
 * - JavaScript after twenty times as many calls: 5 % of the processor time of 10,000 pages.
 */
export function optimizeLater(): void {
  isLater = true;
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
  if (hasMaglev) setFlagsFromString(`--invocation-count-for-turbofan=${callsUntilTurbofan}`);
}

/**
 * Makes a module whose loops run for every page: V8 optimizes them after some pages, whatever `optimizeLater` says. All of them take it 0.02 s.
 * `from`: the budget of a module whose start alone would use the usual one up.
 */
export function optimizedSoon<T>(make: () => T, from = soonBudget): T {
  if (!isLater) return make();
  setFlagsFromString(`--wasm-tiering-budget=${from}`);
  try {
    return make();
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${budget}`);
  }
}
