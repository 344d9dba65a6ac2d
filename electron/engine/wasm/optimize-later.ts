import { setFlagsFromString } from 'node:v8';

/** V8 counts about the bytes of code that a function has run; from this sum on it optimizes the function. */
const budget = 400_000_000;
const soonBudget = 1_000_000;
let isLater = false;

/**
 * V8 optimizes the parser of HTTP after some 50 responses, not after three: that takes 0.06 s and 40 MB. Call it before the first request. As
 * an option of the process it would cost more: Node would refuse the stored code of all its own modules, not only of those that it loads later.
 */
export function optimizeLater(): void {
  isLater = true;
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
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
