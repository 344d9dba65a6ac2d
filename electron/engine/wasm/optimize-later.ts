import { setFlagsFromString } from 'node:v8';

/** V8's measure is about the bytes that a function has run over. */
const budget = 400_000_000;

/**
 * V8 optimizes the parser of HTTP after some 50 responses, not after three: that takes 0.06 s and 40 MB. Call it before the first request. As
 * an option of the process it would cost more: Node then refuses the stored code of its own modules.
 */
export function optimizeLater(): void {
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
}
