import { setFlagsFromString } from 'node:v8';

/** V8 counts about the bytes of code that a function has run; from this sum on it optimizes the function. */
const budget = 400_000_000;

/**
 * V8 optimizes the parser of HTTP after some 50 responses, not after three: that takes 0.06 s and 40 MB. Call it before the first request. As
 * an option of the process it would cost more: Node would refuse the stored code of all its own modules, not only of those that it loads later.
 */
export function optimizeLater(): void {
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
}
